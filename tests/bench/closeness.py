"""How near two sounds of one line are: cepstra, pitch, and what is read out of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.measure import measure, summarise
from engine.values import SAMPLE_RATE

STEPS = {
    "f0_median_st": 1.5,
    "slope_st_s": 1.0,
    "final_st": 1.5,
    "level_db": 1.0,
    "alpha_db": 1.0,
    "hammarberg_db": 1.0,
}
"""Read-outs of emotion and what listeners notice of each (``engine.emotion.axes``)."""
RATIO_STEPS = {"f0_sd_st": 0.15, "speech_s": 0.05}
"""The same for those that are compared as ratios (natural logarithm)."""

WINDOW, HOP = 600, 120
"""Samples: 25 and 5 ms."""
BANDS, CEPSTRA = 40, 13
ACTIVE_DB = 40.0
"""Frames within this of the loudest are compared."""

Audio = NDArray[np.float32]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Closeness:
    """What differs between two sounds of one line."""

    mcd_db: float
    """Mel-cepstral distortion (Kubichek 1993), frames aligned by dynamic time warping."""
    f0_st: float
    """Median difference of F0 where both are voiced, along the same alignment."""
    unvoiced: float
    """Share of frames that are voiced in one and not in the other."""
    readouts: float
    """Root mean square of the read-outs' changes, each in listener's steps."""
    snr_db: float
    """Signal to difference; NaN if they are not equally long."""


def closeness(one: Audio, two: Audio) -> Closeness:
    """Compare two sounds of one line, float32[n] at 24 kHz."""
    cepstra = [_cepstra(sound) for sound in (one, two)]
    path = aligned(*cepstra)
    difference = cepstra[0][path[0]] - cepstra[1][path[1]]
    pitch = [_pitch(sound, len(own)) for sound, own in zip((one, two), cepstra, strict=True)]
    first, second = pitch[0][path[0]], pitch[1][path[1]]
    both = (first > 0) & (second > 0)
    return Closeness(
        mcd_db=float((10 / math.log(10)) * np.sqrt(2 * (difference**2).sum(axis=1)).mean()),
        f0_st=float(np.median(np.abs(12 * np.log2(first[both] / second[both])))),
        unvoiced=float(np.mean((first > 0) != (second > 0))),
        readouts=readouts_moved(one, two),
        snr_db=_snr(one, two) if one.size == two.size else math.nan,
    )


def aligned(one: Array, two: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the cheapest way through two lists of frames, steps (1,1), (1,0), (0,1)."""
    cost = np.sqrt(((one[:, None] - two[None]) ** 2).sum(axis=2))
    rows, columns = cost.shape
    total = np.full((rows + 1, columns + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(rows):
        up = np.minimum(total[i, :-1], total[i, 1:]) + cost[i]
        row = total[i + 1]
        for j in range(columns):
            row[j + 1] = min(up[j], row[j] + cost[i, j])
    i, j = rows, columns
    path = []
    while i and j:
        path.append((i - 1, j - 1))
        steps = ((i - 1, j - 1), (i - 1, j), (i, j - 1))
        i, j = min(steps, key=lambda at: total[at])
    ways = np.array(path[::-1])
    return ways[:, 0], ways[:, 1]


def readouts_moved(one: Audio, two: Audio) -> float:
    """Return the root mean square of the read-outs' changes, each in listener's steps."""
    before, after = (summarise(sound, measure(sound)) for sound in (one, two))
    plain = [(getattr(after, name) - getattr(before, name)) / step for name, step in STEPS.items()]
    ratios = [
        math.log(getattr(after, name) / getattr(before, name)) / step
        for name, step in RATIO_STEPS.items()
    ]
    steps = [each for each in (*plain, *ratios) if math.isfinite(each)]
    return float(np.sqrt(np.mean(np.square(steps))))


def _frames(sound: Audio) -> Array:
    padded = np.pad(sound.astype(np.float64), WINDOW // 2)
    frames: Array = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    return frames * np.hanning(WINDOW)


def _active(frames: Array) -> NDArray[np.int64]:
    level = 10 * np.log10((frames**2).mean(axis=1) + 1e-12)
    return np.flatnonzero(level > level.max() - ACTIVE_DB)


def _cepstra(sound: Audio) -> Array:
    """Mel cepstra 1..13 of the active frames, float64[n, 13] (0, the level, is left out)."""
    frames = _frames(sound)
    power = np.abs(np.fft.rfft(frames[_active(frames)], 1024)) ** 2
    edges = 700 * (10 ** (np.linspace(0, 2595 * math.log10(1 + 12000 / 700), BANDS + 2) / 2595) - 1)
    hertz = np.fft.rfftfreq(1024, 1 / SAMPLE_RATE)
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    up, down = (hertz - low) / (middle - low), (high - hertz) / (high - middle)
    bank = np.maximum(np.minimum(up, down), 0)
    log = np.log(np.sqrt(power @ bank.T) + 1e-5)
    turns = np.outer(np.arange(1, CEPSTRA + 1), np.arange(BANDS) + 0.5)
    cepstra: Array = log @ np.cos(np.pi * turns / BANDS).T * (2 / BANDS)
    return cepstra


def _pitch(sound: Audio, count: int) -> Array:
    """F0 in Hz at the active frames; 0 where unvoiced."""
    track = measure(sound).f0
    places = _active(_frames(sound))[:count] * HOP
    return track[np.minimum(places // 300, len(track) - 1)].astype(np.float64)


def _snr(one: Audio, two: Audio) -> float:
    clean = float((one.astype(np.float64) ** 2).sum())
    return 10 * math.log10(clean / max(float(((one - two).astype(np.float64) ** 2).sum()), 1e-20))
