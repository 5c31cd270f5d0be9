"""How files are mapped: switches for what a system can be told about it.

``make bench-cache`` measures each alone. The program has three of them on. Two changed
nothing for files in memory (on ext4, Linux 6) and helped with files that were not: reading
a project ahead (``warm``: the first hit after a start took a third of the time or less) and
huge pages (``huge``: less than half, since the system then reads 2 MB at a time). The third
helps with takes that are read again (``keep``: a third of the time). The others
gained nothing, or lost where files are in memory, which most are; they are there for
machines where that is otherwise. A switch the system or the file system does not know is
passed over.
"""

from __future__ import annotations

import contextlib
import mmap
import sys
from dataclasses import dataclass
from typing import Final

from engine.cache.nodes import bind_here
from engine.errors import InputError

POPULATE: Final = "populate"
"""Map all pages at once (MAP_POPULATE)."""

WARM: Final = "warm"
"""Read ahead a project's takes in the background when it is opened."""

ADVICE: Final = {
    "willneed": "MADV_WILLNEED",
    "sequential": "MADV_SEQUENTIAL",
    "random": "MADV_RANDOM",
    "huge": "MADV_HUGEPAGE",
}
"""Switch -> what ``madvise`` is told: read ahead, a wide or no read-ahead window, huge pages."""

NUMA: Final = "numa"
"""Bring the pages to the reader's memory node (``engine.cache.nodes``)."""

KEEP: Final = "keep"
"""Keep the takes read last mapped (``engine.cache.opened``)."""

SWITCHES: Final = (POPULATE, *ADVICE, NUMA, WARM, KEEP)


@dataclass(frozen=True, slots=True)
class Access:
    """The switches that are on."""

    on: frozenset[str] = frozenset()

    @property
    def keeps(self) -> bool:
        """Whether maps are kept; never on Windows, where nobody else could remove the file."""
        return KEEP in self.on and sys.platform != "win32"

    def map(self, handle: int, size: int) -> mmap.mmap:
        """Map a file to be read.

        Raises:
            OSError: it cannot be mapped.
            ValueError: it is shorter than ``size``.
        """
        if POPULATE in self.on and hasattr(mmap, "MAP_POPULATE"):
            flags = mmap.MAP_SHARED | mmap.MAP_POPULATE
            view = mmap.mmap(handle, size, flags=flags, prot=mmap.PROT_READ)
        else:
            view = mmap.mmap(handle, size, access=mmap.ACCESS_READ)
        for switch, name in ADVICE.items():
            if switch in self.on and hasattr(mmap, name):
                with contextlib.suppress(OSError):  # this file system honours it not
                    view.madvise(getattr(mmap, name))
        if NUMA in self.on:
            bind_here(view)
        return view


PLAIN: Final = Access()


def access_of(words: str) -> Access:
    """Return the switches named in a list with commas; "" for none.

    Raises:
        InputError: ``setting-invalid``: there is no such switch.
    """
    on = frozenset(word.strip() for word in words.split(",") if word.strip())
    unknown = sorted(on - {*SWITCHES})
    if unknown:
        raise InputError(
            "setting-invalid", subject="cache", detail=unknown[0], hint=", ".join(SWITCHES)
        )
    return Access(on)
