"""What really ran: a table of two columns that can be read, walked and copied."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from widgets.icons import put_icon
from widgets.views import TruthView

Index = QModelIndex | QPersistentModelIndex


class TruthModel(QAbstractTableModel):
    """Label and value."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[tuple[str, str], ...] = ()

    def take(self, rows: tuple[tuple[str, str], ...]) -> None:
        """Take the rows to show."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def text(self) -> str:
        """Return all rows as text, a tab between label and value."""
        return "\n".join(f"{label}\t{value}" for label, value in self._rows)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many rows there are."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return two."""
        return 0 if parent is not None and parent.isValid() else 2

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> str | int | None:
        """Name the columns, for screen readers only; number the rows."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        return (self.tr("What"), self.tr("Value"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text."""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ": ".join(self._rows[index.row()])
        return None


class TruthTable(QTableView):
    """Copies rows with the usual key."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected rows."""
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted({index.row() for index in self.selectedIndexes()})
            model = self.model()
            lines = (
                "\t".join(str(model.index(row, column).data()) for column in (0, 1)) for row in rows
            )
            QGuiApplication.clipboard().setText("\n".join(lines))
        else:
            super().keyPressEvent(event)


class Truth(QWidget):
    """The table, a button that copies all of it, and one that stops the building of engines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = TruthModel(self)
        self.table = TruthTable(self)
        self.table.setModel(self.rows)
        self.table.setAccessibleName(self.tr("What really ran"))
        self.table.setTabKeyNavigation(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setWordWrap(True)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().hide()
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.horizontalHeader().setSectionResizeMode(
            0, QHeaderView.ResizeMode.ResizeToContents
        )
        self.table.horizontalHeader().setStretchLastSection(True)
        self._later = QTimer(self)  # once the width has settled
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.fit)
        self.table.horizontalHeader().sectionResized.connect(lambda: self._later.start(0))
        self.copy = QPushButton(self.tr("Copy all"), self)
        put_icon(self.copy, "copy", self.palette())
        self.copy.setAccessibleName(self.tr("Copy all that ran"))
        self.copy.clicked.connect(self.copy_all)
        self.stop = QPushButton(self.tr("Stop building engines"), self)
        put_icon(self.stop, "stop", self.palette())
        self.stop.setToolTip(
            self.tr("The backend that serves meanwhile goes on, until the program starts anew.")
        )
        self.stop.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        layout.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignLeft)

    def fit(self) -> None:
        """Make rows as high as their text and the table as high as its rows: the pane scrolls.

        By hand, since Qt's own mode changes the width while it is at it and calls
        itself without end.
        """
        self.table.resizeRowsToContents()
        height = self.table.verticalHeader().length() + 2 * self.table.frameWidth()
        if self.table.minimumHeight() != height:
            self.table.setFixedHeight(height)

    def show_truth(self, view: TruthView) -> None:
        """Show what ran."""
        if view.rows != self.rows._rows:
            self.rows.take(view.rows)
            self._later.start(0)

    def show_building(self, building: bool) -> None:
        """Say whether engines are being built, which can be stopped."""
        if self.stop.hasFocus() and not building:
            self.copy.setFocus()  # not lost with the button
        self.stop.setVisible(building)

    def copy_all(self) -> None:
        """Put all rows on the clipboard."""
        QGuiApplication.clipboard().setText(self.rows.text())
