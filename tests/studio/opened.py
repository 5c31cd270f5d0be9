"""A studio opened in the test's own process, and waiting in its event loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.project.values import Project
from app.settings import Settings
from app.studio.wiring import Studio
from engine.backends.fake import FakeBackend
from engine.build import Engine
from widgets.themes import Theming

HANG_S = 60.0
"""Longer than anything takes on a busy machine: reaching it means that it hangs."""


class Kept(Engine):
    """An engine that several studios use one after another: closing one leaves it whole."""

    def close(self) -> None:
        """The session closes it."""


@contextmanager
def opened(own: Settings, theming: Theming, build: Callable[[], Engine]) -> Iterator[Studio]:
    """Open a studio, and close it however the test ends."""
    own.data.mkdir(parents=True, exist_ok=True)
    studio = Studio(own, build, theming)
    studio.start()
    try:
        yield studio
    finally:
        assert studio.stop()
        studio.keep_recovery = True  # its window has no more to ask
        studio.window.close()
        studio.window.deleteLater()
        QApplication.sendPostedEvents()
        live(0)


def live(milliseconds: int) -> None:
    """Let the window live as the program does.

    ``QTest.qWait`` would keep the interpreter to itself all the while: whatever of the
    engine's thread is Python would then take ten times as long.
    """
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until(reached: Callable[[], object], hang_s: float = HANG_S) -> None:
    """Let the window live until something is so."""
    deadline = time.monotonic() + hang_s
    while not reached():
        assert time.monotonic() < deadline, "it does not come"
        live(5)


def double(studio: Studio) -> FakeBackend:
    """The backend a studio of the tests speaks with."""
    assert studio.engine.engine is not None
    backend = studio.engine.engine.backend
    assert isinstance(backend, FakeBackend)
    return backend


def idle(studio: Studio) -> None:
    """Wait until the engine has nothing to do."""
    until(lambda: studio.engine.desk.running is None and studio.engine.desk.waiting is None)


def spoken(studio: Studio) -> None:
    """Speak the current line and wait for its take."""
    before = 0 if studio.state.line is None else len(studio.state.line.takes)
    studio.engine.speak(studio.state.current, play=False)
    until(lambda: studio.state.line is not None and len(studio.state.line.takes) > before)
    idle(studio)


def begun_anew(studio: Studio, project: Project) -> None:
    """Give a studio another project, as File > New does, and wait for its first plan."""
    idle(studio)
    studio.playing.stop()
    studio.playing.live = True
    studio.state.history.saved(studio.state.project)
    studio.state.history.stack.setClean()
    studio.files._begin(project, None, None, None)
    studio.state.board.drop(*(view.id for view in studio.state.board.views))
    until(lambda: studio.state.current in studio.engine.pictures)
    idle(studio)
