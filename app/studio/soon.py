"""Work on the newest of what comes in, put off until nothing else waits."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class Soon:
    """Acts when the event loop is idle; what comes before that takes the place of what came.

    The engine thread goes on with the next plan while the window draws; where it is quicker, no
    more is drawn than the newest.

    Args:
        act: is called with what was given last.
        parent: owns the timer.
    """

    def __init__(self, act: Callable[..., None], parent: QObject) -> None:
        self._act = act
        self._given: tuple[str, tuple[object, ...]] | None = None
        self._idle = QTimer(parent)
        self._idle.setSingleShot(True)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self.settle)

    def give(self, name: str, *what: object) -> None:
        """Act on this soon; what waits under another name is done now, none is lost."""
        if self._given is not None and self._given[0] != name:
            self.settle()
        self._given = name, what
        self._idle.start()

    def settle(self) -> None:
        """Do now what waits."""
        given, self._given = self._given, None
        if given is not None:
            self._act(*given[1])

    def forget(self) -> None:
        """Drop what waits."""
        self._given = None
