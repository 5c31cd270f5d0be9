"""The ramp as a table: a row per word, its strength typed in or left to the curve."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.units import seconds_text
from widgets.views import WordView

MOST_STRENGTH = 1.5
STRENGTH_STEP = 0.05
STRENGTH_COLUMN = 2

Index = QModelIndex | QPersistentModelIndex


class RampModel(QAbstractTableModel):
    """Word, time and strength; typing a strength makes a keyframe."""

    typed = Signal(int, float)
    """Word index and strength."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[WordView, ...] = ()
        self._keyframes: Mapping[int, float] = {}
        self._between: tuple[float, ...] = ()

    def show_ramp(
        self,
        words: tuple[WordView, ...],
        keyframes: Mapping[int, float],
        between: tuple[float, ...],
    ) -> None:
        """Take words, keyframes by word index, and the strength in force on each word."""
        if words != self._words:
            self.beginResetModel()
            self._words = words
            self.endResetModel()
        self._keyframes, self._between = dict(keyframes), between
        if words:
            last = self.index(len(words) - 1, STRENGTH_COLUMN)
            self.dataChanged.emit(self.index(0, STRENGTH_COLUMN), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        """Return the number of words."""
        return 0 if parent.isValid() else len(self._words)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else STRENGTH_COLUMN + 1

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | int | None:
        """Name the columns, number the rows."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        return (self.tr("Word"), self.tr("From"), self.tr("Strength"))[section]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let strengths be typed."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == STRENGTH_COLUMN else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | float | None:
        """Return a cell; the strength as a number to its editor."""
        row, column = index.row(), index.column()
        if not 0 <= row < len(self._words):
            return None
        if column == STRENGTH_COLUMN and role == Qt.ItemDataRole.EditRole:
            return self._strength(row)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        word = self._words[row]
        if column < STRENGTH_COLUMN:
            return (word.text, seconds_text(word.start_s))[column]
        if row in self._keyframes:
            return self.tr("{strength:.2f} keyframe").format(strength=self._keyframes[row])
        return f"{self._strength(row):.2f}"

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a keyframe; the new state comes back by ``show_ramp``."""
        if role != Qt.ItemDataRole.EditRole or not isinstance(value, float):
            return False
        self.typed.emit(index.row(), min(max(value, 0.0), MOST_STRENGTH))
        return True

    def _strength(self, row: int) -> float:
        if row in self._keyframes:
            return self._keyframes[row]
        return self._between[row] if row < len(self._between) else 0.0


class _StrengthEditor(QStyledItemDelegate):
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        del option, index
        box = QDoubleSpinBox(parent)
        box.setRange(0.0, MOST_STRENGTH)
        box.setSingleStep(STRENGTH_STEP)
        box.setAccessibleName(self.tr("Strength"))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QDoubleSpinBox):
            editor.setValue(float(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QDoubleSpinBox):
            editor.interpretText()
            model.setData(index, editor.value())


class RampTable(QTableView):
    """The table; Delete takes the keyframe of the chosen row away."""

    removed = Signal(int)

    def __init__(self, model: RampModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegateForColumn(STRENGTH_COLUMN, _StrengthEditor(self))
        self.setTabKeyNavigation(False)  # Tab leaves the table, arrows move inside
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setAccessibleName(self.tr("Strength of the emotion on each word"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take away on Delete, edit on Return."""
        index = self.currentIndex()
        if self.state() == QTableView.State.EditingState:
            event.ignore()  # the editor's Return comes here too
        elif event.key() == Qt.Key.Key_Delete and index.isValid():
            self.removed.emit(index.row())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.edit(index.siblingAtColumn(STRENGTH_COLUMN))
        else:
            super().keyPressEvent(event)
