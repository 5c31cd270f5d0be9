"""The sound of a line over time: what is heard, where, and what is selected."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from widgets.announce import announce
from widgets.palette import colours_of, faded
from widgets.plot_axes import LevelAxis, PlainAxis
from widgets.plot_canvas import PlotCanvas
from widgets.plot_colours import line_pen
from widgets.plot_view import PathItem, PlotView
from widgets.time_axis import NOWHERE, TimeAxis
from widgets.units import level_text, seconds_text
from widgets.views import Floats, HeatmapView

SILENCE_DB = -60.0
LEAST_LINES = 4
"""Smallest height, in lines of text."""
STALE_OPACITY = 0.45
SAME_DETAIL = 0.8
"""A closer look than this share of what the columns were made for makes new ones."""


class Envelope:
    """Lowest and highest sample per column, fast at any zoom.

    Columns of ``BLOCK`` samples are found once; a closer look goes to the samples.
    """

    BLOCK = 64

    def __init__(self, audio: Floats) -> None:
        self.audio = audio
        whole = audio[: audio.size // self.BLOCK * self.BLOCK].reshape(-1, self.BLOCK)
        self._low, self._high = whole.min(axis=1), whole.max(axis=1)

    def between(self, first: int, last: int, columns: int) -> tuple[Floats, Floats, Floats]:
        """Return sample positions and extremes of ``columns`` columns of samples first:last."""
        first, last = max(first, 0), min(last, self.audio.size)
        low, high, unit = self.audio, self.audio, 1
        if (last - first) / self.BLOCK >= columns:
            low, high, unit = self._low, self._high, self.BLOCK
        start, end = first // unit, min(-(-last // unit), low.size)
        count = min(columns, end - start)
        if count < 1:
            none = np.zeros(0, np.float32)
            return none, none, none
        edges = start + np.arange(count) * (end - start) // count
        at = (edges * unit).astype(np.float32)
        lows = np.minimum.reduceat(low[:end], edges)
        return at, lows, np.maximum.reduceat(high[:end], edges)


class WavePlot(PlotView):
    """The plot itself; amplitude -1..1, cursor and playhead in the theme's colours."""

    most_bottom, most_top = -1.0, 1.0

    def __init__(self, time: TimeAxis) -> None:
        super().__init__(time)
        self.body, self.edge = PathItem(), PathItem()
        self.addItem(self.body, ignoreBounds=True)
        self.addItem(self.edge, ignoreBounds=True)
        self.drawn: tuple[Floats, Floats, Floats] | None = None
        """Seconds, lowest and highest sample of each column that is drawn."""
        self.show_rows(-1.0, 1.0)

    def show_columns(self, seconds: Floats, low: Floats, high: Floats) -> None:
        """Draw what lies between the lowest and the highest samples."""
        self.drawn = seconds, low, high
        around = np.concatenate((seconds, seconds[::-1]))
        body = pg.arrayToQPath(around, np.concatenate((high, low[::-1])))
        edge = pg.arrayToQPath(seconds, high)
        edge.addPath(pg.arrayToQPath(seconds, low))
        start, end = (float(seconds[0]), float(seconds[-1])) if seconds.size else (0.0, 0.0)
        box = QRectF(start, -1.0, end - start, 2.0)
        self.body.show_path(body, box)
        self.edge.show_path(edge, box)


class Waveform(QWidget):
    """Click to play from there, drag to select what is looped; keys as in the heatmap.

    Given the heatmap's ``time`` it scrolls with it, and the heatmap alone says what is
    sought and selected, so that nothing is said twice.
    """

    seek = Signal(float)
    selected = Signal(float, float)
    """Start and end, seconds; both 0 when the selection was dropped."""
    hovered = Signal(str)

    def __init__(self, time: TimeAxis | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.time = time if time is not None else TimeAxis(self)
        self._own = time is None
        self._envelope: Envelope | None = None
        self._built: tuple[Envelope, int, int, int] | None = None
        """The sound, the first and last sample and the number of the columns drawn."""
        self._rate = 24_000
        self._looping = False
        self._make()
        self._recolour()
        self.show_nothing(self.tr("No sound yet. The button at the bottom makes it."))

    def show_waveform(self, view: HeatmapView) -> None:
        """Draw a view's sound; without one, say that there is none yet."""
        if view.audio is None or not view.audio.size:
            self.show_nothing(self.tr("No sound yet. The button at the bottom makes it."))
            return
        if self._envelope is None or self._envelope.audio is not view.audio:
            self._envelope = Envelope(view.audio)
        self._rate = view.rate
        if self._own:
            self.time.set_length(view.audio.size / view.rate)
        self.plot.hatch.setVisible(view.stale)
        self.plot.body.setOpacity(STALE_OPACITY if view.stale else 1.0)
        self._pages.setCurrentWidget(self.canvas)
        self._draw()
        self._describe()

    def show_nothing(self, why: str) -> None:
        """Say in place of the waveform why there is none."""
        self._envelope = None
        self._empty.setText(why)
        self._tell(why)
        self._pages.setCurrentWidget(self._empty)

    def set_loop(self, looping: bool) -> None:
        """Mark the selection as what is played again and again."""
        self._looping = looping
        self._title()
        self._describe()

    def _make(self) -> None:
        self.canvas = PlotCanvas(self.time, self)
        self.canvas.setAccessibleName(self.tr("Waveform"))
        self.plot = WavePlot(self.time)
        self._left, self._right = LevelAxis("left"), LevelAxis("right")
        for axis in (self._left, self._right):
            axis.hide_labels()
            axis.linkToView(self.plot)
        for column, item in enumerate((self._left, self.plot, self._right)):
            self.canvas.ci.addItem(item, 0, column)
        self._empty = QLabel(self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setProperty("quiet", True)
        self._pages = QStackedWidget(self)
        self._pages.setAccessibleName(self.canvas.accessibleName())
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.canvas)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)
        self.time.ranged.connect(self._draw)
        self.plot.sigResized.connect(self._draw)
        self.time.sought.connect(self._sought)
        self.time.marked.connect(self._marked)
        self.time.pointed.connect(self._pointed)
        self.canvas.mouse_over.connect(self._hover)

    def _draw(self) -> None:
        if self._envelope is None:
            return
        size = self._envelope.audio.size
        columns = max(round(self.plot.rect().width()), 1)
        first = min(int(self.time.start * self._rate), size)
        last = min(int(self.time.end * self._rate) + 1, size)
        if not self._serves(first, last, columns):
            self._built = self._envelope, first, last, columns
            at, low, high = self._envelope.between(first, last, columns)
            self.plot.show_columns(at / np.float32(self._rate), low, high)

    def _serves(self, first: int, last: int, columns: int) -> bool:
        """Whether what is drawn holds these samples and is about as fine as it can be seen.

        A knob that changes a line's length changes what is in sight with every plan; the
        same columns then only stand a little closer.
        """
        if self._built is None or self._built[0] is not self._envelope:
            return False
        _, start, end, drawn = self._built
        within = start <= first and last <= end
        return within and drawn == columns and last - first >= SAME_DETAIL * (end - start)

    def value(self, seconds: float) -> str:
        """Return time and level around a moment, with units."""
        parts = [seconds_text(seconds)]
        if self._envelope is not None:
            middle, half = int(seconds * self._rate), self._rate // 100
            part = self._envelope.audio[max(middle - half, 0) : middle + half]
            if part.size:
                peak = 20 * np.log10(max(float(np.abs(part).max()), 10 ** (SILENCE_DB / 20)))
                parts.append(self.tr("peak {level}").format(level=level_text(float(peak))))
        return " · ".join(parts)

    def _describe(self) -> None:
        if self._envelope is None:
            return
        length = seconds_text(self._envelope.audio.size / self._rate)
        parts = [self.tr("Sound of {length}.").format(length=length)]
        if self.time.selection is not None:
            start, end = (seconds_text(at) for at in self.time.selection)
            text = self.tr("Looped: {start} to {end}.")
            text = text if self._looping else self.tr("Selected: {start} to {end}.")
            parts.append(text.format(start=start, end=end))
        if self.time.cursor != NOWHERE:
            parts.append(self.value(self.time.cursor))
        self._tell(" ".join(parts))

    def _tell(self, text: str) -> None:
        """Describe the plot and what it is in: that, readers find without the focus."""
        self.canvas.setAccessibleDescription(text)
        self._pages.setAccessibleDescription(text)

    def _sought(self, at: float) -> None:
        if self._own:
            self.seek.emit(at)

    def _marked(self, selection: tuple[float, float] | None) -> None:
        if self._own:
            self.selected.emit(*(selection or (0.0, 0.0)))
        self._title()
        self._describe()

    def _pointed(self, at: float) -> None:
        self._describe()
        if self._own:
            self.hovered.emit("" if at == NOWHERE else self.value(at))
        if self.canvas.hasFocus() and at != NOWHERE:
            announce(self.canvas, self.value(at), urgent=True)

    def _hover(self, scene: QPointF) -> None:
        at = self.plot.mouse_at(scene)
        if at is not None and self._envelope is not None:
            self.hovered.emit(self.value(min(max(at[0], 0.0), self.time.length)))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._recolour()

    def _recolour(self) -> None:
        colours = colours_of(self.palette())
        self.canvas.ground(colours)
        axes: tuple[PlainAxis, ...] = (self._left, self._right)
        for axis in axes:
            self.canvas.dress(axis, colours)
        self._left.setWidth(self.canvas.left_width())
        self._right.setWidth(self.canvas.right_width())
        means = colours.means
        self.plot.recolour(colours)
        pen = line_pen(means.waveform, None, 1.0)
        self.plot.edge.draw_with(pen)
        self.plot.body.draw_with(None, faded(means.waveform, 1.0))
        self.canvas.setMinimumHeight(LEAST_LINES * self.fontMetrics().height())
        self._title()

    def _title(self) -> None:
        looped = self._looping and self.time.selection is not None
        text = self.tr("Sound, selection loops") if looped else self.tr("Sound")
        self.plot.show_title(text, self.font())
