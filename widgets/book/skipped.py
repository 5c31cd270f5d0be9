"""What of a book is not spoken, by which rule, and the words themselves."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from widgets.book.table import Column, RowsModel, RowsTable
from widgets.book.views import RuleView, SkippedView


class BookSkipped(QWidget):
    """The rules above, what they skip below."""

    spoken = Signal(str, bool)
    """A rule's role and whether what it finds is spoken after all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rules = (
            Column[RuleView](
                self.tr("Speak"),
                lambda view: self.tr("yes") if view.spoken else self.tr("no"),
                check=lambda view: view.spoken,
            ),
            Column[RuleView](self.tr("What"), lambda view: view.name),
            Column[RuleView](self.tr("Words"), lambda view: f"{view.words}", right=True),
        )
        self.rules = RowsModel[RuleView](rules, self)
        self.rules_table = RowsTable(self.rules, 1, self)
        self.rules_table.fit("mmmm", "", "00000")
        self.rules_table.setAccessibleName(self.tr("Rules of what is skipped"))
        found = (
            Column[SkippedView](self.tr("Chapter"), lambda view: view.chapter),
            Column[SkippedView](self.tr("Rule"), lambda view: view.rule),
            Column[SkippedView](self.tr("Text"), lambda view: view.text),
            Column[SkippedView](self.tr("Words"), lambda view: f"{view.words}", right=True),
        )
        self.found = RowsModel[SkippedView](found, self)
        self.found_table = RowsTable(self.found, 2, self)
        self.found_table.fit("M" * 14, "M" * 14, "", "00000")
        self.found_table.setAccessibleName(self.tr("What is skipped"))
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.rules_table)
        split.addWidget(self.found_table)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.says)
        layout.addWidget(split, 1)
        self.rules.ticked.connect(
            lambda row, _column, on: self.spoken.emit(self.rules.rows[row].role, on)
        )

    def show_skipped(
        self, says: str, rules: tuple[RuleView, ...], found: tuple[SkippedView, ...]
    ) -> None:
        """Show what is skipped."""
        self.says.setText(says)
        self.rules.take(rules)
        self.found.take(found)
