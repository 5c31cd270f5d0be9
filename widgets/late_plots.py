"""The plots' places in the window: filled once the window has been seen.

What draws plots takes as long to load as all else that the window is made of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from widgets.time_axis import TimeAxis
from widgets.views import HeatmapView

if TYPE_CHECKING:
    # Only for their types: loading them is what is put off here.
    from PySide6.QtWidgets import QTableView

    from widgets.heatmap import HeatmapPanel
    from widgets.plot_canvas import PlotCanvas
    from widgets.waveform import Waveform


P = TypeVar("P", bound=QWidget)


class Place(QWidget, Generic[P]):
    """A place that says why it is empty, until it is painted or more is asked of it.

    Args:
        make: makes what belongs here, its parent given.
    """

    made = Signal()
    """What belongs here is here."""

    def __init__(self, make: Callable[[QWidget], P], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._part: P | None = None
        self._owed: list[Callable[[P], None]] = []
        """What was asked while it was empty."""
        self._says = QLabel(self)
        self._says.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._says.setWordWrap(True)
        self._says.setProperty("quiet", True)
        self._lies = QVBoxLayout(self)
        self._lies.setContentsMargins(0, 0, 0, 0)
        self._lies.addWidget(self._says)
        self._seen = QTimer(self)
        self._seen.setSingleShot(True)
        self._seen.setInterval(0)
        self._seen.timeout.connect(lambda: self.part)

    @property
    def empty(self) -> bool:
        """Whether it is still to be made."""
        return self._part is None

    @property
    def part(self) -> P:
        """What belongs here, made now if it is not there yet."""
        if self._part is None:
            self._part = self._make(self)
            for act in self._owed:
                act(self._part)
            self._owed.clear()
            self._lies.removeWidget(self._says)
            self._says.hide()
            self._says.deleteLater()
            self._lies.addWidget(self._part)
            self.made.emit()
        return self._part

    def paintEvent(self, event: QPaintEvent) -> None:
        """Have it made as soon as all of the window is on the screen."""
        super().paintEvent(event)
        if self.empty:
            self._seen.start()

    def _do(self, act: Callable[[P], None]) -> None:
        if self._part is None:
            self._owed.append(act)
        else:
            act(self._part)


class HeatmapPlace(Place["HeatmapPanel"]):
    """The place of a ``HeatmapPanel``, whose signals it has."""

    hovered = Signal(str)
    seek = Signal(float)
    selected = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._panel, parent)
        self.time = TimeAxis(self)

    @property
    def view(self) -> HeatmapView | None:
        """What is drawn now."""
        return None if self._part is None else self._part.view

    @property
    def canvas(self) -> PlotCanvas:
        """The panel's plots."""
        return self.part.canvas

    @property
    def table(self) -> QTableView:
        """The panel's table."""
        return self.part.table

    def show_heatmap(self, view: HeatmapView) -> None:
        """Draw a view."""
        self.part.show_heatmap(view)

    def show_nothing(self, why: str) -> None:
        """Say in place of the plots why there are none."""
        if self.empty:
            self._says.setText(why)
        self._do(lambda panel: panel.show_nothing(why))

    def set_reduced_motion(self, reduced: bool) -> None:
        """Redraw at most three times a second, or as often as there is something new."""
        self._do(lambda panel: panel.set_reduced_motion(reduced))

    def set_split(self, split: bool) -> None:
        """Show asked above achieved, or one over the other."""
        self._do(lambda panel: panel.set_split(split))

    def set_table(self, table: bool) -> None:
        """Show the table in place of the pictures."""
        self._do(lambda panel: panel.set_table(table))

    def reset_view(self) -> None:
        """Show the whole line and all of its pitch."""
        self.part.reset_view()

    def _panel(self, parent: QWidget) -> HeatmapPanel:
        from widgets.heatmap import HeatmapPanel

        panel = HeatmapPanel(self.time, parent)
        panel.hovered.connect(self.hovered)
        panel.seek.connect(self.seek)
        panel.selected.connect(self.selected)
        return panel


class WaveformPlace(Place["Waveform"]):
    """The place of a ``Waveform`` that scrolls with ``time``."""

    def __init__(self, time: TimeAxis, parent: QWidget | None = None) -> None:
        super().__init__(self._wave, parent)
        self._time = time

    @property
    def canvas(self) -> PlotCanvas:
        """The waveform's plot."""
        return self.part.canvas

    def show_waveform(self, view: HeatmapView) -> None:
        """Draw a view's sound; without one, say that there is none yet."""
        self.part.show_waveform(view)

    def show_nothing(self, why: str) -> None:
        """Say in place of the waveform why there is none."""
        if self.empty:
            self._says.setText(why)
        self._do(lambda wave: wave.show_nothing(why))

    def set_loop(self, looping: bool) -> None:
        """Mark the selection as what is played again and again."""
        self._do(lambda wave: wave.set_loop(looping))

    def _wave(self, parent: QWidget) -> Waveform:
        from widgets.waveform import Waveform

        return Waveform(self._time, parent)
