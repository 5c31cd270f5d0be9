"""The whole book at a glance: a row per chapter, as long as it sounds, asked above heard.

Pictures of rows are counted out pixel by pixel in NumPy, so that ten thousand lines cost
no more than the screen is wide.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolTip, QWidget

from widgets.announce import announce
from widgets.book.views import MapLine, MapRow, MapView
from widgets.overview import signed
from widgets.palette import Colours, colours_of
from widgets.plot_colours import cividis, cividis_at

SPANS = (6.0, 9.0)
"""Semitones and dB at both ends of the colours: the strongest emotions reach about there."""
UNITS = ("st", "dB")
LABEL_SHARE = 0.24
GAP_PX = 6
LEVELS = 256
STRIP_SHARE = 0.45
"""Of a row's height, for each of its two strips."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A row as arrays: the ends of its lines in seconds, float64[n], and their values."""

    ends: NDArray[np.float64]
    values: NDArray[np.float32]
    """float32[2, 2, n]: asked and heard; semitones and dB; NaN = not known."""


class BookMap(QFrame):
    """Chapters by time; arrows move a marker from line to line, Return goes there."""

    jumped = Signal(int, int)
    """Chapter and line."""
    marked = Signal(QRect)
    """Where the marker is now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = MapView()
        self._laid: tuple[Laid, ...] = ()
        self._longest = 1.0
        self._kind = 0
        self._colours = lookup()
        self._marker = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Emotion map of the book"))

    def show_map(self, view: MapView) -> None:
        """Draw a book."""
        if view == self._view:
            return
        known = {id(row): laid for row, laid in zip(self._view.rows, self._laid, strict=True)}
        self._laid = tuple(known.get(id(row)) or laid_out(row) for row in view.rows)
        self._view = view
        ends = [float(each.ends[-1]) for each in self._laid if each.ends.size]
        self._longest = max(*ends, view.longest_s) if ends else view.longest_s or 1.0
        self._marker = (min(self._marker[0], max(len(view.rows) - 1, 0)), 0)
        self.setAccessibleDescription(view.says)
        self.updateGeometry()
        self.update()

    def show_kind(self, kind: int) -> None:
        """Colour by pitch (0) or by level (1)."""
        self._kind = kind
        self.update()

    def text_of(self, chapter: int, line: int) -> str:
        """Return what is drawn of a line, in words with units."""
        row = self._view.rows[chapter]
        each = row.lines[line]
        unit = UNITS[self._kind]
        heard = self.tr("not spoken yet")
        if each.heard is not None:
            heard = self.tr("heard {value} {unit}").format(
                value=signed(each.heard[self._kind]), unit=unit
            )
        return self.tr("{title}, line {n}: asked {asked} {unit}, {heard}. {label}").format(
            title=row.title,
            n=line + 1,
            asked=signed(each.asked[self._kind]),
            unit=unit,
            heard=heard,
            label=each.label,
        )

    def key(self) -> str:
        """Return what the picture's parts mean."""
        words = self.tr(
            "Above: asked; below: heard, both against a neutral reading. Dots: not spoken yet. "
            "Full width: {time}."
        )
        return words.format(time=clock(self._longest))

    def sizeHint(self) -> QSize:
        """Ask for room for every chapter."""
        return QSize(320, self._row_px() * max(len(self._view.rows), 1) + self._key_px())

    def minimumSizeHint(self) -> QSize:
        """As high as its chapters: what holds it scrolls."""
        return QSize(200, self.sizeHint().height())

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows that are in sight, and the key under them."""
        painter = QPainter(self)
        colours = colours_of(self.palette())
        painter.fillRect(event.rect(), QColor(colours.surface))
        height = self._row_px()
        first = max(event.rect().top() // height, 0)
        last = min(event.rect().bottom() // height + 1, len(self._view.rows))
        for at in range(first, last):
            self._draw_row(painter, colours, at)
        self._draw_marker(painter, colours)
        self._draw_key(painter, colours)
        painter.end()

    def _draw_row(self, painter: QPainter, colours: Colours, at: int) -> None:
        left, top = self._left(), at * self._row_px()
        name = QRect(GAP_PX, top, left - 2 * GAP_PX, self._row_px())
        painter.setPen(QColor(colours.text))
        title = self.fontMetrics().elidedText(
            self._view.rows[at].title, Qt.TextElideMode.ElideRight, name.width()
        )
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, title)
        width = self._width_of(at)
        if width < 1:
            return
        for strip in (0, 1):
            box = self._strip(at, strip, width)
            painter.fillRect(box, QBrush(QColor(colours.border), Qt.BrushStyle.Dense6Pattern))
            painter.drawImage(box, self._picture(at, strip, width))
            painter.setPen(QPen(QColor(colours.border), 1))
            painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _picture(self, at: int, strip: int, width: int) -> QImage:
        """A strip's colours, a pixel high; clear where nothing is known."""
        laid = self._laid[at]
        times = (np.arange(width) + 0.5) * (self._longest / self._room())
        line = np.minimum(np.searchsorted(laid.ends, times), laid.ends.size - 1)
        values = laid.values[strip, self._kind][line]
        known = np.isfinite(values)
        share = np.where(known, values, 0.0) / (2 * SPANS[self._kind]) + 0.5
        level = np.clip(share * (LEVELS - 1), 0, LEVELS - 1).astype(np.int64)
        pixels = np.where(known, self._colours[level], np.uint32(0))
        image = QImage(pixels.tobytes(), width, 1, 4 * width, QImage.Format.Format_ARGB32)
        return image.copy()  # owns its pixels

    def _draw_marker(self, painter: QPainter, colours: Colours) -> None:
        if self.hasFocus() and self._view.rows and self._view.rows[self._marker[0]].lines:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(self._box_of(*self._marker).adjusted(0, 1, 0, -1))

    def _draw_key(self, painter: QPainter, colours: Colours) -> None:
        metrics = self.fontMetrics()
        top = self._row_px() * len(self._view.rows)
        span, unit = SPANS[self._kind], UNITS[self._kind]
        painter.setPen(QColor(colours.text_muted))
        x = self._left()
        parts = (signed(-span), "", f"{signed(span)} {unit}")
        for part in parts:
            if not part:
                for step in range(24):
                    box = QRect(x + step * 6, top + GAP_PX, 6, self._key_px() - 2 * GAP_PX)
                    painter.fillRect(box, cividis_at(step / 23))
                x += 24 * 6 + GAP_PX
                continue
            width = metrics.horizontalAdvance(part)
            box = QRect(x, top, width, self._key_px())
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, part)
            x += width + GAP_PX

    def _row_px(self) -> int:
        return round(1.7 * self.fontMetrics().height())

    def _key_px(self) -> int:
        return round(1.8 * self.fontMetrics().height())

    def _left(self) -> int:
        return round(LABEL_SHARE * self.width())

    def _room(self) -> int:
        return max(self.width() - self._left() - GAP_PX, 1)

    def _width_of(self, at: int) -> int:
        ends = self._laid[at].ends
        return round(self._room() * float(ends[-1]) / self._longest) if ends.size else 0

    def _strip(self, at: int, strip: int, width: int) -> QRect:
        height = self._row_px()
        tall = round(STRIP_SHARE * height)
        top = at * height + (height - 2 * tall) // 2 + strip * tall
        return QRect(self._left(), top, width, tall)

    def _box_of(self, chapter: int, line: int) -> QRect:
        ends = self._laid[chapter].ends
        scale = self._room() / self._longest
        start = float(ends[line - 1]) if line else 0.0
        x = self._left() + round(start * scale)
        width = max(round((float(ends[line]) - start) * scale), 3)
        return QRect(x, chapter * self._row_px(), width, self._row_px())

    # What the person does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the line under the pointer."""
        found = self._at(event.position().toPoint())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self._move(*found)
            self.jumped.emit(*found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the marker, or go to its line."""
        chapter, line = self._marker
        to = {
            Qt.Key.Key_Left: (chapter, line - 1),
            Qt.Key.Key_Right: (chapter, line + 1),
            Qt.Key.Key_Up: (chapter - 1, 0),
            Qt.Key.Key_Down: (chapter + 1, 0),
            Qt.Key.Key_Home: (0, 0),
            Qt.Key.Key_End: (len(self._view.rows) - 1, 0),
        }.get(Qt.Key(event.key()))
        if to is not None and self._view.rows:
            self._move(*to)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._view.rows:
            self.jumped.emit(*self._marker)
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent):
            found = self._at(event.pos())
            QToolTip.showText(event.globalPos(), self.text_of(*found) if found else "", self)
            return True
        return super().event(event)

    def _at(self, place: QPoint) -> tuple[int, int] | None:
        chapter = place.y() // self._row_px()
        if not 0 <= chapter < len(self._laid):
            return None
        ends = self._laid[chapter].ends
        time = (place.x() - self._left()) * self._longest / self._room()
        line = int(np.searchsorted(ends, time))
        return (chapter, line) if time >= 0 and line < ends.size else None

    def _move(self, chapter: int, line: int) -> None:
        chapter = min(max(chapter, 0), len(self._view.rows) - 1)
        count = len(self._view.rows[chapter].lines)
        line = min(max(line, 0), max(count - 1, 0))
        self._marker = (chapter, line)
        if count:
            told = self.text_of(chapter, line)
            self.setAccessibleDescription(f"{told} {self._view.says}")
            self.setToolTip(told)
            self.marked.emit(self._box_of(chapter, line))
            announce(self, told, urgent=True)
        self.update()


def laid_out(row: MapRow) -> Laid:
    """Return a row as arrays."""
    count = len(row.lines)
    values = np.full((2, 2, count), np.nan, np.float32)
    for at, each in enumerate(row.lines):
        values[0, :, at] = each.asked
        if each.heard is not None:
            values[1, :, at] = each.heard
    return Laid(np.cumsum([each.seconds for each in row.lines], dtype=np.float64), values)


def lookup() -> NDArray[np.uint32]:
    """Return uint32[256]: the colours from low to high, opaque."""
    red, green, blue = cividis().astype(np.uint32).T
    found: NDArray[np.uint32] = np.uint32(0xFF000000) | red << 16 | green << 8 | blue
    return found


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where there are any."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def said_of(line: MapLine) -> tuple[str, str, str, str]:
    """Return pitch asked and heard, level asked and heard, in words for a table."""
    heard = line.heard or (None, None)
    texts = []
    for kind in (0, 1):
        value = heard[kind]
        texts.append(signed(line.asked[kind]))
        texts.append("" if value is None else signed(value))
    return (texts[0], texts[1], texts[2], texts[3])
