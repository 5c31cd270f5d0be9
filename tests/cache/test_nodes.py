"""Memory nodes: what the kernel says of a map that was bound."""

from __future__ import annotations

import ctypes
import mmap
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.cache import nodes as nodes_module
from engine.cache.nodes import MASK_BITS, PREFERRED, bind, bind_here, node_here, nodes

GET_MEMPOLICY = {"x86_64": 239, "aarch64": 236}
OF_ADDRESS = 2
"""MPOL_F_ADDR"""


@pytest.fixture
def view(tmp_path: Path) -> Iterator[mmap.mmap]:
    path = tmp_path / "some"
    path.write_bytes(bytes(range(256)) * 4096)
    with path.open("rb") as file:
        made = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    yield made
    made.close()


def policy_of(view: mmap.mmap) -> tuple[int, list[int]]:
    """What the kernel has written down for a map: policy and nodes."""
    mode, mask = ctypes.c_int(-1), np.zeros(MASK_BITS // 8, np.uint8)
    start = np.frombuffer(view, np.uint8).ctypes.data
    number = GET_MEMPOLICY[platform.machine()]
    wanted = (number, ctypes.addressof(mode), mask.ctypes.data, MASK_BITS, start, OF_ADDRESS)
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.syscall(*(ctypes.c_long(each) for each in wanted)) == 0, ctypes.get_errno()
    return mode.value, np.flatnonzero(np.unpackbits(mask, bitorder="little")).tolist()


def may_bind() -> bool:
    return sys.platform == "linux" and platform.machine() in nodes_module.MBIND and bool(nodes())


def test_a_bound_map_has_the_policy_and_the_same_bytes(view: mmap.mmap) -> None:
    here = node_here()
    bound = here is not None and bind(view, here)
    if bound:  # a container may forbid it
        assert policy_of(view) == (PREFERRED, [here])
    assert view[:] == bytes(range(256)) * 4096
    assert not bind(view, MASK_BITS)
    if may_bind():
        assert here in nodes()
        assert not bind(view, max(nodes()) + 1)


def test_only_where_there_is_a_choice(view: mmap.mmap) -> None:
    here = node_here()
    assert not bind_here(view, (0,))
    assert bind_here(view) == (len(nodes()) > 1 and here is not None and bind(view, here))
    assert bind_here(view, (0, 1)) == (here is not None and bind(view, here))


@pytest.mark.parametrize(
    ("text", "found"), [("0\n", (0,)), ("0-2,5\n", (0, 1, 2, 5)), ("", ()), ("x", ())]
)
def test_the_system_lists_its_nodes(tmp_path: Path, text: str, found: tuple[int, ...]) -> None:
    (tmp_path / "online").write_text(text)
    assert nodes(tmp_path) == found
    assert nodes(tmp_path / "none") == ()


def test_another_system_binds_nothing(view: mmap.mmap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "vax")
    assert not bind(view, 0)
