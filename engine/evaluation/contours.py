"""Contours beside each other: ProsoDist, boundaries, and how natural their movement is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.runs import runs_of
from engine.values import CURVE_S, Floats

F0_ST: Final = 1.76
ENERGY_DB: Final = 1.9
"""Spread of one actor's repeats (emotion_targets B3): the divisors of ProsoDist."""

WEIGHT: Final = 0.3
"""Of ProsoDist's sum over F0, energy and pauses."""

BAND: Final = 0.2
"""Share of the longer side by which a path may leave the diagonal."""

FLOOR_DB: Final = -60.0
"""Silence below this is alike."""

TOLERANCE_S: Final = 0.08
"""How far apart two boundaries may be and still be one."""

FASTEST_ST_S: Final = 200.0
"""Faster changes of F0 are glides into and out of voicing, or errors of the tracker."""

Wide = NDArray[np.float64]
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Contour:
    """The curves of one sound on the 12.5 ms grid."""

    f0: Floats
    """float32[n] Hz; 0 = unvoiced."""
    level_db: Floats
    """float32[n] dB re full scale."""
    pauses: tuple[Span, ...]
    """Silent stretches, seconds."""


def frames_of(contour: Contour) -> Wide:
    """Return float64[n, 3]: F0 in 1.76 st (bridged where unvoiced), level in 1.9 dB, pause 0/1.

    Lead and tail outside the speech are left out by what is under ``FLOOR_DB``.
    """
    level = np.maximum(contour.level_db.astype(np.float64), FLOOR_DB)
    loud = np.flatnonzero(level > FLOOR_DB)
    voiced = np.flatnonzero(contour.f0 > 0)
    if not loud.size or not voiced.size:
        return np.zeros((0, 3))
    at = np.arange(level.size)
    pitch = np.interp(at, voiced, 12.0 * np.log2(contour.f0[voiced].astype(np.float64) / 100.0))
    middles = (at + 0.5) * CURVE_S
    rests = np.zeros(level.size)
    for start, end in contour.pauses:
        rests[(middles >= start) & (middles < end)] = 1.0
    whole = np.column_stack([pitch / F0_ST, level / ENERGY_DB, rests])
    return whole[loud[0] : loud[-1] + 1]


def proso_dist(one: Contour, two: Contour) -> float:
    """Return ProsoDist (emotion_targets C2): DTW cost per step of the path; 0 = alike.

    The cost of a pair of frames is 0.3 times the sum of their distances in F0, energy and
    pause flag, each in its divisor; the path stays within a band of 20 % of the longer side.
    """
    return dtw(frames_of(one), frames_of(two))


def dtw(one: Wide, two: Wide) -> float:
    """Return the cheapest path's cost per step; NaN where one side is empty.

    Args:
        one: float64[n, d].
        two: float64[m, d].
    """
    n, m = len(one), len(two)
    if not n or not m:
        return float("nan")
    reach = max(BAND * max(n, m), abs(n - m)) + 1
    total = np.full((n + 1, m + 1), np.inf)
    steps = np.zeros((n + 1, m + 1), np.int64)
    total[0, 0] = 0.0
    for i in range(1, n + 1):
        middle = i * m / n
        first, last = max(1, int(middle - reach)), min(m, int(middle + reach))
        costs = WEIGHT * np.abs(two[first - 1 : last] - one[i - 1]).sum(axis=1)
        for j, cost in zip(range(first, last + 1), costs.tolist(), strict=True):
            before = ((i - 1, j - 1), (i - 1, j), (i, j - 1))
            best = min(before, key=lambda place: total[place])
            total[i, j] = total[best] + cost
            steps[i, j] = steps[best] + 1
    return float(total[n, m] / steps[n, m])


def boundary_f1(asked: Sequence[Span], found: Sequence[Span], faint: Sequence[Span] = ()) -> Wide:
    """Count boundaries that agree: float64[3] of hits, misses and inventions.

    A boundary is a rest; two are one where the next phrase begins within 80 ms of the same
    moment. A found rest that is only in ``faint`` (asked, but short) is no invention.

    Args:
        asked: rests of the plan, seconds.
        found: rests of the sound.
        faint: rests of the plan that were too short to be asked for.
    """
    left = list(found)
    hits = 0
    for rest in asked:
        near = [each for each in left if abs(each[1] - rest[1]) <= TOLERANCE_S]
        if near:
            left.remove(min(near, key=lambda each: abs(each[1] - rest[1])))
            hits += 1
    invented = [
        each for each in left if all(abs(each[1] - rest[1]) > TOLERANCE_S for rest in faint)
    ]
    return np.array([hits, len(asked) - hits, len(invented)], float)


def f1(counts: Wide) -> float:
    """Return F1 of summed hits, misses and inventions; NaN where there was nothing."""
    hits, misses, invented = counts
    whole = 2 * hits + misses + invented
    return float(2 * hits / whole) if whole else float("nan")


def movement(f0: Floats) -> dict[str, Wide]:
    """Return what says how natural a contour moves: its speeds, its range, its voiced runs.

    Args:
        f0: float32[n] Hz on the 12.5 ms grid; 0 = unvoiced.
    """
    voiced = f0 > 0
    pitch = 12.0 * np.log2(np.where(voiced, f0, 100.0).astype(np.float64) / 100.0)
    speed = np.diff(pitch)[voiced[1:] & voiced[:-1]] / CURVE_S
    lengths = [(last - first) * CURVE_S for first, last in runs_of(voiced)]
    return {
        "F0 velocity, st/s": speed[np.abs(speed) < FASTEST_ST_S],
        "F0 range, st": pitch[voiced] - np.median(pitch[voiced]),
        "voiced stretch, s": np.array(lengths),
    }
