"""HTML and Markdown: what is a mark is silent, and whatever else was written is said."""

from __future__ import annotations

import pytest

from engine.reading.lines import split_lines
from engine.reading.reader import Reader
from tests.reading.conftest import plain
from tests.reading.test_reader import assert_sound


def said(reader: Reader, text: str) -> str:
    readings = [reader.read(line.text) for line in split_lines(text)]
    for reading in readings:
        assert_sound(reading)
    return plain(" ".join(reading.spoken for reading in readings))


CASES = {
    "addresses": [
        ("Write to <bob@x.com> or see <https://x.org>.",
         "write to bob at x dot com or see x dot org"),
        ("Mail <amy@home.org>, please.", "mail amy at home dot org please"),
        ("a &lt;b&gt; c", "a b c"),
    ],
    "comparisons": [
        ("If a<b and c>d then stop.", "if a less than b and c greater than d then stop"),
        ("if i<n and j>m", "if i less than n and j greater than m"),
        ("if x<y then z", "if x less than y then z"),
        ("x<b>y", "x less than b greater than y"),
        ("When p<0.05 it holds.", "when p less than zero point zero five it holds"),
    ],
    "words in angle brackets": [
        ("Hello <world>", "hello world"),
        ("<Name> said <unknown word> here", "name said unknown word here"),
        ("Press <Ctrl>+<C>", "press control c"),
        ("List<String>", "list string"),
        ("A <made-up>thing</made-up> here.", "a made up thing made up here"),
        ("I <3 you.", "i love you"),
    ],
    "elements": [
        ('A <a href="x.html" title="a > b">link</a> here.', "a link here"),
        ("Now<b>bold</b>ly.", "nowboldly"),
        ("<!DOCTYPE html><P>Go <!-- on --> now<BR/>there.", "go now there"),
    ],
    "elements that part": [
        ("<summary>One</summary>Two", "one two"),
        ("<option>One</option><option>Two</option>", "one two"),
        ("<label>One</label>Two", "one two"),
        ("<button>One</button>Two", "one two"),
        ("<title>One</title>Two", "one two"),
        ("<caption>One</caption>Two", "one two"),
    ],
    "reference links": [
        ("See [docs][1] and [docs][].", "see docs and docs"),
        ("see [the ref][1].", "see the ref"),
        ('Go.\n\n[1]: http://z.w "Title"\n\nStop.', "go stop"),
        ("[docs]: <http://z.w>\n\nGo.", "go"),
    ],
    "headings' lines": [
        ("Title\n=====\nBody", "title body"),
        ("Title\n--\nBody", "title body"),
        ("Title\n=\nBody", "title body"),
    ],
    "bullets": [
        ("+ one\n+ two", "one two"),
        ("+ milk", "milk"),
        ("1 + 2", "one plus two"),
    ],
    "pictures": [
        ("see ![alt text](img.png) here", "see alt text here"),
        ("![a cat](cat.png)", "a cat"),
        ("Stop! [See](x.html) it.", "stop see it"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", CASES)
def test_marks_are_silent_and_words_are_kept(reader: Reader, kind: str) -> None:
    for text, wanted in CASES[kind]:
        assert said(reader, text) == wanted, text


def test_a_picture_s_mark_is_no_exclamation(reader: Reader) -> None:
    assert "!" not in reader.read("see ![alt text](img.png) here").phonemes
    assert "!" in reader.read("Stop! See it.").phonemes


def test_words_in_angle_brackets_keep_their_places(reader: Reader) -> None:
    text = "Hello <world>, if a<b stop."
    places = [text[word.start : word.end] for word in reader.read(text).words]
    assert places[:4] == ["Hello", "world", "if", "a"]
    assert "<" in places
