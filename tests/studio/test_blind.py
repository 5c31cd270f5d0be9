"""Blind comparison: truly hidden, evenly mixed, level-matched, judged by the binomial."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from app.project.takes import add_comparison, add_take
from app.project.values import Comparison, Project, TakeRef, request_of
from app.studio.blind import BlindTest, chance_of, least_right, matched
from engine.loudness import loudness


@pytest.mark.parametrize("trials", range(11))
def test_chance_is_counted_out(trials: int) -> None:
    ways = [sum(each) for each in product((0, 1), repeat=trials)]
    for right in range(trials + 1):
        exact = Fraction(sum(each >= right for each in ways), 2**trials)
        assert chance_of(right, trials) == float(exact)


def test_known_limits_of_abx() -> None:
    """The usual table: 5 of 5, 9 of 10, 12 of 16, 15 of 20 at the level of 5 %."""
    assert [least_right(n) for n in (0, 4, 5, 10, 16, 20)] == [None, None, 5, 9, 12, 15]


def test_what_is_hidden_is_even_and_without_pattern() -> None:
    hidden = []
    for seed in range(200):
        test = BlindTest("l1", "t1", "t2", seed)
        for _ in range(20):
            hidden.append(test.x == "t1")
            test = test.answer("a")
    share = np.mean(hidden)
    alike = np.mean([one == two for one, two in pairwise(hidden)])
    assert abs(share - 0.5) < 0.03
    assert abs(alike - 0.5) < 0.03


def test_who_hears_it_is_sure_and_who_guesses_is_not() -> None:
    hears = BlindTest("l1", "t1", "t2", 5)
    guesses = hears
    for _ in range(12):
        assert {hears.a, hears.b} == {"t1", "t2"}
        hears = hears.answer("a" if hears.x == hears.a else "b")
        guesses = guesses.answer("a")
    assert hears.result.sure
    assert hears.result.count == 12
    assert not guesses.result.sure
    assert 0 < guesses.result.count < 12


def test_guessing_is_seldom_taken_for_hearing() -> None:
    chance = np.random.default_rng(2)
    sure = 0
    for seed in range(2000):
        test = BlindTest("l1", "t1", "t2", seed)
        for right in chance.integers(0, 2, 10):
            test = test.answer("a" if right else "b")
        sure += test.result.sure
    assert sure / 2000 < 0.05


def test_a_preference_holds_wherever_the_takes_stand() -> None:
    test = BlindTest("l1", "t1", "t2", 3, "blind-ab")
    places = set()
    for _ in range(10):
        places.add(test.a)
        test = test.answer("a" if test.a == "t2" else "b")
    assert places == {"t1", "t2"}
    assert test.result.preferred == "t2"
    assert test.result.sure
    assert test.result.chance == pytest.approx(2 / 2**10)
    for _ in range(10):
        test = test.answer("a" if test.a == "t1" else "b")
    assert test.result.preferred == ""
    assert test.result.chance == 1.0


def test_the_result_is_stored_and_the_better_take_chosen(project: Project) -> None:
    for key in ("k1", "k2"):
        line = project.lines[0]
        asked = request_of(project, line)
        take = TakeRef("", key, asked.text, asked.voice, asked.direction, asked.seed, "", 1.0)
        project = add_take(project, "l1", take)
    first, second = (take.id for take in project.lines[0].takes)
    assert project.lines[0].chosen == second
    test = BlindTest("l1", first, second, 9, "blind-ab")
    for _ in range(6):
        test = test.answer("a" if test.a == first else "b")
    project = add_comparison(project, test.comparison("2026"))
    assert project.comparisons == (
        Comparison("l1", first, second, "blind-ab", first, "2026", 6, 6),
    )
    assert project.lines[0].chosen == first
    again = add_comparison(project, test.comparison("2026", preferred=second))
    assert again.lines[0].chosen == second
    undecided = BlindTest("l1", first, second, 9).comparison("2026")
    assert add_comparison(project, undecided).lines[0].chosen == first


@pytest.mark.parametrize("gain", [0.2, 1.0, 3.0])
def test_both_sound_equally_loud_and_none_is_made_louder(gain: float) -> None:
    chance = np.random.default_rng(1)
    first = chance.normal(0, 0.05, 60_000).astype(np.float32)
    second = (np.cumsum(chance.normal(0, 0.004, 48_000)) * gain).astype(np.float32)
    one, two = matched(first, second)
    assert abs(loudness(one) - loudness(two)) < 0.1
    assert np.abs(one).max() <= np.abs(first).max()
    assert np.abs(two).max() <= np.abs(second).max()
    assert any(made is was for made, was in ((one, first), (two, second)))


def test_silence_is_left_alone() -> None:
    silent, sound = np.zeros(24_000, np.float32), np.full(24_000, 0.1, np.float32)
    one, two = matched(silent, sound)
    assert one is silent
    assert two is sound
