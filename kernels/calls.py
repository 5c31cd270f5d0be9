"""The CUDA kernels by their contracts: what each reference takes, on whatever device runs them.

The same steps serve a card and the processor: only where memory lies and how an entry is
started differ, and that is a ``Device``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from kernels import waveform
from kernels.compiled import THREADS

Floats = NDArray[np.float32]
Wide = NDArray[np.float64]


class Device(Protocol):
    """Where kernels run. A buffer is whatever the device makes of an array."""

    def put(self, array: NDArray[Any]) -> Any:
        """Bring an array there."""
        ...

    def empty(self, shape: Sequence[int], dtype: DTypeLike) -> Any:
        """Make room there."""
        ...

    def fetch(self, buffer: Any) -> NDArray[Any]:
        """Bring a buffer's content back, when all that was launched is done."""
        ...

    def launch(self, entry: str, work: int, *arguments: Any) -> None:
        """Run an entry.

        Args:
            entry: its name.
            work: how many threads have something to do.
            arguments: buffers, and NumPy scalars of the entry's own types.
        """
        ...


class Kernels:
    """Each kernel as a function from arrays to an array."""

    def __init__(self, device: Device) -> None:
        self._on = device

    def bend_f0(
        self,
        f0: Floats,
        *,
        strength: ArrayLike,
        sounding: NDArray[np.bool_],
        level_st: float,
        excursion: float,
        declination_st_s: float,
        final_st: float,
        final_span: float,
        jitter_st: float,
        seed: int,
        step_s: float = 0.0125,
    ) -> Floats:
        """Bend an F0 contour; see ``kernels.contour.bend_f0``. At least one value."""
        on, size = self._on, np.int32(f0.size)
        curve, heard = on.put(f0), on.put(sounding.astype(np.uint8))
        weight = on.put(np.broadcast_to(np.asarray(strength, np.float64), f0.shape).copy())
        line, left = on.empty((5,), np.float64), on.empty(f0.shape, np.int32)
        on.launch("contour_frame", f0.size, curve, heard, size, line, left)
        shape = (level_st, excursion, declination_st_s, final_st, final_span, jitter_st, step_s)
        asked, out = on.put(np.array(shape, np.float64)), on.empty(f0.shape, np.float32)
        sown = np.uint32(seed & 0xFFFFFFFF).view(np.int32)
        on.launch("bend_f0", f0.size, curve, weight, line, left, asked, size, sown, out)
        return on.fetch(out)

    def bend_energy(
        self, energy: Floats, *, strength: ArrayLike, excursion: float, offset: float
    ) -> Floats:
        """Bend an energy curve; see ``kernels.contour.bend_energy``. At least one value."""
        on, size = self._on, np.int32(energy.size)
        curve, line = on.put(energy), on.empty((2,), np.float64)
        asked, out = on.put(np.array([excursion, offset])), on.empty(energy.shape, np.float32)
        weight = on.put(np.broadcast_to(np.asarray(strength, np.float64), energy.shape).copy())
        on.launch("energy_frame", energy.size, curve, size, line)
        on.launch("bend_energy", energy.size, curve, weight, line, asked, size, out)
        return on.fetch(out)

    def regulate(self, features: Floats, durations: NDArray[np.int64]) -> Floats:
        """Repeat features; see ``kernels.durations.regulate``. At least one frame."""
        on, ends = self._on, np.cumsum(durations).astype(np.int32)
        channels, tokens = features.shape
        frames = int(ends[-1])
        out = on.empty((channels, frames), np.float32)
        sizes = map(np.int32, (channels, tokens, frames))
        on.launch("regulate", channels * frames, on.put(features), on.put(ends), *sizes, out)
        return on.fetch(out)

    def snake_norm(self, x: Floats, gamma: Floats, beta: Floats, alpha: Floats) -> Floats:
        """Normalise and add the Snake's wave; see ``kernels.snake_norm``."""
        on, sizes = self._on, tuple(map(np.int32, x.shape))
        values, moments = on.put(x), on.empty((2 * x.shape[0],), np.float32)
        out = on.empty(x.shape, np.float32)
        work = x.shape[0] * THREADS
        on.launch("channel_moments", work, values, *sizes, moments)
        styles = map(on.put, (gamma, beta, alpha))
        on.launch("snake_norm", x.size, values, moments, *styles, *sizes, out)
        return on.fetch(out)

    def shape(
        self, audio: Floats, gain_db: Floats, tilt_db: Floats, bank: Wide, *, rate: int
    ) -> Floats:
        """Apply gain and tilt; see ``kernels.waveform.shape``. At least one sample.

        Args:
            audio, gain_db, tilt_db, rate: as for the reference.
            bank: ``filter_bank(rate)``.
        """
        on, out = self._on, self._on.empty(audio.shape, np.float32)
        arrays = (on.put(audio), on.put(gain_db), on.put(tilt_db), on.put(bank))
        hop = round(rate * waveform.CURVE_S)
        sizes = map(np.int32, (audio.size, gain_db.size, hop, bank.shape[1]))
        on.launch("shape", audio.size, *arrays, *sizes, out)
        return on.fetch(out)

    def limit(self, audio: Floats, ceiling: float, *, rate: int) -> Floats:
        """Hold the peaks; see ``kernels.waveform.limit``. At least one sample."""
        on, size = self._on, np.int32(audio.size)
        half = round(waveform.LOOK_S * rate)
        window = np.hanning(2 * half + 3)[1:-1]
        top = np.float32(ceiling)
        top = top if float(top) <= ceiling else np.nextafter(top, np.float32(0))
        sound, asked = on.put(audio), on.put(np.array([ceiling, top], np.float64))
        need, held = on.empty(audio.shape, np.float64), on.empty(audio.shape, np.float64)
        out = on.empty(audio.shape, np.float32)
        on.launch("limit_need", audio.size, sound, asked, size, need)
        on.launch("limit_hold", audio.size, need, size, np.int32(half), held)
        weights = on.put(window / window.sum())
        edges = (size, np.int32(half))
        on.launch("limit_apply", audio.size, sound, need, held, weights, asked, *edges, out)
        return on.fetch(out)


def filter_bank(rate: int) -> Wide:
    """All tilt filters of a rate.

    Returns:
        float64[2 TILT_LIMIT_DB / TILT_GRID_DB + 1, taps], the most negative tilt first.
    """
    steps = round(waveform.TILT_LIMIT_DB / waveform.TILT_GRID_DB)
    made = [waveform.tilt_filter(s * waveform.TILT_GRID_DB, rate) for s in range(-steps, steps + 1)]
    width = max(row.size for row in made)
    return np.array([np.pad(row, (width - row.size) // 2) for row in made])
