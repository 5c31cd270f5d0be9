"""The emotion map of a book with its measure, its sentence and the same as a table."""

from __future__ import annotations

from itertools import accumulate

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from widgets.book.map import BookMap, clock, said_of
from widgets.book.table import Column, RowsModel, RowsTable
from widgets.book.views import MapLine, MapView
from widgets.reading_order import name_box

Timed = tuple[str, float, MapLine]
"""A line with its chapter and when in it that begins, in seconds; told once it is seen."""


class BookOverview(QWidget):
    """Map and table twin; one of them is seen."""

    jumped = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.kind = QComboBox(self)
        self.kind.addItems([self.tr("Pitch, semitones"), self.tr("Level, dB")])
        name_box(self.kind, self.tr("What the colours show"))
        self.as_table = QPushButton(self.tr("As a &table"), self)
        self.as_table.setCheckable(True)
        self.map = BookMap()
        self.area = QScrollArea(self)
        self.area.setWidget(self.map)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._make_table()
        self.key = QLabel(self)
        self.key.setWordWrap(True)
        self.key.setProperty("quiet", True)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.area)
        self.pages.addWidget(self.table)
        row = QHBoxLayout()
        label = QLabel(self.tr("Show"), self)
        label.setBuddy(self.kind)
        row.addWidget(label)
        row.addWidget(self.kind)
        row.addWidget(self.as_table)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.says)
        layout.addLayout(row)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.key)
        self.kind.currentIndexChanged.connect(self.map.show_kind)
        self.as_table.toggled.connect(self._turn)
        self.map.jumped.connect(self.jumped)
        self.map.marked.connect(self._reveal)
        self._view = MapView()
        self._places: list[tuple[int, int]] = []

    def _make_table(self) -> None:
        heads = (
            self.tr("Chapter"),
            self.tr("At"),
            self.tr("Line"),
            self.tr("Pitch asked, st"),
            self.tr("Pitch heard, st"),
            self.tr("Level asked, dB"),
            self.tr("Level heard, dB"),
        )
        columns = [cell_column(head, at) for at, head in enumerate(heads)]
        self.model = RowsModel[Timed](columns, self)
        self.table = RowsTable(self.model, 2, self)
        self.table.fit("M" * 14, "0:00:00", "", *("+00.00" for _ in range(4)))
        self.table.setAccessibleName(self.tr("Emotion map of the book, as a table"))
        self.table.doubleClicked.connect(lambda index: self._go(index.row()))

    def show_map(self, view: MapView) -> None:
        """Show a book."""
        self._view = view
        self.says.setText(view.says)
        self.map.show_map(view)
        self.key.setText(self.map.key())
        if self.as_table.isChecked():
            self._fill()

    def _turn(self, table: bool) -> None:
        if table:
            self._fill()
        self.pages.setCurrentIndex(int(table))

    def _fill(self) -> None:
        cells: list[Timed] = []
        self._places = []
        for chapter, row in enumerate(self._view.rows):
            starts = accumulate((line.seconds for line in row.lines), initial=0.0)
            for at, (line, start) in enumerate(zip(row.lines, starts, strict=False)):
                self._places.append((chapter, at))
                cells.append((row.title, start, line))
        self.model.take(cells)

    def _go(self, row: int) -> None:
        self.jumped.emit(*self._places[row])

    def _reveal(self, box: QRect) -> None:
        centre = box.center()
        self.area.ensureVisible(centre.x(), centre.y(), 0, box.height())


def cell_column(head: str, at: int) -> Column[Timed]:
    """Return the column of the ``at``-th cell."""
    return Column[Timed](head, lambda row: cells_of(row)[at], right=at not in (0, 2))


def cells_of(row: Timed) -> tuple[str, ...]:
    """Return what is told of a line."""
    title, start, line = row
    return (title, clock(start), line.label, *said_of(line))
