"""Decode units: one rule on the plan, whatever the line."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.units import FORCED_FROM_S, LONGEST_S, SHORTEST_S, Cut, cut_units
from engine.values import FRAME_S, Unit

SHORTEST, LONGEST, FORCED = (round(s / FRAME_S) for s in (SHORTEST_S, LONGEST_S, FORCED_FROM_S))


@st.composite
def lines(draw: st.DrawFn) -> tuple[int, list[Cut], list[Cut]]:
    frames = draw(st.integers(1, 4000))
    places = sorted(draw(st.sets(st.integers(1, 4000), max_size=200)))
    rests = [Cut(p, 0.0) for p in places[::5] if p < frames]
    words = [Cut(p, draw(st.floats(0, 2))) for p in places if p < frames]
    return frames, rests, words


@given(lines())
def test_units_cover_the_line_and_keep_to_the_rule(line: tuple[int, list[Cut], list[Cut]]) -> None:
    frames, rests, words = line
    units = cut_units(0, frames, rests, words)
    assert units[0].first == 0
    assert units[-1].last == frames
    assert all(a.last == b.first for a, b in itertools.pairwise(units))
    places = {cut.frame for cut in (*rests, *words)}
    assert {unit.last for unit in units[:-1]} <= places
    assert cut_units(0, frames, rests, words) == units
    for unit in units:
        assert unit.last - unit.first >= min(SHORTEST, frames)
        if unit.last - unit.first > LONGEST + SHORTEST:
            inside = range(unit.first + FORCED, unit.first + LONGEST + 1)
            left = [p for p in places if p in inside and p <= frames - SHORTEST]
            assert not left, "a longer unit although it could have been cut"


def test_the_first_unit_ends_at_the_first_rest() -> None:
    rests = [Cut(20, 0.0), Cut(70, 0.0), Cut(150, 0.0)]
    assert cut_units(0, 300, rests, []) == (Unit(0, 70), Unit(70, 300))


def test_later_units_are_as_long_as_may_be() -> None:
    rests = [Cut(frame, 0.0) for frame in range(50, 900, 50)]
    assert cut_units(0, 900, rests, [])[:3] == (Unit(0, 50), Unit(50, 250), Unit(250, 450))


def test_the_first_unit_ends_at_a_quiet_word_where_no_rest_comes_soon() -> None:
    words = [Cut(60, 1.9), Cut(80, 1.2), Cut(100, 0.7), Cut(130, 0.1)]
    assert cut_units(0, 200, [], words) == (Unit(0, 100), Unit(100, 200))
    assert cut_units(0, 300, [Cut(180, 0.0)], words)[0] == Unit(0, 100)
    assert cut_units(0, 300, [Cut(90, 0.0)], words)[0] == Unit(0, 90)


def test_the_first_unit_is_not_cut_in_running_speech_or_where_the_line_is_short() -> None:
    assert cut_units(0, 200, [], [Cut(80, 1.4), Cut(100, 1.9)]) == (Unit(0, 200),)
    assert cut_units(0, 120, [], [Cut(60, 0.1)]) == (Unit(0, 120),)


def test_a_short_line_without_rests_is_one_unit() -> None:
    assert cut_units(0, 240, [], [Cut(125, 0.1)]) == (Unit(0, 240),)


def test_a_long_line_without_rests_is_cut_at_its_cheapest_word() -> None:
    words = [Cut(100, 1.4), Cut(130, 0.9), Cut(180, 0.2), Cut(230, 0.5)]
    assert cut_units(0, 400, [], words)[0] == Unit(0, 180)


def test_one_unbroken_stretch_stays_whole() -> None:
    assert cut_units(0, 2000, [], []) == (Unit(0, 2000),)
