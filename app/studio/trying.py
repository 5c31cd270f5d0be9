"""Sound that is only tried: a preset on a line, a take. It ends when the keyboard moves on.

Whoever works with a screen reader would hear two voices at once otherwise.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget


class Trying(QObject):
    """Knows whether something is being tried, and says when it was left."""

    left = Signal()
    """The keyboard went elsewhere in the program while something was tried."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.on = False
        """Set by who plays: something is tried, or is about to be."""
        program = QApplication.instance()
        assert isinstance(program, QApplication)
        program.focusChanged.connect(self._moved)

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.on and new is not None:  # None: it went to another program, and may come back
            self.on = False
            self.left.emit()
