"""The tables of the book's window: rows are views, whole chapters cost what is on the screen.

Rows have one height, which Qt need not ask for row by row; Tab leaves the table, arrows
move inside, and what a cell shows by a sign it also says in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from widgets.book.cells import LEFT, RIGHT, PlainCells

Index = QModelIndex | QPersistentModelIndex
View = TypeVar("View")

ROW_PAD_PX = 8

SIDES = {True: int(RIGHT), False: int(LEFT)}
"""As Qt wants a model to tell them."""
READY = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


@dataclass(frozen=True)
class Column(Generic[View]):
    """A column: its head, its text, and what is read aloud where that differs."""

    head: str
    text: Callable[[View], str]
    spoken: Callable[[View], str] | None = None
    right: bool = False
    """Numbers stand at the right."""
    check: Callable[[View], bool | None] | None = None
    """Whether its box is ticked; None = this row has none."""
    edits: bool = False


class RowsModel(QAbstractTableModel, Generic[View]):
    """Rows of views; a change of some rows leaves the rest as it is."""

    edited = Signal(int, int, str)
    """Row, column and the new text."""
    ticked = Signal(int, int, bool)

    def __init__(self, columns: Sequence[Column[View]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: tuple[View, ...] = ()

    @property
    def rows(self) -> tuple[View, ...]:
        """What is shown."""
        return self._rows

    def take(self, rows: Sequence[View]) -> None:
        """Show these; as many rows as before keep the current one and the selection."""
        old, self._rows = self._rows, tuple(rows)
        if len(old) != len(self._rows):
            self.beginResetModel()
            self.endResetModel()
            return
        pairs = zip(old, self._rows, strict=True)
        changed = [at for at, (one, other) in enumerate(pairs) if one is not other and one != other]
        if changed:
            last = self.index(changed[-1], len(self._columns) - 1)
            self.dataChanged.emit(self.index(changed[0], 0), last)

    def plain(self, row: int, column: int) -> tuple[str, bool] | None:
        """Return a cell's text and whether it stands at the right; None if it has a box."""
        asked, view = self._columns[column], self._rows[row]
        if asked.check is not None and asked.check(view) is not None:
            return None
        return asked.text(view), asked.right

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its tick, or what a screen reader says of it."""
        if not index.isValid():
            return None
        column, view = self._columns[index.column()], self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(view)
            case Qt.ItemDataRole.EditRole:
                return column.text(view).strip()  # without what sets it in
            case Qt.ItemDataRole.ToolTipRole:
                return (column.spoken or column.text)(view)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{column.head}: {(column.spoken or column.text)(view)}"
            case Qt.ItemDataRole.TextAlignmentRole if column.right:
                return SIDES[True]
            case Qt.ItemDataRole.CheckStateRole if column.check is not None:
                ticked = column.check(view)
                if ticked is None:
                    return None
                return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return a column's head."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return SIDES[self._columns[section].right]
        return self._columns[section].head if role == Qt.ItemDataRole.DisplayRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be chosen; some cells edited or ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        column = self._columns[index.column()]
        if not column.edits and column.check is None:
            return READY
        flags = READY
        if column.edits:
            flags |= Qt.ItemFlag.ItemIsEditable
        if column.check is not None and column.check(self._rows[index.row()]) is not None:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Say what the person did; the new rows come back through ``take``."""
        if role == Qt.ItemDataRole.CheckStateRole:
            ticked = Qt.CheckState(value) == Qt.CheckState.Checked
            self.ticked.emit(index.row(), index.column(), ticked)
            return True
        if role == Qt.ItemDataRole.EditRole and str(value) != index.data(role):
            self.edited.emit(index.row(), index.column(), str(value))
            return True
        return False


class RowsTable(QTableView):
    """Shows such rows."""

    chosen = Signal(int)
    """The row that is now current; -1 = none."""

    def __init__(self, model: RowsModel[View], wide: int, parent: QWidget | None = None) -> None:
        """Show a model; column ``wide`` takes what width there is left (-1: none does)."""
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(PlainCells(model.plain, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setMinimumSectionSize(24)
        self._wide = wide
        self._widths: tuple[str, ...] = ()
        self._measure()
        # A signal, not an override: the base class calls that before ``__init__`` is over.
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        model.modelReset.connect(lambda: self.chosen.emit(-1))
        # Now, not a turn later: all rows would be drawn twice.
        model.modelReset.connect(self.executeDelayedItemsLayout)

    def fit(self, *widest: str) -> None:
        """Give each column room for its widest text; "" for the one that takes the rest."""
        self._widths = widest
        self._measure()

    def row(self) -> int:
        """Return the current row; -1 = none."""
        return self.currentIndex().row()

    def go_to(self, row: int) -> None:
        """Make a row current, without saying so if it is already."""
        if 0 <= row < self.model().rowCount() and row != self.row():
            column = max(self.currentIndex().column(), 0)
            self.setCurrentIndex(self.model().index(row, column))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_widths"):
            self._measure()

    def _measure(self) -> None:
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + ROW_PAD_PX)
        head = self.horizontalHeader()
        for column in range(self.model().columnCount()):
            if column == self._wide:
                head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
                continue
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            name = str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")
            text = self._widths[column] if column < len(self._widths) else ""
            widest = max(metrics.horizontalAdvance(each) for each in (name, text))
            self.setColumnWidth(column, widest + 3 * ROW_PAD_PX)

    def _current_changed(self, current: Index, _before: Index) -> None:
        self.chosen.emit(current.row())
