"""Doing something often asked for only so often, the last asking never lost."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class AtMost(QObject):
    """Acts at once when asked, and then at most every ``milliseconds``.

    Args:
        milliseconds: shortest time between two acts.
        act: what is done.
        parent: owns this and with it the timer.
    """

    def __init__(self, milliseconds: int, act: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._act = act
        self._owed = False
        self._state: object = None
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(milliseconds)
        self._quiet.timeout.connect(self.settle)

    def ask(self) -> None:
        """Act now or, if that was done just before, as soon as it may be done again."""
        if self._quiet.isActive():
            self._owed = True
        else:
            self.now()

    def follow(self, state: object) -> None:
        """Act now if a state is another than when last followed, else as ``ask`` does."""
        changed, self._state = state != self._state, state
        (self.now if changed else self.ask)()

    def now(self) -> None:
        """Act, however short the time since."""
        self._owed = False
        self._quiet.start()
        self._act()

    def settle(self) -> None:
        """Do now what is owed."""
        if self._owed:
            self.now()
