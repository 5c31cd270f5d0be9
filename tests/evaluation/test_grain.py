"""Grain alignment on curves whose change is known."""

from __future__ import annotations

import numpy as np
import pytest

from engine.evaluation.grain import (
    SLOT_LABELS,
    SLOT_S,
    change_point,
    error_ms,
    labels,
    slots,
)
from engine.values import Floats

CHANGE_ST = 4.0


def curves(at_s: float, seconds: float = 3.0) -> tuple[Floats, Floats]:
    """A pitch that rises by ``CHANGE_ST`` at a moment, and the one it would have been."""
    times = (np.arange(round(seconds / 0.0125)) + 0.5) * 0.0125
    neutral = 180 * 2 ** (0.1 * np.sin(5 * times))
    raised = neutral * 2 ** (CHANGE_ST / 12 * (times >= at_s))
    return raised.astype(np.float32), neutral.astype(np.float32)


@pytest.mark.parametrize("at_s", [0.7, 1.0, 1.234, 1.5, 1.61, 2.25])
def test_a_step_is_found_to_within_a_curve_value(at_s: float) -> None:
    raised, neutral = curves(at_s)
    assert error_ms(at_s, slots(labels(raised, neutral, CHANGE_ST))) == pytest.approx(0, abs=13)


def test_rests_and_noise_move_it_little() -> None:
    raised, neutral = curves(1.55)
    rng = np.random.default_rng(2)
    noisy = raised * 2 ** (rng.normal(0, 0.6, raised.size) / 12)
    for first in (20, 70, 160, 200):
        noisy[first : first + 12] = 0
    found = error_ms(1.55, slots(labels(noisy.astype(np.float32), neutral, CHANGE_ST)))
    assert found is not None
    assert found < 60


def test_what_was_heard_long_ago_weighs_little() -> None:
    grid = np.full(12 * SLOT_LABELS, np.nan)
    grid[: 2 * SLOT_LABELS] = 0.0
    grid[2 * SLOT_LABELS : 3 * SLOT_LABELS] = (0.0, np.nan, 0.0, np.nan)
    found = slots(grid)
    assert found.weights[1] == 1.0
    assert found.weights[2] == 0.5
    assert found.weights[3:6] == pytest.approx([0.5 * 0.85**n for n in (1, 2, 3)])


def test_a_restless_stretch_weighs_less() -> None:
    grid = np.repeat([0.0, 0.0, 0.0, 1.0, 0.0, 1.0], SLOT_LABELS)
    weights = slots(grid).weights
    assert weights[2] == 1.0
    assert weights[3] == pytest.approx(1 - np.std([0, 0, 1]))
    assert weights[4] == pytest.approx(1 - np.std([0, 1, 0]))


def test_a_curve_without_a_change_has_no_point() -> None:
    raised, neutral = curves(99.0)
    assert change_point(slots(labels(raised, neutral, CHANGE_ST))) is None
    short, plain = curves(0.3, seconds=3 * SLOT_S)
    assert change_point(slots(labels(short, plain, CHANGE_ST))) is None
    silent = np.zeros_like(neutral)
    assert change_point(slots(labels(silent, neutral, CHANGE_ST))) is None
