"""Comparing two takes: A against B in the open, or blind with an unknown X."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.flow import FlowLayout
from widgets.reading_order import name_box
from widgets.views import BlindView, TakeView


class Compare(QWidget):
    """Two takes, brought to one level by the app, heard in turn."""

    heard = Signal(str, str, str)
    """Ids of A and B, and which to hear: ``A`` or ``B``."""
    preferred = Signal(str, str)
    """The take that is better and the one it is better than."""
    blind_started = Signal(str, str)
    blind_heard = Signal(str)
    """``A``, ``B`` or ``X``."""
    blind_answered = Signal(str)
    """``A`` or ``B``: what X is thought to be."""
    blind_stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self.first = QComboBox(self)
        self.second = QComboBox(self)
        name_box(self.first, self.tr("Take A"))
        name_box(self.second, self.tr("Take B"))
        for box in (self.first, self.second):
            box.setMinimumContentsLength(8)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.currentIndexChanged.connect(self._enable)
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&A"), self.first)
        form.addRow(self.tr("&B"), self.second)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self._open_buttons()
        self._blind_buttons()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        heading = QLabel(self.tr("Compare two takes"), self)
        heading.setProperty("heading", True)
        layout.addWidget(heading)
        layout.addLayout(form)
        for part in (self.open_row, self.blind_row, self.says):
            layout.addWidget(part)
        self.show_blind(BlindView(running=False))

    def _open_buttons(self) -> None:
        self.open_row = QWidget(self)
        flow = FlowLayout(self.open_row, gap=4)
        self.hear_a = self._button(flow, self.tr("Hear A"), partial(self._hear, "A"))
        self.hear_b = self._button(flow, self.tr("Hear B"), partial(self._hear, "B"))
        self.prefer_a = self._button(flow, self.tr("A is better"), partial(self._prefer, "A"))
        self.prefer_b = self._button(flow, self.tr("B is better"), partial(self._prefer, "B"))
        self.start = self._button(flow, self.tr("Compare blind"), self._start)

    def _blind_buttons(self) -> None:
        self.blind_row = QWidget(self)
        flow = FlowLayout(self.blind_row, gap=4)
        self.blind: dict[str, QPushButton] = {}
        for name, text in (
            ("A", self.tr("Hear A")),
            ("B", self.tr("Hear B")),
            ("X", self.tr("Hear X")),
        ):
            act = partial(self.blind_heard.emit, name)
            self.blind[name] = self._button(flow, text, act)
        self.is_a = self._button(flow, self.tr("X is A"), partial(self.blind_answered.emit, "A"))
        self.is_b = self._button(flow, self.tr("X is B"), partial(self.blind_answered.emit, "B"))
        self.end = self._button(flow, self.tr("End the test"), self.blind_stopped.emit)

    def _button(self, flow: FlowLayout, text: str, act: object) -> QPushButton:
        assert callable(act)
        button = QPushButton(text, flow.parentWidget())
        button.setAccessibleName(text)
        button.clicked.connect(lambda _checked=False: act())
        flow.addWidget(button)
        return button

    def show_takes(self, views: tuple[TakeView, ...]) -> None:
        """Offer these takes for A and B; what was chosen stays chosen if it is still there.

        While there was one take, both boxes could only hold it: with a second one B
        moves on, or nothing could be compared until a person found out why.
        """
        before = self.ids()
        for box, fallback in ((self.first, 0), (self.second, 1)):
            old = box.currentData()
            box.blockSignals(True)
            box.clear()
            for view in views:
                box.addItem(view.name, view.id)
            row = box.findData(old) if old is not None else -1
            box.setCurrentIndex(row if row >= 0 else min(fallback, len(views) - 1))
            box.blockSignals(False)
        if before[0] == before[1] and len(views) > 1:
            newest = len(views) - 1 if self.first.currentIndex() != len(views) - 1 else 0
            self.second.setCurrentIndex(newest)
        self._enable()

    def show_blind(self, view: BlindView) -> None:
        """Show how the blind test stands; its names give nothing away."""
        self._running = view.running
        self.open_row.setVisible(not view.running)
        self.blind_row.setVisible(view.running)
        says = view.says
        if view.running and view.trials:
            count = self.tr("Trial {trial} of {trials}.")
            says = f"{count.format(trial=view.trial, trials=view.trials)} {says}".strip()
        self.says.setText(says)
        self.says.setVisible(bool(says))
        self._enable()

    def ids(self) -> tuple[str, str]:
        """Return the ids of A and B; empty where there is none."""
        return str(self.first.currentData() or ""), str(self.second.currentData() or "")

    def _enable(self) -> None:
        first, second = self.ids()
        able = bool(first and second and first != second)
        for button in (self.hear_a, self.hear_b, self.prefer_a, self.prefer_b, self.start):
            button.setEnabled(able)
        for box in (self.first, self.second):
            box.setEnabled(not self._running)

    def _hear(self, which: str) -> None:
        self.heard.emit(*self.ids(), which)

    def _prefer(self, which: str) -> None:
        first, second = self.ids()
        self.preferred.emit(*((first, second) if which == "A" else (second, first)))

    def _start(self) -> None:
        self.blind_started.emit(*self.ids())
