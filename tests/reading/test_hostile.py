"""Texts made to break a reader: it must stay whole, and linear."""

from __future__ import annotations

import random
import time
from functools import partial

import numpy as np
import pytest

from app.speak import bounded
from engine.errors import InputError
from engine.reading.lines import split_lines
from engine.reading.reader import Reader
from engine.reading.script import script_of
from tests.reading.conftest import show
from tests.reading.spent import spent
from tests.reading.test_reader import assert_sound

DIRECTIONS = frozenset({"angry", "sad", "calm", "slowly"})

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
    "tags": "[angry] a ",
    "tags alone": "[angry]",
    "many tags": "[sad][calm]",
    "closing tags": "[/sad]",
    "voices": "[voice bf_emma]b ",
    "pauses": "[pause 1s]",
    "remarks": "[the dog]",
    "nested tags": "[sad [calm",
    "acts": "(sighs) ",
    "stress": "[a](+1) ",
    "headings": "# [calm]\n",
    "quoted tags": '"[sad]',
}


def read(reader: Reader, text: str) -> None:
    split_lines(text)
    script_of(text, DIRECTIONS.__contains__)
    assert_sound(reader.read(text))


@pytest.mark.parametrize("name", PIECES)
def test_repeats_cost_linear_time(reader: Reader, name: str) -> None:
    piece = PIECES[name]
    small, large = (piece * (size // len(piece)) for size in (2_000, 8_000))
    least, most = (spent(partial(read, reader, text)) for text in (small, large))
    assert most < 8.0 * least + 0.4


def test_ten_thousand_brackets(reader: Reader) -> None:
    reading = reader.read("[" * 10_000 + "deep" + "]" * 10_000)
    assert reading.spoken == "deep"


def random_unicode() -> str:
    """More than 1 MB: half of it Latin, half from anywhere."""
    rng = random.Random(20)
    drawn = (
        rng.choice((rng.randrange(0x20, 0x250), rng.randrange(0x110000))) for _ in range(400_000)
    )
    return "".join(chr(p) for p in drawn if not 0xD800 <= p < 0xE000)


@pytest.mark.slow
def test_a_megabyte_of_random_unicode(reader: Reader) -> None:
    text = random_unicode()
    assert len(text.encode()) > 1_000_000
    start = time.monotonic()
    lines = split_lines(text)
    assert "".join("".join(line.text.split()) for line in lines) == "".join(text.split())
    reading = reader.read(text[:20_000])
    assert_sound(reading)
    assert_sound(reader.read(lines[1].text))  # some 30,000 characters; every line in make soak
    show(f"\n{time.monotonic() - start:.1f} s")


def hostile(draw: random.Random, size: int) -> str:
    """``size`` characters of markup of every kind, opened, nested and never closed."""
    marks = [*PIECES.values(), "<speak>", "</p>", "]]", "))", "[sad", "word ", "[x](", "\n\n", "”"]
    found: list[str] = []
    length = 0
    while length < size:
        found.append(draw.choice(marks) * draw.choice((1, 1, 2, 30)))
        length += len(found[-1])
    return "".join(found)[:size]


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["unicode", "markup"])
def test_every_line_of_a_megabyte_is_read_in_linear_time(reader: Reader, kind: str) -> None:
    """The whole of it, at a quarter, a half and the full size."""
    whole = hostile(random.Random(8), 1_000_000) if kind == "markup" else random_unicode()
    reader.read("Did she read that?")
    sizes, costs = [], []
    for part in (4, 2, 1):
        text = whole[: len(whole) // part]
        start = time.thread_time()
        script = script_of(text, DIRECTIONS.__contains__, parentheses="tags")
        for line in bounded(script.lines):
            assert_sound(reader.read(line.text))
        sizes.append(len(text.encode()))
        costs.append(time.thread_time() - start)
        show(f"\n{kind}: {sizes[-1]:,} bytes, {len(script.lines)} lines, {costs[-1]:.1f} s of CPU")
    assert sizes[-1] > 1_000_000
    assert np.polyfit(np.log(sizes), np.log(costs), 1)[0] < 1.4


@pytest.mark.slow
def test_a_megabyte_of_hostile_markup_is_read_in_linear_time(reader: Reader) -> None:
    """The whole is cut into lines; a sample of them is read, from all over it."""
    text = hostile(random.Random(8), 1_000_000)
    sizes = (125_000, 250_000, 500_000, 1_000_000)
    reader.read("Did she read that?")
    cutting, reading = [], []
    for size in sizes:
        start = time.thread_time()
        script = script_of(text[:size], DIRECTIONS.__contains__, parentheses="tags")
        cutting.append(time.thread_time() - start)
        start = time.thread_time()
        assert_sound(reader.read(text[: size // 10]))
        reading.append(time.thread_time() - start)
    for line in bounded(script.lines)[:: max(1, len(script.lines) // 200)]:
        assert_sound(reader.read(line.text))
    for name, times in (("cutting", cutting), ("reading a tenth", reading)):
        slope = np.polyfit(np.log(sizes), np.log(times), 1)[0]
        shown = ", ".join(f"{t:.2f} s" for t in times)
        show(f"\n{name} 1/8, 1/4, 1/2 and 1 MB: {shown}: time grows as size^{slope:.2f}")
        assert slope < 1.4


@pytest.mark.parametrize("opened", ["[", "(", "<", "[a](", "[angry ", "<speak>", "<a>", "“", "**"])
def test_ten_thousand_open_marks_are_no_hang(reader: Reader, opened: str) -> None:
    text = opened * 10_000 + "deep"
    start = time.thread_time()
    if opened == "<speak>":
        with pytest.raises(InputError):
            script_of(text, DIRECTIONS.__contains__)
    else:
        for line in bounded(script_of(text, DIRECTIONS.__contains__).lines)[-3:]:
            assert_sound(reader.read(line.text))
    assert time.thread_time() - start < 5.0
