"""What is painted can be read in every theme: WCAG 2.2 AA, by each pair that meets."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtGui import QColor, QPalette

from widgets.palette import (
    LARGE_TEXT_RATIO,
    TEXT_RATIO,
    Theme,
    colours_of,
    contrast,
    meanings,
    theme_of,
)
from widgets.themes import THEMES, theme_palette


def test_contrast_is_wcags() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)  # WCAG's known miss
    assert contrast("#123456", "#123456") == pytest.approx(1.0)


def test_each_theme_is_told_from_its_palette() -> None:
    assert theme_of(theme_palette("light")) is Theme.LIGHT
    assert theme_of(theme_palette("dark")) is Theme.DARK
    assert theme_of(theme_palette("contrast")) is Theme.CONTRAST_DARK
    assert theme_of(_plain("#ffffff")) is Theme.CONTRAST_LIGHT
    assert theme_of(_plain("#efefef")) is Theme.LIGHT, "a plain system palette"


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_read_on_every_ground(theme: str) -> None:
    named = colours_of(theme_palette(theme))
    means = named.means
    texts = (named.text, named.text_muted, means.good, means.warning, means.error, means.info)
    for text, ground in itertools.product(texts, (named.window, named.surface, named.raised)):
        assert contrast(text, ground) >= TEXT_RATIO, (text, ground)
    assert contrast(named.on_accent, named.accent) >= TEXT_RATIO
    assert contrast(named.text, means.selection) >= TEXT_RATIO


@pytest.mark.parametrize("theme", THEMES)
def test_parts_stand_out(theme: str) -> None:
    named = colours_of(theme_palette(theme))
    means = named.means
    parts = (named.border, named.accent, means.waveform, means.playhead, means.hatch)
    for part, ground in itertools.product(parts, (named.window, named.surface)):
        assert contrast(part, ground) >= LARGE_TEXT_RATIO, (part, ground)


def test_the_systems_white_high_contrast_is_read_too() -> None:
    means = meanings(Theme.CONTRAST_LIGHT)
    for text in (means.good, means.warning, means.error, means.info, means.waveform):
        assert contrast(text, "#ffffff") >= 7.0, text


def _plain(window: str) -> QPalette:
    palette = QPalette(QColor(window))
    palette.setColor(QPalette.ColorRole.WindowText, QColor("#000000"))
    palette.setColor(QPalette.ColorRole.Window, QColor(window))
    return palette
