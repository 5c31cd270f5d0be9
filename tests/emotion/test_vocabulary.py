"""The shipped data: targets as published, everything that is named exists."""

import json
from importlib.resources import files

import pytest

from engine.emotion.lexicon import UNSPACED, Lexicon, fold, key_of
from engine.emotion.vocabulary import load_vocabulary
from engine.values import IDENTITY, Deltas

VOCABULARY = load_vocabulary()
LANGUAGES = {"en", "zh", "es", "fr", "de", "it", "pt", "ja"}

# F0 level st, excursion, energy dB, tilt dB of the targets table, row by row
TABLE = {
    "hot anger": (3.5, 1.2, 9.0, 3.5),
    "cold anger": (1.0, 1.0, 3.0, 2.0),
    "joy": (3.0, 1.25, 4.0, 2.0),
    "excitement": (4.5, 1.25, 6.0, 2.5),
    "surprise": (5.0, 1.55, 5.0, 1.5),
    "fear": (4.0, 0.9, 3.0, 1.0),
    "anxiety": (1.5, 0.9, -1.0, 0.0),
    "sadness": (-0.5, 0.75, -2.5, -2.0),
    "despair": (4.0, 1.1, 3.0, 1.0),
    "boredom": (-0.3, 1.0, -2.0, -0.7),
    "calm": (-0.7, 0.9, -2.6, -1.3),
    "tenderness": (-0.7, 0.85, -3.0, -1.5),
    "disgust": (1.0, 1.1, 1.0, 1.0),
    "contempt": (-1.0, 1.05, -1.0, 0.0),
    "confident": (-0.3, 1.05, 2.0, 1.0),
    "interest": (1.5, 1.25, 1.0, 0.5),
    "hesitant": (0.0, 0.85, -1.5, -0.5),
    "awe": (-0.5, 0.95, -2.0, -1.0),
    "relief": (-0.5, 1.1, -1.0, -0.5),
    "gratitude": (0.0, 1.1, -1.0, -0.5),
    "admiration": (0.5, 1.1, -1.0, -0.5),
    "neutral": (0.0, 1.0, 0.0, 0.0),
}


@pytest.mark.parametrize("name", TABLE)
def test_targets_are_those_of_the_table(name: str) -> None:
    deltas = VOCABULARY[name].deltas
    got = (deltas.f0_level_st, deltas.f0_excursion, deltas.energy_db, deltas.tilt_db)
    assert got == TABLE[name]


def test_neutral_asks_for_nothing() -> None:
    neutral = VOCABULARY["neutral"]
    assert neutral.deltas == IDENTITY
    assert (neutral.valence, neutral.arousal, neutral.dominance) == (0, 0, 0)


def test_vowels_and_consonants_move_apart_as_measured() -> None:
    """Anger and joy stretch vowels, not consonants; sadness consonants more (EmoDB)."""
    for name in ("hot anger", "joy"):
        deltas = VOCABULARY[name].deltas
        assert deltas.vowel_duration > 1.0 > deltas.consonant_duration
    assert VOCABULARY["sadness"].deltas.consonant_duration > 1.15


def test_every_entry_is_complete() -> None:
    names = VOCABULARY.names
    assert len(set(names)) == len(names)
    for entry in VOCABULARY.entries:
        assert {language for language, _ in entry.descriptors} >= LANGUAGES
        for value in (entry.valence, entry.arousal, entry.dominance):
            assert -1 <= value <= 1
        for name, weight in entry.opposite:
            assert name in names
            assert 0 < weight <= 1
        phrases = {phrase for _, phrase in entry.descriptors}
        assert set(entry.strengths) <= phrases


def test_no_phrase_names_two_emotions_in_one_language() -> None:
    claimed: dict[tuple[str, str], str] = {}
    for entry in VOCABULARY.entries:
        for language, phrase in entry.descriptors:
            key = (language, key_of(phrase))
            assert claimed.setdefault(key, entry.name) == entry.name, key


def test_cue_lists_are_complete_and_their_effects_exist() -> None:
    cues = json.loads(files("assets").joinpath("emotion/cues.json").read_text("utf-8"))
    assert set(cues["languages"]) == LANGUAGES
    effects = {name: Deltas(**row) for name, row in cues["effects"].items()}
    for language, lists in cues["languages"].items():
        assert set(lists["delivery"].values()) <= set(effects), language
        assert set(lists["ambiguous"]) <= set(lists["delivery"]), language
        assert lists["negation"]
        assert lists["contrast"]
        for wanted in ("slow", "fast", "loud", "soft", "whisper", "shout", "monotone", "clear"):
            assert wanted in lists["delivery"].values(), (language, wanted)
        assert all(0 < factor <= 1.6 for factor in lists["degree"].values())
        assert any(f <= 0.5 for f in lists["degree"].values())
        assert any(f >= 1.6 for f in lists["degree"].values())
    assert all(effect != IDENTITY for effect in effects.values())


def test_an_unknown_entry_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        VOCABULARY["jealousy of ducks"]


def test_folding_keeps_length_and_drops_case_and_accents() -> None:
    text = "ÉNERVÉ Wütend Ａｎｇｒｙ　が \u0130 ß ﬁ"
    folded = fold(text)
    assert len(folded) == len(text)
    assert folded.startswith("enerve wutend angry")
    assert "が" in folded


def test_spelling_repair() -> None:
    lexicon = Lexicon(VOCABULARY)
    assert lexicon.repaired("furius") == "furious"
    assert lexicon.repaired("wsipering") == "whispering"
    assert lexicon.repaired("bicyclette") is None
    assert lexicon.repaired("enthusiatsic") == "enthusiastic"
    assert lexicon.repaired("sda") is None
    assert UNSPACED.search("悲しい")
