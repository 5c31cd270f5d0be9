"""The descriptors' embeddings are worked out once, and again when their file is not whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.emotion.encoder import Encoder
from engine.emotion.nearest import MATRIX_FILE
from engine.emotion.understand import Understander
from engine.values import Floats

PROMPT = "gobsmacked beyond words"
"""Unknown words: they are compared with the descriptors."""


class Counting(Encoder):
    """The encoder all tests share, counting the texts it is given."""

    def __init__(self, shared: Encoder) -> None:
        self.__dict__.update(_use=shared._use, hash=shared.hash)
        self.texts = 0

    def encode(self, texts: Sequence[str]) -> Floats:
        self.texts += len(texts)
        return super().encode(texts)


def asked(folder: Path, encoder: Encoder, other_hash: str = "") -> tuple[int, bytes, float]:
    """Return the number of texts embedded for a prompt, and what it was understood as."""
    counting = Counting(encoder)
    if other_hash:
        counting.__dict__["hash"] = other_hash
    emotion = Understander(counting, folder).understand(PROMPT)
    return counting.texts, emotion.emovec.tobytes(), emotion.confidence


@pytest.fixture(scope="module")
def kept(
    encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> tuple[bytes, tuple[int, bytes, float]]:
    folder = tmp_path_factory.mktemp("emotion")
    first = asked(folder, encoder)
    assert [path.name for path in folder.iterdir()] == [MATRIX_FILE]
    return (folder / MATRIX_FILE).read_bytes(), first


def test_a_second_start_embeds_the_prompt_alone(
    encoder: Encoder, kept: tuple[bytes, tuple[int, bytes, float]], tmp_path: Path
) -> None:
    record, (texts, emovec, confidence) = kept
    (tmp_path / MATRIX_FILE).write_bytes(record)
    again = asked(tmp_path, encoder)
    assert texts > 3000
    assert again[0] < 10
    assert again[1:] == (emovec, confidence)


@pytest.mark.parametrize("harm", ["flipped", "another encoder"])
def test_a_record_that_is_not_whole_or_not_ours_is_made_again(
    kept: tuple[bytes, tuple[int, bytes, float]], tmp_path: Path, encoder: Encoder, harm: str
) -> None:
    record, first = kept
    path = tmp_path / MATRIX_FILE
    hurt = bytearray(record)
    if harm == "flipped":
        hurt[-5] ^= 1
    path.write_bytes(hurt)
    other = "0" * 32 if harm == "another encoder" else ""
    assert asked(tmp_path, encoder, other) == first
    assert (path.read_bytes() == record) is (not other)


def test_a_folder_that_cannot_be_written_is_no_failure(encoder: Encoder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert asked(tmp_path / "file" / "emotion", encoder)[0] > 3000
