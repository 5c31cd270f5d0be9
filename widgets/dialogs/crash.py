"""A crash report that a person can read whole and save; their text only if they say so."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from widgets.views import CrashView

FIRST_SIZE = (640, 480)
FILE_NAME = "espressivo-report.txt"


class CrashDialog(QDialog):
    """Shows exactly what would be saved."""

    save_asked = Signal(str, str)
    """Path and text."""

    def __init__(self, view: CrashView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setWindowTitle(self.tr("Something broke"))
        self.resize(*FIRST_SIZE)
        says = QLabel(view.headline, self)
        says.setWordWrap(True)
        says.setTextFormat(Qt.TextFormat.PlainText)
        says.setProperty("heading", True)
        hint = QLabel(
            self.tr(
                "Your project is safe and you can go on. Nothing is sent anywhere: "
                "this is the report as it would be saved."
            ),
            self,
        )
        hint.setWordWrap(True)
        self.report = QPlainTextEdit(self)
        self.report.setReadOnly(True)
        self.report.setTabChangesFocus(True)
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.report.setAccessibleName(self.tr("Report"))
        self.with_text = QCheckBox(self.tr("&Include the text and prompt of this line"), self)
        self.with_text.setAccessibleName(self.tr("Include the text and prompt of this line"))
        self.with_text.setEnabled(bool(view.private))
        self.with_text.toggled.connect(self._show)
        layout = QVBoxLayout(self)
        for part in (says, hint, self.report, self.with_text, self._buttons()):
            layout.addWidget(part)
        self._show()

    def text(self) -> str:
        """Return the report as it stands."""
        added = f"\n{self._view.private}" if self.with_text.isChecked() else ""
        return self._view.report + added

    def _buttons(self) -> QDialogButtonBox:
        standard = QDialogButtonBox.StandardButton
        box = QDialogButtonBox(standard.Close)
        self.save = box.addButton(self.tr("&Save…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy = box.addButton(self.tr("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.save.setAccessibleName(self.tr("Save the report"))
        self.copy.setAccessibleName(self.tr("Copy the report"))
        self.save.clicked.connect(self._save)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        box.rejected.connect(self.reject)
        return box

    def _show(self) -> None:
        self.report.setPlainText(self.text())

    def _save(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Save the report"), FILE_NAME)
        if path:
            self.save_asked.emit(path, self.text())
