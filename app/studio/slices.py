"""Work that has to be done in the window's thread and would take long, a slice a turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

SLICE_S = 0.008
"""Half of the time between two pictures of a film: the window draws and listens in between."""


class Slices(QObject):
    """Takes the steps of one piece of work; a newer one takes its place."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[object] | None = None
        self._then: Callable[[], None] | None = None
        self._between: Callable[[], None] | None = None
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._slice)

    @property
    def busy(self) -> bool:
        """Whether there are steps to be taken."""
        return self._steps is not None

    def do(
        self,
        steps: Iterator[object],
        then: Callable[[], None],
        between: Callable[[], None] | None = None,
    ) -> None:
        """Take the steps, the first slice at once.

        Args:
            steps: each a short one.
            then: is called when all are taken.
            between: is called after each slice but the last.
        """
        self._steps, self._then, self._between = steps, then, between
        self._slice()

    def drop(self) -> None:
        """Take no more steps."""
        self._steps = None
        self._turn.stop()

    def _slice(self) -> None:
        steps, end = self._steps, time.perf_counter() + SLICE_S
        if steps is None:
            return
        for _ in steps:
            if time.perf_counter() >= end:
                break
        else:
            self._steps = None
            if self._then is not None:
                self._then()
            return
        self._turn.start()
        if self._between is not None:
            self._between()
