"""Health of the cache: shown when asked for, told when it turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.controller_engine import EngineControl
from app.controller_state import State
from engine.values import Remark
from widgets.dialogs.health import HealthDialog

if TYPE_CHECKING:
    # Only for their types: loading them is the engine thread's, behind the open window.
    from engine.build import Engine
    from engine.cache.checkup import Checkup
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
        """Look now and show it."""
        self.engine.errand(_checkup, self._shown)

    def _turned(self, found: object) -> None:
        remark = getattr(found, "remark", None)
        code = remark.code if isinstance(remark, Remark) else ""
        if isinstance(remark, Remark) and code != self._told:
            self.state.board.remarks((remark,))
        self._told = code

    def _shown(self, found: object) -> None:
        from app.present_health import health_view

        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()
        self.dialog = HealthDialog(health_view(found), self.state.window)  # type: ignore[arg-type]
        self.dialog.show()


def _checkup(engine: Engine, _token: CancelToken) -> Checkup | None:
    return engine.checkup()
