"""The whole script at a glance: a row per line, as long as the line sounds."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolTip, QWidget

from widgets.announce import announce
from widgets.icons import icon_pixmap
from widgets.palette import Colours, colours_of
from widgets.plot_colours import cividis_at
from widgets.units import MINUS, seconds_text
from widgets.views import LineState, OverviewRow

LEAST_ROW_PX = 5.0
"""Thinner rows cannot be aimed at: a longer script scrolls."""
MOST_ROW_PX = 22.0
LEAST_SIGN_PX = 9.0
"""Row from which the sign of a line's state can be made out."""
PAD_PX = 3.0
KEY_FONT_SCALE = 0.85
UNKNOWN_SHARE = 0.06
"""Length of a row whose line has no length yet, against the longest."""
PAGE_ROWS = 10


def signed(value: float) -> str:
    """Return a number with its sign and two digits."""
    number = f"{abs(value):.2f}"
    return number if number == "0.00" else f"{'+' if value > 0 else MINUS}{number}"


class Overview(QFrame):
    """Rows coloured by arousal; click or press Return to jump to a line.

    Up, Down, Page keys, Home and End move a marker and say what is there; the
    wheel scrolls where a script is too long to be seen whole.
    """

    jumped = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[OverviewRow, ...] = ()
        self._longest = 1.0
        """Seconds of the longest row."""
        self._current = ""
        self._looked_in: tuple[OverviewRow, ...] | None = None
        """The rows the current line was last looked for in."""
        self._marker = 0
        self._first = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Script overview"))
        self._describe()

    def show_overview(self, rows: tuple[OverviewRow, ...]) -> None:
        """Draw all lines of the script."""
        if rows != self._rows:
            self._rows = rows
            self._longest = max((row.seconds for row in rows), default=0.0) or 1.0
            self._marker = min(self._marker, max(len(rows) - 1, 0))
            self._reveal(self._marker)
            self._describe()
            self.update()

    def show_current(self, line: str) -> None:
        """Outline the line that is worked on and bring it into sight."""
        if line == self._current and self._looked_in is self._rows:
            return  # it is told so at every redraw of the list
        self._current, self._looked_in = line, self._rows
        for at, row in enumerate(self._rows):
            if row.line == line:
                self._marker = at
                self._reveal(at)
        self._describe()
        self.update()

    def text_of(self, at: int) -> str:
        """Return what a row shows, in words with units."""
        row = self._rows[at]
        length = seconds_text(row.seconds, 1) if row.seconds > 0 else self.tr("no length yet")
        text = self.tr(
            "{n} of {all}: {label}, {length}, arousal {arousal}, valence {valence}, {state}"
        )
        return text.format(
            n=at + 1,
            all=len(self._rows),
            label=row.label,
            length=length,
            arousal=signed(row.arousal),
            valence=signed(row.valence),
            state=self._state(row.state),
        )

    def sizeHint(self) -> QSize:
        """Ask for room for a dozen rows."""
        return QSize(240, round(8 * MOST_ROW_PX + self._key_height()))

    def minimumSizeHint(self) -> QSize:
        """Ask for a few rows and the key under them."""
        return QSize(120, round(3 * MOST_ROW_PX + self._key_height()))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows in sight and the key."""
        del event
        painter = QPainter(self)
        colours = colours_of(self.palette())
        painter.fillRect(self.rect(), QColor(colours.surface))
        if not self._rows:
            painter.setPen(QColor(colours.text_muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(
                self.rect(),
                flags,
                self.tr("The script is empty. Write a line, or paste or drop a text."),
            )
        height = self._row_height()
        longest = self._longest
        for at in range(self._first, min(self._first + self._seen(), len(self._rows))):
            box = QRectF(0, PAD_PX + (at - self._first) * height, self.width(), height)
            self._draw_row(painter, colours, at, box, longest)
        if self._rows:
            self._draw_key(painter, colours, longest)
        painter.end()

    def _draw_row(
        self, painter: QPainter, colours: Colours, at: int, box: QRectF, longest: float
    ) -> None:
        row = self._rows[at]
        gutter = self._gutter()
        share = row.seconds / longest if row.seconds > 0 else UNKNOWN_SHARE
        gap = 1.0 if box.height() > LEAST_ROW_PX + 1 else 0.5
        width = max((box.width() - gutter - 2 * PAD_PX) * share, 2.0)
        bar = QRectF(gutter, box.top() + gap, width, box.height() - 2 * gap)
        self._draw_bar(painter, colours, row, bar)
        if box.height() >= LEAST_SIGN_PX:
            size = int(min(box.height(), gutter - 2 * PAD_PX))
            ink = QColor(colours.text)
            sign = icon_pixmap(row.state.value, ink, size, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(PAD_PX, box.center().y() - size / 2), sign)
        if row.line == self._current:
            painter.setPen(QPen(QColor(colours.text), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(1, box.top(), box.width() - 2, box.height()))
        if at == self._marker and self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(1, box.top(), box.width() - 2, box.height()))

    def _draw_bar(self, painter: QPainter, colours: Colours, row: OverviewRow, bar: QRectF) -> None:
        if row.seconds <= 0:
            painter.setPen(QPen(QColor(colours.border), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bar)
            return
        painter.fillRect(bar, cividis_at((row.arousal + 1) / 2))
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        if row.state is LineState.STALE:
            hatch = QBrush(QColor(colours.surface), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(bar, hatch)
        if row.state is LineState.FAILED:
            painter.setPen(QPen(QColor(colours.means.error), 2))
            painter.drawLine(bar.topLeft(), bar.bottomRight())

    def _draw_key(self, painter: QPainter, colours: Colours, longest: float) -> None:
        top = self.height() - self._key_height()
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * KEY_FONT_SCALE)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        painter.setPen(QPen(QColor(colours.means.hairline), 1))
        painter.drawLine(0, round(top), self.width(), round(top))
        painter.setPen(QColor(colours.text_muted))
        left = self.tr("arousal {low}").format(low=f"{MINUS}1")
        x = self._gutter()
        box = QRectF(x, top, self.width(), self._key_height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, left)
        x += metrics.horizontalAdvance(left) + 2 * PAD_PX
        width = metrics.height() * 0.6
        for step in range(6):
            swatch = QRectF(x, top + (self._key_height() - width) / 2, width, width)
            painter.fillRect(swatch, cividis_at(step / 5))
            x += width
        box = QRectF(x + 2 * PAD_PX, top, self.width(), self._key_height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, "+1")
        used = box.left() + metrics.horizontalAdvance(f"+1  {seconds_text(longest, 1)}")
        if used > self.width() - 2 * PAD_PX:
            return
        box = QRectF(0, top, self.width() - 2 * PAD_PX, self._key_height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(box, flags, seconds_text(longest, 1))

    def _gutter(self) -> float:
        return QFontMetricsF(self.font()).height() + 2 * PAD_PX

    def _key_height(self) -> float:
        return QFontMetricsF(self.font()).height() + 2 * PAD_PX

    def _row_height(self) -> float:
        room = self.height() - self._key_height() - 2 * PAD_PX
        tallest = max(MOST_ROW_PX, QFontMetricsF(self.font()).height() + 4)
        return min(max(room / max(len(self._rows), 1), LEAST_ROW_PX), tallest)

    def _seen(self) -> int:
        room = self.height() - self._key_height() - 2 * PAD_PX
        return max(int(room / self._row_height()), 1)

    # What the person does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jump to the line under the pointer."""
        at = self._at(event.position().y())
        if at is not None and event.button() == Qt.MouseButton.LeftButton:
            self._move(at)
            self.jumped.emit(self._rows[at].line)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll."""
        self._scroll(self._first - round(event.angleDelta().y() / 120 * 3))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the marker, or jump to it."""
        to = {
            Qt.Key.Key_Up: self._marker - 1,
            Qt.Key.Key_Down: self._marker + 1,
            Qt.Key.Key_PageUp: self._marker - PAGE_ROWS,
            Qt.Key.Key_PageDown: self._marker + PAGE_ROWS,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self._rows) - 1,
        }.get(Qt.Key(event.key()))
        if to is not None and self._rows:
            self._move(to)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._rows:
            self.jumped.emit(self._rows[self._marker].line)
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent):
            at = self._at(event.pos().y())
            QToolTip.showText(event.globalPos(), self.text_of(at) if at is not None else "", self)
            return True
        return super().event(event)

    def _at(self, y: float) -> int | None:
        row = self._first + int((y - PAD_PX) / self._row_height())
        inside = PAD_PX <= y < self.height() - self._key_height()
        return row if inside and 0 <= row < len(self._rows) else None

    def _move(self, to: int) -> None:
        self._marker = min(max(to, 0), len(self._rows) - 1)
        self._reveal(self._marker)
        self._describe()
        self.update()
        if self.hasFocus():
            announce(self, self.text_of(self._marker), urgent=True)

    def _reveal(self, at: int) -> None:
        if at < self._first:
            self._scroll(at)
        elif at >= self._first + self._seen():
            self._scroll(at - self._seen() + 1)

    def _scroll(self, first: int) -> None:
        self._first = min(max(first, 0), max(len(self._rows) - self._seen(), 0))
        self.update()

    def _describe(self) -> None:
        text = self.text_of(self._marker) if self._rows else self.tr("The script is empty.")
        self.setAccessibleDescription(text)

    def _state(self, state: LineState) -> str:
        return {
            LineState.FRESH: self.tr("not planned"),
            LineState.PLANNED: self.tr("planned"),
            LineState.RENDERING: self.tr("rendering"),
            LineState.RENDERED: self.tr("rendered"),
            LineState.STALE: self.tr("stale"),
            LineState.FAILED: self.tr("failed"),
        }[state]
