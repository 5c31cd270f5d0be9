"""A studio opened in the test's own process, and waiting in its event loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.settings import Settings
from app.wiring import Studio
from engine.build import Engine
from widgets.themes import Theming

HANG_S = 30.0
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
        QTest.qWait(0)


def until(reached: Callable[[], object]) -> None:
    """Let the window live until something is so."""
    deadline = time.monotonic() + HANG_S
    while not reached():
        assert time.monotonic() < deadline, "it does not come"
        QTest.qWait(5)
