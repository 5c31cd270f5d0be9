"""The wheel scrolls a pane; it changes a value only where the keyboard is.

Otherwise scrolling past a knob would turn it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar, QWidget

Turned = QAbstractSlider | QAbstractSpinBox | QComboBox


class WheelNeedsFocus(QObject):
    """An event filter that passes the wheel on to whatever scrolls."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignore the wheel over what has not the keyboard."""
        asleep = isinstance(watched, QWidget) and not watched.hasFocus()
        if event.type() == QEvent.Type.Wheel and asleep:
            event.ignore()
            return True
        return False


def keep_wheel_for_focus(pane: QWidget) -> None:
    """Make it so for every value inside ``pane``, but for scroll bars."""
    guard = WheelNeedsFocus(pane)
    for part in pane.findChildren(QWidget):
        if isinstance(part, Turned) and not isinstance(part, QScrollBar):
            part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            part.installEventFilter(guard)
