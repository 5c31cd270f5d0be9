"""Words and their phonemes on the time axis."""

from __future__ import annotations

from bisect import bisect_right

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText
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
        self._words: tuple[WordView, ...] = ()
        self._small = QFont()
        self._metrics = self._small_metrics = QFontMetricsF(QFont())
        self._widths: dict[tuple[bool, str], float] = {}
        """Of words (True) and phonemes, pixels: measuring takes as long as drawing."""
        self._texts: dict[tuple[bool, str], QStaticText] = {}
        """The same, laid out: while a knob is dragged, only their places change."""
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
        self._spoken_colour = faded(colours.accent, SPOKEN_OPACITY)
        self._edge_colour = QColor(colours.border)
        self._text_colour, self._muted_colour = QColor(colours.text), QColor(colours.text_muted)
        self._forget()
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
            if [word.text for word in words] != [word.text for word in self._words]:
                self._forget()
            self._words = words
            self._speak(self._time.playhead)
            self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what is in sight."""
        del option, widget
        painter.setClipRect(self.rect())
        self._paint_spoken(painter)
        placed, edges, phonemes = self._placed()
        self.drawn, self.phonemes_drawn = placed, len(phonemes)
        # One colour and one font after the other: changing them is half of the work.
        painter.setPen(self._edge_colour)
        painter.drawLines(edges)
        painter.setFont(self.font())
        painter.setPen(self._text_colour)
        for text, left, _right in placed:
            painter.drawStaticText(QPointF(left, PAD_PX), self._text(True, text))
        painter.setFont(self._small)
        painter.setPen(self._muted_colour)
        top = self._metrics.height() + PAD_PX
        for text, left, _width in phonemes:
            painter.drawStaticText(QPointF(left, top), self._text(False, text))

    def _text(self, word: bool, text: str) -> QStaticText:
        """A word or its phonemes, laid out."""
        laid = self._texts.get((word, text))
        if laid is None:
            laid = self._texts[word, text] = QStaticText(text)
            laid.setTextFormat(Qt.TextFormat.PlainText)
        return laid

    def _paint_spoken(self, painter: QPainter) -> None:
        """Mark the word being spoken."""
        height = self.rect().height()
        for word in self._words:
            if word.start_s == self.spoken:
                scale = self.rect().width() / (self._time.end - self._time.start)
                left, right = ((at - self._time.start) * scale for at in (word.start_s, word.end_s))
                painter.fillRect(QRectF(left, 0, right - left, height), self._spoken_colour)

    def _placed(
        self,
    ) -> tuple[list[tuple[str, float, float]], list[QLineF], list[tuple[str, float, float]]]:
        """Words with both edges, the marks of their starts, phonemes with left and width."""
        placed: list[tuple[str, float, float]] = []
        edges: list[QLineF] = []
        phonemes: list[tuple[str, float, float]] = []
        starts = [word.start_s for word in self._words]
        first = max(bisect_right(starts, self._time.start) - 1, 0)
        whole, free = self.rect().width(), -LABEL_GAP_PX
        scale = whole / (self._time.end - self._time.start)
        for word in self._words[first:]:
            if word.start_s > self._time.end:
                break
            left = (word.start_s - self._time.start) * scale
            right = (word.end_s - self._time.start) * scale
            edges.append(QLineF(round(left), 0, round(left), round(PAD_PX + 2)))
            width = self._width(self._metrics, word.text)
            at = (left + right - width) / 2
            if at < free + LABEL_GAP_PX or at + width > whole:
                at = self._beside(width, free, left, right)
            if at >= 0:
                placed.append((word.text, at, at + width))
                free = at + width
            width = self._width(self._small_metrics, word.phonemes)
            if word.phonemes and width + 2 <= right - left:
                phonemes.append((word.phonemes, (left + right - width) / 2, width))
        return placed, edges, phonemes

    def _width(self, metrics: QFontMetricsF, text: str) -> float:
        key = metrics is self._metrics, text
        width = self._widths.get(key)
        if width is None:
            width = self._widths[key] = metrics.horizontalAdvance(text)
        return width

    def _beside(self, width: float, free: float, left: float, right: float) -> float:
        """Return where a word goes that cannot stand in the middle; -1 = nowhere."""
        at = min(max(free + LABEL_GAP_PX, left, 0.0), self.rect().width() - width)
        reaches = at < right and at + width > left
        return at if reaches and at >= free + LABEL_GAP_PX and at - left < width else -1.0

    def _forget(self) -> None:
        self._widths.clear()
        self._texts.clear()

    def _changed(self) -> None:
        self.update()

    def _speak(self, at: float) -> None:
        spoken = next((w.start_s for w in self._words if w.start_s <= at < w.end_s), NOWHERE)
        if spoken != self.spoken:
            self.spoken = spoken
            self.update()
