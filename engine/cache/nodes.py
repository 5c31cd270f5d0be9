"""Memory nodes (NUMA): moving the pages of a map to the node this thread runs on.

Linux alone. A page that is read for the first time already comes to the node of who reads
it; binding moves those that somebody else brought in before. Where there is one node, or
the system does not allow it, nothing is done.

Sources: mbind(2), get_mempolicy(2), madvise(2); numbers of the calls from the kernel's
``arch/x86/entry/syscalls/syscall_64.tbl`` and ``include/uapi/asm-generic/unistd.h``.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import platform
from functools import cache
from pathlib import Path
from typing import Final

SYSFS: Final = Path("/sys/devices/system/node")

MBIND: Final = {"x86_64": 237, "aarch64": 235}
"""Number of the system call; glibc has no function for it, libnuma is seldom installed."""

PREFERRED: Final = 1
"""MPOL_PREFERRED: another node is taken where this one is full."""

MOVE: Final = 2
"""MPOL_MF_MOVE: pages that no other process maps are moved."""

POPULATE_READ: Final = 22
"""MADV_POPULATE_READ (Linux 5.14): only pages that are mapped can be moved."""

MASK_BITS: Final = 1024
"""Nodes a mask has room for: what the kernel can be built for at most."""


def nodes(folder: Path = SYSFS) -> tuple[int, ...]:
    """Return the numbers of the memory nodes; one or none means nothing can be bound."""
    return _nodes(folder)


@cache
def _nodes(folder: Path) -> tuple[int, ...]:
    try:
        listed = (folder / "online").read_text(encoding="ascii").strip()
        ends = [part.split("-") for part in listed.split(",")]
        return tuple(n for end in ends for n in range(int(end[0]), int(end[-1]) + 1))
    except (OSError, ValueError):
        return ()


def node_here() -> int | None:
    """Return the node of the processor this thread runs on; None if it cannot be told."""
    node = ctypes.c_uint(0)
    try:
        failed = ctypes.CDLL(None).getcpu(None, ctypes.byref(node))
    except (AttributeError, OSError, TypeError):  # an older C library, or no such system
        return None
    return None if failed else node.value


def bind_here(view: mmap.mmap, among: tuple[int, ...] | None = None) -> bool:
    """Bring a map's pages to this thread's node; False if there is nothing to choose."""
    if len(nodes() if among is None else among) < 2:
        return False
    here = node_here()
    return here is not None and bind(view, here)


def bind(view: mmap.mmap, node: int) -> bool:
    """Prefer a node for a map and move its pages there; False if the system refuses."""
    number = MBIND.get(platform.machine())
    if number is None or not 0 <= node < MASK_BITS:
        return False
    with contextlib.suppress(OSError, ValueError):  # an older kernel moves what is mapped
        view.madvise(POPULATE_READ)
    import numpy as np  # the settings come here, and a refusal has no time for it

    mask = np.zeros(MASK_BITS // 8, np.uint8)
    mask[node // 8] = 1 << node % 8
    start = np.frombuffer(view, np.uint8).ctypes.data
    arguments = (number, start, len(view), PREFERRED, mask.ctypes.data, MASK_BITS, MOVE)
    try:
        failed = ctypes.CDLL(None).syscall(*(ctypes.c_long(value) for value in arguments))
    except (AttributeError, OSError, TypeError):
        return False
    return not failed
