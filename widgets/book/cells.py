"""Cells of the book's tables, drawn with few questions.

Qt's own delegate asks a model some eight things a cell and the style as many, and each
question goes through Python: a page of lines took as long to draw as three pictures of a
film. A cell without a box or the keyboard's frame needs one text and one side.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from widgets.outlines import CELL_PX

MOST_CHARACTERS = 300
"""Of a text that is laid out: more is wider than any screen's column, and is cut off anyway."""

State, Group, Role = QStyle.StateFlag, QPalette.ColorGroup, QPalette.ColorRole
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

# As numbers: Python's flags take longer to combine than a cell takes to draw.
FOCUSED, CHOSEN = State.State_HasFocus.value, State.State_Selected.value
ENABLED, ACTIVE = State.State_Enabled.value, State.State_Active.value
SIDES = {side: int(flag | Qt.TextFlag.TextSingleLine) for side, flag in ((0, LEFT), (1, RIGHT))}


class PlainCells(QStyledItemDelegate):
    """Draws cells that are a text and nothing else; the others are Qt's."""

    def __init__(
        self, plain: Callable[[int, int], tuple[str, bool] | None], parent: QWidget
    ) -> None:
        """Make it.

        Args:
            plain: of a row and a column: the text and whether it stands at the right; None
                if there is more in that cell.
            parent: the table.
        """
        super().__init__(parent)
        self._plain = plain

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a cell, its ground first if it is chosen; the row's own ground is there."""
        state = option.state.value
        cell = None if state & FOCUSED else self._plain(index.row(), index.column())
        if cell is None:
            super().paint(painter, option, index)
            return
        text, right = cell
        chosen = bool(state & CHOSEN)
        group = _group(state)
        if chosen:
            painter.fillRect(option.rect, option.palette.brush(group, Role.Highlight))
        if not text:
            return
        room = option.rect.adjusted(CELL_PX + 1, 0, -CELL_PX - 1, 0)
        shown = option.fontMetrics.elidedText(
            text[:MOST_CHARACTERS], Qt.TextElideMode.ElideRight, room.width()
        )
        painter.setPen(option.palette.color(group, Role.HighlightedText if chosen else Role.Text))
        painter.drawText(room, SIDES[right], shown)


def _group(state: int) -> QPalette.ColorGroup:
    if not state & ENABLED:
        return Group.Disabled
    return Group.Active if state & ACTIVE else Group.Inactive
