"""Records that were read lately and are still mapped: reading one again costs its check.

Opening, mapping, faulting pages in and reading the header are most of what a record costs;
a file that is known by its inode and length is mapped already. That it is the same file is
not taken as proof that it is whole: its preamble and its checksum are looked at each time,
so what is found here is exactly as true as what ``engine.record_file.read_record`` reads.
"""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import xxhash
from numpy.typing import NDArray

from engine.record_file import PREAMBLE, Arrays, Mapper, Record, map_record, parse_record

MOST_OPEN: Final = 32
"""Records kept mapped: what somebody goes back and forth between. Each holds a file open,
of which a process may have 256 on macOS and 1,024 on Linux, as they come."""


class Holds(Protocol):
    """Holds records for as long as they are kept (``engine.pinning``)."""

    def hold(self, record: NDArray[Any]) -> None:
        """Begin with one: all its bytes, uint8[n] on its map."""
        ...

    def let_go(self, record: NDArray[Any]) -> None:
        """End with it; its map may go after this."""
        ...


@dataclass(frozen=True, slots=True)
class _Opened:
    """A record as it was when its header was read."""

    inode: int
    size: int
    preamble: bytes
    view: mmap.mmap
    whole: NDArray[Any]
    """All of it, uint8[n]."""
    held_by: Holds | None
    meta: dict[str, object]
    arrays: Arrays


class OpenRecords:
    """Reads records and keeps those read last mapped; for one thread at a time.

    Args:
        mapped: maps a file of a size.
        most: how many are kept; 0 for none.
    """

    def __init__(self, mapped: Mapper, most: int = MOST_OPEN) -> None:
        self._mapped = mapped
        self._most = most
        self._kept: dict[str, _Opened] = {}
        """The least recently read first."""
        self.hot: Holds | None = None

    def __len__(self) -> int:
        return len(self._kept)

    def read(self, path: Path) -> Record:
        """Return meta values and read-only arrays of a record, as ``read_record`` does.

        Raises:
            FileNotFoundError: there is no such record.
            CacheDamage: it is damaged.
            OSError: it cannot be read.
        """
        name = str(path)
        known = self._kept.pop(name, None)
        if known is not None:
            if _is_same(known, name):
                self._kept[name] = known  # the last again
                return dict(known.meta), dict(known.arrays)
            _end(known)
        view, inode = map_record(path, self._mapped)
        meta, arrays = parse_record(view, path)
        if self._most:
            preamble, whole = view[: PREAMBLE.size], np.frombuffer(view, np.uint8)
            self._kept[name] = _Opened(
                inode, len(view), preamble, view, whole, self.hot, meta, arrays
            )
            if self.hot is not None:
                self.hot.hold(whole)
            while len(self._kept) > self._most:
                _end(self._kept.pop(next(iter(self._kept))))
            return dict(meta), dict(arrays)
        return meta, arrays

    def drop(self, path: Path) -> None:
        """Let go of a record's map; arrays that were given out keep it alive."""
        known = self._kept.pop(str(path), None)
        if known is not None:
            _end(known)

    def close(self) -> None:
        """Let go of all maps."""
        while self._kept:
            _end(self._kept.popitem()[1])


def _end(known: _Opened) -> None:
    if known.held_by is not None:
        known.held_by.let_go(known.whole)


def _is_same(known: _Opened, name: str) -> bool:
    """Whether the file is the one on the map, and its bytes those whose header was read."""
    try:
        stat = os.stat(name)
    except OSError:
        return False
    view = known.view
    # First the length: to touch what was cut off would end the process.
    if stat.st_size != known.size or stat.st_ino != known.inode:
        return False
    if view[: PREAMBLE.size] != known.preamble:
        return False
    stated: int = PREAMBLE.unpack(known.preamble)[2]
    return stated == xxhash.xxh3_64_intdigest(memoryview(view)[PREAMBLE.size :])
