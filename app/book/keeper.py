"""Keeps what was decided for books, in order and beside the window.

A disk that is busy takes a tenth of a second to have two small files for certain.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.book import keeping as book_keeping
from app.book.values import BookWork
from app.refusals import from_os
from engine.errors import StudioError


class BookKeeper(QObject):
    """Writes one after the other, on a thread that is there while there is something to write."""

    failed = Signal(object)
    """A ``StudioError``."""

    _broke = Signal(object)

    def __init__(self, data: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data = data
        self._waiting: deque[tuple[Path, Callable[[], None]]] = deque()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._broke.connect(self.failed, Qt.ConnectionType.QueuedConnection)

    def keep(self, work: BookWork, *, running: bool) -> None:
        """Keep a book soon; ``running`` is whether it is being rendered."""
        self._do(work.path, lambda: book_keeping.keep(work, self._data, running=running))

    def mark(self, work: BookWork, *, running: bool) -> None:
        """Note whether a book is being rendered, and leave what was decided since."""
        self._do(work.path, lambda: book_keeping.mark(work, self._data, running=running))

    def settle(self) -> None:
        """Wait until everything is kept; on any thread but its own."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _do(self, path: Path, write: Callable[[], None]) -> None:
        with self._lock:
            self._waiting.append((path, write))
            if self._thread is None:
                # No daemon: the program does not end before what was decided is on the disk.
                self._thread = threading.Thread(target=self._write, name="book keeper")
                self._thread.start()

    def _write(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                path, write = self._waiting.popleft()
            try:
                write()
            except StudioError as error:
                self._broke.emit(error)
            except OSError as error:
                self._broke.emit(from_os(error, path))
