"""The model's own prosody, steered: the map, what is left to the kernels, and the plans."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.backends.fake import FakeBackend
from engine.cancel import CancelToken
from engine.heard import heard_values
from engine.planning import Planner, Wish
from engine.stages import Curve, Stages
from engine.steering import (
    NEAR,
    STEERED,
    Steering,
    about_level,
    bent,
    between,
    contour_figures,
    lacking,
    lengths,
    warped,
    wished,
)
from engine.steering_fit import Samples, fit, write
from engine.values import CURVE_S, IDENTITY, Deltas, Direction, Keyframe, Plan
from tests.engine.readings import TRAIN, reading_of

STYLE = np.zeros(256, np.float32)
ASKED = Deltas(f0_level_st=3.0, f0_excursion=1.3, vowel_duration=1.2, consonant_duration=0.95)
LIFT = Steering(
    # To the double a mean of 0.05 over the row is 0.6 st up, and a sum of 6.4 is 10 % longer.
    basis=np.full((1, 128), 0.05, np.float32),
    effect=np.array([[0.6], [0.0], [0.0], [0.0], [0.095]]),
    noise=np.diag([0.1, 0.1, 0.1, 0.1, 0.01]) ** 2,
    reach=4.0,
)


def plan_of(
    steering: Steering | None, deltas: Deltas = ASKED, direction: Direction | None = None
) -> Plan:
    planner = Planner(Stages(FakeBackend()), steering)
    wish = Wish(reading_of(TRAIN), STYLE, deltas, direction or Direction(), 0)
    return planner.plan(wish, CancelToken())


def test_nothing_asked_steers_nothing() -> None:
    assert LIFT.steered(STYLE, IDENTITY) is None
    assert not LIFT.offset(Deltas(energy_db=6.0, tilt_db=2.0, pause_s=0.2)).any()
    plain, steered = plan_of(None, IDENTITY), plan_of(LIFT, IDENTITY)
    assert plain.f0.tobytes() == steered.f0.tobytes()
    assert plain.durations.tobytes() == steered.durations.tobytes()


def test_the_offset_touches_the_prosody_half_alone_and_has_an_end() -> None:
    style = np.arange(256, dtype=np.float32)
    row = LIFT.steered(style, ASKED)
    assert row is not None
    assert row[:128].tobytes() == style[:128].tobytes()
    assert (row[128:] > style[128:]).all()
    far = LIFT.offset(Deltas(f0_level_st=12.0, vowel_duration=1.8, consonant_duration=1.8))
    assert np.linalg.norm(far) == pytest.approx(4.0 * np.linalg.norm(LIFT.basis[0]), rel=1e-5)


def test_what_is_badly_predicted_is_hardly_asked_for() -> None:
    loose = replace(LIFT, noise=np.eye(5) * 100.0)
    assert np.abs(loose.offset(ASKED)).max() < 0.02 * np.abs(LIFT.offset(ASKED)).max()


def test_a_steered_plan_lands_where_the_kernels_alone_do() -> None:
    alone, both = plan_of(None), plan_of(LIFT)
    assert abs(both.durations.sum() - alone.durations.sum()) <= 3
    found = [contour_figures(plan.f0, heard_values(plan.energy)) for plan in (alone, both)]
    assert found[0] is not None
    assert found[1] is not None
    limits = np.array([NEAR[name] for name in STEERED[:4]])
    assert (np.abs(found[1] - found[0]) <= 1.25 * limits).all()


def test_style_alone_does_its_part() -> None:
    own, style = plan_of(None, IDENTITY), plan_of(replace(LIFT, exact=False))
    assert style.durations.sum() > own.durations.sum()
    voiced = (style.f0 > 10) & (style.neutral_f0 > 10)
    rise = 12 * np.log2(style.f0[voiced] / style.neutral_f0[voiced])
    assert 0.1 < np.median(rise) < ASKED.f0_level_st


def test_where_nothing_is_felt_the_contour_is_the_unasked_one() -> None:
    direction = Direction(keyframes=(Keyframe(0, 0.0), Keyframe(3, 0.0)))
    plan = plan_of(LIFT, ASKED, direction)
    assert plan.f0.tobytes() == plan.neutral_f0.tobytes()
    assert plan.durations.tobytes() == plan_of(None, IDENTITY).durations.tobytes()


def test_a_curve_warped_onto_its_own_lengths_is_itself() -> None:
    f0 = np.array([0, 100, 110, 120, 0, 0, 130, 140], np.float32)
    curve, lasts = Curve(f0, f0 * np.float32(0.1)), np.array([2, 1, 1])
    same = warped(curve, lasts, lasts)
    assert same.f0.tobytes() == f0.tobytes()
    longer = warped(curve, lasts, np.array([4, 1, 2]))
    assert longer.f0.size == 14
    assert set(longer.f0[longer.f0 < 100]) == {0.0}  # no pitch is made up at an edge of voicing
    assert longer.f0.max() <= 140


def test_between_two_curves() -> None:
    one = Curve(np.array([100, 0, 100], np.float32), np.array([1, 2, 3], np.float32))
    two = Curve(np.array([200, 150, 200], np.float32), np.array([3, 4, 4], np.float32))
    heard = np.ones(3, np.bool_)
    none = between(one, two, np.zeros(3, np.float32), heard)
    assert none.f0.tobytes() == one.f0.tobytes()
    assert none.energy.tobytes() == one.energy.tobytes()
    half = between(one, two, np.full(3, 0.5, np.float32), heard)
    assert half.f0[0] == pytest.approx(141.42, abs=0.01)
    full = between(one, two, np.ones(3, np.float32), heard)
    assert full.f0.tolist() == pytest.approx([200, 150, 200])
    assert full.energy.mean() == pytest.approx(one.energy.mean())


def test_a_line_too_short_to_judge_is_left_to_the_kernel() -> None:
    short = Curve(np.full(6, 120, np.float32), np.zeros(6, np.float32))
    assert lacking(short, short, np.ones(6, np.bool_), ASKED) == ASKED


def test_single_tokens_do_not_run_away() -> None:
    own, odd = np.array([2.0, 2.0, 2.0], np.float32), np.array([2.0, 40.0, 4.0], np.float32)
    found = lengths(own, odd, np.array([1, 2, 4]), np.array([False, False, True]))
    assert found.log_ratio.tolist() == [0.0, 0.5, 0.0]
    assert found.reached == pytest.approx((1.0, np.exp(0.5)))


def test_the_fit_finds_a_known_map_in_spite_of_jumps(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(5, 6))
    samples = []
    for number in range(8):
        places = rng.normal(size=(12, 6)) * 0.5
        changes = np.repeat((places @ truth.T)[:, None], 3, axis=1)
        changes += rng.normal(size=changes.shape) * 0.05
        changes[0, 0, 3] += 40.0  # an octave jump at the end of a line
        samples.append(Samples(str(number), places, changes))
    effect, noise = fit(samples)
    assert np.abs(effect - truth).max() < 0.1
    assert 0.03 < np.sqrt(np.diag(noise)).max() < 0.15
    basis = rng.normal(size=(6, 128)).astype(np.float32)
    write(Steering(basis, effect, noise, 4.0), tmp_path / "map.npz")
    again = Steering.load(tmp_path / "map.npz")
    assert np.abs(again.effect - truth).max() < 0.1
    assert again.hash == Steering.load(tmp_path / "map.npz").hash != Steering.load().hash


def test_the_map_that_ships_knows_what_it_does_not_know() -> None:
    found = Steering.load()
    assert found.effect.shape == (len(STEERED), len(found.basis))
    size, missed = np.linalg.norm(found.effect, axis=1), np.sqrt(np.diag(found.noise))
    assert (size / missed > [8, 2, 3, 0.8, 4]).all()  # the final contour is mostly chance
    asked = wished(ASKED)
    place = found.offset(ASKED).astype(np.float64) @ np.linalg.pinv(found.basis.astype(np.float64))
    assert (found.effect @ place)[0] == pytest.approx(asked[0], rel=0.1)


def test_flatter_slope_takes_nothing_from_the_movement_about_the_level() -> None:
    """Asked alone a slope would narrow a falling line; the movement about it makes that up."""
    time = np.arange(160) * CURVE_S
    pitch = 12.0 - 2.0 * time + 3.0 * np.sin(9.0 * time)
    f0 = (100.0 * 2.0 ** (pitch / 12.0)).astype(np.float32)
    curve, heard = Curve(f0, np.zeros_like(f0)), np.ones(f0.size, np.bool_)
    asked = Deltas(f0_excursion=1.2, declination_st_s=1.0)

    def spread(deltas: Deltas) -> float:
        return float(np.std(12.0 * np.log2(bent(f0, deltas, 1.0, heard, 0)))) / np.std(pitch)

    def fall(deltas: Deltas) -> float:
        figures = contour_figures(bent(f0, deltas, 1.0, heard, 0), heard)
        assert figures is not None
        return float(figures[2])

    made = about_level(curve, curve, asked)
    assert spread(asked) < 1.15
    assert abs(spread(made) - 1.2) < 0.02
    assert abs(fall(made) - fall(asked)) < 0.3
    only_wider = Deltas(f0_excursion=1.2)
    assert about_level(curve, curve, only_wider) is only_wider


def test_the_level_is_that_of_the_whole_line_whatever_its_end_and_its_pace_do() -> None:
    """A rise at the end lifts the median, and so may the model's own contour at another pace."""
    time = np.arange(160) * CURVE_S
    pitch = 12.0 - 2.0 * time + 3.0 * np.sin(9.0 * time)
    plain, slower = (
        Curve((100.0 * 2.0 ** (each / 12.0)).astype(np.float32), np.zeros(160, np.float32))
        for each in (pitch, pitch + 0.8)
    )
    heard = np.ones(160, np.bool_)
    asked = Deltas(f0_level_st=2.0, final_st=6.0)
    level = float(np.median(pitch))
    for own in (plain, slower):
        found = [
            contour_figures(bent(own.f0, deltas, 1.0, heard, 0), heard)
            for deltas in (asked, about_level(plain, own, asked))
        ]
        assert found[0] is not None
        assert found[1] is not None
        assert found[0][0] - level > 2.2
        assert found[1][0] - level == pytest.approx(2.0, abs=0.01)
