"""The chapters of a book: which are spoken, their titles, where they begin."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from widgets.book.table import Column, RowsModel, RowsTable
from widgets.book.views import ChapterView

INDENT = "\u2003"
"""Before the title of a chapter that lies deeper in the contents, once a level."""
DEEPEST = 4


class BookChapters(QWidget):
    """The list, and what changes borders."""

    chosen = Signal(int)
    titled = Signal(int, str)
    """Chapter and its new title."""
    spoken = Signal(int, bool)
    """Chapter and whether it is to be spoken."""
    joined = Signal(int)
    """Chapter that is to become part of the one before it."""
    restored = Signal()
    """The book's own chapters are wanted back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RowsModel[ChapterView](self._columns(), self)
        self.table = RowsTable(self.model, 0, self)
        self.table.fit("", "00000", "000.0", "100 % !")
        self.table.setAccessibleName(self.tr("Chapters"))
        self.table.setAccessibleDescription(
            self.tr("F2 changes a title, Space says whether a chapter is spoken.")
        )
        self.join = QPushButton(self.tr("&Join with the one before"), self)
        self.restore = QPushButton(self.tr("The book’s &own chapters"), self)
        self.restore.setToolTip(self.tr("Titles and borders as the book itself has them"))
        row = QHBoxLayout()
        row.addWidget(self.join)
        row.addWidget(self.restore)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        self.table.chosen.connect(self._chosen)
        self.model.edited.connect(lambda at, _column, text: self.titled.emit(at, text.strip()))
        self.model.ticked.connect(lambda at, _column, on: self.spoken.emit(at, on))
        self.join.clicked.connect(lambda: self.joined.emit(self.table.row()))
        self.restore.clicked.connect(self.restored)
        self._chosen(-1)

    def _columns(self) -> tuple[Column[ChapterView], ...]:
        return (
            Column[ChapterView](
                self.tr("Title"),
                lambda view: f"{INDENT * min(view.level, DEEPEST)}{view.title}",
                self._spoken,
                check=lambda view: view.speak,
                edits=True,
            ),
            Column[ChapterView](self.tr("Words"), lambda view: f"{view.words}", right=True),
            Column[ChapterView](
                self.tr("min"),
                lambda view: f"{view.minutes:.1f}",
                lambda view: self.tr("about {minutes} minutes").format(
                    minutes=f"{view.minutes:.1f}"
                ),
                right=True,
            ),
            Column[ChapterView](self.tr("Done"), _done, self._done_words, right=True),
        )

    def show_chapters(self, views: tuple[ChapterView, ...], current: int) -> None:
        """Show these, one of them current."""
        self.model.take(views)
        self.table.go_to(current)

    def _chosen(self, row: int) -> None:
        self.join.setEnabled(row > 0)
        self.chosen.emit(row)

    def _spoken(self, view: ChapterView) -> str:
        if view.speak:
            return view.title
        return self.tr("{title}, not spoken").format(title=view.title)

    def _done_words(self, view: ChapterView) -> str:
        share = self.tr("{share} % spoken").format(share=f"{100 * view.done:.0f}")
        if not view.speak:
            return self.tr("not spoken")
        if not view.ear:
            return share
        return self.tr("{share}, {count} lines to listen to").format(share=share, count=view.ear)


def _done(view: ChapterView) -> str:
    if not view.speak:
        return "–"
    sign = " !" if view.ear else ""
    return f"{100 * view.done:.0f} %{sign}"
