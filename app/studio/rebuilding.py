"""The engine put together anew: with another backend, or with a voice found elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from app.studio.asking import Asking
from app.studio.control.engine import EngineControl
from app.studio.control.state import State
from engine.cancel import CancelToken
from engine.errors import MissingModel

if TYPE_CHECKING:
    from engine.build import Engine

translate = QCoreApplication.translate

AUTO = "auto"
CPU = "cpu"

Build = Callable[[str], "Engine"]
"""Puts the engine together with a backend of this name; "" = as at the start."""


class Rebuilding(QObject):
    """Does what the buttons of a failed backend or a missing voice say."""

    _stepped = Signal(str, float)
    """What is done on the engine thread and how much of it, 0..1; 0 = not known."""

    def __init__(self, state: State, engine: EngineControl, asking: Asking, build: Build) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.asking = asking
        self._build = build
        self._backend = ""
        self._token = CancelToken()
        self._percent = -1
        """How much was last said to be done."""
        self._stepped.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def automatic(self) -> None:
        """Choose the backend by itself, now and at later starts."""
        self.state.settings.setValue("backend", AUTO)
        self._again(AUTO)

    def on_cpu(self) -> None:
        """Run on the CPU until the program ends, and do what failed again."""
        self._again(CPU)

    def retry(self) -> None:
        """Load what is not loaded; else do what failed again."""
        if self.engine.engine is None:
            self._again(self._backend)
        else:
            self._speak()

    def locate(self) -> None:
        """Ask for a folder with the voice and take it from there."""
        folder = self.asking.open_folder(Path.home())
        if folder is not None:
            data = self.state.data
            self._load(lambda: self._from(folder, data))

    def stop(self) -> None:
        """End a copy or a preparation that is under way: the program ends."""
        self._token.cancel()

    def _from(self, folder: Path, data: Path) -> Engine:
        """Take over what is prepared in ``folder``, or prepare from the files in it."""
        from engine.models.prepare import Sources, adopt, prepare
        from engine.models.prepared import current_folder

        try:
            current_folder(folder)
        except MissingModel:
            self._stepped.emit(translate("Studio", "Preparing the voice…"), 0.0)
            sources = Sources(folder=folder, fetch=False)
            prepare(sources, data, progress=self._prepares, token=self._token)
        else:
            self._stepped.emit(translate("Studio", "Copying the voice…"), 0.0)
            adopt(folder, data, progress=self._copies, token=self._token)
        self._stepped.emit(translate("Studio", "Loading the voice…"), 0.0)
        return self._build(self._backend)

    def _prepares(self, _step: str, share: float) -> None:
        self._stepped.emit(translate("Studio", "Preparing the voice…"), share)

    def _copies(self, _step: str, share: float) -> None:
        if round(100 * share) != self._percent:  # a quick disk would tell it too often
            self._percent = round(100 * share)
            self._stepped.emit(translate("Studio", "Copying the voice…"), share)

    def _show(self, step: str, share: float) -> None:
        self.state.window.show_engine(f"{step} {share:.0%}" if share else step)

    def _again(self, backend: str) -> None:
        self._backend = backend
        failed = self.state.current in self.engine.failures
        self._load(lambda: self._build(backend))
        if failed:
            self.engine.ready.connect(self._speak, Qt.ConnectionType.SingleShotConnection)

    def _load(self, build: Callable[[], Engine]) -> None:
        self.state.window.show_engine(translate("Studio", "Loading the voice…"))
        self.engine.cancel()
        self.engine.engine = None
        self.engine.workshop.rebuild.emit(build)

    def _speak(self) -> None:
        self.engine.failures.pop(self.state.current, None)
        self.engine.speak(self.state.current, play=False)
