"""What earlier lines leave in the voice: a window over them, and how it fades in a line.

A reader who was just angry does not begin the next line as if nothing had been. The lines
of the window are averaged by how long ago they ended, neutral ones included, so that a
feeling dies away over neutral lines; a line then begins part of the way from its own
emotion to that average and is its own again within ``FADE_S``. Where the line feels as
the earlier ones did nothing moves. Everything comes from directions and planned neutral
durations, so editing the words of a line moves no neighbour unless an age crosses one of
the three steps.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.axes import AXES, LISTENER_STEP, to_deltas, to_vector
from engine.values import IDENTITY, Deltas, Floats, readonly

WINDOW_LINES: Final = 12
WINDOW_S: Final = 90.0
"""Lines further back, or whose end is longer ago, are forgotten."""

NEAR_S: Final = 2.0
FAR_S: Final = 8.0
NEAR_WEIGHT: Final = 1.0
MIDDLE_WEIGHT: Final = 0.75
FAR_WEIGHT: Final = 0.30
"""Weight of a line that ended up to 2 s, up to 8 s, and longer ago: three steps and not a
curve, so that small changes of length leave the keys of the lines after them alone."""

CARRY: Final = 0.5
"""Share of the way back to the earlier lines at a line's first sound. Judged: half of a
clear emotion (2 st, 4 dB) is still noticed, and the line's own is there from the start."""

FADE_S: Final = 1.2
"""Seconds in which that is gone. Listeners tell an emotion from 0.4-1.2 s of speech
(emotion_targets B4), so the line is itself by the time it is judged."""

CARRIED: Final = (
    "f0_level_st",
    "f0_excursion",
    "vowel_duration",
    "consonant_duration",
    "energy_db",
    "tilt_db",
)
"""Axes that are states of the voice. Slopes, final contours, pauses and tremor belong to
their own line."""

_MASK: Final = np.array([axis in CARRIED for axis in AXES])


@dataclass(frozen=True, slots=True)
class Earlier:
    """A line that was: what it asked, its planned neutral seconds, the rest after it."""

    deltas: Deltas
    seconds: float
    rest_s: float = 0.0


class Window:
    """The lines before the next one, oldest forgotten first."""

    def __init__(self) -> None:
        self._lines: deque[Earlier] = deque(maxlen=WINDOW_LINES)

    def add(self, line: Earlier) -> None:
        """Take in a line that comes before all that follow."""
        self._lines.append(line)

    def context(self) -> Deltas | None:
        """Return what the lines so far leave to the next; None = there are none."""
        return context_of(tuple(self._lines))


def weight_of(age_s: float) -> float:
    """Return the weight of a line that ended ``age_s`` seconds ago; 0 outside the window."""
    if age_s > WINDOW_S:
        return 0.0
    if age_s > FAR_S:
        return FAR_WEIGHT
    return MIDDLE_WEIGHT if age_s > NEAR_S else NEAR_WEIGHT


def context_of(lines: tuple[Earlier, ...]) -> Deltas | None:
    """Return the weighted mean on ``CARRIED`` of what lines asked, the last just before now.

    None if none of them lies in the window.
    """
    total, weights, age = np.zeros(len(AXES)), 0.0, 0.0
    for line in reversed(lines[-WINDOW_LINES:]):
        age += line.rest_s
        weight = weight_of(age)
        total += weight * to_vector(line.deltas)
        weights += weight
        age += line.seconds
    return to_deltas(np.where(_MASK, total / weights, 0.0)) if weights else None


def drift(own: Deltas, context: Deltas | None) -> Deltas:
    """Return what a line's first sound has more than its own deltas; None = no context."""
    if context is None:
        return IDENTITY
    return to_deltas(np.where(_MASK, CARRY * (to_vector(context) - to_vector(own)), 0.0))


def fading(word_times: tuple[tuple[float, float], ...], curve_times: NDArray[np.float64]) -> Floats:
    """Return the share of the drift at each curve value: float32[n], 1 falling to 0.

    It is whole up to the first word and falls in a straight line over ``FADE_S``.
    """
    first = word_times[0][0] if word_times else 0.0
    share = np.clip(1.0 - (curve_times - first) / FADE_S, 0.0, 1.0)
    return readonly(share.astype(np.float32))


def jump_steps(before: Deltas, after: Deltas, drifted: Deltas) -> float:
    """Return the largest step of the voice from one line into the next, in listener steps.

    Args:
        before: what the line before asked.
        after: what the line asks.
        drifted: its ``drift``.
    """
    gap = to_vector(after) + to_vector(drifted) - to_vector(before)
    return float(np.abs(np.where(_MASK, gap / LISTENER_STEP, 0.0)).max())
