"""Is the cache well: hit rate, drift of what is asked, and a score of both.

Drift is the Wasserstein distance between the emotions asked lately and those before,
one axis at a time (valence, arousal, dominance, each -1..1), mean of the three. In one
dimension it is the mean distance of the sorted samples; in 128 it would need thousands
of samples to say anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.values import Remark

ALARM: Final = 0.18
"""Distance from which the distribution has moved: a tenth of the scale of an axis."""

OVER_NULL: Final = 2.0
"""The distance must also be this many times its own null: two halves of one sample lie
apart too, and the further the fewer there are."""

RECENT: Final = 256
"""Emotions that count as lately."""

LEAST: Final = 32
"""With fewer on either side nothing is said."""

WELL: Final = 0.5
"""Score under which the cache is worth a word: with whole records and a steady past it is
reached only when nothing at all is answered."""

_SPLITS: Final = 50
_WEIGHTS: Final = {"hits": 0.5, "whole": 0.3, "steady": 0.2}
"""Weights of the score: whether it helps, whether it is undamaged, whether its past
still speaks for its future."""


@dataclass(frozen=True, slots=True)
class Drift:
    """Distance, its null, and whether both thresholds are passed."""

    distance: float
    null: float
    alarm: bool


def wasserstein(one: NDArray[np.floating], two: NDArray[np.floating]) -> float:
    """Return the 1-D Wasserstein distance of two samples, by their quantiles."""
    points = (np.arange(max(len(one), len(two))) + 0.5) / max(len(one), len(two))
    a, b = (np.quantile(x, points, method="inverted_cdf") for x in (one, two))
    return float(np.abs(a - b).mean())


def drift(vad: NDArray[np.floating], recent: int = RECENT) -> Drift | None:
    """Return how far the last ``recent`` emotions lie from those before them.

    Args:
        vad: float[n, 3] in the order they came; may be a view of the table's map.
        recent: how many of the last to set against the others.

    Returns:
        None if there are too few to say.
    """
    sound = vad[np.isfinite(vad).all(axis=1) & (np.abs(vad) <= 1.0).all(axis=1)]
    recent = min(recent, len(sound) // 2)
    if recent < LEAST:
        return None
    before, lately = sound[:-recent], sound[-recent:]
    distance = _apart(before, lately)
    random = np.random.default_rng(0)  # the null is the same each time it is looked at
    nulls = []
    for _ in range(_SPLITS):
        order = random.permutation(len(sound))
        nulls.append(_apart(sound[order[:-recent]], sound[order[-recent:]]))
    null = float(np.mean(nulls))
    return Drift(distance, null, distance > ALARM and distance > OVER_NULL * null)


def score(hit_rate: float | None, damaged_share: float, drifted: Drift | None) -> float:
    """Return 0..1: weighted hits, share of whole records, and steadiness.

    What is not known yet counts as well: an empty cache is not ill.
    """
    steady = 1.0 if drifted is None else max(0.0, 1.0 - drifted.distance / (2 * ALARM))
    parts = {"hits": 1.0 if hit_rate is None else hit_rate, "whole": 1.0 - damaged_share}
    parts["steady"] = steady
    return float(sum(_WEIGHTS[name] * value for name, value in parts.items()))


def remark_of(value: float, drifted: Drift | None) -> Remark | None:
    """Return what is to be said of a score and a drift; None while both are well."""
    if drifted is not None and drifted.alarm:
        detail = f"{drifted.distance:.2f}, by chance {drifted.null:.2f}"
        return Remark("cache-drifted", "file", detail)
    return Remark("cache-unwell", "file", f"{value:.2f}") if value < WELL else None


def _apart(one: NDArray[np.floating], two: NDArray[np.floating]) -> float:
    return float(np.mean([wasserstein(one[:, i], two[:, i]) for i in range(one.shape[1])]))
