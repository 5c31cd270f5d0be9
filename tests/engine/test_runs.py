"""Runs of a mask: what they cover is what is true."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.runs import runs_of


@given(st.lists(st.booleans()))
def test_runs_cover_exactly_what_is_true_and_never_touch(values: list[bool]) -> None:
    covered = np.zeros(len(values), np.bool_)
    before = -1
    for first, last in runs_of(np.array(values, np.bool_)):
        assert before < first < last
        covered[first:last] = True
        before = last
    assert covered.tolist() == values
