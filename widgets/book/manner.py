"""How something of a book is spoken: a voice, an emotion in free words, its degree."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from widgets.book.views import MannerView
from widgets.reading_order import name_box
from widgets.views import VoiceView
from widgets.voice_picker import NAME_ROLE

AS_ABOVE = -0.1
"""Shown as words: the least value of the box, a step under the least degree."""
STEP = 0.1
MOST = 2.0
"""The knob's own range (0 to 2)."""


class MannerField(QWidget):
    """Voice, emotion and intensity in a row; empty means as what is above."""

    changed = Signal(object)
    """The ``MannerView`` as it is now."""

    def __init__(self, of: str, above: str, parent: QWidget | None = None) -> None:
        """Make the field.

        Args:
            of: what is spoken so, for the names of the parts.
            above: what stands where nothing is said; "" = nothing is above.
            parent: as Qt has it.
        """
        super().__init__(parent)
        self._above = above
        self._voices = QStandardItemModel(self)
        self.voice = QComboBox(self)
        self.voice.setModel(self._voices)
        self.voice.setMinimumContentsLength(12)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.voice.setSizeAdjustPolicy(policy)
        name_box(self.voice, self.tr("Voice of {what}").format(what=of))
        self.emotion = QLineEdit(self)
        self.emotion.setPlaceholderText(above or self.tr("neutral, or say how: “calm, warm”"))
        self.emotion.setAccessibleName(self.tr("Emotion of {what}").format(what=of))
        self.intensity = QDoubleSpinBox(self)
        self.intensity.setRange(AS_ABOVE if above else 0.0, MOST)
        self.intensity.setSingleStep(STEP)
        self.intensity.setDecimals(1)
        if above:
            self.intensity.setSpecialValueText(above)
        self.intensity.setAccessibleName(self.tr("Intensity of {what}").format(what=of))
        self._lay()
        self.voice.activated.connect(self._tell)
        self.emotion.editingFinished.connect(self._tell)
        self.intensity.valueChanged.connect(self._tell)
        self._shown: MannerView | None = None
        self.show_voices(())

    def _lay(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        fields: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Voice"), self.voice),
            (self.tr("Emotion"), self.emotion),
            (self.tr("Intensity"), self.intensity),
        )
        for row, (name, field) in enumerate(fields):
            label = QLabel(name, self)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.setColumnStretch(1, 1)

    def manner(self) -> MannerView:
        """Return what is said."""
        degree = self.intensity.value()
        above = bool(self._above) and degree < 0
        return MannerView(
            str(self.voice.currentData(NAME_ROLE) or ""),
            self.emotion.text().strip(),
            None if above else round(degree, 2),
        )

    def show_voices(self, voices: tuple[VoiceView, ...]) -> None:
        """Offer these voices."""
        kept = self.manner()
        with QSignalBlocker(self.voice):
            self._voices.clear()
            if self._above:
                self._add("", self._above)
            for voice in voices:
                self._add(voice.name, f"{voice.label} – {voice.detail}")
        self._show_voice(kept.voice)

    def show_manner(self, view: MannerView) -> None:
        """Show what is said, without saying it was changed; what is typed is left alone."""
        self._shown = view
        self._show_voice(view.voice)
        if not self.emotion.hasFocus() and self.emotion.text() != view.emotion:
            self.emotion.setText(view.emotion)
        with QSignalBlocker(self.intensity):
            self.intensity.setValue(AS_ABOVE if view.intensity is None else view.intensity)

    def _add(self, name: str, label: str) -> None:
        item = QStandardItem(label)
        item.setData(name, NAME_ROLE)
        self._voices.appendRow(item)

    def _show_voice(self, name: str) -> None:
        with QSignalBlocker(self.voice):
            row = self.voice.findData(name, NAME_ROLE)
            if row < 0 and name:
                self._add(name, name)
                row = self._voices.rowCount() - 1
            self.voice.setCurrentIndex(row)

    def _tell(self) -> None:
        view = self.manner()
        if view != self._shown:
            self._shown = view
            self.changed.emit(view)
