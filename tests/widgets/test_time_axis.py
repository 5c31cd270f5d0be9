"""The shared stretch of time: always inside the line, never too short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.time_axis import LEAST_SPAN_S, NOWHERE, TimeAxis

Seconds = st.floats(-100, 100)


@given(length=st.floats(0, 60), moves=st.lists(st.tuples(st.integers(0, 4), Seconds), max_size=30))
def test_it_stays_inside_the_line(length: float, moves: list[tuple[int, float]]) -> None:
    axis = TimeAxis()
    axis.set_length(length)
    for kind, value in moves:
        if kind == 0:
            axis.scroll(value)
        elif kind == 1:
            axis.zoom(max(abs(value), 0.01), value)
        elif kind == 2:
            axis.point(value)
        elif kind == 3:
            axis.play(min(max(value, 0.0), axis.length))
        else:
            axis.show_range(value, value + 1)
        assert axis.start >= 0
        assert axis.end <= axis.length + 1e-9
        assert axis.end - axis.start >= min(LEAST_SPAN_S, axis.length) - 1e-9


def test_the_playhead_turns_the_page() -> None:
    axis = TimeAxis()
    axis.set_length(10.0)
    axis.show_range(0.0, 2.0)
    axis.play(1.9)
    assert axis.start == 0.0
    axis.play(2.1)
    assert axis.start == pytest.approx(1.9)
    axis.play(NOWHERE)
    assert axis.start == pytest.approx(1.9)


def test_a_selection_is_sorted_and_cut() -> None:
    axis = TimeAxis()
    axis.set_length(2.0)
    axis.mark((5.0, 1.0))
    assert axis.selection == (1.0, 2.0)
    axis.mark((1.0, 1.0))
    assert axis.selection is None
