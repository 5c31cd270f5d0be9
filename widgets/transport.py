"""The player's controls."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from widgets.icons import put_icon
from widgets.reading_order import name_box
from widgets.views import TransportView

PERCENT = 100
USUAL_TIMES = "0:00.0 / 00:00.0"
"""What the clock has room for at least: a line, or an hour of them."""


def clock(seconds: float) -> str:
    """Return a time as ``m:ss.t``."""
    tenths = round(max(seconds, 0.0) * 10)
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02d}.{rest % 10}"


class Transport(QWidget):
    """Speak or stop, loop, volume, where the sound goes."""

    play_asked = Signal()
    stop_asked = Signal()
    loop_toggled = Signal(bool)
    volume_moved = Signal(float)
    device_chosen = Signal(str)
    rescan_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing = False
        self.speak = QPushButton(self)
        self.speak.setProperty("primary", True)
        self.speak.clicked.connect(self._pressed)
        self.loop = QToolButton(self)
        self.loop.setCheckable(True)
        self.loop.clicked.connect(self.loop_toggled)
        self.time = QLabel(self)
        self.time.setAccessibleDescription(self.tr("Place in the sound"))
        self.why = QLabel(self)
        """Why nothing can be heard, where that is so."""
        self.why.setProperty("quiet", True)
        self.why.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.volume = QSlider(Qt.Orientation.Horizontal, self)
        self.device = QComboBox(self)
        self.rescan = QToolButton(self)
        self.rescan.clicked.connect(self.rescan_asked)
        self._dress()
        self._place()
        self._fit()
        self.show_transport(TransportView(False, 0.0, 0.0, 0.0, can_play=True))

    def _dress(self) -> None:
        palette = self.palette()
        for button, icon, name in (
            (self.loop, "loop", self.tr("Repeat the selection")),
            (self.rescan, "rescan", self.tr("Look for sound devices again")),
        ):
            put_icon(button, icon, palette)
            button.setAutoRaise(True)
            button.setToolTip(name)
            button.setAccessibleName(name)
        self.volume.setRange(0, PERCENT)
        self.volume.setMaximumWidth(110)
        self.volume.setAccessibleName(self.tr("Volume, percent"))
        self.volume.setToolTip(self.tr("Volume, percent"))
        self.volume.valueChanged.connect(lambda value: self.volume_moved.emit(value / PERCENT))
        name_box(self.device, self.tr("Sound device"))
        self.device.setToolTip(self.tr("Sound device"))
        self.device.setMinimumContentsLength(14)
        self.device.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.device.activated.connect(self._chose)

    def _place(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.speak)
        row.addWidget(self.loop)
        row.addWidget(self.time)
        row.addWidget(self.why, 1)
        self.volume_sign = QLabel(self.tr("Vol&ume"), self)
        self.volume_sign.setBuddy(self.volume)
        row.addWidget(self.volume_sign)
        row.addWidget(self.volume)
        row.addWidget(self.device)
        row.addWidget(self.rescan)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "speak"):
            QTimer.singleShot(0, self, self._fit)  # its parts have that font a moment later

    def _fit(self) -> None:
        """Give the button the width of its widest word, and the clock that of usual times.

        Nothing beside them then moves, and the window is not laid out anew with every tenth
        of a second.
        """
        word = self.speak.text()
        self.speak.setMinimumWidth(0)
        widths = []
        for each in (self.tr("Speak"), self.tr("Stop"), self.tr("Render")):
            self.speak.setText(each)
            widths.append(self.speak.sizeHint().width())
        self.speak.setText(word)
        self.speak.setMinimumWidth(max(widths))
        metrics = self.time.fontMetrics()
        shown = max(USUAL_TIMES, self.time.text(), key=metrics.horizontalAdvance)
        self.time.setFixedSize(metrics.horizontalAdvance(shown) + 1, metrics.height())

    def _write_time(self, seconds: float, whole: float) -> None:
        text = f"{clock(seconds)} / {clock(whole)}"
        if text != self.time.text():
            width = self.time.fontMetrics().horizontalAdvance(text) + 1
            if width > self.time.width():
                self.time.setFixedWidth(width)
            self.time.setText(text)

    def show_transport(self, view: TransportView) -> None:
        """Show what the player does."""
        self._show_speak(view)
        self.loop.setChecked(view.loop)
        whole = max(view.whole_s, view.length_s)
        self._write_time(view.position_s, whole)
        self.volume.blockSignals(True)
        self.volume.setValue(round(view.volume * PERCENT))
        self.volume.blockSignals(False)
        self._show_devices(view)

    def show_position(self, seconds: float, whole: float) -> None:
        """Show only the place: called often while sound runs."""
        self._write_time(seconds, whole)

    def _show_speak(self, view: TransportView) -> None:
        text = self.tr("Stop") if view.playing else self.tr("Speak")
        if view.can_play and view.why_not and not view.playing:
            text = self.tr("Render")
        reason = "" if view.playing else view.why_not
        if reason != self.why.text():
            self.why.setText(reason)
            self.why.setToolTip(reason)
        if text == self.speak.text() and self.speak.isEnabled() == (view.can_play or view.playing):
            return
        self._playing = view.playing
        self.speak.setText(text)
        self.speak.setAccessibleName(text)
        put_icon(self.speak, "stop" if view.playing else "play", self.palette())
        self.speak.setEnabled(view.can_play or view.playing)
        why = "" if view.playing else view.why_not
        self.speak.setToolTip(why or self.tr("Ctrl+Space speaks and stops, wherever you are."))
        self.speak.setAccessibleDescription(why)

    def _show_devices(self, view: TransportView) -> None:
        wanted = {"": self.tr("System sound device"), **{name: name for name in view.devices}}
        if view.device not in wanted:
            wanted[view.device] = self.tr("{device} (not connected)").format(device=view.device)
        shown = {
            self.device.itemData(n): self.device.itemText(n) for n in range(self.device.count())
        }
        if shown != wanted:
            self.device.clear()
            for name, label in wanted.items():
                self.device.addItem(label, name)
        self.device.setCurrentIndex(self.device.findData(view.device))

    def _pressed(self) -> None:
        (self.stop_asked if self._playing else self.play_asked).emit()

    def _chose(self, row: int) -> None:
        self.device_chosen.emit(str(self.device.itemData(row)))
