"""What a text's own words suggest, and what they do not."""

from __future__ import annotations

import pytest

from app.narration.lines import BookLine
from app.narration.suggesting import followed, suggestions
from engine.emotion.encoder import Encoder
from engine.emotion.head import shipped_head
from engine.emotion.suggest import LEAST_SHARE, NO_EMOTIONS, Suggester
from engine.emotion.understand import Understander
from engine.values import Direction, RenderRequest


@pytest.fixture(scope="module")
def suggester(encoder: Encoder) -> Suggester:
    return Suggester(encoder)


@pytest.mark.parametrize(
    ("text", "emotion"),
    [
        ("He buried his daughter on a grey morning and could not speak.", "sadness"),
        ("The smell of the rotten meat made him gag.", "disgust"),
        ("Thank you, thank you, you saved my life.", "gratitude"),
        ("The lake lay still and the evening was warm.", "calm"),
        ("He waited for the results, biting his nails.", "anxiety"),
    ],
)
def test_plain_feeling_is_suggested(suggester: Suggester, text: str, emotion: str) -> None:
    found = suggester.suggest(text)
    assert found is not None
    assert found.emotion == emotion
    assert LEAST_SHARE <= found.share <= 1.0


@pytest.mark.parametrize(
    "text",
    ["The train left at nine.", "Chapter 1", "In 1990 the company moved its offices to Leeds.",
     "She opened the door and walked in.", "1990", "* * *"],
)  # fmt: skip
def test_plain_prose_suggests_nothing(suggester: Suggester, text: str) -> None:
    assert suggester.suggest(text) is None


def test_each_suggestion_can_be_a_prompt(understander: Understander) -> None:
    for name in set(shipped_head().names) - NO_EMOTIONS:
        mixture = understander.understand(name).mixture
        assert mixture, name
        assert mixture[0][0] == name


def test_lines_get_what_they_suggest_where_nothing_was_asked(suggester: Suggester) -> None:
    texts = ("The train left at nine.", "I miss him every day, and the house is so empty.")
    asked = [RenderRequest(text) for text in texts]
    told = RenderRequest(texts[1], direction=Direction("cheerful", intensity=0.5))
    chapter = tuple(BookLine(0, 0, 1, 0.0, request) for request in (*asked, told))
    assert [each.line for each in suggestions([chapter], suggester)] == [1]
    (found,) = followed((chapter,), suggester)
    assert [line.request.direction.prompt for line in found] == ["", "sadness", "cheerful"]
    assert [line.request.text for line in found] == [line.request.text for line in chapter]
