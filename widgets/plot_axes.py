"""Tick marks of the plots: frequency on a log scale, semitones, level, mel bands, time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

from widgets.palette import Colours
from widgets.units import SEMITONES, hz_text, level_text, seconds_text, semitone_text

LEAST_GAP_LINES = 1.7
"""Smallest distance of two tick labels, in heights of their text: denser reads as a block."""

TICK_PX = 4
LABEL_GAP_PX = 4.0
"""Between an axis and its labels."""
LABEL_SHARE = 0.8
"""Of a line's height, what digits fill: labels that near an end are still written."""

FLAGS = {
    "left": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip,
    "right": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip,
    "bottom": Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextDontClip,
}

HZ_STEPS: tuple[tuple[int, ...], ...] = (
    (55, 110, 220, 440, 880),
    (55, 80, 110, 160, 220, 320, 440, 620, 880),
    tuple(range(40, 300, 20)) + tuple(range(300, 1000, 50)),
    tuple(range(40, 300, 10)) + tuple(range(300, 1000, 20)),
)
"""Octaves of A; half octaves, rounded; then steps small enough for any zoom."""
SEMITONE_STEPS = (24, 12, 6, 4, 2, 1)
LEVEL_STEPS = (30, 20, 10, 5, 2, 1)
BAND_HZ = (100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 10000)
TIME_STEPS = (60, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)


class PlainAxis(pg.AxisItem):
    """An axis whose ticks are chosen by the room there is; subclasses say which.

    It paints itself: pyqtgraph's own way, by way of a list of all that is to be drawn and
    a picture of that, takes five times as long, and while a knob is dragged the time axis
    changes with every plan.
    """

    low, high = 0.0, 1.0
    """What the linked plot shows."""
    _side, _box = "left", QRectF()  # of the class: it is asked while the base is being made

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation, maxTickLength=-TICK_PX)
        self._side = orientation
        self._labels = True
        self._line, self._text = QPen(), QPen()
        self._metrics = QFontMetricsF(QFont())
        self._widths: dict[str, float] = {}
        self.enableAutoSIPrefix(False)
        self.setStyle(autoExpandTextSpace=False)
        self.setZValue(1)
        self.setCacheMode(self.CacheMode.DeviceCoordinateCache)  # text is slow to draw

    def hide_labels(self) -> None:
        """Draw the line alone."""
        self._labels = False
        self.update()

    def dress(self, font: QFont, colours: Colours) -> None:
        """Take font and colours of the window."""
        self.setFont(font)
        self._metrics = QFontMetricsF(font)
        self._widths.clear()
        self._line, self._text = QPen(colours.border), QPen(colours.text_muted)
        self.update()

    def setRange(self, mn: float, mx: float) -> None:
        """Take what the linked plot shows."""
        if (mn, mx) != (self.low, self.high):
            self.low, self.high = mn, mx
            self.update()

    def resizeEvent(self, ev: QGraphicsSceneResizeEvent | None = None) -> None:
        """Take a new size."""
        del ev
        self._box = QRectF(0.0, 0.0, self.size().width(), self.size().height())

    def boundingRect(self) -> QRectF:
        """Return the axis and its ticks, which lie over the plot."""
        left = TICK_PX if self._side == "right" else 0.0
        right = TICK_PX if self._side == "left" else 0.0
        top = TICK_PX if self._side == "bottom" else 0.0
        return self._box.adjusted(-left, -top, right, 0.0)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the line, the ticks and as many labels as lie within the axis."""
        del option, widget
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing, True)
        painter.setPen(self._line)
        box, side = self._box, self._side
        if side == "bottom":
            painter.drawLine(QPointF(-1.0, 1.0), QPointF(box.right() + 1.0, 1.0))
        else:
            x = box.right() - 1.0 if side == "left" else 1.0
            painter.drawLine(QPointF(x, -1.0), QPointF(x, box.bottom() + 1.0))
        size = box.width() if side == "bottom" else box.height()
        if not self._labels or size <= 0 or self.high <= self.low:
            return
        levels = self.tickValues(self.low, self.high, size)
        if levels:
            self._paint_ticks(painter, size, *levels[0])

    def _paint_ticks(
        self, painter: QPainter, size: float, spacing: float, values: list[float]
    ) -> None:
        side = self._side
        places = [(value - self.low) / (self.high - self.low) * size for value in values]
        places = places if side == "bottom" else [size - place for place in places]
        for place in places:
            if 0.0 <= place <= size:
                painter.drawLine(*self._tick(place))
        painter.setFont(self.font())
        painter.setPen(self._text)
        for place, text in zip(places, self.tickStrings(values, 1.0, spacing), strict=True):
            label = self._label(place, text)
            if self.boundingRect().contains(label):
                painter.drawText(label, FLAGS[side], text)

    def _tick(self, place: float) -> tuple[QPointF, QPointF]:
        """Both ends of a tick, which points into the plot."""
        right = self._box.right()
        return {
            "left": (QPointF(right, place), QPointF(right + TICK_PX, place)),
            "right": (QPointF(0.0, place), QPointF(-TICK_PX, place)),
            "bottom": (QPointF(place, 0.0), QPointF(place, -TICK_PX)),
        }[self._side]

    def _label(self, place: float, text: str) -> QRectF:
        """Where the label of a tick is written."""
        width = self._widths.get(text)
        if width is None:
            width = self._widths[text] = math.ceil(self._metrics.horizontalAdvance(text)) + 1.0
        height = LABEL_SHARE * self._metrics.height()
        if self._side == "bottom":
            return QRectF(place - width / 2, LABEL_GAP_PX, width, height)
        left = LABEL_GAP_PX if self._side == "right" else self._box.right() - LABEL_GAP_PX - width
        return QRectF(left, place - height / 2, width, height)

    def most(self, size: float) -> int:
        """Return how many labels stand ``LEAST_GAP_LINES`` apart on ``size`` pixels."""
        return max(int(size / (LEAST_GAP_LINES * self._metrics.height())), 1)

    def steps_of(
        self, low: float, high: float, size: float, steps: Sequence[float]
    ) -> list[tuple[float, list[float]]]:
        """Return the multiples of the smallest of ``steps`` (falling) that has room."""
        most = self.most(size)
        fit = [step for step in steps if (high - low) / step <= most + 0.5]
        step = fit[-1] if fit else steps[0]
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        return [(step, [step * n for n in range(first, last + 1)])]


class HzAxis(PlainAxis):
    """Frequency; positions are log2 of Hz."""

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Choose round frequencies."""
        gap = (maxVal - minVal) / self.most(size)
        best: list[float] = []
        for values in HZ_STEPS:
            seen = [math.log2(hz) for hz in values if minVal <= math.log2(hz) <= maxVal]
            kept: list[float] = []
            for at in seen:
                if not kept or at - kept[-1] >= gap:
                    kept.append(at)
            if len(kept) > len(best) and (not best or len(kept) == len(seen)):
                best = kept
        return [(1.0, best)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Write Hz."""
        del scale, spacing
        return [hz_text(2.0**at) for at in values]


class SemitoneAxis(PlainAxis):
    """Distance from the speaker's own pitch; positions are log2 of Hz."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self.reference = math.log2(200.0)

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Choose whole semitones."""
        low, high = ((at - self.reference) * SEMITONES for at in (minVal, maxVal))
        [(step, values)] = self.steps_of(low, high, size, SEMITONE_STEPS)
        return [(step / SEMITONES, [self.reference + st / SEMITONES for st in values])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Write semitones."""
        del scale, spacing
        return [semitone_text((at - self.reference) * SEMITONES) for at in values]


class LevelAxis(PlainAxis):
    """Level; positions are dB."""

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Choose round levels."""
        return self.steps_of(minVal, maxVal, size, LEVEL_STEPS)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Write dB."""
        del scale, spacing
        return [level_text(at) for at in values]


class BandAxis(PlainAxis):
    """Frequencies of mel bands spread evenly between two positions; blank without bands."""

    def __init__(self, orientation: str, low: float, high: float) -> None:
        super().__init__(orientation)
        self._low, self._high = low, high
        self.bands: tuple[float, ...] = ()

    def at(self, hz: float) -> float:
        """Return the position of a frequency."""
        place = float(np.interp(hz, self.bands, np.arange(len(self.bands)) + 0.5))
        return self._low + place / len(self.bands) * (self._high - self._low)

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Choose round frequencies, far enough apart."""
        if not self.bands:
            return []
        gap = (maxVal - minVal) / self.most(size)
        kept: list[float] = []
        for hz in BAND_HZ:
            at = self.at(hz)
            seen = minVal + gap / 4 <= at <= maxVal - gap / 4  # a label on the edge is cut
            inside = self.bands[0] <= hz <= self.bands[-1] and seen
            if inside and (not kept or at - kept[-1] >= gap):
                kept.append(at)
        return [(1.0, kept)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Write Hz."""
        del scale, spacing
        share = [(at - self._low) / (self._high - self._low) for at in values]
        places = np.arange(len(self.bands)) + 0.5
        hz = np.interp(np.array(share) * len(self.bands), places, self.bands)
        return [hz_text(float(value)) for value in hz]


class SecondsAxis(PlainAxis):
    """Time."""

    def most(self, size: float) -> int:
        """Return how many labels fit side by side."""
        return max(int(size / (1.8 * self._metrics.horizontalAdvance("00.00 s"))), 1)

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Choose round times."""
        return self.steps_of(minVal, maxVal, size, TIME_STEPS)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Write seconds."""
        del scale
        digits = 0 if spacing >= 1 else 1 if spacing >= 0.1 else 2
        return [seconds_text(at, digits) for at in values]
