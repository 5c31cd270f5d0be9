"""The CUDA kernels built for the processor: ``g++`` instead of NVRTC, loops instead of threads.

The same sources, constants and rounding.
"""

from __future__ import annotations

import _ctypes
import ctypes
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kernels.compiled import SOURCES, Source

FLAGS = (
    "-std=c++17",
    "-O2",
    "-ffp-contract=off",
    "-fPIC",
    "-shared",
    "-Wall",
    "-Wextra",
    "-Werror",
)

NUMBERS = {
    np.int32: ctypes.c_int32,
    np.uint32: ctypes.c_uint32,
    np.int64: ctypes.c_int64,
    np.float32: ctypes.c_float,
    np.float64: ctypes.c_double,
}


class Host:
    """The processor as a ``kernels.calls.Device``."""

    def __init__(self, folder: Path, sources: Sequence[Source] = SOURCES) -> None:
        builds = []
        for source in sources:
            (folder / f"{source.name}.cpp").write_text(source.text, encoding="utf-8")
            library = folder / f"{source.name}.so"
            command = ["g++", *FLAGS, *source.defines, f"{source.name}.cpp", "-o", str(library)]
            builds.append((subprocess.Popen(command, cwd=folder), library))
        assert [build.wait(120) for build, _ in builds] == [0] * len(builds)
        self.entries: dict[str, Any] = {}
        self._loaded = [ctypes.CDLL(str(library)) for _, library in builds]
        for source, loaded in zip(sources, self._loaded, strict=True):
            self.entries |= {name: getattr(loaded, name) for name in source.entries}

    def close(self) -> None:
        """Unload: nothing is called afterwards."""
        self.entries.clear()
        for loaded in self._loaded:
            _ctypes.dlclose(loaded._handle)

    def put(self, array: NDArray[Any]) -> NDArray[Any]:
        return np.ascontiguousarray(array)

    def empty(self, shape: Sequence[int], dtype: DTypeLike) -> NDArray[Any]:
        return np.full(shape, -77, dtype)

    def fetch(self, buffer: NDArray[Any]) -> NDArray[Any]:
        return buffer

    def launch(self, entry: str, work: int, *arguments: Any) -> None:
        self.entries[entry](*(_argument(value) for value in arguments))


def _argument(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return ctypes.c_void_p(value.ctypes.data)
    return NUMBERS[type(value)](value.item())


def ulps(got: NDArray[np.float32], wanted: NDArray[np.float32]) -> NDArray[np.int64]:
    """How many float32 numbers lie between two values, counted through zero."""
    assert got.dtype == wanted.dtype == np.float32
    places = []
    for values in (got, wanted):
        bits = values.view(np.int32).astype(np.int64)
        places.append(np.where(bits < 0, -(bits & 0x7FFFFFFF), bits))
    distance: NDArray[np.int64] = np.abs(places[0] - places[1])
    return distance
