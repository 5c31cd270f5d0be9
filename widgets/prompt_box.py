"""The prompt: how the line should be spoken, and what was understood of it.

Each kind of word has its own underline, so that none is told by colour alone;
what changed nothing is struck through. The sentence below says the same in words.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPalette, QTextCharFormat
from PySide6.QtWidgets import QLabel, QTextEdit, QToolTip, QVBoxLayout, QWidget

from widgets.announce import announce
from widgets.text_field import TextField, to_points
from widgets.views import MatchView, PromptView

Underline = QTextCharFormat.UnderlineStyle

UNDERLINES = {
    "emotion": Underline.SingleUnderline,
    "delivery": Underline.DashUnderline,
    "degree": Underline.DotLine,
    "negation": Underline.WaveUnderline,
    "blend": Underline.DashDotLine,
}
SAY_MS = 1000
"""Quiet time after the last key before what was understood is spoken: longer than a slow
typist's gap, so that it does not talk over the echo of the keys."""


class PromptField(TextField):
    """The prompt's text with its marks; Enter does not break it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, (1, 3))
        self._view: PromptView | None = None

    def show_marks(self, view: PromptView) -> None:
        """Underline what was understood; a view of an older prompt marks nothing."""
        fits = view if view.prompt == self.toPlainText() else None
        if fits is not None and fits == self._view and self.extraSelections():
            return  # they are there: a dragged knob leaves them as they are
        self._view = fits
        marks = []
        if self._view is not None:
            marks = [self._mark(m.start, m.end, self._match_format(m)) for m in view.matched]
            marks += [self._mark(start, end, self._ignored()) for start, end in view.ignored]
        self.setExtraSelections(marks)

    def meaning_at(self, offset: int) -> str:
        """Return what the word at a code point was understood as; empty if it was not."""
        if self._view is None:
            return ""
        for match in self._view.matched:
            if match.start <= offset < match.end:
                return f"{match.meaning} ({match.weight:+.2f})"
        if any(start <= offset < end for start, end in self._view.ignored):
            return self.tr("changes nothing")
        return ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Swallow Enter."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Say a word's meaning where the pointer rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.viewport().mapFrom(self, event.pos())
            units = self.cursorForPosition(place).position()
            meaning = self.meaning_at(to_points(self.toPlainText(), units))
            QToolTip.showText(event.globalPos(), meaning, self)
            return True
        return super().event(event)

    def _mark(self, start: int, end: int, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self.stretch(start, end)
        mark.format = form
        return mark

    def _match_format(self, match: MatchView) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setUnderlineStyle(UNDERLINES.get(match.kind, Underline.SingleUnderline))
        form.setUnderlineColor(self.palette().color(QPalette.ColorRole.Accent))
        return form

    def _ignored(self) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFontStrikeOut(True)
        form.setForeground(self.palette().brush(QPalette.ColorRole.PlaceholderText))
        return form


class PromptBox(QWidget):
    """The prompt with its label and the sentence of what was understood."""

    prompt_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        label = QLabel(self.tr("How it should &sound"), self)
        label.setProperty("heading", True)
        self._typed = False
        self._owed = False  # what was understood of something typed is not spoken yet
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(SAY_MS)
        self._quiet.timeout.connect(self._say)
        self.field = PromptField(self)
        self.field.setAccessibleName(self.tr("How it should sound"))
        self.field.setPlaceholderText(self.tr("for example: with gentle concern, slowly"))
        self.field.edited.connect(self._edited)
        label.setBuddy(self.field)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setProperty("quiet", True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(label)
        layout.addWidget(self.field)
        layout.addWidget(self.says)
        self.setFocusProxy(self.field)

    def show_prompt(self, view: PromptView) -> None:
        """Show what became of a prompt; what the person has typed since is left alone."""
        if not self._typed:
            self.field.show_text(view.prompt)
        self._typed = self.field.toPlainText() != view.prompt
        self.field.show_marks(view)
        if view.says != self.says.text():  # not with every step of a dragged knob
            self.says.setText(view.says)
            self.field.setAccessibleDescription(view.says)
        self._say()

    def replace_prompt(self, prompt: str) -> None:
        """Show another prompt whatever was typed: the line changed, or undo was asked."""
        self._typed = self._owed = False
        self.field.show_text(prompt)

    def _edited(self, prompt: str) -> None:
        self._typed = self._owed = True
        self._quiet.start()
        self.field.setExtraSelections([])
        self.prompt_edited.emit(prompt)

    def _say(self) -> None:
        """Announce what was understood, once typing has rested and the answer is there."""
        if not self._owed or self._typed or self._quiet.isActive():
            return
        self._owed = False
        if self.field.hasFocus():
            announce(self.field, self.says.text())
