"""The sentence encoder as the rest relies on it."""

import numpy as np

from engine.emotion.encoder import EMBEDDING_SIZE, Encoder


def test_embeddings(encoder: Encoder) -> None:
    texts = ["angry", "enojado", "a spoon of salt", "今日の天気"]
    got = encoder.encode(texts)
    assert got.shape == (4, EMBEDDING_SIZE)
    assert got.dtype == np.float32
    assert not got.flags.writeable
    assert np.allclose(np.linalg.norm(got, axis=1), 1.0, atol=1e-5)
    assert np.array_equal(got, encoder.encode(texts))
    assert got[0] @ got[1] > 0.7 > got[0] @ got[2]
    alone = encoder.encode(texts[:1])[0]
    assert np.allclose(alone, got[0], atol=1e-5)


def test_no_texts(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, EMBEDDING_SIZE)


def test_words_and_babble(encoder: Encoder) -> None:
    assert encoder.is_common("bread")
    assert encoder.is_common("detective")
    assert not encoder.is_common("agnry")
    assert encoder.is_babble("asdfghjkl")
    assert not encoder.is_babble("gobsmacked")


def test_hash_is_stable(encoder: Encoder) -> None:
    assert encoder.hash == Encoder().hash
    assert len(encoder.hash) == 32
    assert int(encoder.hash, 16) > 0
