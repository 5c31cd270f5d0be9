"""When an emotion changes inside a text: asked against heard, at word, line and paragraph.

The curve that is looked at is how much of a change of pitch is there: 0 before, 1 after. It is
put on a grid of 50 ms (``labels``), four of which make a slot by their mean. A slot's weight is
its confidence, times one less the spread of the last three slots (at most a half), times 0.85
for each slot since the last one that had a voice in it: what was heard long ago says little.
A change point is where one step from one level to another fits the weighted slots best; it is
then placed among the labels of the slots on both sides: where a label lies between the levels,
by how far it has gone, and after a rest where the voice is back. The error is the distance
between the asked and the heard point (emotion_targets C2: grain alignment).

The definition leaves open what a label is and how a point is found; both are ours, and the
published figures (``PUBLISHED_MS``) were got by a system that is not here. Beside them stands
what this way of finding a point makes of the asked curve itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.values import CURVE_S, Floats

LABEL_S: Final = 0.05
SLOT_LABELS: Final = 4
SLOT_S: Final = LABEL_S * SLOT_LABELS
FADE: Final = 0.85
"""What a slot's weight keeps for each slot since the last that had a voice."""
MOST_SPREAD: Final = 0.5
SPREAD_SLOTS: Final = 3

PUBLISHED_MS: Final = {"word": 32.7, "line": 18.3, "paragraph": 41.9}
"""Alignment errors another system has published for the three grains."""

LEAST_SHARE: Final = -1.0
MOST_SHARE: Final = 2.0
"""Shares beyond these are errors of the tracker (octaves at creaky ends), and left out."""

VOICED_HZ: Final = 10.0
LEAST_SLOTS: Final = 4
"""Slots under which a step and its two levels cannot be told."""

Wide = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Slots:
    """A curve in slots of 200 ms: ``values`` and ``weights``, float64[n] each, and its labels."""

    values: Wide
    weights: Wide
    labels: Wide


def labels(f0: Floats, neutral: Floats, change_st: float) -> Wide:
    """Return how much of a change of pitch is there, each 50 ms: float64[n], NaN without voice.

    Args:
        f0: float32[m] Hz each 12.5 ms, asked or heard.
        neutral: float32[m] Hz, what would have been spoken with nothing asked.
        change_st: semitones of the whole change, not 0.
    """
    each = round(LABEL_S / CURVE_S)
    count = f0.size // each
    one, two = (c[: count * each].astype(np.float64) for c in (f0, neutral))
    both = (one >= VOICED_HZ) & (two >= VOICED_HZ)
    share = np.full(one.size, np.nan)
    share[both] = 12.0 * np.log2(one[both] / two[both]) / change_st
    share[(share < LEAST_SHARE) | (share > MOST_SHARE)] = np.nan
    grid = share.reshape(count, each)
    present = ~np.isnan(grid)
    sums = np.where(present, grid, 0.0).sum(axis=1)
    number = present.sum(axis=1)
    return np.where(number > 0, sums / np.maximum(number, 1), np.nan)


def slots(grid: Wide) -> Slots:
    """Gather labels into slots with their weights."""
    count = grid.size // SLOT_LABELS
    parts = grid[: count * SLOT_LABELS].reshape(count, SLOT_LABELS)
    present = ~np.isnan(parts)
    confidence = present.mean(axis=1)
    means = np.where(present, parts, 0.0).sum(axis=1) / np.maximum(present.sum(axis=1), 1)
    values, weights = np.zeros(count), np.zeros(count)
    last, since, held = 0.0, 0, 0.0
    for at in range(count):
        if confidence[at] > 0:
            last, since, held = float(means[at]), 0, float(confidence[at])
        else:
            since += 1
        values[at] = last
        recent = values[max(0, at - SPREAD_SLOTS + 1) : at + 1]
        calm = 1.0 - min(float(np.std(recent)), MOST_SPREAD)
        weights[at] = held * calm * FADE**since
    return Slots(values, weights, grid)


def change_point(found: Slots) -> float | None:
    """Return when the curve goes from one level to another, seconds; None if it cannot be told."""
    values, weights = found.values, found.weights
    known = np.flatnonzero(weights > 0)
    if known.size < LEAST_SLOTS or not np.ptp(values[known]):
        return None
    best, place = np.inf, -1
    for at in range(int(known[0]) + 1, int(known[-1]) + 1):
        cost = _spread(values[:at], weights[:at]) + _spread(values[at:], weights[at:])
        if cost < best:
            best, place = cost, at
    return _within(found, place)


def error_ms(asked_s: float, heard: Slots) -> float | None:
    """Return how far the heard change point is from the asked one, ms; None without one."""
    point = change_point(heard)
    return None if point is None else abs(point - asked_s) * 1000.0


def _within(found: Slots, place: int) -> float:
    """Return the point among the labels of the slots on both sides of a cut, seconds."""
    values, weights = found.values, found.weights
    one = _level(values[: place - 1], weights[: place - 1], values[place - 1])
    two = _level(values[place + 1 :], weights[place + 1 :], values[place])
    first = (place - 1) * SLOT_LABELS
    window = found.labels[first : first + 2 * SLOT_LABELS]
    present = np.flatnonzero(~np.isnan(window))
    if not present.size or one == two:
        return place * SLOT_S
    gone = np.clip((window[present] - one) / (two - one), 0.0, 1.0)
    costs = [
        float((gone[:cut] ** 2).sum() + ((1.0 - gone[cut:]) ** 2).sum())
        for cut in range(present.size + 1)
    ]
    cut = int(np.argmin(costs))
    if cut == present.size:  # the voice is back only after these slots
        return (first + 2 * SLOT_LABELS) * LABEL_S
    whole = float(first + present[cut])
    if cut and present[cut] - present[cut - 1] == 1:  # no rest between: part of a label may be
        before, after = float(gone[cut - 1]), 1.0 - float(gone[cut])
        whole += after if after > before else -before
    return whole * LABEL_S


def _level(values: Wide, weights: Wide, instead: float) -> float:
    """Return the weighted mean of values; ``instead`` if they weigh nothing."""
    total = float(weights.sum())
    return float((weights * values).sum()) / total if total > 0 else float(instead)


def _spread(values: Wide, weights: Wide) -> float:
    """Return the weighted squared distance of values from their mean."""
    total = float(weights.sum())
    if total <= 0:
        return 0.0
    mean = float((weights * values).sum()) / total
    return float((weights * (values - mean) ** 2).sum())
