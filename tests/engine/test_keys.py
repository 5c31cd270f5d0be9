"""Keys: equal exactly if every input is equal."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from enum import Enum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.keys import LATER, Steady, canonical, counted, key_of, key_of_pairs
from engine.values import Deltas, Direction, Keyframe

ATOMS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
)


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Other:
    value: int


@given(st.lists(ATOMS), st.lists(ATOMS))
def test_different_parts_have_different_bytes(one: list[object], two: list[object]) -> None:
    def typed(items: list[object]) -> list[tuple[type, object]]:
        return [(type(item), item) for item in items]

    assert (key_of(*one) == key_of(*two)) == (typed(one) == typed(two))


def test_parts_cannot_run_into_one_another() -> None:
    assert key_of("ab", "c") != key_of("a", "bc")
    assert key_of(("a",), "b") != key_of(("a", "b"))
    assert key_of("1") != key_of(1) != key_of(1.0) != key_of(True)
    assert key_of("a") != key_of(b"a")


def test_negative_zero_is_zero() -> None:
    assert key_of(-0.0) == key_of(0.0)


def test_arrays_by_type_shape_and_bits() -> None:
    row = np.arange(6, dtype=np.float32)
    assert key_of(row) == key_of(row.copy())
    assert key_of(row) != key_of(row.reshape(2, 3))
    assert key_of(row) != key_of(row.astype(np.float64))
    assert key_of(row) == key_of(row.astype(">f4"))
    assert key_of(np.repeat(row, 2)[::2]) == key_of(row)


def test_enums_and_dataclasses() -> None:
    assert key_of(Colour.RED) != key_of(Colour.BLUE)
    assert key_of(Deltas()) != key_of(Deltas(jitter_st=0.1))
    assert key_of(Direction(keyframes=(Keyframe(0, 1.0),))) != key_of(Direction())
    assert key_of(Other(1)) != key_of((1,))


@pytest.mark.parametrize("part", [object(), {1: 2}, {1}, Deltas, 1j])
def test_unknown_types_are_refused(part: object) -> None:
    with pytest.raises(TypeError, match="canonical"):
        canonical(part)


def test_a_key_is_stable() -> None:
    """Records of earlier versions are found by this: a change here empties every cache."""
    assert key_of("espressivo", 1, 0.5, None) == "b6c7339d7d0732ad924ad703cd1b4925"


def test_numpys_own_scalars_are_keyed_as_the_plain_ones_they_are() -> None:
    assert canonical(np.float64(0.5)) == canonical(0.5)
    assert canonical(np.str_("calm")) == canonical("calm")


def test_what_is_remembered_of_a_value_is_what_would_be_written_anew() -> None:
    steady = Steady()
    lines = [tuple(range(number)) for number in range(Steady.MOST + 2)]
    for _ in range(2):  # in the second round, the first two have been forgotten
        assert [steady.canonical(line) for line in lines] == [canonical(line) for line in lines]
    assert steady.canonical(lines[-1]) is steady.canonical(lines[-1])


def test_a_key_of_written_values_is_the_key_of_the_values() -> None:
    pairs = (("words", ("a", "b")), ("ramp", 0.5), ("none", None))
    assert key_of_pairs((name, canonical(value)) for name, value in pairs) == key_of(*pairs)


def test_a_field_that_came_later_counts_only_where_it_asks() -> None:
    @dataclass(frozen=True)
    class Asked:
        level: float
        local: float = field(default=0.0, metadata=LATER)
        shape: float = field(default=0.0, metadata=LATER)

    before = make_dataclass("Asked", [("level", float)], frozen=True)(1.0)
    assert key_of(Asked(1.0)) == key_of(before)
    assert counted(Asked(1.0)) == ("level",)
    assert counted(Asked(1.0, 2.0)) == ("level", "local")
    found = {key_of(each) for each in (Asked(1.0, 2.0), Asked(1.0, 0.0, 2.0), Asked(2.0), before)}
    assert len(found) == 4
