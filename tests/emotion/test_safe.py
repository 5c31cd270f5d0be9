"""Where the mark of the intensity lies: the table that ships, and the rule for the rest."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from engine.emotion.safe import (
    HEADS,
    LEAST,
    LOWER_QUARTILE,
    TABLE,
    family_of,
    load_limits,
    safe_intensity,
)
from engine.emotion.vocabulary import load_vocabulary
from engine.evaluation.guard import PROMPTS, STEPS, Nulls
from engine.models.manifest import load_manifest

LIMITS = {
    "af_one": dict.fromkeys(HEADS, 2.0) | {"anger": 1.0, "joy": 1.5},
    "af_two": dict.fromkeys(HEADS, 2.0) | {"anger": 2.0, "joy": 0.0},
    "am_one": dict.fromkeys(HEADS, 1.5),
}
ONE = (("af_one", 1.0),)


def test_the_table_that_ships_is_whole_and_says_what_it_stands_on() -> None:
    table = json.loads(files("assets").joinpath(TABLE).read_text(encoding="utf-8"))
    limits = load_limits()
    assert limits == table["voices"]
    assert len(limits) >= 8
    assert {name[1] for name in limits} == {"f", "m"}
    assert all(name in load_manifest().voices and name[0] in "ab" for name in limits)
    for row in limits.values():
        assert list(row) == list(PROMPTS) == list(HEADS)
        assert set(row.values()) <= {0.0, *STEPS}
    nulls = Nulls(*(table["nulls"][n] for n in ("other_voice", "neutral_repeat", "other_line")))
    assert 0 < nulls.repeat < nulls.floor < nulls.other < 1
    assert table["allowed_drop"] == pytest.approx(nulls.allowed(), abs=1e-3)
    assert set(table["at_intensity_1"]) == set(PROMPTS)
    assert {"model", "precision", "plan", "sound"} <= set(table["measured_with"])


def test_every_emotion_counts_as_a_measured_one() -> None:
    families = {entry.name: family_of(entry.name) for entry in load_vocabulary().entries}
    assert families.pop("neutral") is None
    assert set(families.values()) <= set(HEADS)
    assert {family_of(head) for head in HEADS.values()} == set(HEADS)
    assert families["excitement"] == "joy"
    assert families["tenderness"] == "calm"


@pytest.mark.parametrize(
    ("mixture", "voice", "mark"),
    [
        ((("hot anger", 1.0),), ONE, 1.0),
        ((("hot anger", 1.25),), ONE, 0.8),
        ((("hot anger", 0.8),), ONE, 1.25),
        ((("hot anger", 0.4),), ONE, None),
        ((("fear", 1.0),), ONE, None),
        ((("fear", 1.25),), ONE, 1.6),
        ((("hot anger", 0.5), ("joy", 0.5)), ONE, 1.2),
        ((("joy", 1.0),), (("af_two", 1.0),), LEAST),
        ((("hot anger", 1.0),), (("af_one", 0.5), ("af_two", 0.5)), 1.5),
        ((("neutral", 1.0),), ONE, None),
        ((), ONE, None),
    ],
)
def test_the_mark_is_where_the_parts_have_used_it_up(
    mixture: tuple[tuple[str, float], ...], voice: tuple[tuple[str, float], ...], mark: float | None
) -> None:
    assert safe_intensity(mixture, voice, LIMITS) == (None if mark is None else pytest.approx(mark))


def test_a_voice_that_was_not_measured_has_the_lower_quartile_of_its_sex() -> None:
    anger = (("hot anger", 1.0),)
    quarter = 1.0 + LOWER_QUARTILE / 100
    assert safe_intensity(anger, (("jf_alpha", 1.0),), LIMITS) == pytest.approx(quarter)
    assert safe_intensity(anger, (("zm_own", 1.0),), LIMITS) == pytest.approx(1.5)
    assert safe_intensity(anger, (("own", 1.0),), LIMITS) == pytest.approx(1.25)
    assert safe_intensity(anger, (("own", 1.0),), {}) is None
