"""Health of the cache: shown when asked for, told when it turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.project.values import request_of
from app.studio.asking import Asking
from app.studio.control.engine import EngineControl
from app.studio.control.state import State
from app.studio.control.upkeep import Upkeep
from engine.errors import StudioError
from engine.values import Remark, RenderRequest
from widgets.dialogs.health import HealthDialog

if TYPE_CHECKING:
    # Only for their types: loading them is the engine thread's, behind the open window.
    from engine.build import Engine
    from engine.cache.checkup import Checkup
    from engine.cache.explain import Why
    from engine.cancel import CancelToken

LOOK_MS = 300_000
"""A look every five minutes: as often as there is a new window of figures."""


class HealthControl(QObject):
    """Looks at the cache on the engine thread, between jobs."""

    def __init__(self, state: State, engine: EngineControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.dialog: HealthDialog | None = None
        self.upkeep = Upkeep(state, engine, Asking(state.window))
        self._told = ""
        """The code of what was said last; "" while all is well."""
        self._clock = QTimer(self)
        self._clock.setInterval(LOOK_MS)
        self._clock.timeout.connect(self.look)
        engine.ready.connect(self._clock.start)
        state.window.actions_by_name["view.health"].triggered.connect(lambda _checked: self.show())

    def look(self) -> None:
        """Look now; say so if the cache has turned."""
        self.engine.errand(_checkup, self._turned)

    def show(self) -> None:
        """Look now, at the current line too, and show it."""
        line = self.state.line
        asked = None if line is None else request_of(self.state.project, line)

        def look(engine: Engine, token: CancelToken) -> tuple[Checkup | None, Why | None]:
            return _checkup(engine, token), _why(engine, asked)

        self.engine.errand(look, self._shown)

    def _turned(self, found: object) -> None:
        remark = getattr(found, "remark", None)
        code = remark.code if isinstance(remark, Remark) else ""
        if isinstance(remark, Remark) and code != self._told:
            self.state.board.remarks((remark,))
        self._told = code

    def _shown(self, found: object) -> None:
        from app.studio.present.health import health_view

        assert isinstance(found, tuple)
        checkup, why = found
        view = health_view(checkup, why, self.state.project.id)
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()
        self.dialog = HealthDialog(view, self.state.window)
        self.upkeep.serve(self.dialog)
        self.dialog.show()


def _why(engine: Engine, request: RenderRequest | None) -> Why | None:
    """Why a line is or is not answered; None if it cannot be spoken, or nothing is kept."""
    from engine.cache.explain import why

    if request is None or not request.text.strip() or engine.store is None:
        return None
    try:
        inputs = engine.renderer.inputs(request)
    except StudioError:
        return None
    return why(engine.store, inputs.key(), inputs.told())


def _checkup(engine: Engine, _token: CancelToken) -> Checkup | None:
    return engine.checkup()
