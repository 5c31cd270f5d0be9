"""Level, loudness, peaks and silences of a sound that is too long to be held at once.

Everything a store or a broadcaster asks of a file, measured while it passes: memory
grows by about a kilobyte a second. Loudness is ITU-R BS.1770-4 (see
``engine.loudness``), true peak its Annex 2: the highest value after fourfold
oversampling.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import soxr
from numpy.typing import NDArray

from engine.loudness import gated, weighting
from engine.values import Floats

SILENCE_DB = -50.0
"""A stretch whose RMS is below this is no speech, for head and tail; audiobook stores ask
for room tone under -60 dB there, and quiet speech lies some 30 dB above it."""
STEP_S = 0.01
"""Resolution of head and tail."""
FLOOR_S = 0.5
"""Length of the quietest stretch that is called the noise floor; Audacity's ACX check
looks at the quietest half second too."""
OVERSAMPLING = 4
"""ITU-R BS.1770-4, Annex 2."""
LEAST_DB = -120.0
"""What digital silence reads."""
MOST_OVER = 2.0
"""Between samples a sound that was band-limited once rises above its samples by less
than this factor (6 dB); stretches lower than that below the peak found are not oversampled."""

_CHUNK_S = 10
_CONTEXT_S = 1
"""The filters ring on for far less: the high pass falls by 60 dB in 60 ms."""
_PEAK_S = 1
_PEAK_CONTEXT_S = 0.02
_HOP_S = 0.1


def decibels(ratio: float) -> float:
    """20 log10, at least ``LEAST_DB``."""
    return max(LEAST_DB, 20.0 * math.log10(ratio)) if ratio > 0.0 else LEAST_DB


@dataclass(frozen=True, slots=True)
class Reading:
    """What a meter found. Levels in dB re full scale, times in seconds.

    ``lufs`` is that of one channel; the same in two channels reads 3.01 higher.
    ``true_peak_db`` is NaN where it was not looked for.
    """

    samples: int
    rate: int
    rms_db: float
    peak_db: float
    true_peak_db: float
    lufs: float
    floor_db: float
    head_s: float
    tail_s: float

    @property
    def seconds(self) -> float:
        """Length."""
        return self.samples / self.rate

    @property
    def is_silent(self) -> bool:
        """Whether nothing in it rises above silence."""
        return self.head_s >= self.seconds


class Meter:
    """Measures one channel.

    Args:
        rate: samples a second; a multiple of 100.
        true_peak: whether true peaks are looked for, which takes a third of the time.
    """

    def __init__(self, rate: int, *, true_peak: bool = True) -> None:
        self._rate = rate
        self._looks_between = true_peak
        self._held: list[Floats] = []
        self._waiting = 0
        self._context: Floats = np.zeros(_CONTEXT_S * rate, np.float32)
        self._response: NDArray[np.complex64] | None = None
        self._hops: list[NDArray[np.float64]] = []
        self._steps: list[NDArray[np.float64]] = []
        self._squares = 0.0
        self._samples = 0
        self._peak = 0.0
        self._true_peak = 0.0

    def add(self, piece: Floats) -> None:
        """Take the next samples: float32[n] within -1..1."""
        self._held.append(piece)
        self._waiting += piece.size
        size = _CHUNK_S * self._rate
        if self._waiting < size:
            return
        held = np.concatenate(self._held)
        whole = held.size - held.size % size
        for start in range(0, whole, size):
            self._measure(held[start : start + size])
        self._held = [held[whole:]]
        self._waiting = held.size - whole

    def read(self) -> Reading:
        """What was measured; nothing is added after this."""
        if self._waiting:
            self._measure(np.concatenate(self._held))
            self._held, self._waiting = [], 0
        steps = np.concatenate(self._steps) if self._steps else np.zeros(0)
        head, tail = self._edges(steps)
        mean = self._squares / self._samples if self._samples else 0.0
        return Reading(
            self._samples,
            self._rate,
            decibels(math.sqrt(mean)),
            decibels(self._peak),
            decibels(max(self._true_peak, self._peak)) if self._looks_between else math.nan,
            gated(self._blocks()),
            _floor(steps),
            head,
            tail,
        )

    def _measure(self, chunk: Floats) -> None:
        self._samples += chunk.size
        self._squares += float(np.sum(np.square(chunk, dtype=np.float64)))
        self._peak = max(self._peak, float(np.max(np.abs(chunk), initial=0.0)))
        self._steps.append(_mean_squares(chunk, round(STEP_S * self._rate)))
        if self._looks_between:
            self._find_true_peak(chunk)
        whole = np.concatenate((self._context, chunk))
        weighted = self._weighted(whole)[self._context.size :]
        self._hops.append(_mean_squares(weighted, round(_HOP_S * self._rate)))
        self._context = whole[-self._context.size :]

    def _weighted(self, whole: Floats) -> Floats:
        size = (_CONTEXT_S + _CHUNK_S) * self._rate + self._rate // 2
        if self._response is None:
            self._response = weighting(size, self._rate).astype(np.complex64)
        # NumPy transforms float32 in double precision too; handed over so, it is a quarter faster.
        double = np.fft.rfft(whole.astype(np.float64), size)
        spectrum = double.astype(np.complex64) * self._response
        return np.fft.irfft(spectrum, size)[: whole.size].astype(np.float32)

    def _blocks(self) -> NDArray[np.float64]:
        """Mean squares over 400 ms, each 100 ms; a shorter sound is one block."""
        if not self._hops:
            return np.zeros(0)
        hops = np.concatenate(self._hops)
        if hops.size < 4:
            return np.array([hops.mean()])
        blocks: NDArray[np.float64] = (hops[:-3] + hops[1:-2] + hops[2:-1] + hops[3:]) / 4
        return blocks

    def _find_true_peak(self, chunk: Floats) -> None:
        around = round(_PEAK_CONTEXT_S * self._rate)
        padded = np.concatenate((self._context[-around:], chunk))
        borders = [*range(0, chunk.size, _PEAK_S * self._rate), chunk.size]
        for start, end in pairwise(borders):
            part = padded[start : end + 2 * around]
            if np.max(np.abs(part), initial=0.0) * MOST_OVER > self._true_peak:
                fine = soxr.resample(part, self._rate, OVERSAMPLING * self._rate)
                self._true_peak = max(self._true_peak, float(np.max(np.abs(fine), initial=0.0)))

    def _edges(self, steps: NDArray[np.float64]) -> tuple[float, float]:
        """Seconds of silence before the first and after the last sound."""
        loud = np.flatnonzero(steps > 10 ** (SILENCE_DB / 10))
        seconds = self._samples / self._rate
        if not loud.size:
            return seconds, seconds
        step = round(STEP_S * self._rate) / self._rate
        return float(loud[0]) * step, max(0.0, seconds - (float(loud[-1]) + 1.0) * step)


def _mean_squares(samples: Floats, size: int) -> NDArray[np.float64]:
    """The mean square of each whole stretch of ``size``; what is left over is left out."""
    whole = samples.size - samples.size % size
    squares: NDArray[np.float64] = np.square(samples[:whole].reshape(-1, size), dtype=np.float64)
    return np.asarray(squares.mean(axis=1), np.float64)


def _floor(steps: NDArray[np.float64]) -> float:
    """RMS of the quietest half second, dB."""
    width = round(FLOOR_S / STEP_S)
    if steps.size < width:
        return decibels(math.sqrt(float(steps.mean()))) if steps.size else LEAST_DB
    sums = np.concatenate(([0.0], np.cumsum(steps)))
    quietest = float(np.min(sums[width:] - sums[:-width])) / width
    return decibels(math.sqrt(max(quietest, 0.0)))
