"""Ways to find the ranges of an int8 form, besides the one the program takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.calibration import Peaks

DECAY = 0.75
"""Share of the old range in a plain moving average: eight lines, so the first still counts."""

PERCENTILE = 1e-4
"""Share of the samples that percentile calibration lets go."""

CLIPS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
"""Shares of the largest value that entropy calibration chooses from, by tensor."""

BINS = 2048
LEVELS = 128
"""Entropy calibration's histogram of magnitudes, and how many of them int8 tells apart."""


def moving(seen: Sequence[Peaks], keep: Mapping[str, float]) -> Peaks:
    """A moving average of the reaches; where ``keep`` is 1 it never falls and rises at once."""
    reach = dict(seen[0])
    for peaks in seen[1:]:
        for name, peak in peaks.items():
            mean = np.float32(DECAY) * reach[name] + np.float32(1 - DECAY) * peak
            most = np.maximum(reach[name], peak)
            reach[name] = (keep[name] * most + (1 - keep[name]) * mean).astype(np.float32)
    return reach


def per_tensor(reach: Peaks) -> Peaks:
    """One reach for all channels of a tensor, as libraries calibrate by default."""
    return {name: np.full_like(each, each.max()) for name, each in reach.items()}


class Sketch:
    """What distribution-based calibration needs: pooled over lines, by tensor."""

    def __init__(self, most: Peaks) -> None:
        self._most = most
        self._tails: dict[str, list[NDArray[Any]]] = {}
        self._counts: dict[str, NDArray[np.int64]] = {}

    def add(self, tensors: Mapping[str, NDArray[Any]]) -> None:
        """Take in one line's tensors [1,C,T]."""
        for name, value in tensors.items():
            size = np.abs(value[0])
            kept = max(round(size.shape[1] * PERCENTILE), 1)
            tail = -np.partition(-size, kept, axis=1)[:, kept]
            self._tails.setdefault(name, []).append(tail)
            share = size / np.maximum(self._most[name], 1e-9)[:, None]
            counted = np.bincount((share.reshape(-1) * (BINS - 1)).astype(np.int64), minlength=BINS)
            self._counts[name] = self._counts.get(name, np.int64(0)) + counted

    def percentile(self) -> Peaks:
        """The reach all but ``PERCENTILE`` of a channel's samples keep to, largest over lines."""
        return {name: np.max(tails, axis=0) for name, tails in self._tails.items()}

    def entropy(self) -> Peaks:
        """The reach whose rounding changes the distribution least (Kullback-Leibler)."""
        return {
            name: self._most[name] * np.float32(min(CLIPS, key=lambda c: divergence(counts, c)))
            for name, counts in self._counts.items()
        }


def divergence(counts: NDArray[np.int64], clip: float) -> float:
    """Return how far a histogram is from itself clipped and rounded to ``LEVELS`` (nats).

    As in Migacz 2017: what is clipped counts as the last bin of the reference; the rounded
    one shares each level among its bins that are not empty.
    """
    end = round(clip * BINS)
    whole = counts[:end].astype(np.float64)
    inner = whole.copy()
    whole[-1] += counts[end:].sum()
    rounded = np.zeros(end)
    for part in np.array_split(np.arange(end), LEVELS):
        filled = part[inner[part] > 0]
        if filled.size:
            rounded[filled] = inner[part].sum() / filled.size
    p, q = whole / whole.sum(), np.maximum(rounded, 1e-9)
    q /= q.sum()
    some = p > 0
    return float((p[some] * np.log(p[some] / q[some])).sum())
