"""Captions: source text, whole-sample times, cues a person can read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import captions
from app.captions import CUE_LINES, LINE_WIDTH, Cue, cues_of, to_text, width
from engine.errors import ExportError
from engine.values import IDENTITY, SAMPLE_RATE, Floats, Plan, Reading, Word

WORD_S = 0.3


def curve() -> Floats:
    return np.zeros(0, np.float32)


def spoken(text: str) -> tuple[Reading, Plan]:
    """A reading whose words are the text's runs of letters and digits, 0.3 s each."""
    found = [Word(m.group(), m.start(), m.end(), 0, 1, "") for m in re.finditer(r"[^\W_]+", text)]
    times = tuple((n * WORD_S, (n + 0.9) * WORD_S) for n in range(len(found)))
    reading = Reading(text, "en-us", text, "", (1,), tuple(found), ((0, 1),))
    whole = np.zeros(1, np.int64)
    plan = Plan(
        whole, whole, curve(), curve(), curve(), curve(), curve(), curve(), curve(), (), (),
        times, round((len(found) + 1) * WORD_S * SAMPLE_RATE), IDENTITY,
    )  # fmt: skip
    return reading, plan


TEXTS = st.text(st.sampled_from("abcdefghij ,.;—-'\"!?\n 日本語é%"), min_size=1, max_size=400)


@given(TEXTS)
def test_cue_texts_joined_are_the_source_text(text: str) -> None:
    reading, plan = spoken(text)
    joined = "".join("".join(cue.text.split()) for cue in cues_of(reading, plan, 0))
    assert joined == ("".join(text.split()) if reading.words else "")


@given(TEXTS, st.integers(0, 10**9))
def test_cues_do_not_overlap_and_fit_two_lines(text: str, offset: int) -> None:
    reading, plan = spoken(text)
    cues = cues_of(reading, plan, offset)
    for cue in cues:
        lines = cue.text.split("\n")
        assert len(lines) <= CUE_LINES
        assert all(width(line) <= LINE_WIDTH for line in lines)
        assert offset <= cue.start < cue.end <= offset + plan.samples
    for before, after in pairwise(cues):
        assert before.end <= after.start


def test_a_long_line_breaks_at_its_clauses_and_at_word_times() -> None:
    text = (
        "The porter walked through the empty rooms, counting chairs as he went; "
        "nobody had told him that the guests had left, and nobody had paid."
    )
    reading, plan = spoken(text)
    cues = cues_of(reading, plan, 0)
    assert [cue.text.replace("\n", " ") for cue in cues] == [
        "The porter walked through the empty rooms, counting chairs as he went;",
        "nobody had told him that the guests had left, and nobody had paid.",
    ]
    second = text[: text.index("nobody")].count(" ")
    assert cues[1].start == round(second * WORD_S * SAMPLE_RATE)


def test_a_short_cue_stays_five_sixths_of_a_second_where_there_is_room() -> None:
    reading, plan = spoken("No.")
    slow = Plan(
        plan.tokens, plan.durations, plan.f0, plan.energy, plan.gain_db, plan.tilt_db,
        plan.neutral_f0, plan.neutral_energy, plan.style, (), (), ((0.1, 0.3),),
        SAMPLE_RATE * 3, IDENTITY,
    )  # fmt: skip
    (cue,) = cues_of(reading, slow, 0)
    assert (cue.start, cue.end) == (2400, 2400 + 20_000)


def test_srt_and_vtt_are_numbered_and_timed_in_their_own_form() -> None:
    cues = [Cue(0, 24_000, "One."), Cue(24_012, 86_400_000 + 36, "A & B <c>")]
    assert to_text(cues, "srt") == (
        "1\n00:00:00,000 --> 00:00:01,000\nOne.\n\n2\n00:00:01,001 --> 01:00:00,002\nA & B <c>\n"
    )
    assert to_text(cues, "vtt") == (
        "WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000\nOne.\n\n"
        "2\n00:00:01.001 --> 01:00:00.002\nA &amp; B &lt;c&gt;\n"
    )


def test_a_word_longer_than_a_line_is_cut_to_fit() -> None:
    reading, plan = spoken("a" * 100)
    cues = cues_of(reading, plan, 0)
    assert "".join(cue.text for cue in cues).replace("\n", "") == "a" * 100
    assert all(len(line) <= LINE_WIDTH for cue in cues for line in cue.text.split("\n"))


URL = "https://example.org/" + "a-very-long-path/" * 12


@pytest.mark.parametrize("spoken_as", [1, 3, 40])
def test_a_word_of_several_cues_shares_its_time_among_them(spoken_as: int) -> None:
    """The words an address is spoken as all point to the whole of it."""
    text = f"See {URL} now."
    at, end = text.index(URL), text.index(URL) + len(URL)
    places = [(0, 3), *[(at, end)] * spoken_as, (end + 1, end + 4)]
    words = tuple(Word(text[a:b], a, b, 0, 1, "") for a, b in places)
    step = 12.0 / spoken_as
    times = ((0.0, 0.5), *((1 + n * step, 1 + (n + 0.9) * step) for n in range(spoken_as)))
    _, plan = spoken(text)
    plan = replace(plan, word_times=(*times, (13.0, 13.5)), samples=14 * SAMPLE_RATE)
    cues = cues_of(Reading(text, "en-us", text, "", (1,), words, ((0, 1),)), plan, 7)
    assert "".join("".join(cue.text.split()) for cue in cues) == "".join(text.split())
    assert all(before.end <= after.start for before, after in pairwise(cues))
    lengths = [(cue.end - cue.start) / SAMPLE_RATE for cue in cues]
    widths = [width(cue.text) for cue in cues]
    assert len(cues) >= 3
    # 12 s for 224 characters: each cue is there about as long as its share takes
    for length, wide in zip(lengths[1:-1], widths[1:-1], strict=True):
        assert length == pytest.approx(wide * 12 / len(URL), rel=0.25)


def test_marks_that_nobody_speaks_still_have_a_cue_of_some_length() -> None:
    reading, plan = spoken("Yes. " + "—" * 500)
    cues = cues_of(reading, plan, 0)
    assert len(cues) >= 6
    assert min(cue.end - cue.start for cue in cues) >= plan.samples // len(cues) // 2


def test_nothing_spoken_has_no_cue() -> None:
    reading, plan = spoken("— … —")
    assert cues_of(reading, plan, 0) == ()


def test_wide_characters_count_two_and_combining_marks_none() -> None:
    assert width("日本") == 4
    assert width("é") == 1


def test_an_unknown_ending_names_those_known(tmp_path: object) -> None:
    from pathlib import Path

    assert captions.format_of(Path("a.SRT")) == "srt"
    with pytest.raises(ExportError) as caught:
        captions.format_of(Path("a.txt"))
    assert caught.value.code == "output-format-unknown"
    assert caught.value.hint == ".srt, .vtt"
