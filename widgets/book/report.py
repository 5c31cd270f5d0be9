"""What the delivered files measure, chapter by chapter, with pass or fail."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from widgets.book.table import Column, RowsModel, RowsTable
from widgets.book.views import FileView, ReportView

NONE_WIDE = -1
"""No column of the files takes what width there is left: together they are wider than it."""
WHY = 2
"""Column that is empty while all passes."""

Heard = tuple[str, str, str]


class BookReport(QWidget):
    """The verdict, the files, and the lines that should be listened to."""

    folder_asked = Signal()
    page_asked = Signal()
    measure_asked = Signal()

    def __init__(self, columns: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        files = (
            Column[FileView](self.tr("Verdict"), self._verdict),
            Column[FileView](self.tr("Chapter"), lambda view: view.title),
            Column[FileView](self.tr("What fails"), lambda view: view.why),
            Column[FileView](self.tr("File"), lambda view: view.file),
            *(figure_column(name, at) for at, name in enumerate(columns)),
        )
        self.model = RowsModel[FileView](files, self)
        self.table = RowsTable(self.model, NONE_WIDE, self)
        fits = ["0000.0 dBTP" for _ in columns]
        self.table.fit("M" * 8, "M" * 13, "M" * 20, "M" * 15, *fits)
        self.table.setAccessibleName(self.tr("Delivered files"))
        heard = (
            Column[Heard](self.tr("Chapter"), lambda row: row[0]),
            Column[Heard](self.tr("Line"), lambda row: row[1]),
            Column[Heard](self.tr("Why"), lambda row: row[2]),
        )
        self.ear = RowsModel[Heard](heard, self)
        self.ear_table = RowsTable(self.ear, 1, self)
        self.ear_table.fit("M" * 14, "", "M" * 16)
        self.ear_table.setAccessibleName(self.tr("Lines to listen to"))
        self._make_rest()

    def _make_rest(self) -> None:
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setProperty("heading", True)
        self.notes = QLabel(self)
        self.notes.setWordWrap(True)
        self.notes.setTextFormat(Qt.TextFormat.PlainText)
        self.folder = QPushButton(self.tr("Open the &folder"), self)
        self.page = QPushButton(self.tr("Open the report as a pa&ge"), self)
        self.measure = QPushButton(self.tr("&Measure again"), self)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.table)
        split.addWidget(self.ear_table)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        row = QHBoxLayout()
        for button in (self.folder, self.page, self.measure):
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.says)
        layout.addWidget(split, 1)
        layout.addWidget(self.notes)
        layout.addLayout(row)
        self.folder.clicked.connect(self.folder_asked)
        self.page.clicked.connect(self.page_asked)
        self.measure.clicked.connect(self.measure_asked)
        self.show_report(ReportView(""))

    def _verdict(self, view: FileView) -> str:
        passes, fails = self.tr("passes"), self.tr("fails")
        return f"\N{CHECK MARK} {passes}" if view.passes else f"\N{MULTIPLICATION SIGN} {fails}"

    def show_report(self, view: ReportView) -> None:
        """Show it; empty while nothing was delivered."""
        self.says.setText(view.says)
        self.model.take(view.files)
        self.table.setColumnHidden(WHY, all(each.passes for each in view.files))
        self.ear.take(view.ear)
        self.ear_table.setVisible(bool(view.ear))
        self.notes.setText("\n".join(view.notes))
        self.notes.setVisible(bool(view.notes))
        self.folder.setEnabled(bool(view.page))
        self.page.setEnabled(bool(view.page))
        self.measure.setEnabled(bool(view.page))


def figure_column(name: str, at: int) -> Column[FileView]:
    """Return the column of the ``at``-th figure."""
    return Column[FileView](name, lambda view: view.figures[at], right=True)
