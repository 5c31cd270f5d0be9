"""The sentence encoder as the rest relies on it."""

from pathlib import Path

import numpy as np
import pytest

from engine.emotion.encoder import EMBEDDING_SIZE, Encoder
from engine.emotion.pieces import FILE, Pieces, keep_pieces, kept_pieces


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


TEXTS = [
    "with gentle sadness",
    "agnry!!",
    "¡Qué alegría!",
    "今日はとても嬉しい",
    "ﬁne  ½ Ⅳ\t",
    "",
    "😀",
]


def test_what_is_kept_spells_and_embeds_alike(tmp_path: Path) -> None:
    worked_out = Encoder(tmp_path)
    assert not isinstance(worked_out._use._tokenizer, Pieces)
    record = (tmp_path / FILE).read_bytes()
    kept = Encoder(tmp_path)
    assert isinstance(kept._use._tokenizer, Pieces)
    assert (tmp_path / FILE).read_bytes() == record
    for text in TEXTS:
        ours, theirs = kept.states(text), worked_out.states(text)
        assert ours.pieces == theirs.pieces
        assert ours.tokens.tobytes() == theirs.tokens.tobytes()
    assert kept.encode(TEXTS).tobytes() == worked_out.encode(TEXTS).tobytes()


@pytest.mark.parametrize("harm", ["cut", "another", "in the way"])
def test_what_is_not_whole_or_not_ours_is_passed_over(
    encoder: Encoder, tmp_path: Path, harm: str
) -> None:
    path = tmp_path / FILE
    if harm == "in the way":
        path.mkdir()
    keep_pieces(tmp_path, "ours", encoder._use._tokenizer)
    if harm == "cut":
        path.write_bytes(path.read_bytes()[:-9])
    assert kept_pieces(tmp_path, "another" if harm == "another" else "ours") is None
