"""The lines of a chapter with their states, and the whole text of the one that is chosen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.book.table import Column, RowsModel, RowsTable
from widgets.book.views import BookLineView, SpokenState

SIGNS = {
    SpokenState.WAITS: "\N{WHITE CIRCLE}",
    SpokenState.SPOKEN: "\N{BLACK CIRCLE}",
    SpokenState.EAR: "!",
    SpokenState.SKIPPED: "\N{EM DASH}",
}
MANNER, SUGGESTED = 2, 3
"""Columns that are hidden while nothing is in them."""
LEAST_ROWS = 3
"""Of text under the list."""


class BookLines(QWidget):
    """What of a chapter is spoken, in order, with what is skipped in its place."""

    chosen = Signal(int)
    """Row."""
    heard = Signal(int)
    """Index of the line that is to be heard."""
    suggest_asked = Signal()
    follow_chosen = Signal(bool)
    """Whether lines are spoken as they suggest where nothing else is asked."""
    begun = Signal(int)
    """Number of the paragraph a chapter is to begin at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RowsModel[BookLineView](self._columns(), self)
        self.table = RowsTable(self.model, 1, self)
        self.table.fit("M", "", "M" * 12, "M" * 10, "000.0")
        self.table.setAccessibleName(self.tr("Lines of the chapter"))
        self.text = QLabel(self)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._make_rest()

    def _columns(self) -> tuple[Column[BookLineView], ...]:
        return (
            Column[BookLineView]("", lambda view: SIGNS[view.state], self._state_of),
            Column[BookLineView](self.tr("Text"), lambda view: view.text),
            Column[BookLineView](self.tr("Manner"), lambda view: view.manner),
            Column[BookLineView](self.tr("Suggested"), lambda view: view.suggested),
            Column[BookLineView](
                self.tr("Seconds"), lambda view: f"{view.seconds:.1f}" if view.seconds else "",
                right=True,
            ),
        )  # fmt: skip

    def _make_rest(self) -> None:
        self.hear = QPushButton(self.tr("&Hear this line"), self)
        self.begin = QPushButton(self.tr("Begin a &chapter here"), self)
        self.suggest = QPushButton(self.tr("&Suggest emotions"), self)
        self.suggest.setToolTip(self.tr("Look for lines whose own words carry a plain emotion"))
        self.follow = QCheckBox(
            self.tr("Speak lines as &they suggest where no emotion is asked"), self
        )
        row = QHBoxLayout()
        row.addWidget(self.hear)
        row.addWidget(self.begin)
        row.addWidget(self.suggest)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.text)
        layout.addLayout(row)
        layout.addWidget(self.follow)
        self.table.chosen.connect(self._chosen)
        self.hear.clicked.connect(lambda: self.heard.emit(self.model.rows[self.table.row()].line))
        self.begin.clicked.connect(lambda: self.begun.emit(self.model.rows[self.table.row()].block))
        self.suggest.clicked.connect(self.suggest_asked)
        self.follow.clicked.connect(self.follow_chosen)
        self.show_lines(())

    def show_lines(self, views: tuple[BookLineView, ...]) -> None:
        """Show a chapter."""
        self.table.setColumnHidden(MANNER, not any(view.manner for view in views))
        self.table.setColumnHidden(SUGGESTED, not any(view.suggested for view in views))
        self.model.take(views)
        self._chosen(self.table.row())

    def show_suggesting(self, looking: bool, follow: bool) -> None:
        """Show whether a look for suggestions is under way, and whether they are followed."""
        self.suggest.setEnabled(not looking)
        self.follow.setChecked(follow)

    def state_name(self, state: SpokenState) -> str:
        """Return a state in the person's language."""
        return {
            SpokenState.WAITS: self.tr("not spoken yet"),
            SpokenState.SPOKEN: self.tr("spoken"),
            SpokenState.EAR: self.tr("spoken, to be listened to"),
            SpokenState.SKIPPED: self.tr("skipped"),
        }[state]

    def _state_of(self, view: BookLineView) -> str:
        name = self.state_name(view.state)
        return f"{name}: {view.note}" if view.note else name

    def _chosen(self, row: int) -> None:
        rows = self.model.rows
        view = rows[row] if 0 <= row < len(rows) else None
        self.hear.setEnabled(view is not None and view.line >= 0)
        self.begin.setEnabled(view is not None and view.block > rows[0].block)
        told = "" if view is None else f"{view.text}\n{self._state_of(view)}"
        self.text.setText(told)
        self.text.setMinimumHeight(LEAST_ROWS * self.fontMetrics().lineSpacing())
        self.chosen.emit(row)
