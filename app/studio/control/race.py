"""Where the last take really ran, and the current line on every backend by one key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.project.values import request_of
from app.studio.control.direction import DirectionControl
from app.studio.control.engine import Asked, EngineControl
from app.studio.control.state import State
from app.studio.present.ran import Row, fact_rows, race_rows
from engine.backends.facts import RunFacts, facts_of, stop_building
from engine.values import RenderRequest, Take
from widgets.announce import announce

if TYPE_CHECKING:
    # Only for their types: loading them is the engine thread's, behind the open window.
    from engine.build import Engine
    from engine.cancel import CancelToken
    from engine.race import Lap

translate = QCoreApplication.translate

LOOK_MS = 2000
"""Between two looks at a build: it takes minutes, and its share done is shown in whole per cent."""

MOST_LINES = 64
"""Lines whose rows are kept, as many as pictures are."""


class RaceControl(QObject):
    """Asks the engine where a take ran, and races the current line, on the engine thread."""

    def __init__(self, state: State, engine: EngineControl, direction: DirectionControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.direction = direction
        self.facts: dict[str, RunFacts] = {}
        self.laps: dict[str, tuple[Lap, ...]] = {}
        """By line."""
        direction.told = self.rows
        engine.sounded.connect(self._sounded)
        engine.ready.connect(lambda: state.window.truth.show_building(False))
        state.replaced.connect(self._forget)
        state.window.actions_by_name["view.race"].triggered.connect(lambda _checked: self.race())
        state.window.truth.stop.clicked.connect(self.stop_building)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LOOK_MS)
        self._later.timeout.connect(self._look)
        self._line = ""
        """Whose take ran last."""

    def rows(self, line: str) -> tuple[Row, ...]:
        """Return what is known of a line beyond its take."""
        return fact_rows(self.facts.get(line)) + race_rows(self.laps.get(line, ()))

    def race(self) -> None:
        """Speak the current line on every backend; it is cancelled as any rendering is."""
        line = self.state.line
        if line is None or not line.text.strip():
            return
        request = request_of(self.state.project, line)

        def then(laps: object) -> None:
            assert isinstance(laps, tuple)
            self._raced(line.id, laps)

        def task(engine: Engine, token: CancelToken) -> tuple[Lap, ...]:
            return _laps(engine, request, token)

        if self.engine.errand(task, then) is not None:
            self.state.window.folds["truth"].set_open(True)
            announce(self.state.window, translate("Studio", "The backends race."))

    def _raced(self, line: str, laps: tuple[Lap, ...]) -> None:
        self.laps[line] = laps
        self._bound(self.laps)
        self.direction.tell(line)
        count = sum(lap.ran for lap in laps)
        says = translate("Studio", "The race is over: {count} backends ran.")
        announce(self.state.window, says.format(count=count))

    def stop_building(self) -> None:
        """Stop the engines that are being built: what serves meanwhile goes on."""

        line = self._line

        def then(facts: object) -> None:
            self._told(line, facts)
            announce(self.state.window, translate("Studio", "No more engines are built."))

        self.engine.errand(_stopped, then)

    def _sounded(self, asked: Asked, _take: Take) -> None:
        self._line = asked.line
        self._look()

    def _look(self) -> None:
        line = self._line
        self.engine.errand(_facts, lambda facts: self._told(line, facts))

    def _told(self, line: str, facts: object) -> None:
        if not isinstance(facts, RunFacts):
            return
        self.facts[line] = facts
        self._bound(self.facts)
        self.direction.tell(line)
        self.state.window.truth.show_building(facts.building)
        if facts.building:
            self._later.start()

    @staticmethod
    def _bound(kept: dict[str, RunFacts] | dict[str, tuple[Lap, ...]]) -> None:
        while len(kept) > MOST_LINES:
            kept.pop(next(iter(kept)))

    def _forget(self) -> None:
        self.facts.clear()
        self.laps.clear()


def _facts(engine: Engine, _token: CancelToken) -> RunFacts | None:
    return facts_of(engine.backend)


def _stopped(engine: Engine, _token: CancelToken) -> RunFacts | None:
    stop_building(engine.backend)
    return facts_of(engine.backend)


def _laps(engine: Engine, request: RenderRequest, token: CancelToken) -> tuple[Lap, ...]:
    from engine.build import backend_rows
    from engine.race import ENGINES_S, in_order, race

    rows = in_order(backend_rows(engine.prepared), engine.backend.describe().name)
    laps = race(engine.renderer, rows, request, token, running=engine.backend, wait_s=ENGINES_S)
    return tuple(laps)
