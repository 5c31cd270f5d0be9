"""Sound begins as early as it can without running dry, by arithmetic alone."""

from __future__ import annotations

import random
from itertools import accumulate

import numpy as np
import pytest

from app.bench.measure import Arrival, begins_s, slack_s
from engine import streaming
from engine.streaming import MARGIN, Stream, hold_s
from engine.units import Cut, cut_units
from engine.values import FRAME_S

ONE = np.zeros(1, np.float32)


def lateness(hold: float, left_s: list[float], sound_s: list[float]) -> float:
    """How late the latest unit is if playing begins after ``hold``: seconds."""
    there = len(sound_s) - len(left_s)
    made = list(accumulate(left_s))
    due = list(accumulate(sound_s, initial=hold))[there:]
    return max((m - d for m, d in zip(made, due, strict=False)), default=0.0)


def test_the_wait_is_the_shortest_that_keeps_every_unit_in_time() -> None:
    draw = random.Random(3)
    waits = []
    for _ in range(500):
        sound = [draw.uniform(0.5, 6.0) for _ in range(draw.randint(1, 8))]
        left = [draw.uniform(0.2, 9.0) for _ in sound[draw.randint(1, len(sound)) :]]
        hold = hold_s(left, sound)
        waits.append(hold)
        assert lateness(hold, left, sound) < 1e-9
        assert hold == 0.0 or lateness(hold - 1e-3, left, sound) > 0
    assert min(waits) == 0.0 < max(waits)


def test_each_unit_is_there_before_it_is_due() -> None:
    assert hold_s([2.0], [3.0, 1.0], 0.5) == 0.0
    assert hold_s([3.0], [3.0, 1.0], 0.5) == 0.5


def test_nothing_runs_dry_below_nine_tenths_of_real_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines with a rest every 0.4 to 8 s; each unit's pace strays as far as the margin allows."""
    draw = random.Random(7)
    clock = [0.0]
    monkeypatch.setattr(streaming.time, "monotonic", lambda: clock[0])
    waits = []
    for _ in range(200):
        frames = draw.randint(60, 1200)
        rests = list(accumulate((draw.randint(16, 320) for _ in range(40)), initial=0))
        cuts = [Cut(frame, 0.0) for frame in rests if 0 < frame < frames]
        units = cut_units(0, frames, cuts, ())
        lengths = [unit.last - unit.first for unit in units]
        stream = Stream(lengths, [FRAME_S * length for length in lengths])
        heard = []
        started, pace = clock[0], draw.uniform(0.3, 0.9) / MARGIN**0.5
        for length in lengths:
            clock[0] += pace * draw.uniform(1.0, MARGIN**0.5) * FRAME_S * length
            piece = stream.next(ONE)
            there, begins = clock[0] - started, piece.plays_from - started
            heard.append(Arrival(there, FRAME_S * length, begins))
        assert slack_s(heard) > 0
        waits.append(begins_s(heard) - heard[0].there_s)
    assert sorted(waits)[len(waits) // 2] < 1.0  # most lines wait little or not at all


def test_a_line_that_is_only_a_rest_is_played_at_once() -> None:
    assert Stream([], []).next(ONE).plays_from == 0.0
