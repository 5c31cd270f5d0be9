"""The emotion ID: deltas in bins about a listener step wide, packed into one number.

Two directions in the same bins sound alike: no axis of theirs differs by more than
one step of ``engine.emotion.axes.LISTENER_STEP``, so a draft may be answered by the
other's take. Each axis has as many bins as its hard limits need; packed exactly, not
hashed, so that different bins never share a number.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.axes import AXES, LISTENER_STEP, RATIOS, to_vector
from engine.emotion.law import HARD_LIMITS
from engine.values import Deltas

_LIMITS: Final = np.array(
    [np.log(HARD_LIMITS[axis]) if axis in RATIOS else HARD_LIMITS[axis] for axis in AXES]
)
"""float64[16, 2]: least and greatest value of each axis."""

_LEAST: Final = np.round(_LIMITS[:, 0] / LISTENER_STEP).astype(np.int64)
_BINS: Final = np.round(_LIMITS[:, 1] / LISTENER_STEP).astype(np.int64) - _LEAST + 1
"""Bins of each axis. A bin's middle is a whole number of steps, so 0 lies in the middle
of its bin and small changes of a neutral line stay neutral."""

RADIX: Final = np.concatenate([[1], np.cumprod(_BINS[:-1])]).astype(np.uint64)


def emotion_ids(vectors: NDArray[np.floating]) -> NDArray[np.uint64]:
    """Return the IDs, uint64[n], of deltas on the axes of ``axes``, float[n, 16].

    Values beyond the hard limits count as the limits.
    """
    bins = np.round(np.asarray(vectors, np.float64) / LISTENER_STEP).astype(np.int64) - _LEAST
    bins = np.clip(bins, 0, _BINS - 1).astype(np.uint64)
    return np.asarray((bins * RADIX).sum(axis=1, dtype=np.uint64))


def emotion_id(deltas: Deltas) -> int:
    """Return the ID of one set of deltas."""
    return int(emotion_ids(to_vector(deltas)[None])[0])


def entropy_bits(ids: NDArray[np.uint64]) -> float:
    """Return the entropy of some IDs in bits: how evenly they are used; 0 for none or one."""
    if not len(ids):
        return 0.0
    _, counts = np.unique(ids, return_counts=True)
    shares = counts / counts.sum()
    return float(-(shares * np.log2(shares)).sum()) + 0.0
