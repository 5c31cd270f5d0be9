"""Changes by hand as they are written on the command line."""

from __future__ import annotations

import pytest

from app.nudging import local_of, nudges_of
from engine.errors import InputError
from engine.local import Local
from engine.values import Deltas


def test_the_last_of_a_name_counts_and_dashes_are_underscores() -> None:
    assert nudges_of(["breathy=0.4", "f0-level-st=-1", "breathy=0.2"]) == Deltas(
        f0_level_st=-1.0, breathy=0.2
    )
    assert local_of(["share=1", "accent-st= 1.5"]) == Local(share=1.0, accent_st=1.5)
    assert (nudges_of([]), local_of([])) == (Deltas(), Local())


@pytest.mark.parametrize("text", ["share=1.1", "clause_st=x", "accent_st", "breathy=1", "=2"])
def test_other_names_and_values_out_of_reach_are_refused(text: str) -> None:
    with pytest.raises(InputError) as told:
        local_of([text])
    assert told.value.code == "knob-out-of-range"
    name = text.partition("=")[0]
    assert ("share, clause_st, accent_st" in told.value.hint) == (name in ("breathy", ""))
