"""The picture: the right pixels for what was asked, every word inside it, plain failures."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from matplotlib import image
from matplotlib.axes import Axes

from app import picture
from app.picture import ROW_S, draw, format_of
from app.strips import Strip, Word
from engine.errors import ExportError
from engine.values import CURVE_S, Floats


def strip(start: float = 0.0, seconds: float = 3.0, f0: float = 200.0, words: int = 8) -> Strip:
    """A line whose pitch is as asked and whose level falls by 20 dB."""
    count = round(seconds / CURVE_S)
    steady = np.full(count, f0, np.float32)
    level = np.linspace(-20, -40, count).astype(np.float32)
    wave = np.full(round(seconds * 400), 0.3, np.float32)
    texts = ("a", "I", "counterrevolutionary", "$5_x^2", "of", "uncharacteristically", "日本", "é")
    step = seconds / words
    said = tuple(
        Word(texts[n % len(texts)], start + n * step, start + (n + 0.8) * step)
        for n in range(words)
    )
    return Strip(start, seconds, said, -wave, wave, steady, steady * 0.9, steady, level, level)


def pixels(data: bytes) -> Floats:
    return np.asarray(image.imread(io.BytesIO(data), format="png"), np.float32)


def test_the_same_strips_are_the_same_bytes_and_others_are_not() -> None:
    first = draw([strip()], "png", "sad")
    assert first == draw([strip()], "png", "sad")
    assert first != draw([strip(f0=210.0)], "png", "sad")
    assert draw([strip()], "svg", "sad") == draw([strip()], "svg", "sad")


def test_asked_and_achieved_are_drawn_in_their_colours() -> None:
    drawn = pixels(draw([strip()], "png", "sad"))
    for colour in (picture.ASKED, picture.ACHIEVED):
        wanted = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        assert (np.abs(drawn[..., :3] - wanted).max(axis=-1) < 0.02).sum() > 500


def test_asked_and_achieved_differ_in_lightness_too() -> None:
    def luminance(colour: str) -> float:
        """Relative luminance, WCAG 2.2."""
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))

    asked, achieved = luminance(picture.ASKED), luminance(picture.ACHIEVED)
    assert (asked + 0.05) / (achieved + 0.05) > 3
    assert 1.05 / (achieved + 0.05) > 4.5


def test_a_long_sound_goes_on_in_more_rows() -> None:
    one = pixels(draw([strip(seconds=ROW_S)], "png", ""))
    three = pixels(draw([strip(seconds=2.5 * ROW_S, words=40)], "png", ""))
    assert three.shape[0] == 3 * one.shape[0]
    assert three.shape[1] <= one.shape[1]


def test_no_word_covers_another_or_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = []
    original = picture._draw_words

    def watched(panels: Sequence[Axes], words: Sequence[Word]) -> None:
        original(panels, words)
        panels[0].get_figure(root=True).draw_without_rendering()
        for text in panels[0].texts:
            boxes.append((text.get_window_extent(), panels[0].get_window_extent()))

    monkeypatch.setattr(picture, "_draw_words", watched)
    draw([strip(seconds=4.0, words=32)], "png", "")
    assert len(boxes) == 32
    for box, frame in boxes:
        assert frame.x0 - 1 <= box.x0
        assert box.x1 <= frame.x1 + 1
    for row in {round(box.y0) for box, _ in boxes}:
        spans = sorted((box.x0, box.x1) for box, _ in boxes if round(box.y0) == row)
        assert all(left[1] <= right[0] for left, right in pairwise(spans))


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_a_line_without_sound_or_voicing_is_still_drawn(kind: str) -> None:
    none = np.zeros(0, np.float32)
    nothing = np.full(80, np.nan, np.float32)
    silent = Strip(0.0, 1.0, (), none, none, nothing, nothing, nothing, nothing, nothing)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(draw([silent], kind, "$x_{1}")) > 1000
        assert len(draw([], kind, "", cut=True)) > 1000


def test_unknown_endings_name_those_known() -> None:
    assert format_of(Path("a.SVG")) == "svg"
    with pytest.raises(ExportError) as caught:
        format_of(Path("a.gif"))
    assert caught.value.hint == ".png, .svg, .pdf"
