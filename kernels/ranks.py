"""Percentile and median of a line's few hundred values.

``numpy.percentile`` and ``numpy.median`` prepare for every kind of array; on so few values
that takes twenty times as long as the sorting, and a plan asks for a handful of them. The
results are NumPy's to the bit, for one dimension and its ``linear`` method.
"""

from __future__ import annotations

from math import floor

import numpy as np
from numpy.typing import NDArray

Real = NDArray[np.float32] | NDArray[np.float64]


def percentile(ordered: Real, percent: float) -> float:
    """Return what ``numpy.percentile(values, percent)`` does.

    Args:
        ordered: float[n] the values, sorted; at least one.
        percent: 0..100; in ``numpy.float64`` the result is worked out in that, as NumPy does.
    """
    place = (ordered.size - 1) * (percent / 100)
    below = floor(place)
    low, high = ordered[below], ordered[min(below + 1, ordered.size - 1)]
    share, apart = place - below, high - low
    if np.isnan(ordered[-1]):  # sorting puts them last
        return float("nan")
    return float(high - apart * (1 - share) if share >= 0.5 else low + apart * share)


def median(values: Real) -> float:
    """Return what ``numpy.median(values)`` does; float[n], at least one value."""
    ordered = np.sort(values)
    if np.isnan(ordered[-1]):
        return float("nan")
    middle = ordered.size // 2
    if ordered.size % 2:
        return float(ordered[middle])
    return float((ordered[middle - 1] + ordered[middle]) / 2)
