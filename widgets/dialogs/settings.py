"""Settings that are seldom changed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from widgets.access_keys import plain
from widgets.reading_order import read_as_laid_out
from widgets.themes import MOST_SCALE
from widgets.views import SettingsView

PERCENT = 100
STEP = 10


class SettingsDialog(QDialog):
    """Shows settings; ``wanted`` gives them as they were left."""

    def __init__(self, view: SettingsView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setWindowTitle(self.tr("Settings"))
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._look()
        self._sound()
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addStretch(1)
        layout.addWidget(buttons)
        read_as_laid_out(self.form)
        buttons.raise_()

    def wanted(self) -> SettingsView:
        """Return the settings as the person left them."""
        return SettingsView(
            theme=str(self.theme.currentData()),
            font_scale=self.scale.value() / PERCENT,
            language=str(self.language.currentData()),
            reduce_motion=self.still.isChecked(),
            live_sound=self.live.isChecked(),
            backend=str(self.backend.currentData()),
            backends=self._view.backends,
            precision=str(self.precision.currentData()),
            precisions=self._view.precisions,
            device=str(self.device.currentData()),
            devices=self._view.devices,
            data_folder=self._view.data_folder,
        )

    def _look(self) -> None:
        view = self._view
        self.theme = self._choice(
            self.tr("&Theme"),
            (
                ("system", self.tr("As the system")),
                ("light", self.tr("Light")),
                ("dark", self.tr("Dark")),
                ("contrast", self.tr("High contrast")),
            ),
            view.theme,
        )
        self.scale = QSpinBox(self)
        self.scale.setRange(PERCENT, round(MOST_SCALE * PERCENT))
        self.scale.setSingleStep(STEP)
        self.scale.setSuffix(self.tr(" %"))
        self.scale.setValue(round(view.font_scale * PERCENT))
        self._row(self.tr("&Font size"), self.scale)
        self.language = self._choice(
            self.tr("&Language (from the next start)"),
            (("", self.tr("As the system")), ("en", "English"), ("zh_CN", "简体中文")),
            view.language,
        )
        self.still = QCheckBox(self.tr("&Reduce motion: no moving playhead, fewer redraws"), self)
        self.still.setAccessibleName(self.tr("Reduce motion"))
        self.still.setChecked(view.reduce_motion)
        self.form.addRow(self.still)

    def _sound(self) -> None:
        view = self._view
        self.live = QCheckBox(self.tr("&Speak again by itself when a knob rests"), self)
        self.live.setAccessibleName(self.tr("Speak again by itself when a knob rests"))
        self.live.setChecked(view.live_sound)
        self.form.addRow(self.live)
        self.backend = self._choice(
            self.tr("&Computed by (from the next start)"), view.backends, view.backend
        )
        self.precision = self._choice(
            self.tr("&Precision on a processor (from the next start)"),
            view.precisions,
            view.precision,
        )
        devices = (("", self.tr("System sound device")), *((d, d) for d in view.devices))
        self.device = self._choice(self.tr("Sound &device"), devices, view.device)
        folder = QLabel(view.data_folder, self)
        folder.setTextFormat(Qt.TextFormat.PlainText)
        folder.setWordWrap(True)
        folder.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        folder.setAccessibleName(self.tr("Data folder: {path}").format(path=view.data_folder))
        self.form.addRow(self.tr("Data folder"), folder)

    def _choice(self, label: str, choices: tuple[tuple[str, str], ...], value: str) -> QComboBox:
        box = QComboBox(self)
        for data, text in choices:
            box.addItem(text, data)
        box.setCurrentIndex(max(0, box.findData(value)))
        self._row(label, box)
        return box

    def _row(self, label: str, field: QWidget) -> None:
        field.setAccessibleName(plain(label))
        self.form.addRow(label, field)
