"""What judges found in a sound, kept by the sound itself: it is never judged twice."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import xxhash

from engine.errors import CacheDamage
from engine.record_file import read_record, write_record
from engine.values import Floats

JUDGING_VERSION: Final = 1
"""Raised when a judge changes."""


class Once:
    """Judgements as records in a folder.

    Args:
        folder: made when the first is written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def judged(self, what: str, sound: bytes, judge: Callable[[], Floats]) -> Floats:
        """Return what ``judge`` says of a sound, or what it said before.

        Args:
            what: names the judge and all that it is told besides the sound.
            sound: the sound as it is kept.
            judge: gives float32[n].

        Raises:
            OSError: the record cannot be written.
        """
        digest = xxhash.xxh3_128(sound)
        digest.update(f"{what} {JUDGING_VERSION}".encode())
        path = self._folder / f"{digest.hexdigest()}.rec"
        with contextlib.suppress(FileNotFoundError, CacheDamage):
            return np.array(read_record(path)[1]["found"], np.float32)
        found = np.asarray(judge(), np.float32)
        write_record(path, {"what": what}, {"found": found})
        return found
