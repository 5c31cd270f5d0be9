"""Neither time nor memory grows faster than the text."""

from __future__ import annotations

import sys
from time import process_time

import numpy as np
import pytest

from engine.build import build_engine
from engine.reading.lines import split_lines
from engine.renderer import Renderer
from engine.values import Direction, RenderRequest
from tests.quality.long_text import growth_mib, speak_and_check
from tests.quality.prose import short_lines, text_of

WORDS = (100, 1_000, 10_000, 100_000)

MOST_EXPONENT = 1.05
"""Processor time over words: 1 is linear."""

ALLOWED_GROWTH_MIB = 150.0
"""Between the first and the last tenth of a run: the heap's own unrest is less."""

HAPPY = Direction("happy")

SENTENCES = 4_000
"""Short ones, nine in ten: what each leaves behind counts, and long ones take hours."""


def cost(words: int) -> float:
    """Seconds of processor time to read, plan and speak a text, with the double's sound."""
    with build_engine(backend="fake") as engine:
        renderer = engine.renderer.for_delivery()
        lines = [RenderRequest(line.text, direction=HAPPY) for line in split_lines(text_of(words))]
        renderer.render(lines[0])
        started = process_time()
        for line in lines:
            renderer.render(line)
        return process_time() - started


def exponent(words: tuple[int, ...], seconds: list[float]) -> float:
    """Return the slope of a straight line through the logarithms."""
    return float(np.polyfit(np.log(words), np.log(seconds), 1)[0])


def test_the_exponent_of_a_line_is_one_and_of_a_square_two() -> None:
    assert exponent(WORDS, [3e-3 * n for n in WORDS]) == pytest.approx(1)
    assert exponent(WORDS, [1e-9 * n * n for n in WORDS]) == pytest.approx(2)


@pytest.mark.soak
def test_cost_grows_with_the_words_and_not_faster() -> None:
    cost(WORDS[0])  # what a process loads once is no cost of the words
    seconds = [cost(words) for words in WORDS]
    found = exponent(WORDS, seconds)
    told = ", ".join(f"{n} words {s:.2f} s" for n, s in zip(WORDS, seconds, strict=True))
    print(f"{told}: exponent {found:.3f}", file=sys.stderr)
    assert found <= MOST_EXPONENT


@pytest.mark.voice
@pytest.mark.soak
def test_memory_is_flat_over_four_thousand_sentences(voice_renderer: Renderer) -> None:
    renderer = voice_renderer.with_store(None)
    found = speak_and_check(
        renderer, short_lines(SENTENCES), "af_heart", lambda told: print(told, file=sys.stderr)
    )
    print(f"{found.lines} lines, growth {growth_mib(found):+.0f} MiB", file=sys.stderr)
    assert found.lines >= SENTENCES
    assert growth_mib(found) < ALLOWED_GROWTH_MIB
