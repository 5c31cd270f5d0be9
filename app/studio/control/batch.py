"""What is said of lines that are rendered: of each that was asked for, and of many in a row."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from app.studio.control.engine import Asked, EngineControl
from app.studio.control.state import State
from engine.values import SAMPLE_RATE, Take
from widgets.announce import announce
from widgets.at_most import AtMost

translate = QCoreApplication.translate

TOLD_MS = 250
"""Lines that are in the store already come by the thousand a second; four times a second is
as often as a number can be read."""

SAID_MS = 8_000
"""Time to read what came of it."""


class BatchControl(QObject):
    """Counts many in the status bar and says aloud, once, that they are there."""

    def __init__(self, state: State, engine: EngineControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self._done = 0
        self._telling = AtMost(TOLD_MS, self._tell, self)
        engine.sounded.connect(self._sounded)
        engine.states.connect(self._look)

    def _sounded(self, asked: Asked, take: Take) -> None:
        if asked.batch:
            self._done += 1
            self._telling.ask()
            return
        says = translate("Studio", "Line rendered, {seconds} seconds.")
        seconds = f"{take.plan.samples / SAMPLE_RATE:.1f}"
        announce(self.state.window, says.format(seconds=seconds))

    def _look(self) -> None:
        if not self.engine.desk.batching and self._done:
            self._over()

    def _tell(self) -> None:
        if self._done:
            says = translate("Studio", "Rendering line after line: {done} done.")
            self._say(says.format(done=self._done), 0)

    def _over(self) -> None:
        says = translate("Studio", "Rendered {done} lines.").format(done=self._done)
        self._done = 0
        self._say(says, SAID_MS)
        announce(self.state.window, says)

    def _say(self, text: str, milliseconds: int) -> None:
        self.state.window.statusBar().showMessage(text, milliseconds)
