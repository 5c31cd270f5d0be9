"""The stand-in driver, built once, with the kernels' host build behind its launches."""

from __future__ import annotations

import _ctypes
import ctypes
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kernels.compiled import SOURCES
from tests.kernels.on_host import Host

LETTERS = {"*": ctypes.c_uint64, "long long": ctypes.c_int64, "unsigned int": ctypes.c_uint32}
LETTERS |= {"int": ctypes.c_int32, "double": ctypes.c_double, "float": ctypes.c_float}
LAUNCHED = ctypes.CFUNCTYPE(
    None, ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint, ctypes.POINTER(ctypes.c_void_p)
)


def signature(entry: str) -> list[type]:
    """The types of an entry's parameters, read from its source."""
    text = next(source.text for source in SOURCES if entry in source.entries)
    words = text.split(f"ENTRY {entry}(")[1].split(")")[0].split(",")
    found = []
    for word in words:
        kind = "*" if "*" in word else " ".join(word.split()[:-1])
        found.append(LETTERS[kind])
    return found


class StandIn:
    """The library at ``path``; ``host`` runs what is launched."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lib = ctypes.CDLL(str(path))
        self.host: Host | None = None
        self.launches: list[tuple[str, int, int]] = []
        self._back = LAUNCHED(self._run)
        self.lib.standin_on_launch(self._back)

    def _run(self, entry: bytes, blocks: int, threads: int, arguments: Any) -> None:
        name = entry.decode()
        self.launches.append((name, blocks, threads))
        if self.host is not None:
            kinds = signature(name)
            values = [kind.from_address(arguments[k]) for k, kind in enumerate(kinds)]
            self.host.entries[name](*values)

    def reset(self) -> None:
        """As new: nothing fails, one card, no host behind it."""
        self.lib.standin_reset()
        self.host = None
        self.launches.clear()

    def fail(self, call: str, code: int) -> None:
        self.lib.standin_fail(call.encode(), code)

    def machine(self, release: int = 13000, cards: int = 1) -> None:
        self.lib.standin_machine(release, cards)

    def held(self) -> tuple[int, int, int]:
        """Allocations, pinned regions and streams that are still there."""
        found = self.lib.standin_held()
        return found // 10000, found // 100 % 100, found % 100


@contextmanager
def standin_driver(folder: Path) -> Iterator[StandIn]:
    """Build and load the stand-in; unloaded at the end."""
    source, path = Path(__file__).with_name("standin_driver.cpp"), folder / "libcuda.so.1"
    command = [
        "g++",
        "-std=c++17",
        "-O1",
        "-fno-gnu-unique",
        "-fPIC",
        "-shared",
        str(source),
        "-o",
        str(path),
    ]
    subprocess.run(command, check=True, timeout=120)
    made = StandIn(path)
    yield made
    for _ in range(9):  # every Driver made on it holds it once more
        _ctypes.dlclose(made.lib._handle)
        if str(path) not in Path("/proc/self/maps").read_text():
            break


@pytest.fixture(scope="session")
def standin_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    """The stand-in driver, compiled once for all tests of a process."""
    with standin_driver(tmp_path_factory.mktemp("driver")) as made:
        yield made


@pytest.fixture
def standin(standin_library: StandIn) -> StandIn:
    """The stand-in driver as a test finds it: nothing called, nothing failing."""
    standin_library.reset()
    return standin_library
