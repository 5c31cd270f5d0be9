"""Work beside the window that needs no engine: reading a document, cutting it into lines.

Each piece of work has a thread of its own, and only the newest of a kind is heard.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from app.studio.worker import Unexpected
from engine.errors import StudioError

LOG = logging.getLogger(__name__)

Failure = StudioError | Unexpected


class Aside(QObject):
    """Does things on threads and answers on the window's."""

    _done = Signal(str, int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest: dict[str, int] = {}
        self._hear: dict[str, Callable[[object], None]] = {}
        self._fail: dict[str, Callable[[Failure], None]] = {}
        self._closed = False
        self._done.connect(self._answer, Qt.ConnectionType.QueuedConnection)

    def do(
        self,
        kind: str,
        work: Callable[[], object],
        then: Callable[[object], None],
        failed: Callable[[Failure], None],
    ) -> None:
        """Do ``work``; what an older one of that kind returns is dropped."""
        if self._closed:
            return
        ticket = self._newest.get(kind, 0) + 1
        self._newest[kind], self._hear[kind], self._fail[kind] = ticket, then, failed

        def run() -> None:
            try:
                answer = work()
            except StudioError as error:
                answer = error
            except Exception as error:  # the edge of the thread
                LOG.critical("%s failed", kind, exc_info=error)
                answer = Unexpected(kind, error)
            if not self._closed:
                self._done.emit(kind, ticket, answer)

        # A daemon: a damaged document may take minutes, and nothing of it is worth waiting for.
        threading.Thread(target=run, name=f"book {kind}", daemon=True).start()

    def busy(self, kind: str) -> bool:
        """Whether an answer of that kind is still to come."""
        return kind in self._hear

    def close(self) -> None:
        """Hear nothing more."""
        self._closed = True
        self._hear.clear()

    def _answer(self, kind: str, ticket: int, answer: object) -> None:
        if ticket != self._newest.get(kind) or kind not in self._hear:
            return
        then, failed = self._hear.pop(kind), self._fail.pop(kind)
        if isinstance(answer, (StudioError, Unexpected)):
            failed(answer)
        else:
            then(answer)
