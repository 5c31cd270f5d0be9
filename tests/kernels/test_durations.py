import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from kernels import durations


@st.composite
def cases(
    draw: st.DrawFn,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    size = draw(st.integers(0, 60))
    length = draw(hnp.arrays(np.float64, size, elements=st.floats(0, 30)))
    factor = draw(hnp.arrays(np.float64, size, elements=st.floats(0.5, 2.0)))
    return length, factor, draw(hnp.arrays(np.bool_, size))


@settings(max_examples=150)
@given(case=cases())
def test_total_is_within_half_a_frame(
    case: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]],
) -> None:
    length, factor, fixed = case
    frames = durations.stretch(length, factor, fixed)
    free = ~fixed
    wanted = float((length * factor)[free].sum())
    least = int(free.sum()) * durations.MIN_FRAMES
    assert frames.dtype == np.int64
    assert (frames >= durations.MIN_FRAMES).all()
    assert abs(frames[free].sum() - max(wanted, least)) <= 0.5 + 1e-6
    alone = np.maximum(np.floor(length + 0.5), 1)
    assert (frames[fixed] == alone[fixed]).all()


def test_a_tenth_longer_arrives_on_short_vowels() -> None:
    length = np.full(60, 2.76)
    none = np.zeros(60, np.bool_)
    plain = durations.stretch(length, np.ones(60), none).sum()
    longer = durations.stretch(length, np.full(60, 1.1), none).sum()
    assert longer / plain == pytest.approx(1.1, abs=0.005)
    assert np.floor(length * 1.1 + 0.5).sum() == np.floor(length + 0.5).sum()  # alone: nothing


def test_no_token_is_eaten_by_its_short_neighbours() -> None:
    length = np.concatenate((np.full(10, 0.4), np.full(4, 6.0)))
    frames = durations.stretch(length, np.ones(14), np.zeros(14, np.bool_))
    assert frames.sum() == 28
    assert frames[10:].max() - frames[10:].min() <= 1


def test_equal_factors_give_the_neutral_durations() -> None:
    rng = np.random.default_rng(2)
    length = rng.gamma(2.0, 1.4, 80)
    fixed = rng.random(80) < 0.1
    neutral = durations.stretch(length, np.ones(80), fixed)
    other = np.where(fixed, 1.7, 1.0)  # a factor on a fixed token changes nothing
    assert (durations.stretch(length, other, fixed) == neutral).all()
    assert np.abs(neutral - np.maximum(np.floor(length + 0.5), 1)).max() <= 1


@pytest.mark.parametrize(
    ("length", "factor"),
    [([1.0, 2.0], [1.0]), ([-1.0], [1.0]), ([1.0], [0.0]), ([np.nan], [1.0]), ([1.0], [np.inf])],
)
def test_broken_arguments_are_refused(length: list[float], factor: list[float]) -> None:
    with pytest.raises(ValueError, match=r"shapes|durations|factors"):
        durations.stretch(np.array(length), np.array(factor), np.zeros(len(length), np.bool_))


def test_regulate_repeats_each_column() -> None:
    features = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    out = durations.regulate(features, np.array([2, 0, 3]))
    assert out.tolist() == [[1, 1, 3, 3, 3], [4, 4, 6, 6, 6]]
    assert out.flags.c_contiguous
    with pytest.raises(ValueError, match="fit"):
        durations.regulate(features, np.array([1, 2]))
    with pytest.raises(ValueError, match="at least 0"):
        durations.regulate(features, np.array([1, -1, 1]))
