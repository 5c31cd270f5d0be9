"""About: version, and the licence of everything the program is made of."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from widgets.icons import icon_pixmap
from widgets.views import LicenceView

FIRST_SIZE = (680, 480)
SIGN_PX = 64


class AboutDialog(QDialog):
    """Name, version, and a list of parts with their licences."""

    def __init__(
        self, version: str, licences: tuple[LicenceView, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._licences = licences
        self.setWindowTitle(self.tr("About Espressivo"))
        self.resize(*FIRST_SIZE)
        sign = QLabel(self)
        sign.setPixmap(icon_pixmap("espressivo", self.palette().text().color(), SIGN_PX))
        title = QLabel(self.tr("Espressivo {version}").format(version=version), self)
        title.setProperty("heading", True)
        says = QLabel(
            self.tr(
                "Emotional speech on your own machine. Nothing you write leaves it. "
                "Espressivo is under the Apache License 2.0; it is made with these parts:"
            ),
            self,
        )
        says.setWordWrap(True)
        layout = QVBoxLayout(self)
        for part in (sign, title, says):
            layout.addWidget(part)
        layout.addWidget(self._parts(), 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)

    def _parts(self) -> QSplitter:
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Parts of the program"))
        for licence in self._licences:
            self.list.addItem(f"{licence.name} {licence.version}")
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Licence"))
        self.list.currentRowChanged.connect(self._show)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self.list)
        splitter.addWidget(self.text)
        splitter.setStretchFactor(1, 1)
        self.text.raise_()  # after the list for a screen reader too
        if self._licences:
            self.list.setCurrentRow(0)
        return splitter

    def _show(self, row: int) -> None:
        licence = self._licences[row]
        text = licence.text or self.tr("The text of the licence is installed with this part.")
        self.text.setPlainText(f"{licence.name} {licence.version}\n{licence.licence}\n\n{text}")
