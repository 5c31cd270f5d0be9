"""Two hundred names and rare words: each is said, and a guess is named."""

from __future__ import annotations

import pytest

from engine.reading.reader import Reader
from tests.reading.conftest import DATA, show
from tests.reading.test_reader import assert_sound

ROWS = (DATA / "names.txt").read_text(encoding="utf-8").splitlines()
NAMES = [name for row in ROWS if not row.startswith("//") for name in row.split()]


def test_there_are_two_hundred() -> None:
    assert len(NAMES) == len(set(NAMES)) == 200


@pytest.mark.parametrize("language", ["en-us", "en-gb"])
def test_every_name_is_said_and_every_guess_is_named(reader: Reader, language: str) -> None:
    guesses = 0
    for name in NAMES:
        text = f"We met {name} on Monday."
        reading = reader.read(text, language)
        assert_sound(reading)
        over = [w for w in reading.words if text[w.start : w.end].strip("-'") in name]
        assert over, name
        assert all(word.phonemes for word in over), name
        assert [w.spoken for w in reading.words[:2]] == ["We", "met"]
        assert [w.spoken for w in reading.words[-2:]] == ["on", "Monday"]
        named = [r.detail for r in reading.remarks if r.code == "word-guessed"]
        speaker = reader._speaker(language)
        known = speaker.lexicon.find(name, "NNP", last=False)
        parts = name.replace("'", "-").split("-")
        unknown = known is None and len(parts) == 1 and name.isascii()
        assert not unknown or named, f"{name} was guessed in silence"
        guesses += bool(named)
    show(f"\n{language}: {guesses} of {len(NAMES)} are guessed, each with a remark")
    assert 20 <= guesses <= 150
