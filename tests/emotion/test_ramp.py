"""The envelope over a line: natural build-up, ramp, keyframes, bounded slope."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.emotion.knobs import check_direction
from engine.emotion.ramp import MAX_SLOPE, strengths
from engine.errors import InputError
from engine.values import CURVE_S, Deltas, Direction, Keyframe

WORDS = ((0.2, 0.5), (0.5, 1.0), (1.1, 1.6), (1.6, 2.2))
TIMES = np.arange(0.0, 2.4, CURVE_S)
INSIDE = (TIMES >= 0.2) & (TIMES <= 2.2)


def slope(values: np.ndarray, times: np.ndarray = TIMES) -> float:
    return float(np.abs(np.diff(values.astype(float)) / np.diff(times)).max())


def test_natural_build_up() -> None:
    got = strengths(Direction(), WORDS, TIMES)
    assert got.dtype == np.float32
    assert not got.flags.writeable
    assert got[0] == pytest.approx(0.85)
    assert got[-1] == pytest.approx(1.15)
    assert got[INSIDE].mean() == pytest.approx(1.0, abs=0.005)
    assert np.all(np.diff(got) >= 0)


def test_full_ramp_arrives_at_the_end_only() -> None:
    got = strengths(Direction(ramp=1.0), WORDS, TIMES)
    assert got[0] == pytest.approx(0.0)
    assert got[-1] == pytest.approx(1.15)
    middle = np.searchsorted(TIMES, 1.2)
    assert got[middle] == pytest.approx(0.575, abs=0.01)


def test_half_ramp_joins_the_natural_line_half_way() -> None:
    natural = strengths(Direction(), WORDS, TIMES)
    got = strengths(Direction(ramp=0.5), WORDS, TIMES)
    later = TIMES >= 1.2
    assert np.allclose(got[later], natural[later], atol=0.01)
    assert got[0] == pytest.approx(0.425)


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_slower_ramp_is_never_stronger(a: float, b: float) -> None:
    fast, slow = sorted((a, b))
    difference = strengths(Direction(ramp=fast), WORDS, TIMES) - strengths(
        Direction(ramp=slow), WORDS, TIMES
    )
    assert difference.min() >= -1e-5


def test_keyframes_are_met_at_word_starts() -> None:
    frames = (Keyframe(0, 0.2), Keyframe(2, 1.4), Keyframe(3, 0.6))
    got = strengths(Direction(ramp=1.0, keyframes=frames), WORDS, TIMES)
    for frame in frames:
        at = np.searchsorted(TIMES, WORDS[frame.word][0])
        assert got[at] == pytest.approx(frame.strength, abs=0.04)
    assert got[0] == pytest.approx(0.2)
    assert got[-1] == pytest.approx(0.6, abs=1e-6)
    assert got[np.searchsorted(TIMES, 0.65)] == pytest.approx(0.8, abs=0.02)


def test_the_later_of_two_keyframes_on_a_word_counts() -> None:
    got = strengths(Direction(keyframes=(Keyframe(1, 0.1), Keyframe(1, 0.9))), WORDS, TIMES)
    assert np.allclose(got, 0.9)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.floats(0, 1.5)), min_size=1, max_size=6),
    st.floats(0.01, 0.2),
)
def test_slope_is_bounded_however_short_the_words(
    frames: list[tuple[int, float]], length: float
) -> None:
    words = tuple((i * length, (i + 1) * length) for i in range(4))
    direction = Direction(keyframes=tuple(Keyframe(w, s) for w, s in frames))
    got = strengths(direction, words, TIMES)
    assert slope(got) <= MAX_SLOPE * 1.001
    assert got.min() >= min(s for _, s in frames) - 1e-6
    assert got.max() <= max(s for _, s in frames) + 1e-6


@given(st.floats(0, 1), st.floats(0.02, 3.0))
def test_ramp_slope_is_bounded_on_short_lines(ramp: float, length: float) -> None:
    got = strengths(Direction(ramp=ramp), ((0.1, 0.1 + length),), TIMES)
    assert slope(got) <= MAX_SLOPE * 1.001


def test_a_line_without_words_or_curve() -> None:
    assert np.all(strengths(Direction(), (), TIMES) == 1.0)
    assert strengths(Direction(), WORDS, []).shape == (0,)


@pytest.mark.parametrize("word", [4, 100, -1])
def test_keyframe_off_the_text(word: int) -> None:
    with pytest.raises(InputError) as caught:
        strengths(Direction(keyframes=(Keyframe(word, 1.0),)), WORDS, TIMES)
    assert caught.value.code == "keyframe-off-text"


@pytest.mark.parametrize(
    "direction",
    [
        Direction(ramp=-0.1),
        Direction(ramp=1.1),
        Direction(ramp=math.nan),
        Direction(intensity=2.5),
        Direction(intensity=math.inf),
        Direction(stability=-1.0),
        Direction(keyframes=(Keyframe(0, 1.6),)),
        Direction(keyframes=(Keyframe(0, math.nan),)),
        Direction(nudges=Deltas(f0_level_st=math.nan)),
        Direction(nudges=Deltas(vowel_duration=0.0)),
    ],
)
def test_knobs_out_of_range(direction: Direction) -> None:
    with pytest.raises(InputError) as caught:
        check_direction(direction)
    assert caught.value.code == "knob-out-of-range"


def test_long_prompts_are_refused_and_the_limit_is_not() -> None:
    check_direction(Direction(prompt="x" * 5000))
    with pytest.raises(InputError) as caught:
        check_direction(Direction(prompt="x" * 5001))
    assert caught.value.code == "prompt-too-long"
