"""The current line: its text to edit, and the word that is being spoken."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QTextCharFormat
from PySide6.QtWidgets import QTextEdit, QWidget

from widgets.text_field import TextField

ROWS = (2, 6)

LONGEST = 1_500
"""Characters: what is longer is no line (``app.speak`` cuts at the same length)."""


class LineText(TextField):
    """The text of the current line, in larger letters."""

    split = Signal(int)
    """The place in the text, in code points."""
    merged = Signal()
    """The next line is to be joined to this one."""
    merged_back = Signal()
    """This line is to be joined to the one before."""
    pasted = Signal(str)
    """A text that is more than a line, to be cut into lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, ROWS)
        self.setAccessibleName(self.tr("Text of the line"))
        self.setAccessibleDescription(self.tr("Shift+Enter splits the line at the cursor."))
        self.setPlaceholderText(self.tr("What should be spoken"))

    def show_word(self, start: int, end: int) -> None:
        """Mark the word being spoken, by code points; an empty stretch marks none."""
        if start >= end:
            self.setExtraSelections([])
            return
        mark = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        palette = self.palette()
        form.setBackground(palette.brush(QPalette.ColorRole.Highlight))
        form.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
        form.setFontUnderline(True)
        mark.format = form
        mark.cursor = self.stretch(start, end)
        self.setExtraSelections([mark])

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take what is a line; a text of several goes to the script."""
        text = source.text().strip()
        if len(text) > LONGEST or len(text.splitlines()) > 1:
            self.pasted.emit(text)
        else:
            super().insertFromMimeData(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A line has no line breaks: Enter with Shift splits it, alone it does nothing."""
        cursor = self.textCursor()
        bare = not cursor.hasSelection()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
                self.split.emit(self.cursor_offset())
        elif event.key() == Qt.Key.Key_Backspace and bare and cursor.atStart():
            self.merged_back.emit()
        elif event.key() == Qt.Key.Key_Delete and bare and cursor.atEnd():
            self.merged.emit()
        else:
            super().keyPressEvent(event)
