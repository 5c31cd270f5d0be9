"""The live heatmaps of a line: pitch and energy over one time axis, with its words."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QModelIndex, QPointF, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.announce import announce
from widgets.at_most import AtMost
from widgets.curve_table import CurveModel, curve_table
from widgets.energy_plot import LEVEL_FLOOR_DB, LEVEL_TOP_DB, EnergyPlot
from widgets.haste import Haste
from widgets.legend import Legend
from widgets.palette import colours_of
from widgets.pitch_plot import PitchPlot
from widgets.plot_axes import (
    BandAxis,
    HzAxis,
    LevelAxis,
    PlainAxis,
    SecondsAxis,
    SemitoneAxis,
)
from widgets.plot_canvas import PlotCanvas
from widgets.readout import duration, readout, reference_hz
from widgets.time_axis import NOWHERE, TimeAxis
from widgets.views import HeatmapView
from widgets.word_band import WordBand

CALM_GAP_MS = 334
"""Between two pictures where motion is reduced: nothing may change more than 3 times a second
(WCAG 2.2, 2.3.1, keeps flashes to that)."""
ASIDE_MS = 100
"""What goes with the curves follows at most this often: what is in sight of time and pitch, so
that words, axes and waveform hold still while a knob is dragged; and what fits in a row."""
LEAST_LINES = 14
"""Smallest height of the plots, in lines of text: below it, tick labels would go missing."""
PITCH_SHARE = 3
ENERGY_SHARE = 2
"""Heights of the plots against each other."""


class HeatmapPanel(QWidget):
    """Pitch and energy of one line, asked and achieved, as pictures or as a table.

    ``time`` is shared with the waveform below, so that they scroll as one.
    """

    hovered = Signal(str)
    """Values with units at the pointer or the cursor; empty when it left."""
    seek = Signal(float)
    selected = Signal(float, float)
    """Start and end, seconds; both 0 when the selection was dropped."""

    def __init__(self, time: TimeAxis | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.time = time if time is not None else TimeAxis(self)
        self._view: HeatmapView | None = None
        self._late: HeatmapView | None = None
        self._calm = False
        self._pictures = AtMost(CALM_GAP_MS, self._show_late, self)
        self._aside = AtMost(ASIDE_MS, self._show_aside, self)
        self._make_plots()
        self._make_controls()
        self._lay()
        self._connect()
        self._recolour()
        self.show_nothing(self.tr("Write a line to see its pitch and energy."))

    # What is shown

    @property
    def view(self) -> HeatmapView | None:
        """What is drawn now."""
        return self._view

    def show_heatmap(self, view: HeatmapView) -> None:
        """Draw a view; where motion is reduced, the newest at most three times a second."""
        self._late = view
        (self._pictures.ask if self._calm else self._pictures.now)()

    def show_nothing(self, why: str) -> None:
        """Say in place of the plots why there are none."""
        self._view = self._late = None
        self._empty.setText(why)
        self._tell(why)
        self.legend.explain(None)
        self._turn()

    def set_reduced_motion(self, reduced: bool) -> None:
        """Redraw at most three times a second, or as often as there is something new."""
        self._calm = reduced

    def set_split(self, split: bool) -> None:
        """Show asked above achieved, or one over the other."""
        self._split.setChecked(split)

    def set_table(self, table: bool) -> None:
        """Show the table in place of the pictures."""
        self._table_button.setChecked(table)

    def reset_view(self) -> None:
        """Show the whole line and all of its pitch."""
        self.time.reset()
        self.energy.show_rows(LEVEL_FLOOR_DB, LEVEL_TOP_DB)
        self._fit(anew=True)

    def _show_late(self) -> None:
        if self._late is not None:
            view, self._late = self._late, None
            self._draw(view)

    def _draw(self, view: HeatmapView) -> None:
        anew = self._view is None or self._view.line != view.line
        self._view = view
        self._draw_plots(view)
        self.legend.explain(view)
        self._haste.moved(anew=anew)
        if anew:
            self.time.begin(duration(view))
            self._aside.now()
            self._fit(anew=True)
            self._describe()  # else once the curves rest: nobody listens faster
        else:
            self._aside.ask()
        self._turn()
        # Here rather than within the painting, which would ask for a second one.
        self.canvas.scene().prepareForPaint()

    def _draw_plots(self, view: HeatmapView) -> None:
        split = self._split.isChecked()
        self.pitch.show_pitch(view, asked=True, achieved=not split)
        if split:
            self.below.show_pitch(view, asked=False, achieved=True)
        self.energy.show_energy(view)
        if self._bands.bands != view.mel_hz:
            self._bands.bands = view.mel_hz if view.mel_db is not None else ()
            self._bands.update()

    def _fit(self, *, anew: bool) -> None:
        """Bring the pitch of the curves in sight."""
        if self._view is not None:
            self.pitch.fit(self._view, anew=anew)
            if self._split.isChecked():
                self.below.fit(self._view, anew=anew)

    def _show_aside(self) -> None:
        view = self._view
        if view is None:
            return
        self.time.set_length(duration(view))
        self.band.show_words(view.words)
        self._fit(anew=False)
        self._arrange()
        reference = math.log2(reference_hz(view))
        for axis in (self._st, self._st_below):
            if abs(axis.reference - reference) > 1e-6:
                axis.reference = reference
                axis.update()

    def _describe(self) -> None:
        if self._view is None:
            return
        parts = [self._view.summary]
        if self.time.cursor != NOWHERE:
            parts.append(readout(self._view, self.time.cursor))
        self._tell(" ".join(part for part in parts if part))

    def _tell(self, text: str) -> None:
        """Describe the plots and what they are in: that, readers find without the focus."""
        self.canvas.setAccessibleDescription(text)
        self._pages.setAccessibleDescription(text)

    # How it is made

    def _make_plots(self) -> None:
        self.canvas = PlotCanvas(self.time, self)
        self.canvas.setAccessibleName(self.tr("Pitch and energy over time"))
        self.pitch, self.below = PitchPlot(self.time), PitchPlot(self.time)
        self.energy = EnergyPlot(self.time)
        self.band = WordBand(self.time, colours_of(self.palette()))
        self._hz, self._hz_below = HzAxis("left"), HzAxis("left")
        self._st, self._st_below = SemitoneAxis("right"), SemitoneAxis("right")
        self._bands = BandAxis("left", LEVEL_FLOOR_DB, LEVEL_TOP_DB)
        self._db = LevelAxis("right")
        self._seconds = SecondsAxis("bottom")
        rows: tuple[tuple[PlainAxis, PitchPlot | EnergyPlot, PlainAxis], ...] = (
            (self._hz, self.pitch, self._st),
            (self._hz_below, self.below, self._st_below),
            (self._bands, self.energy, self._db),
        )
        for left, plot, right in rows:
            left.linkToView(plot)
            right.linkToView(plot)
        self._seconds.linkToView(self.energy)
        self._rows = rows
        self._haste = Haste((self.pitch, self.below, self.energy), self)
        self._haste.rested.connect(self._describe)
        self._place(split=False)

    def _place(self, *, split: bool) -> None:
        layout = self.canvas.ci
        for item in list(layout.items):
            layout.removeItem(item)
        # The axes have fixed widths; without this, plots that were taken out get none back.
        layout.layout.setColumnStretchFactor(1, 1)
        row = 0
        for left, plot, right in self._rows:
            if plot is self.energy:
                layout.addItem(self.band, row, 1)
                row += 1
            if plot is not self.below or split:
                layout.addItem(left, row, 0)
                layout.addItem(plot, row, 1)
                layout.addItem(right, row, 2)
                share = ENERGY_SHARE if plot is self.energy else PITCH_SHARE
                layout.layout.setRowStretchFactor(row, share)
                row += 1
        layout.addItem(self._seconds, row, 1)
        for at in range(row + 1):
            if layout.layout.itemAt(at, 1) in (self.band, self._seconds):
                layout.layout.setRowStretchFactor(at, 0)

    def _make_controls(self) -> None:
        self.legend = Legend(self)
        self._split = self._button(self.tr("Split"), self.tr("Show asked above achieved"))
        self._table_button = self._button(self.tr("Table"), self.tr("Show the values of each word"))
        self._whole = self._button(
            self.tr("Whole line"), self.tr("Show the whole line and all of its pitch (Ctrl+0)")
        )
        self._whole.setCheckable(False)
        self._model = CurveModel(self)
        self.table = curve_table(self._model, self)
        self.table.setAccessibleName(self.tr("Pitch and level of each word"))
        self._empty = QLabel(self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setProperty("quiet", True)

    def _button(self, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setAccessibleDescription(tip)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _lay(self) -> None:
        self._buttons = QWidget(self)
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for button in (self._split, self._table_button, self._whole):
            row.addWidget(button)
        row.addStretch(1)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(4)
        self._head.addWidget(self.legend, 1)
        self._head.addWidget(self._buttons, 0, Qt.AlignmentFlag.AlignTop)
        self._pages = QStackedWidget(self)
        self._pages.setAccessibleName(self.canvas.accessibleName())
        for page in (self._empty, self.canvas, self.table):
            self._pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(4)
        whole.addLayout(self._head)
        whole.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self.time.pointed.connect(self._pointed)
        self.time.sought.connect(self.seek)
        self.time.marked.connect(self._marked)
        self.canvas.mouse_over.connect(self._hover)
        self.canvas.mouse_left.connect(self._left)
        self.canvas.rowed.connect(self._row_key)
        self.canvas.reset.connect(self.reset_view)
        self._split.toggled.connect(self._split_toggled)
        self._table_button.toggled.connect(self._turn)
        self._whole.clicked.connect(self.reset_view)
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)

    def _turn(self) -> None:
        if self._view is None:
            page: QWidget = self._empty
        else:
            page = self.table if self._table_button.isChecked() else self.canvas
        if page is self.table:
            self._model.show_heatmap(self._view)  # only here: it costs as much as the pictures
        self._pages.setCurrentWidget(page)
        for button in (self._split, self._table_button, self._whole):
            button.setEnabled(self._view is not None)

    # What the person does

    def _hover(self, scene: QPointF) -> None:
        if self._view is None:
            return
        for plot in (self.pitch, self.below, self.energy):
            at = plot.mouse_at(scene) if plot.scene() is not None else None
            if at is not None and 0 <= at[0] <= self.time.length:
                band = self._band_at(at[1]) if plot is self.energy else None
                self.hovered.emit(readout(self._view, at[0], band))
                return
        self._left()

    def _band_at(self, level: float) -> float | None:
        bands = self._view.mel_hz if self._view is not None else ()
        if not bands:
            return None
        share = (level - LEVEL_FLOOR_DB) / (LEVEL_TOP_DB - LEVEL_FLOOR_DB)
        return bands[min(max(int(share * len(bands)), 0), len(bands) - 1)]

    def _left(self) -> None:
        self._pointed(self.time.cursor)

    def _pointed(self, at: float) -> None:
        if self._view is None or at == NOWHERE:
            self.hovered.emit("")
            return
        text = readout(self._view, at)
        self.hovered.emit(text)
        self._describe()
        if self.canvas.hasFocus():
            announce(self.canvas, text, urgent=True)

    def _marked(self, selection: tuple[float, float] | None) -> None:
        self.selected.emit(*(selection or (0.0, 0.0)))

    def _row_key(self, share: float, zoom: bool) -> None:
        for plot in (self.pitch, self.below):
            if zoom:
                plot.zoom_rows(1 - 2 * share)
            else:
                plot.scroll_rows(share)

    def _row_chosen(self, index: QModelIndex) -> None:
        word = self._model.word(index.row())
        if word is not None:
            self.time.point(word.start_s)

    def _split_toggled(self, split: bool) -> None:
        self._place(split=split)
        self._titles()
        if self._view is not None:
            self._draw_plots(self._view)
            self._fit(anew=True)

    # How it looks

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._recolour()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons under the legend where both are too wide for one row."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside = self.legend.widest() + self._buttons.sizeHint().width() <= self.width()
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._head.direction() != way:
            self._head.setDirection(way)

    def _recolour(self) -> None:
        colours = colours_of(self.palette())
        self.canvas.ground(colours)
        for left, _plot, right in self._rows:
            self.canvas.dress(left, colours)
            self.canvas.dress(right, colours)
            left.setWidth(self.canvas.left_width())
            right.setWidth(self.canvas.right_width())
        self.canvas.dress(self._seconds, colours)
        self._seconds.setHeight(self.fontMetrics().height() + 8)
        self.canvas.setMinimumHeight(LEAST_LINES * self.fontMetrics().height())
        self.band.dress(self.font(), colours)
        self._titles()

    def _titles(self) -> None:
        split = self._split.isChecked()
        pitch = self.tr("Pitch asked") if split else self.tr("Pitch")
        self.pitch.show_title(pitch, self.font())
        self.below.show_title(self.tr("Pitch achieved"), self.font())
        self.energy.show_title(self.tr("Energy"), self.font())
