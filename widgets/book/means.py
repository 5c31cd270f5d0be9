"""What is rarely needed of a book: how long it rests, what else is asked, who speaks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from widgets.announce import announce
from widgets.book.views import MeansView
from widgets.reading_order import name_box

AS_SET = -0.1
"""Shown as words: a step under the least value of a knob."""
MOST_SEED = 2**31 - 1
MOST_WORKERS = 64
"""As many as ``espressivo narrate`` takes."""
LEAST_PAUSE_S, LEAST_COMMA_S, MOST_PAUSE_S = 0.0, -0.3, 10.0
"""What a plan takes, in seconds."""
PAUSE_STEP_S = 0.1


class BookPauses(QWidget):
    """How long rests of each kind are, in seconds."""

    changed = Signal(str, float)
    """Name of a kind and its seconds."""
    usual = Signal()
    """All are to be as they usually are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        labels = {
            "comma": self.tr("Added at a comma"),
            "sentence": self.tr("After a sentence"),
            "paragraph": self.tr("After a paragraph"),
            "item": self.tr("After an item of a list"),
            "heading": self.tr("After a heading"),
            "section": self.tr("Where a section ends"),
        }
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        self.boxes: dict[str, QDoubleSpinBox] = {}
        for name, label in labels.items():
            box = QDoubleSpinBox(self)
            box.setRange(LEAST_COMMA_S if name == "comma" else LEAST_PAUSE_S, MOST_PAUSE_S)
            box.setSingleStep(PAUSE_STEP_S)
            box.setSuffix(self.tr(" s"))
            box.setKeyboardTracking(False)
            box.setAccessibleName(self.tr("{pause}, seconds").format(pause=label))
            box.valueChanged.connect(self._teller(name))
            form.addRow(label, box)
            self.boxes[name] = box
        self.reset = QPushButton(self.tr("The &usual pauses"), self)
        self.reset.clicked.connect(self.usual)
        form.addRow("", self.reset)

    def show_pauses(self, seconds: Mapping[str, float]) -> None:
        """Show them, without saying they were changed."""
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setValue(seconds.get(name, 0.0))

    def _teller(self, name: str) -> Callable[[float], None]:
        return lambda value: self.changed.emit(name, round(value, 2))


class BookMeans(QWidget):
    """Fields of the rare options; what cannot be done together is said under its field."""

    changed = Signal(str, object)
    """Name of an option and its value."""
    lexicon_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, QWidget] = {}
        self.wrong: dict[str, QLabel] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._make_manner()
        self._make_text()
        self._make_speakers()

    def _make_manner(self) -> None:
        for name, label in (("stability", self.tr("Stability")), ("ramp", self.tr("Ramp"))):
            box = QDoubleSpinBox(self)
            box.setRange(AS_SET, 1.0)
            box.setSingleStep(0.1)
            box.setDecimals(1)
            box.setSpecialValueText(self.tr("as set"))
            box.valueChanged.connect(self._knob_teller(name))
            self._add(name, label, box)
        self._line("nudges", self.tr("Changes by hand"), "breathy=0.4 bright=0.6")
        seed = QSpinBox(self)
        seed.setRange(-MOST_SEED, MOST_SEED)
        seed.setKeyboardTracking(False)
        seed.valueChanged.connect(lambda value: self.changed.emit("seed", value))
        self._add("seed", self.tr("Seed: another take of it all"), seed)
        words = {"": self.tr("as set"), "off": self.tr("no"), "on": self.tr("yes")}
        self._choice("carry", self.tr("Emotion carried from line to line"), words)

    def _make_text(self) -> None:
        self._check("tags", self.tr("Follow [directions] in the text instead of speaking them"))
        self._line("lexicon", self.tr("The book’s own lexicon"), self.tr("none"), browse=True)
        self._line("encoding", self.tr("Encoding of a text file"), "UTF-8")
        self._check("unmarked", self.tr("Say nothing of synthetic speech in tags and manifest"))

    def _make_speakers(self) -> None:
        words = {
            "": self.tr("as set"),
            "exact": self.tr("exact (float32)"),
            "fast": self.tr("fast (int8)"),
            "auto": self.tr("the quicker of the two"),
        }
        self._choice("precision", self.tr("Precision"), words)
        workers = QSpinBox(self)
        workers.setRange(1, MOST_WORKERS)
        workers.setKeyboardTracking(False)
        workers.valueChanged.connect(lambda value: self.changed.emit("workers", value))
        self._add("workers", self.tr("Processes that speak at once"), workers)
        self._line("cluster", self.tr("Cluster of machines (Ray)"), self.tr("HOST:PORT or auto"))
        self._check("listen", self.tr("Let a recogniser listen for lost or repeated words"))

    def show_means(self, view: MeansView) -> None:
        """Show what is chosen and what is wrong with it; what is typed is left alone."""
        for name, field in self.fields.items():
            value = view.values.get(name)
            with QSignalBlocker(field):
                if isinstance(field, QCheckBox):
                    field.setChecked(value is True)
                elif isinstance(field, QComboBox):
                    field.setCurrentIndex(max(field.findData(value), 0))
                elif isinstance(field, QDoubleSpinBox):
                    field.setValue(value if isinstance(value, float) else AS_SET)
                elif isinstance(field, QSpinBox):
                    field.setValue(value if isinstance(value, int) else field.minimum())
                elif isinstance(field, QLineEdit) and not field.hasFocus():
                    field.setText(str(value or ""))
        for name, label in self.wrong.items():
            said = view.problems.get(name, "")
            if said != label.text():
                announce(label, said)
            label.setText(said)
            label.setVisible(bool(said))
            self.fields[name].setAccessibleDescription(said)

    def _add(self, name: str, label: str, field: QWidget, beside: QWidget | None = None) -> None:
        if isinstance(field, QComboBox):
            name_box(field, label)
        elif label:
            field.setAccessibleName(label)
        wrong = QLabel(self)
        wrong.setWordWrap(True)
        wrong.hide()
        room = QVBoxLayout()
        room.setSpacing(2)
        row = QHBoxLayout()
        row.addWidget(field, 1)
        if beside is not None:
            row.addWidget(beside)
        room.addLayout(row)
        room.addWidget(wrong)
        self._form.addRow(label, room)
        self.fields[name], self.wrong[name] = field, wrong

    def _line(self, name: str, label: str, hint: str, *, browse: bool = False) -> None:
        field = QLineEdit(self)
        field.setPlaceholderText(hint)
        field.editingFinished.connect(lambda: self.changed.emit(name, field.text().strip()))
        button = None
        if browse:
            button = QPushButton(self.tr("C&hoose…"), self)
            button.setAccessibleName(self.tr("Choose the book’s own lexicon"))
            button.clicked.connect(self.lexicon_asked)
        self._add(name, label, field, button)

    def _check(self, name: str, label: str) -> None:
        box = QCheckBox(label, self)
        box.clicked.connect(lambda on: self.changed.emit(name, on))
        self._add(name, "", box)

    def _choice(self, name: str, label: str, words: Mapping[str, str]) -> None:
        box = QComboBox(self)
        for value, word in words.items():
            box.addItem(word, value)
        box.activated.connect(lambda: self.changed.emit(name, box.currentData()))
        self._add(name, label, box)

    def _knob_teller(self, name: str) -> Callable[[float], None]:
        return lambda value: self.changed.emit(name, None if value < 0 else round(value, 2))
