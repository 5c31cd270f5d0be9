"""Texts made to break a reader: it must stay whole, and linear."""

from __future__ import annotations

import random
import time

import pytest

from engine.reading.lines import split_lines
from engine.reading.reader import Reader
from tests.reading.conftest import show
from tests.reading.test_reader import assert_sound

PIECES = {
    "open brackets": "[",
    "open tags": "[a",
    "half phonemes": "[a](/b",
    "half links": "[a](bbbb",
    "half html": "<a ",
    "comments": "<!--",
    "scripts": "<script>",
    "stars": "*",
    "underscores": "_a",
    "dots": ". ",
    "dashes": "- ",
    "blanks": " \n",
    "slashes": "1/",
    "commas": "1,",
    "points": "a.",
    "quotes": "'\"",
    "entities": "&#1",
    "accents": "e\u0301",
    "at signs": "a@",
    "addresses": "www.",
    "numerals": "IV ",
    "one letter": "a",
    "one digit": "1",
}


def spent(reader: Reader, text: str) -> float:
    start = time.thread_time()
    split_lines(text)
    assert_sound(reader.read(text))
    return time.thread_time() - start


@pytest.mark.parametrize("name", PIECES)
def test_repeats_cost_linear_time(reader: Reader, name: str) -> None:
    piece = PIECES[name]
    small, large = (piece * (size // len(piece)) for size in (3_000, 12_000))
    # The least of several: whoever shares the machine only ever makes it longer.
    least, most = (min(spent(reader, text) for _ in range(3)) for text in (small, large))
    assert most < 8.0 * least + 0.15


def test_ten_thousand_brackets(reader: Reader) -> None:
    reading = reader.read("[" * 10_000 + "deep" + "]" * 10_000)
    assert reading.spoken == "deep"


@pytest.mark.slow
def test_a_megabyte_of_random_unicode(reader: Reader) -> None:
    rng = random.Random(20)
    points = (
        rng.choice((rng.randrange(0x20, 0x250), rng.randrange(0x110000))) for _ in range(400_000)
    )
    text = "".join(chr(p) for p in points if not 0xD800 <= p < 0xE000)
    assert len(text.encode()) > 1_000_000
    start = time.monotonic()
    lines = split_lines(text)
    assert "".join("".join(line.text.split()) for line in lines) == "".join(text.split())
    reading = reader.read(text[:60_000])
    assert_sound(reading)
    for line in lines[:200]:
        assert_sound(reader.read(line.text))
    show(f"\n{time.monotonic() - start:.1f} s")
