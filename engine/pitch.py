"""The run-time pitch tracker: autocorrelation with a cheapest path.

The method is the one published by P. Boersma, "Accurate short-term analysis of
the fundamental frequency and the harmonics-to-noise ratio of a sampled sound",
IFA Proceedings 17 (1993) 97-110: the autocorrelation of a windowed frame over
that of its window, candidates at its peaks, and the path through them that
costs least. The costs are the paper's. It runs twice, as the corpus statistics
behind the emotion targets do: first over the widest range, then between bounds
taken from the voice's own quartiles.

WORLD's trackers were tried first: on this voice DIO jumps an octave in low
male lines and drops out in fast glides, and Harvest costs a third of the
sound's duration.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_Wide = NDArray[np.float64]
Floats = NDArray[np.float32]

FLOOR_HZ = 60.0
CEILING_HZ = 750.0
"""Range of the first pass."""

QUARTILE_FLOOR = 0.72
QUARTILE_CEILING = 2.3
"""Second pass: from 0.72 x the first quartile to 2.3 x the third."""

LEAST_FLOOR_HZ = 40.0
"""The second pass never looks lower: creak below this has no pitch."""

PERIODS = 3.0
"""Window length in periods of the floor."""

VOICING = 0.45
"""Autocorrelation a candidate must pass to be called voiced."""

SILENCE = 0.03
"""Frames whose middle period stays under this share of the loudest peak are unvoiced."""

OCTAVE_COST = 0.01
"""Bias per octave toward the higher of equal candidates."""

OCTAVE_JUMP_COST = 0.35
"""Cost of a jump of one octave between frames 10 ms apart."""

VOICING_COST = 0.14
"""Cost of a change of voicing between frames 10 ms apart."""

CANDIDATES = 8
"""Peaks kept per frame, the strongest."""

OVERSAMPLE = 2
"""Finer lags, so that the narrow peaks of a high voice are not missed between samples."""

BLOCK = 128
"""Frames transformed at once: bounds the memory of a long sound, and what is worked on stays
near the processor (a fifth quicker than 512)."""


@dataclass(frozen=True, slots=True)
class _Range:
    floor: float
    ceiling: float


def track(audio: _Wide, hop: int, rate: int) -> Floats:
    """Track F0 about the middle of each hop.

    Args:
        audio: float64[n] samples.
        hop: samples between two values.
        rate: Hz.

    Returns:
        float32[ceil(n / hop)] Hz; 0 = unvoiced.
    """
    first = _one_pass(audio, hop, rate, _Range(FLOOR_HZ, CEILING_HZ))
    if not first.any():
        return first
    lower, upper = np.percentile(first[first > 0], [25, 75])
    own = _Range(max(QUARTILE_FLOOR * lower, LEAST_FLOOR_HZ), QUARTILE_CEILING * upper)
    return _one_pass(audio, hop, rate, own)


def _one_pass(audio: _Wide, hop: int, rate: int, search: _Range) -> Floats:
    count = -(-audio.size // hop)
    peak = float(np.abs(audio).max(initial=0.0))
    if peak == 0.0:
        return np.zeros(count, np.float32)
    size = round(PERIODS * rate / search.floor)
    padded = np.pad(audio, (size // 2, size + hop))
    windows = np.lib.stride_tricks.sliding_window_view(padded, size)[hop // 2 :: hop][:count]
    hertz, strength = np.zeros((count, CANDIDATES + 1)), np.zeros((count, CANDIDATES + 1))
    for start in range(0, count, BLOCK):
        part = slice(start, start + BLOCK)
        hertz[part], strength[part] = _candidates(windows[part], peak, rate, search)
    path = _cheapest_path(hertz, strength, hop / rate)
    return hertz[np.arange(count), path].astype(np.float32)


def _candidates(frames: _Wide, peak: float, rate: int, search: _Range) -> tuple[_Wide, _Wide]:
    """Frequencies and strengths float64[k, 1 + CANDIDATES]; column 0 is unvoiced (0 Hz)."""
    centred = frames - frames.mean(axis=1, keepdims=True)
    ratio = _autocorrelation(centred)
    fine = OVERSAMPLE * rate
    first = int(np.ceil(fine / search.ceiling))
    last = min(int(fine / search.floor), ratio.shape[1] - 2)
    left, here, right = (ratio[:, first + k : last + 1 + k] for k in (-1, 0, 1))
    is_peak = (here > left) & (here >= right) & (here > 0.5 * VOICING)
    curve = np.where(is_peak, 2.0 * here - left - right, 1.0)
    shift = np.where(is_peak, 0.5 * (right - left) / curve, 0.0)
    lag = first + np.arange(here.shape[1]) + shift
    height = np.minimum(here + 0.25 * (right - left) * shift, 1.0)
    frequency = np.minimum(fine / lag, search.ceiling)
    score = np.where(is_peak, height + OCTAVE_COST * np.log2(frequency / search.floor), -np.inf)
    best = np.argsort(-score, axis=1)[:, :CANDIDATES]
    rows = np.arange(len(frames))[:, None]
    hertz, strength = np.zeros((2, len(frames), CANDIDATES + 1))
    strength[:, 1:] = -np.inf
    hertz[:, 1 : best.shape[1] + 1] = frequency[rows, best]
    strength[:, 1 : best.shape[1] + 1] = score[rows, best]
    middle = slice(round(frames.shape[1] / PERIODS), round(2 * frames.shape[1] / PERIODS))
    loudness = np.abs(centred[:, middle]).max(axis=1) / peak
    strength[:, 0] = VOICING + np.maximum(0.0, 2.0 - loudness * (1.0 + VOICING) / SILENCE)
    return hertz, strength


def _autocorrelation(frames: _Wide) -> _Wide:
    """Autocorrelation of each frame over that of its window, at oversampled lags."""
    size = frames.shape[1]
    window = np.hanning(size + 2)[1:-1]
    length = 1 << int(np.ceil(np.log2(1.5 * size)))

    def correlate(signal: _Wide) -> _Wide:
        power = np.abs(np.fft.rfft(signal, length)) ** 2
        whole: _Wide = np.fft.irfft(power, OVERSAMPLE * length)
        near = whole[..., : OVERSAMPLE * size // 2]
        return near / np.maximum(near[..., :1], 1e-30)

    ratio: _Wide = correlate(frames * window) / correlate(window)
    return ratio


def _cheapest_path(hertz: _Wide, strength: _Wide, step_s: float) -> NDArray[np.int64]:
    """Index of the candidate of each frame on the path that costs least (Viterbi)."""
    count, width = hertz.shape
    if count == 0:
        return np.zeros(0, np.int64)
    pace = 0.01 / step_s
    voiced = hertz > 0
    octaves = np.log2(np.where(voiced, hertz, 1.0))
    total = strength[0]
    came = np.zeros((count, width), np.int64)
    columns = np.arange(width)
    for frame in range(1, count):
        jump = OCTAVE_JUMP_COST * np.abs(octaves[frame][:, None] - octaves[frame - 1])
        now, before = voiced[frame][:, None], voiced[frame - 1]
        price = np.where(now & before, jump, np.where(now ^ before, VOICING_COST, 0.0))
        reached = total - pace * price
        came[frame] = reached.argmax(axis=1)
        total = reached[columns, came[frame]] + strength[frame]
    path = np.zeros(count, np.int64)
    path[-1] = total.argmax()
    for frame in range(count - 1, 0, -1):
        path[frame - 1] = came[frame, path[frame]]
    return path
