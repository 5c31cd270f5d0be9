"""A project's takes read ahead on a thread of their own, so that the first hit is warm."""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine.cache.pins import owner_name
from engine.cache.shelf import Shelf
from engine.errors import CacheDamage
from engine.record_file import read_meta

MOST_BYTES: Final = 256 << 20
"""Read ahead at most: some 400 lines, the newest used first; more would push out what
other programs work with."""

Learn = Callable[[str, str], None]
"""Given a key and its coarse key, on the warming thread."""


class WarmUp:
    """Reads ahead until all is read or ``stop`` is called.

    The page cache is warmed, nothing is kept in the program's own memory; what each
    record answers to as a draft is handed to ``learn``.

    Args:
        shelf: whose records; only its paths and list are used.
        project: whose records.
        learn: see ``Learn``.
    """

    def __init__(self, shelf: Shelf, project: str, learn: Learn) -> None:
        self._shelf = shelf
        self._project = owner_name(project)
        self._learn = learn
        self._stopped = threading.Event()
        self.done: deque[str] = deque()
        """Keys that were read ahead."""
        self._thread = threading.Thread(target=self._work, name="warm-up", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Leave the rest, and wait for the record under way."""
        self._stopped.set()
        self._thread.join()

    def join(self) -> None:
        """Wait until all is read."""
        self._thread.join()

    def _work(self) -> None:
        own = [k for k in self._shelf.kept() if k.project == self._project and not k.cold]
        room = MOST_BYTES
        for kept in sorted(own, key=lambda each: -each.used):
            room -= kept.size
            if self._stopped.is_set() or room < 0:
                return
            path = self._shelf.path(kept.key)
            with contextlib.suppress(OSError, CacheDamage):
                coarse = str(read_meta(path).get("coarse", ""))
                _read_ahead(path)
                if coarse:
                    self._learn(kept.key, coarse)
                self.done.append(kept.key)


def _read_ahead(path: Path) -> None:
    """Bring a file into the page cache."""
    with path.open("rb", buffering=0) as file:
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_WILLNEED)
            return
        while file.read(1 << 20):
            pass
