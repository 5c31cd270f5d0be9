"""Health of the cache: sentences, the map of hit rates, the same as a table, and its upkeep."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from widgets.access_keys import plain
from widgets.announce import announce
from widgets.flow import FlowLayout
from widgets.health_grid import HealthGrid, HealthView

FIRST_SIZE = (640, 460)

MEND, COMPACT, EXPORT, IMPORT, CLEAR = "mend", "compact", "export", "import", "clear"


class HealthDialog(QDialog):
    """Shows a view, and says what of the cache's upkeep is asked for."""

    asked = Signal(str)
    """One of the words above."""

    def __init__(self, view: HealthView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Health of the cache"))
        self.resize(*FIRST_SIZE)
        says = QLabel("\n".join(view.says), self)
        says.setWordWrap(True)
        says.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.grid = HealthGrid(view, self)
        self.table = QTableWidget(len(view.rows), len(view.times), self)
        self.table.setAccessibleName(self.tr("Hit rate by project and time, as a table"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalHeaderLabels(list(view.times))
        self.table.setVerticalHeaderLabels([name for name, _ in view.rows])
        for row, (_, cells) in enumerate(view.rows):
            for column, cell in enumerate(cells):
                self.table.setItem(
                    row, column, QTableWidgetItem(self._text(cell.rate, cell.wishes))
                )
        layout = QVBoxLayout(self)
        self.done_says = QLabel(self)
        self.done_says.setWordWrap(True)
        self.done_says.hide()
        for part in (says, self.grid, self.table):
            layout.addWidget(part)
        layout.addLayout(self._upkeep())
        layout.addWidget(self.done_says)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)

    def tell(self, sentence: str) -> None:
        """Say what came of what was asked for."""
        self.done_says.setText(sentence)
        self.done_says.show()
        announce(self.done_says, sentence)
        for button in self.buttons.values():
            button.setEnabled(True)

    def _upkeep(self) -> FlowLayout:
        row = FlowLayout()
        self.buttons: dict[str, QPushButton] = {}
        for word, label in (
            (MEND, self.tr("C&heck and mend")),
            (COMPACT, self.tr("&Make compact")),
            (EXPORT, self.tr("&Export a pack…")),
            (IMPORT, self.tr("&Import a pack…")),
            (CLEAR, self.tr("&Remove all…")),
        ):
            button = QPushButton(label, self)
            button.setAccessibleName(plain(label))
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, word=word: self.asked.emit(word))
            self.buttons[word] = button
            row.addWidget(button)
        return row

    def _text(self, rate: float | None, wishes: int) -> str:
        if rate is None:
            return self.tr("nothing asked")
        return self.tr("{share} % of {wishes}").format(share=round(100 * rate), wishes=wishes)
