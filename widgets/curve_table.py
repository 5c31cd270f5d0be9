"""The curves as a table: a row per word, for those who read rather than look."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.readout import NUDGE, pitch_text, reference_hz
from widgets.units import level_text, seconds_text
from widgets.views import Floats, HeatmapView, WordView

CELL_ROOM_PX = 14

Index = QModelIndex | QPersistentModelIndex


class CurveModel(QAbstractTableModel):
    """Word, time, pitch and level asked and achieved; means over each word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: HeatmapView | None = None
        self._reference = 1.0

    def show_heatmap(self, view: HeatmapView | None) -> None:
        """Take new curves; the place in the table is kept while the words stay."""
        same = view is not None and self._view is not None and view.words == self._view.words
        if not same:
            self.beginResetModel()
        self._view = view
        self._reference = reference_hz(view) if view is not None else 1.0
        if same:
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        else:
            self.endResetModel()

    def word(self, row: int) -> WordView | None:
        """Return the word of a row."""
        words = self._view.words if self._view is not None else ()
        return words[row] if 0 <= row < len(words) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        """Return the number of words."""
        return 0 if parent.isValid() or self._view is None else len(self._view.words)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._heads())

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> str | int | None:
        """Name the columns, number the rows."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._heads()[section] if orientation == Qt.Orientation.Horizontal else section + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a cell's text with its unit."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        word = self.word(index.row())
        if word is None or self._view is None:
            return None
        return self._cells(self._view, word)[index.column()]

    def _heads(self) -> tuple[str, ...]:
        return (
            self.tr("Word"),
            self.tr("Phonemes"),
            self.tr("From"),
            self.tr("To"),
            self.tr("Pitch asked"),
            self.tr("Pitch achieved"),
            self.tr("Level asked"),
            self.tr("Level achieved"),
        )

    def _cells(self, view: HeatmapView, word: WordView) -> tuple[str, ...]:
        def pitch(curve: Floats | None) -> str:
            part = _part(curve, view.step_s, word)
            voiced = part[part > 0]
            if curve is None:
                return self.tr("not rendered")
            return pitch_text(float(np.median(voiced)) if voiced.size else 0.0, self._reference)

        def level(curve: Floats | None) -> str:
            part = _part(curve, view.step_s, word)
            return level_text(float(part.max())) if part.size else self.tr("not rendered")

        return (
            word.text,
            word.phonemes,
            seconds_text(word.start_s),
            seconds_text(word.end_s),
            pitch(view.asked_f0),
            pitch(view.achieved_f0),
            level(view.asked_db),
            level(view.achieved_db),
        )


def _part(curve: Floats | None, step_s: float, word: WordView) -> Floats:
    """Return the values of a curve inside a word."""
    if curve is None:
        return np.zeros(0, np.float32)
    first = int(word.start_s / step_s + NUDGE)
    return curve[first : max(int(word.end_s / step_s + NUDGE), first + 1)]


class _Roomy(QStyledItemDelegate):
    """Keeps the numbers of neighbouring columns apart."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width() + CELL_ROOM_PX, size.height())


def curve_table(model: CurveModel, parent: QWidget) -> QTableView:
    """Return a table for the model, with rows chosen whole."""
    table = QTableView(parent)
    table.setModel(model)
    table.setItemDelegate(_Roomy(table))
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setTabKeyNavigation(False)  # Tab leaves the table, arrows move inside
    table.setWordWrap(False)
    table.setShowGrid(False)
    table.setAlternatingRowColors(True)
    table.verticalHeader().hide()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    return table
