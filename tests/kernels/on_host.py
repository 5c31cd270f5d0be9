"""The CUDA kernels built for the processor, and called as a card would be asked to.

The same sources, defines and rounding; ``g++`` instead of NVRTC, loops instead of threads.
"""

from __future__ import annotations

import _ctypes
import ctypes
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernels import waveform
from kernels.compiled import SOURCES, Source
from kernels.snake_norm import EPSILON

Floats = NDArray[np.float32]
Wide = NDArray[np.float64]

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


class HostKernels:
    """The entries of all sources, from one shared library each."""

    def __init__(self, folder: Path, sources: Sequence[Source] = SOURCES) -> None:
        builds = []
        for source in sources:
            (folder / f"{source.name}.cpp").write_text(source.text, encoding="utf-8")
            library = folder / f"{source.name}.so"
            command = ["g++", *FLAGS, *source.defines, f"{source.name}.cpp", "-o", str(library)]
            builds.append((subprocess.Popen(command, cwd=folder), library))
        assert [build.wait(120) for build, _ in builds] == [0] * len(builds)
        self._entries: dict[str, Any] = {}
        self._loaded = [ctypes.CDLL(str(library)) for _, library in builds]
        for source, loaded in zip(sources, self._loaded, strict=True):
            self._entries |= {name: getattr(loaded, name) for name in source.entries}

    def close(self) -> None:
        """Unload: nothing is called afterwards."""
        self._entries.clear()
        for loaded in self._loaded:
            _ctypes.dlclose(loaded._handle)

    def call(self, entry: str, *values: Any) -> None:
        """Call an entry: arrays by address, int as long long unless a ctypes value is given."""
        self._entries[entry](*(_argument(value) for value in values))

    def bend_f0(self, f0: Floats, strength: ArrayLike, sounding: Any, **asked: Any) -> Floats:
        line, left, out = np.zeros(5), np.zeros(f0.size, np.int32), np.empty_like(f0)
        heard = np.asarray(sounding, np.uint8)
        self.call("contour_frame", f0, heard, f0.size, line, left)
        weight = np.broadcast_to(np.asarray(strength, float), f0.shape).copy()
        seed = ctypes.c_uint(asked["seed"] & 0xFFFFFFFF)
        names = ("level_st", "excursion", "declination_st_s", "final_st", "final_span", "jitter_st")
        numbers = [float(asked[name]) for name in names]
        self.call("bend_f0", f0, weight, line, left, f0.size, *numbers, seed, 0.0125, out)
        return out

    def bend_energy(
        self, energy: Floats, strength: ArrayLike, excursion: float, offset: float
    ) -> Floats:
        line, out = np.zeros(2), np.empty_like(energy)
        self.call("energy_frame", energy, energy.size, line)
        weight = np.broadcast_to(np.asarray(strength, float), energy.shape).copy()
        self.call("bend_energy", energy, weight, line, energy.size, excursion, offset, out)
        return out

    def regulate(self, features: Floats, durations: NDArray[np.int64]) -> Floats:
        ends = np.cumsum(durations).astype(np.int32)
        out = np.empty((features.shape[0], int(ends[-1])), np.float32)
        self.call("regulate", features, ends, *features.shape, out.shape[1], out)
        return out

    def snake_norm(self, x: Floats, gamma: Floats, beta: Floats, alpha: Floats) -> Floats:
        moments, out = np.empty(2 * x.shape[0], np.float32), np.empty_like(x)
        self.call("channel_moments", x, *x.shape, EPSILON, moments)
        self.call("snake_norm", x, moments, gamma, beta, alpha, *x.shape, out)
        return out

    def shape(self, audio: Floats, gain: Floats, tilt: Floats, bank: Wide, hop: int) -> Floats:
        out, taps = np.empty_like(audio), ctypes.c_int(bank.shape[1])
        self.call("shape", audio, gain, tilt, bank, audio.size, gain.size, hop, taps, out)
        return out

    def limit(self, audio: Floats, ceiling: float, rate: int) -> Floats:
        half = round(waveform.LOOK_S * rate)
        window = np.hanning(2 * half + 3)[1:-1]
        window /= window.sum()
        need, held, out = np.empty(audio.size), np.empty(audio.size), np.empty_like(audio)
        top = np.float32(ceiling)
        top = top if float(top) <= ceiling else np.nextafter(top, np.float32(0))
        size = audio.size
        self.call("limit_need", audio, size, ceiling, need)
        self.call("limit_hold", need, size, half, held)
        self.call(
            "limit_apply", audio, need, held, window, size, half, ctypes.c_float(float(top)), out
        )
        return out


def _argument(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        assert value.flags.c_contiguous
        return ctypes.c_void_p(value.ctypes.data)
    if isinstance(value, float):
        return ctypes.c_double(value)
    return ctypes.c_longlong(value) if isinstance(value, int) else value


def filter_bank(rate: int) -> Wide:
    """All tilt filters of a rate, a row each ``TILT_GRID_DB``; the middle row passes on."""
    steps = round(waveform.TILT_LIMIT_DB / waveform.TILT_GRID_DB)
    made = [waveform.tilt_filter(s * waveform.TILT_GRID_DB, rate) for s in range(-steps, steps + 1)]
    width = max(row.size for row in made)
    return np.array([np.pad(row, (width - row.size) // 2) for row in made])


def ulps(got: Floats, wanted: Floats) -> NDArray[np.int64]:
    """How many float32 numbers lie between two values, counted through zero."""
    assert got.dtype == wanted.dtype == np.float32
    places = []
    for values in (got, wanted):
        bits = values.view(np.int32).astype(np.int64)
        places.append(np.where(bits < 0, -(bits & 0x7FFFFFFF), bits))
    distance: NDArray[np.int64] = np.abs(places[0] - places[1])
    return distance
