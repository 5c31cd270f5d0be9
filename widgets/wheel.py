"""The wheel scrolls a pane; it changes a value only where the keyboard is.

Otherwise scrolling past a knob would turn it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QSlider, QWidget


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
    """Make it so for every value inside ``pane``."""
    guard = WheelNeedsFocus(pane)
    turned = (
        *pane.findChildren(QSlider),
        *pane.findChildren(QAbstractSpinBox),
        *pane.findChildren(QComboBox),
    )
    for part in turned:
        part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        part.installEventFilter(guard)
