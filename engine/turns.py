"""Who is next on this machine's processor or card: someone who listens before a book.

Processes that share a data folder (a window, a command line, narrations) each take turns by
one lock file. A live request holds it, shared, while a stage runs, and never waits. A batch
asks before each stage whether anybody holds it, and waits while someone does, so a live
request has beside it at most the stage a batch had begun. What is held by a process that
died is freed by the system; one that stands still is waited for ``MOST_S``, no longer.
"""

from __future__ import annotations

import contextlib
import os
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

from engine.cancel import CancelToken

try:
    import fcntl
except ImportError:  # Windows has no shared locks of this kind: nobody waits there
    fcntl = None  # type: ignore[assignment]

MOST_S = 5.0
"""Longest a batch waits before one stage: a long line's sound takes less, and a book must
get on beside somebody who never stops."""

LOOK_S = 0.005
"""Between two looks at the lock: a hundredth of a unit's work."""


FILE = "turns"
"""In the data folder."""


def lock_of(data: Path | None) -> Path | None:
    """Return the lock file of a data folder."""
    return None if data is None else data / FILE


class Turns:
    """One user's view of the lock. Used by one thread.

    Args:
        path: the lock file; made if it is not there. A folder that cannot be written means
            that nobody waits.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self.waited_s = 0.0
        """Seconds a batch has waited so far."""

    @contextlib.contextmanager
    def live(self) -> Iterator[None]:
        """While this is entered, no batch begins a stage."""
        file = self._open()
        if file is None:
            yield
            return
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_SH)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)

    def give_way(self, token: CancelToken) -> None:
        """Wait until no live request is at work, or for ``MOST_S``.

        Raises:
            Cancelled: the token was cancelled.
        """
        file = self._open()
        if file is None:
            return
        begun = time.monotonic()
        while not self._free(file) and time.monotonic() - begun < MOST_S:
            token.check()
            time.sleep(LOOK_S)
        self.waited_s += time.monotonic() - begun

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._ended()
            self._file = None

    def _free(self, file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.flock(file, fcntl.LOCK_UN)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
        return True

    def _open(self) -> int | None:
        if self._file is None and fcntl is not None:
            with contextlib.suppress(OSError):
                flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
                self._file = os.open(self._path, flags, 0o600)
                self._ended = weakref.finalize(self, os.close, self._file)
        return self._file
