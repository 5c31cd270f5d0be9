"""Fields for text: plain, leaving Tab and undo to the window, with offsets in code points.

Qt counts text in UTF-16 units; everything else here counts code points, so that
an emoji before a cursor does not shift what is cut or marked.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QPlainTextEdit, QWidget

PASSED_ON = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
"""Undo belongs to the project, whatever has the keyboard."""
KEPT = (
    QKeySequence.StandardKey.Copy,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.Paste,
    QKeySequence.StandardKey.SelectAll,
)
KEPT_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Backspace,
)

MOST_INSERTED = 20_000
"""Characters that are taken at once: far more than a line or a prompt may have."""

SLACK_PX = 3
"""Without it the last row is one pixel too high and Qt shows a scroll bar."""


def to_units(text: str, offset: int) -> int:
    """Return how many UTF-16 units the first ``offset`` code points of ``text`` take."""
    return offset + sum(ord(sign) > 0xFFFF for sign in text[:offset])


def to_points(text: str, units: int) -> int:
    """Return how many code points of ``text`` lie before ``units`` UTF-16 units."""
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore"))


def passes_on(event: QEvent) -> bool:
    """Whether a key event is for the window's undo rather than the field's own."""
    return isinstance(event, QKeyEvent) and any(event.matches(key) for key in PASSED_ON)


class ShortcutsPass(QObject):
    """An event filter that leaves the window's shortcuts to the window.

    A field of one row would keep many for itself, by the habits of terminals:
    Ctrl+E, Ctrl+U, Ctrl+K. Copying and moving by word stay with the field.
    """

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take the question whether the field wants the key, and say no."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        kept = event.key() in KEPT_KEYS or any(event.matches(key) for key in KEPT)
        if held and not kept:
            event.ignore()
            return True
        return False


def pass_shortcuts(field: QAbstractSpinBox | QComboBox) -> None:
    """Leave the window's shortcuts to the window while ``field`` has the keyboard."""
    guard = ShortcutsPass(field)
    field.installEventFilter(guard)
    row = field.lineEdit()
    if row is not None:
        row.installEventFilter(guard)


class TextField(QPlainTextEdit):
    """Plain text on as many rows as it needs between two limits."""

    edited = Signal(str)
    """The text, after the person changed it (not after ``show_text``)."""

    def __init__(self, parent: QWidget | None = None, rows: tuple[int, int] = (2, 4)) -> None:
        super().__init__(parent)
        self._rows = rows
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.textChanged.connect(self._tell)
        self._fit()

    def show_text(self, text: str) -> None:
        """Show ``text`` without saying it was edited; the cursor stays where it can."""
        if text == self.toPlainText():
            return
        place = self.textCursor().position()
        self.blockSignals(True)
        self.setPlainText(text)
        self.blockSignals(False)
        cursor = self.textCursor()
        cursor.setPosition(min(place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self._fit()

    def cursor_offset(self) -> int:
        """Return the place of the cursor in code points."""
        return to_points(self.toPlainText(), self.textCursor().position())

    def stretch(self, start: int, end: int) -> QTextCursor:
        """Return a cursor that selects the code points ``start`` to ``end``."""
        text = self.toPlainText()
        cursor = QTextCursor(self.document())
        last = self.document().characterCount() - 1
        cursor.setPosition(min(to_units(text, start), last))
        cursor.setPosition(min(to_units(text, end), last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the window."""
        if event.type() == QEvent.Type.ShortcutOverride and passes_on(event):
            event.ignore()
            return False
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Keep the height in rows when the font changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the rows the text needs at the new width."""
        super().resizeEvent(event)
        self._fit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take text only, and no book: a field that lays one out stands still."""
        if source.hasText():
            self.insertPlainText(source.text()[:MOST_INSERTED])

    def _tell(self) -> None:
        self._fit()
        self.edited.emit(self.toPlainText())

    def _lines(self) -> int:
        """Return how many rows the text takes at this width, as far as it matters."""
        count, block = 0, self.document().firstBlock()
        while block.isValid() and count < self._rows[1]:
            self.blockBoundingRect(block)  # lays the block out
            count += max(1, block.layout().lineCount())
            block = block.next()
        return count

    def _fit(self) -> None:
        row = self.fontMetrics().lineSpacing()
        frame = 2 * (self.frameWidth() + round(self.document().documentMargin())) + SLACK_PX
        rows = min(max(self._lines(), self._rows[0]), self._rows[1])
        height = row * rows + frame
        if self.minimumHeight() != height:
            self.setFixedHeight(height)
