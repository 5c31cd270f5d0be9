"""One job on a thread of its own, stopped by Ctrl-C or by being asked to end.

Python hands a signal to its main thread between two steps of Python; a model
run is one step of a second or more. So the work runs on the engine's thread
and the main thread only waits, free to hear the signal and to set the token.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Generic, TypeVar

from engine.cancel import CancelToken

T = TypeVar("T")

WAIT_S = 0.1
"""How long one wait lasts: on Windows a lock cannot be interrupted by Ctrl-C."""

STOPS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)
"""Signals that ask a program to end."""

CANCELLED = 130
"""Exit status after a signal that could not be waited for."""


def run(work: Callable[[CancelToken], T]) -> T:
    """Do ``work`` on the engine's thread and return or raise what it did.

    A first signal cancels the token; the work then ends by itself and leaves
    nothing behind. A second one ends the program at once: what lies on the
    disk is swept away by the next run.
    """
    token = CancelToken()
    job = _Job(work, token)
    thread = threading.Thread(target=job, name="engine", daemon=True)
    with _stopping(token):
        thread.start()
        while thread.is_alive():
            thread.join(WAIT_S)
    return job.outcome()


class _Job(Generic[T]):
    """The work and, afterwards, its result or what it raised."""

    def __init__(self, work: Callable[[CancelToken], T], token: CancelToken) -> None:
        self._work = work
        self._token = token
        self._result: list[T] = []
        self._raised: BaseException | None = None

    def __call__(self) -> None:
        try:
            self._result.append(self._work(self._token))
        except BaseException as error:  # noqa: BLE001 - raised again by ``outcome``
            self._raised = error

    def outcome(self) -> T:
        if self._raised is not None:
            raise self._raised
        return self._result[0]


@contextmanager
def _stopping(token: CancelToken) -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        if token.cancelled:
            os._exit(CANCELLED)
        token.cancel()

    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread; whoever runs there decides
        return
    former = {number: signal.signal(number, stop) for number in STOPS}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
