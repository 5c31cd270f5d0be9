"""The few statistics a report needs: correlation, slope, distance, intervals.

The program runs without SciPy, 100 MB for these few lines; the tests hold them against it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Wide = NDArray[np.float64]

Z95: Final = 1.959964
"""Standard normal quantile of a 95 % interval."""

RESAMPLES: Final = 2000
"""Draws of a bootstrap: the ends of its interval then move by about 2 % of its width."""

QUANTILES: Final = 99
"""Quantiles over which a Wasserstein distance is averaged (1 % to 99 %)."""


def pearson(one: ArrayLike, two: ArrayLike) -> float:
    """Return Pearson's r; NaN where one side does not vary."""
    a, b = np.asarray(one, float), np.asarray(two, float)
    if a.size < 2 or not np.ptp(a) or not np.ptp(b):
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])


def ranks(values: ArrayLike) -> Wide:
    """Return ranks from 0; equal values share their mean rank."""
    array = np.asarray(values, float)
    _, inverse, counts = np.unique(array, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    middles: Wide = ends - (counts + 1) / 2.0
    shared: Wide = middles[inverse]
    return shared


def spearman(one: ArrayLike, two: ArrayLike) -> float:
    """Return Spearman's rho: Pearson's r of the ranks."""
    return pearson(ranks(one), ranks(two))


def slope(over: ArrayLike, values: ArrayLike) -> float:
    """Return the least-squares slope of ``values`` over ``over``; NaN where that stands still."""
    x, y = np.asarray(over, float), np.asarray(values, float)
    away = x - x.mean()
    size = float(away @ away)
    return float(away @ y) / size if size > 0.0 else float("nan")


def trimmed_wasserstein(one: ArrayLike, two: ArrayLike) -> float:
    """Return the 1-D Wasserstein distance of two samples: the mean gap of their quantiles.

    The outermost 1 % of each side is left out: single errors of a pitch tracker lie there.
    """
    at = np.linspace(0.01, 0.99, QUANTILES)
    a, b = (np.quantile(np.asarray(each, float), at) for each in (one, two))
    return float(np.abs(a - b).mean())


def auc(lower: Sequence[float], higher: Sequence[float]) -> float:
    """Return how often one of ``lower`` is below one of ``higher`` (ties count half)."""
    a, b = np.asarray(lower, float)[:, None], np.asarray(higher, float)[None, :]
    return float(np.mean((a < b) + 0.5 * (a == b)))


def wilson(right: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (E. B. Wilson 1927); (0, 1) where nothing was tried."""
    if total == 0:
        return 0.0, 1.0
    share, square = right / total, Z95 * Z95
    middle = (share + square / (2 * total)) / (1 + square / total)
    reach = Z95 * math.sqrt(share * (1 - share) / total + square / (4 * total**2))
    reach /= 1 + square / total
    return max(0.0, middle - reach), min(1.0, middle + reach)


def bootstrap(groups: Sequence[Sequence[float]], seed: int) -> tuple[float, float]:
    """Return the 95 % interval of the mean, drawing whole groups with replacement.

    Args:
        groups: values that belong together (one listener's, one voice's): they are not
            independent, so they are drawn together (cluster bootstrap).
        seed: of the draws.
    """
    sums = np.array([float(np.sum(group)) for group in groups])
    sizes = np.array([len(group) for group in groups], float)
    draws = np.random.default_rng(seed).integers(0, len(groups), (RESAMPLES, len(groups)))
    means = sums[draws].sum(axis=1) / sizes[draws].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)
