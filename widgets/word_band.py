"""Words and their phonemes on the time axis."""

from __future__ import annotations

from bisect import bisect_right

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets.palette import Colours, faded
from widgets.time_axis import NOWHERE, TimeAxis
from widgets.views import WordView

PHONEME_SCALE = 0.85
"""Size of phonemes against words."""
LABEL_GAP_PX = 5.0
PAD_PX = 3.0
SPOKEN_OPACITY = 0.30


class WordBand(pg.GraphicsWidget):
    """A row of words, each over the time it sounds; the one being spoken stands out.

    A word is written where it does not run into its neighbour, its phonemes where
    they fit under it, so they come as one zooms in.
    """

    def __init__(self, time: TimeAxis, colours: Colours) -> None:
        super().__init__()
        self.setCacheMode(self.CacheMode.DeviceCoordinateCache)
        self._time = time
        self._colours = colours
        self._words: tuple[WordView, ...] = ()
        self._small = QFont()
        self._metrics = self._small_metrics = QFontMetricsF(QFont())
        self.spoken = NOWHERE
        """Start of the word being spoken."""
        self.drawn: list[tuple[str, float, float]] = []
        """Words of the last painting with their left and right edges, pixels."""
        self.phonemes_drawn = 0
        self.dress(QFont(), colours)
        time.ranged.connect(self._changed)
        time.played.connect(self._speak)

    def dress(self, font: QFont, colours: Colours) -> None:
        """Take font and colours of the window."""
        self._colours = colours
        self.setFont(font)
        self._small = QFont(font)
        self._small.setPointSizeF(font.pointSizeF() * PHONEME_SCALE)
        self._metrics, self._small_metrics = QFontMetricsF(font), QFontMetricsF(self._small)
        lines = self._metrics.height() + self._small_metrics.height()
        self.setFixedHeight(lines + 3 * PAD_PX)
        self.update()

    def show_words(self, words: tuple[WordView, ...]) -> None:
        """Take the words, in the order they sound."""
        if words != self._words:
            self._words = words
            self._speak(self._time.playhead)
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what is in sight."""
        del option, widget
        self.drawn, self.phonemes_drawn = [], 0
        painter.setClipRect(self.rect())
        starts = [word.start_s for word in self._words]
        first = max(bisect_right(starts, self._time.start) - 1, 0)
        free = -LABEL_GAP_PX
        for word in self._words[first:]:
            if word.start_s > self._time.end:
                break
            free = self._draw(painter, word, free)

    def _draw(self, painter: QPainter, word: WordView, free: float) -> float:
        """Draw one word if it starts right of ``free``; return where the next may."""
        left, right = self._x(word.start_s), self._x(word.end_s)
        height = self._metrics.height()
        if word.start_s == self.spoken:
            painter.fillRect(
                QRectF(left, 0, right - left, self.rect().height()),
                faded(self._colours.accent, SPOKEN_OPACITY),
            )
        painter.setPen(QColor(self._colours.border))
        painter.drawLine(round(left), 0, round(left), round(PAD_PX + 2))
        painter.setFont(self.font())
        painter.setPen(QColor(self._colours.text))
        width = self._metrics.horizontalAdvance(word.text)
        at = (left + right - width) / 2
        if at < free + LABEL_GAP_PX or at + width > self.rect().width():
            at = self._beside(width, free, left, right)
        if at >= 0:
            box = QRectF(at, PAD_PX, width + 1, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, word.text)
            self.drawn.append((word.text, at, at + width))
            free = at + width
        self._draw_phonemes(painter, word, left, right, height)
        return free

    def _beside(self, width: float, free: float, left: float, right: float) -> float:
        """Return where a word goes that cannot stand in the middle; -1 = nowhere."""
        at = min(max(free + LABEL_GAP_PX, left, 0.0), self.rect().width() - width)
        reaches = at < right and at + width > left
        return at if reaches and at >= free + LABEL_GAP_PX and at - left < width else -1.0

    def _draw_phonemes(
        self, painter: QPainter, word: WordView, left: float, right: float, top: float
    ) -> None:
        metrics = self._small_metrics
        width = metrics.horizontalAdvance(word.phonemes)
        if not word.phonemes or width + 2 > right - left:
            return
        painter.setFont(self._small)
        painter.setPen(QColor(self._colours.text_muted))
        box = QRectF((left + right - width) / 2, top + PAD_PX, width + 1, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, word.phonemes)
        self.phonemes_drawn += 1

    def _x(self, seconds: float) -> float:
        span = self._time.end - self._time.start
        return (seconds - self._time.start) / span * self.rect().width()

    def _changed(self) -> None:
        self.update()

    def _speak(self, at: float) -> None:
        spoken = next((w.start_s for w in self._words if w.start_s <= at < w.end_s), NOWHERE)
        if spoken != self.spoken:
            self.spoken = spoken
            self.update()
