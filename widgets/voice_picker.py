"""The voice: one, or a mix of up to three with their shares."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.icons import put_icon
from widgets.knobs import REST_MS
from widgets.reading_order import name_box
from widgets.text_field import pass_shortcuts
from widgets.views import MixView, VoiceView

MOST_VOICES = 3
NAME_ROLE = int(Qt.ItemDataRole.UserRole)
FULL = 100

TEXT_MARGIN_PX = 4
"""Qt's line edit keeps 2 px on each side of its text, and the cursor takes one."""

ARROW_PX = 24
"""Of a box that has no width yet: its frame and arrow."""


class VoiceBox(QComboBox):
    """All voices; typing filters them by name, language or kind."""

    def __init__(self, model: QStandardItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMinimumContentsLength(10)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        finder = QCompleter(model, self)
        finder.setFilterMode(Qt.MatchFlag.MatchContains)
        finder.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        finder.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self._typed = QLineEdit(self)
        self.setLineEdit(self._typed)
        self.setCompleter(finder)
        self._typed.editingFinished.connect(self._settle)
        self.currentIndexChanged.connect(self._from_start)

    def voice(self) -> str:
        """Return the name of the chosen voice."""
        return str(self.currentData(NAME_ROLE) or "")

    def show_voice(self, name: str) -> None:
        """Show a voice without saying it was chosen; one not in the list by its name."""
        self.blockSignals(True)
        row = self.findData(name, NAME_ROLE)
        self.setCurrentIndex(row)
        if row < 0:
            self.setEditText(name)
        self.blockSignals(False)
        self._from_start()

    def _from_start(self) -> None:
        """Show the beginning of a text that is longer than its room, and ask for more."""
        self._typed.setCursorPosition(0)
        self.setToolTip(self._typed.text())
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Ask for room for the voice that is shown, however large the letters."""
        least = super().minimumSizeHint()
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        frame = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        around = max(self.width() - frame.width(), ARROW_PX)
        text = self.fontMetrics().horizontalAdvance(self._typed.text())
        return QSize(max(least.width(), text + around + 2 * TEXT_MARGIN_PX), least.height())

    def _settle(self) -> None:
        """Take what was typed if it is one voice, else go back to the last."""
        text = self._typed.text()
        row = self.findText(text, Qt.MatchFlag.MatchFixedString)
        if row < 0:
            row = self.findText(text, Qt.MatchFlag.MatchContains) if text.strip() else -1
        if row < 0:
            row = self.currentIndex()
        if row >= 0:
            self.setCurrentIndex(row)
            self.setEditText(self.itemText(row))


class MixRow(QWidget):
    """One voice of the mix and its share."""

    changed = Signal()
    removed = Signal()

    def __init__(self, model: QStandardItemModel, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.box = VoiceBox(model, self)
        name_box(self.box, self.tr("Voice {number}").format(number=number))
        self.box.currentIndexChanged.connect(self.changed)
        self.remove = QToolButton(self)
        self.remove.setAutoRaise(True)
        put_icon(self.remove, "close", self.palette())
        name = self.tr("Take voice {number} out of the mix").format(number=number)
        self.remove.setAccessibleName(name)
        self.remove.setToolTip(name)
        self.remove.clicked.connect(self.removed)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(1, FULL)
        name = self.tr("Share of voice {number}, percent").format(number=number)
        self.slider.setAccessibleName(name)
        self.share = QSpinBox(self)
        self.share.setRange(1, FULL)
        pass_shortcuts(self.share)
        pass_shortcuts(self.box)
        self.share.setSuffix(self.tr(" %"))
        self.share.setAccessibleName(self.tr("Share of voice {number}").format(number=number))
        self.share.valueChanged.connect(self.slider.setValue)
        self.slider.valueChanged.connect(self.share.setValue)
        self.share.valueChanged.connect(self.changed)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        for parts in ((self.box, self.remove), (self.slider, self.share)):
            row = QHBoxLayout()
            row.addWidget(parts[0], 1)
            row.addWidget(parts[1])
            rows.addLayout(row)

    def show_share(self, percent: int) -> None:
        """Show a share without saying it was changed."""
        for part in (self.slider, self.share):
            part.blockSignals(True)
            part.setValue(percent)
            part.blockSignals(False)


class VoicePicker(QWidget):
    """The mix of the line or of the project."""

    changed = Signal(str)
    """The mix as it is written, e.g. ``af_heart:0.7+bf_emma:0.3``."""
    own_asked = Signal(bool)
    """Whether the line is to have a voice of its own."""
    auditioned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voices = QStandardItemModel(self)
        self.rows = tuple(MixRow(self._voices, n + 1, self) for n in range(MOST_VOICES))
        self._used = 1
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(REST_MS)
        self._quiet.timeout.connect(self._tell)
        label = QLabel(self.tr("V&oice"), self)
        label.setProperty("heading", True)
        label.setBuddy(self.rows[0].box)
        self.add = QToolButton(self)
        self.add.setText(self.tr("Mix in a voice"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        put_icon(self.add, "add", self.palette())
        self.add.setAccessibleName(self.tr("Mix in a voice"))
        self.add.clicked.connect(self._add)
        self.own = QCheckBox(self.tr("Only for this line"), self)
        self.own.setAccessibleName(self.tr("This voice only for this line"))
        self.own.clicked.connect(self.own_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for part in (label, *self.rows, self.own, self.add):
            layout.addWidget(part)
        for number, row in enumerate(self.rows):
            row.changed.connect(self._quiet.start)
            row.removed.connect(lambda number=number: self._remove(number))
        self._show_used()

    def show_voices(self, voices: tuple[VoiceView, ...]) -> None:
        """Offer these voices."""
        self._quiet.stop()
        parts = self._parts()
        self._voices.clear()
        for voice in voices:
            item = QStandardItem(f"{voice.label} – {voice.detail}")
            item.setData(voice.name, NAME_ROLE)
            item.setToolTip(voice.name)
            self._voices.appendRow(item)
        self._fill(parts)
        self._quiet.stop()

    def show_mix(self, view: MixView) -> None:
        """Show a mix without saying it was changed."""
        self._fill(view.parts)
        self.own.setChecked(view.own)

    def mix(self) -> str:
        """Return the mix as it is written; shares are made to add up to one."""
        parts = [(name, share) for name, share in self._parts() if name]
        whole = sum(share for _, share in parts)
        if len(parts) <= 1:
            return "".join(name for name, _ in parts)
        return "+".join(f"{name}:{share / whole:.4g}" for name, share in parts)

    def _parts(self) -> tuple[tuple[str, float], ...]:
        return tuple((row.box.voice(), row.share.value() / FULL) for row in self._in_use())

    def _in_use(self) -> tuple[MixRow, ...]:
        return self.rows[: self._used]

    def _fill(self, parts: tuple[tuple[str, float], ...]) -> None:
        self._used = max(1, min(len(parts), MOST_VOICES))
        for row, (name, share) in zip(self.rows, parts, strict=False):
            row.box.show_voice(name)
            row.show_share(round(share * FULL))
        self._show_used()

    def _show_used(self) -> None:
        mixed = self._used > 1
        for number, row in enumerate(self.rows):
            row.setVisible(number < self._used)
            row.share.setVisible(mixed)
            row.slider.setVisible(mixed)
            row.remove.setVisible(mixed)
        self.add.setVisible(self._used < MOST_VOICES)

    def _add(self) -> None:
        row = self.rows[self._used]
        taken = {other.box.voice() for other in self._in_use()}
        names = [self._voices.item(n).data(NAME_ROLE) for n in range(self._voices.rowCount())]
        row.box.show_voice(next((name for name in names if name not in taken), ""))
        self._used += 1
        for used in self._in_use():
            used.show_share(round(FULL / self._used))
        self._show_used()
        row.box.setFocus()
        self._quiet.start()

    def _remove(self, number: int) -> None:
        parts = list(self._parts())
        del parts[number]
        whole = sum(share for _, share in parts)
        self._fill(tuple((name, share / whole) for name, share in parts))
        self.rows[0].box.setFocus()
        self._quiet.start()

    def _tell(self) -> None:
        mix = self.mix()
        if mix:
            self.changed.emit(mix)
