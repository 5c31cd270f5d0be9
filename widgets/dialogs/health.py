"""Health of the cache: sentences, the map of hit rates, and the same as a table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from widgets.health_grid import HealthGrid, HealthView

FIRST_SIZE = (640, 420)


class HealthDialog(QDialog):
    """Shows a view; nothing in it can be changed."""

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
        for part in (says, self.grid, self.table):
            layout.addWidget(part)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)

    def _text(self, rate: float | None, wishes: int) -> str:
        if rate is None:
            return self.tr("nothing asked")
        return self.tr("{share} % of {wishes}").format(share=round(100 * rate), wishes=wishes)
