"""What the first unknown word of a prompt would wait for is loaded before it is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.studio.control.engine import EngineControl

if TYPE_CHECKING:
    # Only for their types: loading them is the engine thread's, behind the open window.
    from engine.build import Engine
    from engine.cancel import CancelToken

QUIET_MS = 1_000
"""Long enough for the first plan to be drawn, and shorter than anybody types a prompt."""


class Warming(QObject):
    """Has it loaded on the engine thread part by part, each when that has nothing to do."""

    def __init__(self, engine: EngineControl) -> None:
        super().__init__(engine)
        self.engine = engine
        self.done = False
        """Whether the engine that is loaded is warm."""
        self._next = 0
        self._token: CancelToken | None = None
        """Of the part that is being loaded."""
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._warm)
        engine.ready.connect(self._begin)
        engine.workshop.worker.settled.connect(self._settled)

    def stop(self) -> None:
        """Load nothing more."""
        self._token = None
        self._quiet.stop()

    def _begin(self) -> None:
        self.done, self._next = False, 0
        self._quiet.start()

    def _warm(self) -> None:
        if self.engine.desk.running is not None:
            self._quiet.start()
            return
        number = self._next

        def step(engine: Engine, _token: CancelToken) -> bool:
            steps = engine.understander.steps
            steps[number]()
            return number + 1 == len(steps)

        self._token = self.engine.errand(step, self._warmed)

    def _settled(self, ticket: int) -> None:
        if ticket >= 0 and self._quiet.isActive():  # a knob is dragged: its plans go first
            self._quiet.start()
        if self._token is not None and self._token.cancelled:  # another project was begun
            self._token = None
            self._quiet.start()

    def _warmed(self, last: object) -> None:
        self._token = None
        self.done, self._next = bool(last), self._next + 1
        if not self.done:
            self._warm()
