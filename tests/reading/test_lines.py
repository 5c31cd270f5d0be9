"""Cutting texts into lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.reading.lines import PARAGRAPH_REST_S, SENTENCE_REST_S, split_lines


def texts(source: str) -> list[str]:
    return [line.text for line in split_lines(source)]


def assert_whole(source: str) -> None:
    """Every visible character lies in exactly one line, in order."""
    lines = split_lines(source)
    at = 0
    for line in lines:
        assert source[at : line.start].strip() == ""
        assert line.text == source[line.start : line.end] == line.text.strip() != ""
        at = line.end
    assert source[at:].strip() == ""


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("He left. She stayed behind.", ["He left. She stayed behind."]),
        ("He left the house. She stayed behind.", ["He left the house.", "She stayed behind."]),
        ("J. R. R. Tolkien met W. H. Auden. They talked.", 2),
        ('"Go away!" he said. "Never come back."', ['"Go away!" he said.', '"Never come back."']),
        ("“Is it far?” asked Tom. “Not very.” Then silence fell.", 2),
        ("It costs 3.50 dollars. That is all there is.", 2),
        ("I waited... and waited. Then nothing happened.", 2),
        ("The old man stopped... Then he went on walking.", 2),
        ("The U.S. Army left. They went home to the U.S. It was over by then.", 3),
        ("See fig. 3 and p. 12 for more. It helps a lot.", 2),
        ("She likes plan B. Then she changed her mind.", 2),
        ("So do I. He smiled at everybody there.", ["So do I. He smiled at everybody there."]),
        ("(See the first page.) Next came the second.", 2),
        ("What?! You cannot be serious about this.", 1),
        ("Visit example.com. It is worth seeing twice.", 2),
        ("今日は東京へ行きます。明日は家にいるでしょう。", 2),
        ("[Zadie](/zˈA. Di/) smiled at them. Then she left again.", 2),
    ],
)
def test_sentences(source: str, wanted: list[str] | int) -> None:
    found = texts(source)
    assert (found if isinstance(wanted, list) else len(found)) == wanted
    assert_whole(source)


def test_very_short_sentences_share_a_line() -> None:
    assert texts("No. Stop. I said that you must stop.") == ["No. Stop. I said that you must stop."]
    assert len(texts("No.\n\nStop.")) == 2


def test_paragraphs_headings_and_items_are_borders() -> None:
    source = "# The Pond\nIt was a warm day. Nobody swam at all.\n- milk\n- eggs\n\nThe end came."
    lines = split_lines(source)
    assert [line.text for line in lines] == [
        "# The Pond",
        "It was a warm day.",
        "Nobody swam at all.",
        "- milk",
        "- eggs",
        "The end came.",
    ]
    assert lines[1].rest_s == SENTENCE_REST_S < PARAGRAPH_REST_S == lines[2].rest_s


def test_a_wrapped_sentence_stays_one_line() -> None:
    assert len(texts("The ferry left the quay\nat a quarter past six.")) == 1


def test_mark_only_lines_are_kept() -> None:
    assert texts("One thing more.\n\n* * *\n\n…\n\nThe other thing.") == [
        "One thing more.", "* * *", "…", "The other thing.",
    ]  # fmt: skip
    assert split_lines(" \n\t\n") == ()


def test_the_prose_is_cut_whole(prose: str) -> None:
    assert_whole(prose)
    assert 70 <= len(split_lines(prose)) <= 100


@given(st.text(alphabet=st.sampled_from("ab .!?…\n\"'()[]/#-1Dr"), max_size=80))
@settings(max_examples=300)
def test_nothing_is_lost_or_doubled(source: str) -> None:
    assert_whole(source)
