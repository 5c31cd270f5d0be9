"""Plain panes where the plots will stand."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from widgets.views import HeatmapView, OverviewRow, PadView, RampView


class _Plain(QFrame):
    def __init__(self, height: int) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setMinimumHeight(height)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        QVBoxLayout(self).addWidget(self.says)


class HeatmapPanel(_Plain):
    """Says the summary of the curves."""

    hovered = Signal(str)
    seek = Signal(float)
    selected = Signal(float, float)

    def __init__(self) -> None:
        super().__init__(160)

    def show_heatmap(self, view: HeatmapView) -> None:
        """Show the summary."""
        self.says.setText(view.summary)


class Waveform(_Plain):
    """Says the length."""

    seek = Signal(float)
    selected = Signal(float, float)

    def __init__(self) -> None:
        super().__init__(60)


class Overview(_Plain):
    """Says how many lines there are."""

    jumped = Signal(str)

    def __init__(self) -> None:
        super().__init__(80)

    def show_overview(self, rows: tuple[OverviewRow, ...]) -> None:
        """Show the number of lines."""
        self.says.setText(str(len(rows)))


class Pad(_Plain):
    """Says the place."""

    dragged = Signal(float, float)
    released = Signal()

    def __init__(self) -> None:
        super().__init__(160)

    def show_pad(self, view: PadView) -> None:
        """Show the numbers."""
        self.says.setText(f"{view.valence:+.2f} {view.arousal:+.2f}")


class RampEditor(_Plain):
    """Says the keyframes."""

    changed = Signal(object)
    cleared = Signal()

    def __init__(self) -> None:
        super().__init__(80)

    def show_ramp(self, view: RampView) -> None:
        """Show the keyframes."""
        self.says.setText(str(view.keyframes))
