"""What files a book is made into, how loud they are, and where they go."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from widgets.book.means import BookMeans, BookPauses
from widgets.book.views import ChoiceView, DeliveryView
from widgets.fold import Fold
from widgets.panes import heading
from widgets.reading_order import name_box

FORMAT_COLUMNS = 2


class BookDelivery(QWidget):
    """Formats, profile, folder, and the same as a command."""

    formats_chosen = Signal(object)
    """``tuple[str, ...]``: names of formats."""
    profile_chosen = Signal(str)
    folder_typed = Signal(str)
    folder_asked = Signal()
    credit_chosen = Signal(bool)

    def __init__(
        self,
        formats: tuple[ChoiceView, ...],
        profiles: tuple[ChoiceView, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._profiles = {view.name: view for view in profiles}
        self.formats: dict[str, QCheckBox] = {}
        self.profile = QComboBox(self)
        for view in profiles:
            self.profile.addItem(view.label, view.name)
        name_box(self.profile, self.tr("Profile"))
        self.about = QLabel(self)
        self.about.setWordWrap(True)
        self.about.setProperty("quiet", True)
        self.folder = QLineEdit(self)
        self.folder.setAccessibleName(self.tr("Folder for the files"))
        self.browse = QPushButton(self.tr("&Choose…"), self)
        self.browse.setAccessibleName(self.tr("Choose the folder for the files"))
        self.credit = QCheckBox(self.tr("End with a spoken word on the synthetic voice"), self)
        self.command = QLineEdit(self)
        self.command.setReadOnly(True)
        self.command.setAccessibleName(self.tr("The same on the command line"))
        self.copy = QPushButton(self.tr("Cop&y"), self)
        self.copy.setAccessibleName(self.tr("Copy the command"))
        self.pauses = BookPauses(self)
        self.means = BookMeans(self)
        self._lay(formats)
        self._connect()

    def _lay(self, formats: tuple[ChoiceView, ...]) -> None:
        grid = QGridLayout()
        rows = -(-len(formats) // FORMAT_COLUMNS)
        for number, view in enumerate(formats):
            box = QCheckBox(view.label, self)
            box.setToolTip(view.about)
            box.clicked.connect(self._format_clicked)
            self.formats[view.name] = box
            grid.addWidget(box, number % rows, number // rows)
        grid.setColumnStretch(FORMAT_COLUMNS, 1)
        folder, command = QHBoxLayout(), QHBoxLayout()
        folder.addWidget(self.folder, 1)
        folder.addWidget(self.browse)
        command.addWidget(self.command, 1)
        command.addWidget(self.copy)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.addRow(self.tr("Profile"), self.profile)
        form.addRow("", self.about)
        form.addRow(self.tr("Folder"), folder)
        form.addRow("", self.credit)
        form.addRow(self.tr("As a command"), command)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(heading(self.tr("Files")))
        layout.addLayout(grid)
        layout.addSpacing(12)
        layout.addLayout(form)
        layout.addWidget(Fold(self.tr("Pauses"), self.pauses, self))
        layout.addWidget(Fold(self.tr("Rarely needed"), self.means, self))
        layout.addStretch(1)

    def _connect(self) -> None:
        self.profile.activated.connect(
            lambda: self.profile_chosen.emit(str(self.profile.currentData()))
        )
        self.folder.editingFinished.connect(lambda: self.folder_typed.emit(self.folder.text()))
        self.browse.clicked.connect(self.folder_asked)
        self.credit.clicked.connect(self.credit_chosen)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.command.text()))

    def show_delivery(self, view: DeliveryView) -> None:
        """Show what is chosen, without saying it was changed."""
        for name, box in self.formats.items():
            box.setChecked(name in view.formats)
        with QSignalBlocker(self.profile):
            self.profile.setCurrentIndex(self.profile.findData(view.profile))
        chosen = self._profiles.get(view.profile)
        self.about.setText(chosen.about if chosen is not None else "")
        if not self.folder.hasFocus():
            self.folder.setText(view.folder)
        self.credit.setChecked(view.credit)
        self.means.show_means(view.means)
        self.pauses.show_pauses(view.pauses)
        self.command.setText(view.command)
        self.command.setCursorPosition(0)

    def _format_clicked(self) -> None:
        chosen = tuple(name for name, box in self.formats.items() if box.isChecked())
        self.formats_chosen.emit(chosen)
