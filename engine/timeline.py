"""Where the moments of a plan lie in its finished sound.

A plan's curves know nothing of the silences spliced into the sound; these
functions go from one clock to the other, in whole samples.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.values import CURVE_S, SAMPLE_RATE, Ints, Pause, Plan

CURVE_SAMPLES = round(CURVE_S * SAMPLE_RATE)
"""Samples between two curve values (300)."""


def sample_of(at: int, pauses: Sequence[Pause], first: int = 0) -> int:
    """Return the sample at which curve position ``at`` sounds.

    A pause at the very position comes before it: what starts there starts
    after the silence.

    Args:
        at: curve position, not before ``first``.
        pauses: the plan's.
        first: curve position at which the sound begins.
    """
    return (at - first) * CURVE_SAMPLES + sum(p.samples for p in pauses if p.at <= at)


def end_sample_of(at: int, pauses: Sequence[Pause], first: int = 0) -> int:
    """Return the sample at which what ends at curve position ``at`` falls silent."""
    return (at - first) * CURVE_SAMPLES + sum(p.samples for p in pauses if p.at < at)


def curve_positions(plan: Plan, count: int) -> Ints:
    """Map a grid of 12.5 ms steps on the sound back onto the plan's curves.

    Args:
        plan: the plan that was sounded.
        count: number of grid steps, counted from sample 0.

    Returns:
        int64[count]: the curve position heard at each step's middle, or -1
        inside a spliced silence or past the end.
    """
    if not plan.units:
        return np.full(count, -1, np.int64)
    first, last = 2 * plan.units[0].first, 2 * plan.units[-1].last
    middles = np.arange(count) * CURVE_SAMPLES + CURVE_SAMPLES // 2
    silent = np.zeros(count, np.bool_)
    before = np.zeros(count, np.int64)
    for pause in plan.pauses:
        start = end_sample_of(pause.at, plan.pauses, first)
        silent |= (middles >= start) & (middles < start + pause.samples)
        before += np.where(middles >= start + pause.samples, pause.samples, 0)
    positions = first + (middles - before) // CURVE_SAMPLES
    outside = silent | (positions >= last)
    return np.where(outside, -1, positions)
