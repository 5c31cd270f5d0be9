"""Decode units: where a planned line is cut for the waveform stage.

The waveform stage normalises over its whole time axis, so what is decoded
together sounds different from what is decoded apart. Every path therefore
decodes the same units, cut by one rule on the plan alone: streaming changes
when sound arrives, never which bytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.values import FRAME_S, Unit

SHORTEST_S = 1.0
"""Below this the decoder's normalisation has too little speech to work on."""
LONGEST_S = 6.0
"""Longest unit where the line has a rest to cut at: bounds delay and memory."""
FORCED_FROM_S = 3.0
"""A line without rests is cut at its best word boundary between this and ``LONGEST_S``."""
OPENING_S = 3.0
"""Longest first unit that counts as soon: a listener waits for all of it to be made."""
OPENING_COST = 1.3
"""A word boundary that costs at most this may end the first unit where no rest comes soon:
mostly unvoiced, so that the small pause put there is heard as part of a consonant. In
running speech most boundaries cost 1.8: there smoothness goes before an early start."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where a unit may end: after frame ``frame`` (exclusive index).

    ``cost`` is 0 at a rest; at a word boundary it is how much is heard of the
    cut, 0..1 (louder and voiced is worse).
    """

    frame: int
    cost: float


def cut_units(
    first: int, last: int, rests: Sequence[Cut], words: Sequence[Cut]
) -> tuple[Unit, ...]:
    """Return the units of a line: contiguous, covering frames ``first:last``.

    Args:
        first: frame of 25 ms at which the line's sound begins.
        last: frame at which it has ended, after ``first``.
        rests: places in silence, ascending.
        words: word boundaries without a silence of their own, ascending.

    The first unit ends at the first rest that leaves it ``SHORTEST_S`` long. If
    that is not within ``OPENING_S``, it ends at the quietest word boundary that
    is, provided the boundary costs at most ``OPENING_COST``. Later units end at
    the last rest within ``LONGEST_S``. Where there is none, the cheapest word
    boundary from ``FORCED_FROM_S`` on is taken. A remainder
    shorter than ``SHORTEST_S`` stays with the unit before it. Only a stretch
    with neither (one unbroken word) is longer than ``LONGEST_S``.
    """
    units: list[Unit] = []
    start = first
    while start < last:
        end = _next_cut(start, last, rests, words, opening=start == first)
        units.append(Unit(start, end))
        start = end
    return tuple(units)


def _next_cut(
    start: int, frames: int, rests: Sequence[Cut], words: Sequence[Cut], *, opening: bool
) -> int:
    least, most = start + _frames(SHORTEST_S), start + _frames(LONGEST_S)
    last_start = frames - _frames(SHORTEST_S)
    inside = [cut.frame for cut in rests if least <= cut.frame <= min(most, last_start)]
    if opening:
        soon = start + _frames(OPENING_S)
        early = _cheapest(words, least, min(soon, last_start), OPENING_COST)
        if early is not None and frames > soon and not (inside and inside[0] <= soon):
            return early
        if inside:
            return inside[0]
    if frames <= most:
        return frames
    if inside:
        return inside[-1]
    low = start + _frames(FORCED_FROM_S)
    forced = _cheapest(words, low, min(most, last_start), math.inf)
    if forced is not None:
        return forced
    later = [cut.frame for cut in (*rests, *words) if most < cut.frame <= last_start]
    return min(later, default=frames)


def _cheapest(words: Sequence[Cut], low: int, high: int, most: float) -> int | None:
    """Return the frame of the cheapest boundary in ``low..high``, the latest of equals."""
    near = [cut for cut in words if low <= cut.frame <= high and cut.cost <= most]
    return min(near, key=lambda cut: (cut.cost, -cut.frame)).frame if near else None


def _frames(seconds: float) -> int:
    return round(seconds / FRAME_S)
