"""EmoVec: bounds, linear read-outs, geometry."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.emotion.axes import AXES, to_deltas, to_vector
from engine.emotion.space import EmoSpace
from engine.emotion.vocabulary import load_vocabulary
from engine.values import EMOVEC_SIZE, IDENTITY, Floats

VOCABULARY = load_vocabulary()
SPACE = EmoSpace(VOCABULARY)
NOTHING = np.zeros(len(AXES))


def vector(*parts: tuple[str, float]) -> Floats:
    weights = dict(parts)
    return SPACE.emovec(weights, weights, NOTHING)


def cosine(a: Floats, b: Floats) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_neutral_is_zero() -> None:
    for got in (vector(), vector(("neutral", 1.0))):
        assert got.shape == (EMOVEC_SIZE,)
        assert got.dtype == np.float32
        assert not got.any()
        assert not got.flags.writeable
    assert to_deltas(SPACE.deltas(vector())) is IDENTITY
    assert SPACE.vad(vector()) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("name", SPACE.names)
def test_read_outs_give_the_entry_back(name: str) -> None:
    entry, got = VOCABULARY[name], vector((name, 1.0))
    assert np.abs(got).max() <= 1.0
    assert np.allclose(SPACE.deltas(got), to_vector(entry.deltas), atol=1e-5)
    assert SPACE.vad(got) == pytest.approx(
        (entry.valence, entry.arousal, entry.dominance), abs=1e-3
    )
    mixture = SPACE.mixture(got)
    assert mixture.pop(name) == pytest.approx(1.0, abs=1e-5)
    assert max(abs(weight) for weight in mixture.values()) < 1e-5


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from(SPACE.names), st.floats(0, 1), max_size=3),
    st.dictionaries(st.sampled_from(SPACE.names), st.floats(0, 1), max_size=3),
    st.lists(st.floats(-1, 1), min_size=len(AXES), max_size=len(AXES)),
)
def test_read_outs_are_linear(a: dict[str, float], b: dict[str, float], axes: list[float]) -> None:
    """Reading a sum is summing the readings: matrices, nothing else."""
    deltas, vad = SPACE.readouts()
    first = SPACE.emovec(a, a, np.array(axes) * 0.1)
    second = SPACE.emovec(b, b, NOTHING)
    total = (first + second).astype(np.float32)
    read = SPACE.deltas(first) + SPACE.deltas(second)
    assert np.allclose(SPACE.deltas(total), read, atol=1e-4)
    assert np.allclose(total @ deltas, read, atol=1e-4)
    assert vad.shape == (EMOVEC_SIZE, 3)


def test_a_vector_that_would_burst_keeps_its_direction() -> None:
    usual = SPACE.emovec({"hot anger": 1.0}, {}, NOTHING)
    huge = SPACE.emovec({"hot anger": 50.0}, {}, NOTHING)
    assert np.abs(huge).max() == pytest.approx(1.0)
    assert cosine(usual, huge) == pytest.approx(1.0, abs=1e-6)


def test_the_basis_is_the_same_every_time() -> None:
    again = EmoSpace(VOCABULARY)
    assert np.array_equal(again.readouts()[0], SPACE.readouts()[0])
    same = again.emovec({"awe": 0.7}, {"joy": 0.2}, NOTHING)
    assert np.array_equal(same, SPACE.emovec({"awe": 0.7}, {"joy": 0.2}, NOTHING))


def test_like_emotions_lie_close_and_unlike_ones_apart() -> None:
    pairs = {
        (a, b): cosine(vector((a, 1.0)), vector((b, 1.0))) for a in SPACE.names for b in SPACE.names
    }
    assert pairs["joy", "excitement"] > pairs["joy", "relief"] > pairs["joy", "sadness"]
    assert pairs["fear", "anxiety"] > pairs["fear", "calm"]
    assert pairs["hot anger", "cold anger"] > pairs["hot anger", "tenderness"]
    family = {entry.name: entry.family for entry in VOCABULARY.entries}
    within = [v for (a, b), v in pairs.items() if a != b and family[a] == family[b]]
    across = [v for (a, b), v in pairs.items() if family[a] != family[b]]
    assert min(within) > np.quantile(across, 0.75)


def test_entries_do_not_collapse() -> None:
    """Effective rank: exp of the entropy of the normalised singular values."""
    values = np.linalg.svd(np.stack([vector((n, 1.0)) for n in SPACE.names]), compute_uv=False)
    shares = values / values.sum()
    assert np.exp(-(shares * np.log(shares)).sum()) > 16
