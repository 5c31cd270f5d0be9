"""The formulas of the report, on inputs whose answers are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from engine.evaluation.changes import STEPS, asked, is_noticed, is_right, score_of, tracking_st
from engine.evaluation.contours import Contour, boundary_f1, dtw, f1, frames_of, proso_dist
from engine.evaluation.geometry import effective_rank, evenness, neighbourhood, smoothness
from engine.evaluation.profiles import LEVEL, load_profiles
from engine.evaluation.statistics import (
    auc,
    bootstrap,
    pearson,
    slope,
    spearman,
    trimmed_wasserstein,
    wilson,
)
from engine.values import IDENTITY, Deltas

ASKED = {"f0 level": 3.0, "excursion": 0.3, "duration": -0.1, "level": 4.0, "tilt": 2.0}
NOTHING = dict.fromkeys(STEPS, 0.0)


def test_ranks_slopes_and_distances() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 400]) == pytest.approx(1.0)
    assert spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1.0)
    assert spearman([1, 1, 2, 2], [1, 1, 2, 2]) == pytest.approx(1.0)  # ties share a rank
    assert np.isnan(pearson([1, 1, 1], [1, 2, 3]))
    assert slope([0, 1, 2], [1, 3, 5]) == pytest.approx(2.0)
    assert np.isnan(slope([1, 1], [0, 5]))
    some = np.random.default_rng(1).normal(size=500)
    assert trimmed_wasserstein(some, some) == 0.0
    assert trimmed_wasserstein(some, some + 2.0) == pytest.approx(2.0)
    assert auc([1, 2], [3, 4]) == 1.0
    assert auc([1, 2], [1, 2]) == 0.5


def test_statistics_agree_with_scipy() -> None:
    draw = np.random.default_rng(2)
    one, two = draw.integers(0, 20, 60), draw.normal(size=60)  # one of them has ties
    assert pearson(one, two) == pytest.approx(stats.pearsonr(one, two).statistic)
    assert spearman(one, two) == pytest.approx(stats.spearmanr(one, two).statistic)
    assert slope(one, two) == pytest.approx(stats.linregress(one, two).slope)
    below = stats.mannwhitneyu(two, one[:40]).statistic / (60 * 40)
    assert auc(one[:40].tolist(), two.tolist()) == pytest.approx(below)
    exact = stats.binomtest(7, 31).proportion_ci(method="wilson")
    assert wilson(7, 31) == pytest.approx((exact.low, exact.high))


def test_intervals_hold_what_they_are_of() -> None:
    low, high = wilson(8, 10)
    assert (low, high) == (pytest.approx(0.490, abs=1e-3), pytest.approx(0.943, abs=1e-3))
    assert wilson(0, 0) == (0.0, 1.0)
    alike = [[1.0, 3.0], [1.0, 3.0]]
    assert bootstrap(alike, 1) == (2.0, 2.0)  # listeners who agree leave no doubt
    low, high = bootstrap([[1.0], [2.0], [3.0], [4.0]], 1)
    assert 1.0 <= low < 2.5 < high <= 4.0


def sound(f0: float, level: float = -20.0, pauses: tuple[tuple[float, float], ...] = ()) -> Contour:
    count = 80
    voiced = np.full(count, f0, np.float32)
    return Contour(voiced, np.full(count, level, np.float32), pauses)


def test_prosodist_counts_in_the_spread_of_actors() -> None:
    assert proso_dist(sound(120.0), sound(120.0)) == 0.0
    octave = proso_dist(sound(120.0), sound(240.0))
    assert octave == pytest.approx(0.3 * 12 / 1.76, rel=1e-4)
    louder = proso_dist(sound(120.0, -20.0), sound(120.0, -18.1))
    assert louder == pytest.approx(0.3, rel=1e-4)
    resting = proso_dist(sound(120.0), sound(120.0, pauses=((0.0, 1.0),)))
    assert resting == pytest.approx(0.3)
    assert np.isnan(dtw(np.zeros((0, 3)), frames_of(sound(120.0))))


def test_warping_is_free_and_the_band_holds() -> None:
    rise = np.linspace(0.0, 5.0, 40)[:, None] * np.ones(3)
    slow = np.repeat(rise, 2, axis=0)
    assert dtw(rise, slow) == pytest.approx(0.0)
    early, late = np.zeros((40, 3)), np.zeros((40, 3))
    early[:4] = late[-4:] = 1.0
    assert dtw(early, late) > 0.05  # 90 % apart: no path within the band joins them


def test_boundaries_hit_missed_and_invented() -> None:
    plan = [(0.5, 0.7), (1.2, 1.5)]
    assert f1(boundary_f1(plan, [(0.52, 0.76), (1.2, 1.44)])) == 1.0
    counts = boundary_f1(plan, [(0.5, 0.7), (2.0, 2.2)])
    assert counts.tolist() == [1.0, 1.0, 1.0]
    assert boundary_f1(plan, [(0.5, 0.7), (2.0, 2.2)], faint=[(2.1, 2.2)]).tolist() == [1, 1, 0]
    assert np.isnan(f1(boundary_f1([], [])))


def test_a_collapsed_space_is_told_by_its_rank() -> None:
    rng = np.random.default_rng(3)
    spread = rng.normal(size=(60, 40))
    one = np.outer(rng.uniform(1, 2, 60), spread[0])
    assert neighbourhood(one) == pytest.approx(1.0)
    assert effective_rank(one) == pytest.approx(1.0, abs=0.01)
    assert effective_rank(np.eye(24)) == pytest.approx(24.0)
    assert effective_rank(spread) > 24


def test_a_great_circle_does_not_turn() -> None:
    a, b, c = (np.array(v, np.float32) for v in ([1, 0, 0], [1, 1, 0], [0, 1, 0]))
    assert smoothness([a, b, c]) == pytest.approx(0.0, abs=1e-6)
    corner = np.array([0, 0, 1], np.float32)
    assert smoothness([a, c, corner]) > 0.3
    assert np.isnan(smoothness([a, a]))
    assert np.isnan(smoothness([a, 0 * a]))
    assert evenness(np.array([[0.0], [1.0], [2.0]])) == 1.0
    assert evenness(np.array([[0.0], [0.0], [2.0]])) == 2.0


def test_an_actor_of_the_mean_is_nearest_to_himself() -> None:
    whole = load_profiles(load_profiles(_measures()).measures)
    assert len(whole.emotions) == 7
    for emotion in whole.emotions:
        mean = {name: whole.table[emotion][name][0] for name in whole.measures}
        assert whole.nearest(mean) == emotion
    quiet = load_profiles(_measures(), without=LEVEL)
    assert set(whole.measures) - set(quiet.measures) == set(LEVEL)
    assert 0.3 < quiet.simulated(1) < whole.simulated(1) < 1.0


def _measures() -> list[str]:
    return ["f0_median_st", "f0_sd_st", "level_db", "log_duration", "alpha_ratio_db", "pause_s"]


def test_what_was_asked_scores_one_and_its_opposite_minus_one() -> None:
    half = {name: value / 2 for name, value in ASKED.items()}
    found = score_of(ASKED, half, [])
    assert found is not None
    assert found.cosine == pytest.approx(1.0)
    assert found.length == pytest.approx(0.5)
    away = score_of(ASKED, {name: -value for name, value in ASKED.items()}, [ASKED])
    assert away is not None
    assert (away.cosine, away.null) == (pytest.approx(-1.0), pytest.approx(-1.0))


def test_balance_counts_in_listener_steps() -> None:
    only = score_of({**NOTHING, "f0 level": 3.0}, {**NOTHING, "f0 level": 1.5, "level": 1.0}, [])
    assert only is not None
    assert only.cosine == pytest.approx(0.5**0.5)
    assert score_of({**NOTHING, "level": 0.9}, ASKED, []) is None


def test_signs_and_tracking() -> None:
    wish = asked(replace(IDENTITY, f0_level_st=2.0, energy_db=-0.5), 0.3)
    assert wish["pause"] == 0.3
    assert is_noticed("f0 level", wish["f0 level"])
    assert not is_noticed("level", wish["level"])
    assert is_right("f0 level", 2.0, 0.5)
    assert not is_right("f0 level", 2.0, 0.1)  # nothing touched is no sign
    assert asked(Deltas())["duration"] == 0.0
    low = np.array([100, 100, 0, 100], np.float32)
    assert tracking_st(low, 2 * low) == pytest.approx(12.0)
