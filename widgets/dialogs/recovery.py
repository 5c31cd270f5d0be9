"""Recovery: a project has edits that were never saved."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.access_keys import plain

RECOVER = "recover"
DISCARD = "discard"
LATER = "later"


class RecoveryDialog(QDialog):
    """Asks what to do with them; closing it decides nothing and loses nothing.

    Args:
        project: the name of its file; "" for one that was never saved.
        when: when the last of the changes was made.
        parent: the window.
    """

    def __init__(self, project: str, when: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = LATER
        self.setWindowTitle(self.tr("Unsaved changes found"))
        text = self.tr(
            "“{project}” was not closed properly. There are changes from {when} "
            "that were not saved. All takes are safe in either case."
        )
        drop = self.tr("&Open as last saved and drop the changes")
        if not project:
            text = self.tr(
                "A project that was never saved was not closed properly. What was in it "
                "on {when} is still here. All takes are safe in either case."
            )
            drop = self.tr("&Drop it")
        says = QLabel(text.format(project=project, when=when), self)
        says.setWordWrap(True)
        says.setTextFormat(Qt.TextFormat.PlainText)
        says.setMinimumWidth(360)
        layout = QVBoxLayout(self)
        layout.addWidget(says)
        self.buttons: dict[str, QPushButton] = {}
        for word, label in (
            (RECOVER, self.tr("&Bring the changes back")),
            (DISCARD, drop),
            (LATER, self.tr("De&cide later")),
        ):
            button = QPushButton(label, self)
            button.setAccessibleName(plain(label))
            button.clicked.connect(lambda _checked=False, word=word: self._answer(word))
            self.buttons[word] = button
            layout.addWidget(button)
        self.buttons[RECOVER].setDefault(True)

    def _answer(self, word: str) -> None:
        self.answer = word
        self.accept()
