"""What a pack is handed on with: who made it, and under which terms."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

USUAL_TERMS = "CC0-1.0"
"""Nobody has to name anybody: what is offered first."""

MOST_CHARACTERS = 200
"""As many as a pack may have of either."""


class PackDialog(QDialog):
    """Asks for author and licence; there is no pack without both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export a pack"))
        self.author, self.licence = QLineEdit(self), QLineEdit(USUAL_TERMS, self)
        form = QFormLayout(self)
        for label, field in (
            (self.tr("&Author"), self.author),
            (self.tr("&Licence"), self.licence),
        ):
            field.setMaxLength(MOST_CHARACTERS)
            field.textChanged.connect(self._changed)
            form.addRow(label, field)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel, self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form.addRow(self.buttons)
        self._changed()

    def _changed(self) -> None:
        named = all(field.text().strip() for field in (self.author, self.licence))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(named)
