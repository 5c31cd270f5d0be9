"""What the C library does with memory that a run gives back.

Where it cannot be told (only glibc can) nothing happens: more is then held between runs.
"""

from __future__ import annotations

import ctypes
import os

LARGE_BYTES = 2**20
"""Blocks from here on are mapped one by one, and so leave the process when they are freed.
glibc's own limit moves up to the largest block ever freed, 32 MiB; from then on tensors lie in
the heap, in whose holes 150 MiB stayed after 80 lines of different lengths. What it
costs is less than runs differ (3 %)."""

SPARE_BYTES = 2**26
"""Free bytes the heap's end keeps while a line is made; ``give_memory_back`` returns them after
it. Once the limit above is set, glibc's own is 128 KiB, and every array of NumPy's above that
is fetched from the system anew: measuring a sound took 1.6 times as long."""

_MMAP_THRESHOLD, _TRIM_THRESHOLD = -3, -1
"""``M_MMAP_THRESHOLD`` and ``M_TRIM_THRESHOLD`` of glibc's malloc.h."""


def keep_large_blocks_apart() -> None:
    """Have large blocks returned to the system when they are freed; for the whole process."""
    tell = _function("mallopt")
    if tell is not None:
        tell(_MMAP_THRESHOLD, LARGE_BYTES)
        tell(_TRIM_THRESHOLD, SPARE_BYTES)


def give_memory_back() -> None:
    """Let freed pages of smaller blocks return to the system.

    Lines differ in length, and the heap keeps holes as large as the longest:
    without this a long text ended 170 MiB higher than it began. Takes under a
    millisecond.
    """
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def _function(name: str) -> ctypes._NamedFuncPointer | None:
    found: ctypes._NamedFuncPointer | None = None
    if os.name == "posix":
        found = getattr(ctypes.CDLL(None), name, None)
    return found
