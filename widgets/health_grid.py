"""How often kept takes answered: a map of projects by time, for the eye; its table is beside it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from widgets.plot_colours import cividis_at

CELL_PX = (18, 22)
"""Least width and the height of a cell: two dozen windows fit into a dialog."""

LABEL_SHARE = 0.3
"""Of the width, at the most, for the names of the projects."""

GAP_PX = 6


@dataclass(frozen=True, slots=True)
class CellView:
    """``rate``: share answered, 0..1; None where nothing was asked. ``wishes``: how many."""

    rate: float | None
    wishes: int


@dataclass(frozen=True, slots=True)
class HealthView:
    """``times``: the windows' names, oldest first. ``rows``: a project's name and a cell for
    each window. ``says``: sentences on the whole.
    """

    says: tuple[str, ...]
    times: tuple[str, ...]
    rows: tuple[tuple[str, tuple[CellView, ...]], ...]


class HealthGrid(QFrame):
    """The map: bright where much was answered, dark where little, empty where nothing was asked."""

    def __init__(self, view: HealthView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.setAccessibleName(self.tr("Hit rate by project and time"))
        self.setAccessibleDescription(" ".join(view.says))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for every cell."""
        names = self._names_px(self.width())
        width = names + CELL_PX[0] * max(len(self.view.times), 1)
        lines = len(self.view.rows) + 1  # and one for the times
        return QSize(width, CELL_PX[1] * lines)

    def cell(self, row: int, column: int) -> QRect:
        """Return where a cell is."""
        left = self._names_px(self.width())
        width = (self.width() - left) / max(len(self.view.times), 1)
        x = left + round(column * width)
        return QRect(x, row * CELL_PX[1], round(left + (column + 1) * width) - x, CELL_PX[1])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw names, cells, and the first and last time."""
        painter = QPainter(self)
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        metrics = self.fontMetrics()
        left = self._names_px(self.width())
        for row, (name, cells) in enumerate(self.view.rows):
            painter.setPen(ink)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, left - GAP_PX)
            place = QRect(0, row * CELL_PX[1], left - GAP_PX, CELL_PX[1])
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
            for column, cell in enumerate(cells):
                room = self.cell(row, column).adjusted(1, 1, -1, -1)
                if cell.rate is None:
                    painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
                    painter.drawRect(room.adjusted(0, 0, -1, -1))
                else:
                    painter.fillRect(room, cividis_at(cell.rate))
        painter.setPen(ink)
        below = QRect(left, len(self.view.rows) * CELL_PX[1], self.width() - left, CELL_PX[1])
        if self.view.times:
            painter.drawText(below, Qt.AlignmentFlag.AlignLeft, self.view.times[0])
        if len(self.view.times) > 1:
            painter.drawText(below, Qt.AlignmentFlag.AlignRight, self.view.times[-1])
        painter.end()

    def _names_px(self, width: int) -> int:
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(n) for n, _ in self.view.rows), default=0)
        return min(widest + 2 * GAP_PX, max(round(LABEL_SHARE * width), 4 * CELL_PX[0]))
