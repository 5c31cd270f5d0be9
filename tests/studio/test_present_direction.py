"""Prompts, the pad and its inverse, presets and voices: with the real understander."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from app.emotion_words import EMOTIONS, MANNERS, emotion_word
from app.project.takes import save_preset
from app.project.values import Project, set_voice
from app.studio.pad_prompt import DEGREES, WORDS, delivery_words
from app.studio.present.direction import PRESET_NAMES
from app.studio.present.records import (
    direction_from_pad,
    mix_view,
    pad_view,
    preset_of,
    preset_views,
    prompt_view,
    shipped_presets,
    voice_views,
)
from engine.build import build_understander
from engine.emotion.lexicon import Lexicon
from engine.emotion.understand import Understander
from engine.emotion.vocabulary import NEUTRAL, load_vocabulary
from engine.values import Direction


@pytest.fixture(scope="module")
def understander(data_dir: Path) -> Understander:
    """As the program has it: what was embedded once is kept in the data folder."""
    return build_understander(data_dir)


def test_every_word_of_the_engine_has_one_for_people() -> None:
    vocabulary = load_vocabulary()
    assert set(EMOTIONS) == set(vocabulary.names)
    assert set(MANNERS) == set(Lexicon(vocabulary).effects)
    assert emotion_word("x1.3") == "× 1.3"


def test_a_prompt_shows_what_was_understood_and_what_was_not(understander: Understander) -> None:
    prompt = "very tired but not angry, purple, slowly"
    view = prompt_view(prompt, understander.understand(prompt))
    assert [prompt[start:end] for start, end in view.ignored] == ["purple"]
    kinds = [(prompt[m.start : m.end], m.kind) for m in view.matched]
    assert kinds == [
        ("very", "degree"),
        ("tired", "emotion"),
        ("but", "blend"),
        ("not", "negation"),
        ("angry", "emotion"),
        ("slowly", "delivery"),
    ]
    assert view.says == "Understood as weariness 130%, slow; “purple” changes nothing."
    assert not view.guessed


def test_words_without_effect_are_named_once_and_no_more_than_a_few(
    understander: Understander,
) -> None:
    again = "purple, slowly, " * 300
    view = prompt_view(again, understander.understand(again))
    assert len(view.ignored) == 300
    assert view.says.endswith("; “purple” changes nothing.")
    many = "slowly, " + ", ".join(f"qzx{letter}vw" for letter in "abcdefgh")
    says = prompt_view(many, understander.understand(many)).says
    assert says.endswith(
        "; “qzxavw”, “qzxbvw”, “qzxcvw”, “qzxdvw”, “qzxevw” and 3 more change nothing."
    )


@pytest.mark.parametrize(
    ("prompt", "says"),
    [
        ("", "No direction: the voice speaks as it does by itself."),
        ("xqzzt flurb", "Not understood: it changes nothing."),
        ("sad", "Understood as sadness."),
        ("happy, not loud", "Understood as joy, not loud."),
        ("not angry, loud", "Understood as calm 40%, loud."),
    ],
)
def test_one_sentence_says_what_a_prompt_became(
    understander: Understander, prompt: str, says: str
) -> None:
    assert prompt_view(prompt, understander.understand(prompt)).says == says


def test_a_guess_is_called_one(understander: Understander) -> None:
    prompt = "glowering like a storm"
    emotion = understander.understand(prompt)
    assert emotion.remarks
    view = prompt_view(prompt, emotion)
    assert view.guessed
    assert view.says.startswith("Guessed as ")


def test_what_was_understood_of_another_prompt_is_not_shown(understander: Understander) -> None:
    view = prompt_view("so very happy", understander.understand("very happy"))
    assert (view.matched, view.ignored, view.says) == ((), (), "")
    assert prompt_view("happy", None).says == ""


def test_an_ignored_word_is_not_found_inside_another(understander: Understander) -> None:
    prompt = "unpurpled purple sad"
    emotion = understander.understand(prompt)
    for start, end in prompt_view(prompt, emotion).ignored:
        assert prompt[start:end] in emotion.ignored
        assert prompt[start - 1 : start] in ("", " ")


def test_the_pad_shows_where_a_prompt_landed(understander: Understander) -> None:
    emotion = understander.understand("angry")
    view = pad_view(emotion)
    assert (view.valence, view.arousal) == (emotion.valence, emotion.arousal)
    assert len(view.landmarks) == len(load_vocabulary().entries)
    assert (pad_view(None).valence, pad_view(None).arousal) == (0.0, 0.0)


def test_degrees_and_words_of_the_pad_are_those_of_the_engine(understander: Understander) -> None:
    cues = json.loads(files("assets").joinpath("emotion/cues.json").read_text("utf-8"))
    known = cues["languages"]["en"]["degree"]
    assert all(known[word] == factor for word, factor in DEGREES if word)
    assert set(WORDS) == set(load_vocabulary().names) - {NEUTRAL}
    for name, word in WORDS.items():
        for degree, factor in DEGREES:
            emotion = understander.understand(f"{degree} {word}".strip())
            assert emotion.mixture == ((name, factor),)
            assert not emotion.ignored


def test_the_pad_writes_a_prompt_that_lands_near(understander: Understander) -> None:
    """Also in the corners, where no word reaches: the nearest phrase is taken."""
    draw = random.Random(4)
    points = [(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(100)]
    away = []
    for valence, arousal in points:
        prompt = direction_from_pad(Direction("proud"), valence, arousal).prompt
        emotion = understander.understand(prompt)
        away.append(float(np.hypot(emotion.valence - valence, emotion.arousal - arousal)))
    assert np.median(away) < 0.1
    assert max(away) < 0.4


def test_the_middle_of_the_pad_is_no_direction() -> None:
    assert direction_from_pad(Direction("angry", 1.5), 0.0, 0.0) == Direction("", 1.5)


def test_the_pad_keeps_ways_of_speaking_and_all_knobs(understander: Understander) -> None:
    direction = Direction("very angry, slowly and not too loud", 1.3, 0.4, 0.2)
    emotion = understander.understand(direction.prompt)
    moved = direction_from_pad(direction, -0.65, -0.5, emotion)
    assert moved == Direction("sad, slowly, not too loud", 1.3, 0.4, 0.2)
    again = understander.understand(moved.prompt)
    assert [m.meaning for m in again.matched if m.kind == "delivery"] == ["slow", "loud"]
    assert direction_from_pad(moved, -0.65, -0.5, again) is moved
    assert delivery_words("another prompt", emotion) == ""


def test_words_do_not_flicker_under_a_trembling_hand() -> None:
    here = direction_from_pad(Direction(), 0.30, -0.30)
    for step in range(1, 60):
        other = direction_from_pad(here, 0.30 + 0.01 * step, -0.30)
        if other.prompt != here.prompt:
            back = direction_from_pad(other, 0.30 + 0.01 * step - 0.002, -0.30)
            assert back is other
            return
    pytest.fail("the prompt never changed")


def test_shipped_presets_are_understood_and_differ(understander: Understander) -> None:
    presets = shipped_presets()
    assert len(presets) >= 12
    asked = []
    for preset in presets:
        emotion = understander.understand(preset.direction.prompt)
        assert emotion.mixture, preset.name
        assert not emotion.ignored, preset.name
        assert not emotion.remarks, preset.name
        asked.append(emotion.deltas)
    assert tuple(preset.name for preset in presets) == PRESET_NAMES
    assert len(set(asked)) == len(presets) == len({preset.name for preset in presets})


def test_ones_own_preset_stands_for_a_shipped_one_of_its_name(project: Project) -> None:
    assert preset_views(project)[0].own is False
    own = save_preset(project, "Warm", Direction("fond"))
    views = preset_views(own)
    assert [(v.prompt, v.own) for v in views if v.name == "Warm"] == [("fond", True)]
    found = preset_of(own, "Warm")
    assert found is not None
    assert found.direction.prompt == "fond"
    assert preset_of(own, "nothing of the kind") is None


def test_voices_have_names_for_people(project: Project) -> None:
    views = voice_views(("af_heart", "bm_george", "zf_xiaobei", "xx_1", "odd"))
    assert [v.label for v in views][:2] == ["Heart", "George"]
    assert [v.detail for v in views] == [
        "American English, female",
        "British English, male",
        "Mandarin Chinese, female",
        "",
        "",
    ]
    assert all(view.label for view in views)


def test_a_mix_is_shown_with_its_shares(project: Project) -> None:
    assert mix_view(project, None).parts == (("af_heart", 1.0),)
    line = project.lines[1]
    assert mix_view(project, line).own
    assert not mix_view(project, project.lines[0]).own
    mixed = set_voice(project, line.id, "af_heart:3+bf_emma:1")
    assert mix_view(mixed, mixed.line(line.id)).parts == (("af_heart", 0.75), ("bf_emma", 0.25))
    unknown = set_voice(project, line.id, "nobody")
    # A voice that is not here is shown by its own name, so that it can be chosen away from.
    assert mix_view(unknown, unknown.line(line.id)).parts == (("nobody", 1.0),)
