"""Every theme can be read: WCAG 2.2 AA, by each pair that meets on the screen."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtGui import QColor, QPalette

from widgets.palette import (
    LARGE_TEXT_RATIO,
    TEXT_RATIO,
    Theme,
    colours,
    colours_of,
    contrast,
    qt_palette,
    theme_of,
)


def test_contrast_is_wcags() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)  # WCAG's known miss
    assert contrast("#123456", "#123456") == pytest.approx(1.0)


@pytest.mark.parametrize("theme", Theme)
def test_text_is_read_on_every_ground(theme: Theme) -> None:
    named = colours(theme)
    texts = ("text", "text_muted", "good", "warning", "error", "info", "accent")
    for text, ground in itertools.product(texts, ("window", "surface", "raised")):
        ratio = contrast(getattr(named, text), getattr(named, ground))
        assert ratio >= TEXT_RATIO, f"{text} on {ground}: {ratio:.2f}"
    assert contrast(named.on_accent, named.accent) >= TEXT_RATIO
    assert contrast(named.text, named.selection) >= TEXT_RATIO


@pytest.mark.parametrize("theme", Theme)
def test_parts_stand_out(theme: Theme) -> None:
    named = colours(theme)
    parts = ("border", "focus", "waveform", "playhead", "hatch")
    for part, ground in itertools.product(parts, ("window", "surface")):
        ratio = contrast(getattr(named, part), getattr(named, ground))
        assert ratio >= LARGE_TEXT_RATIO, f"{part} on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("theme", Theme)
def test_a_themes_palette_leads_back_to_it(theme: Theme) -> None:
    assert theme_of(qt_palette(theme)) is theme
    assert colours_of(qt_palette(theme)) is colours(theme)


def test_a_plain_system_palette_is_not_high_contrast() -> None:
    palette = QPalette(QColor("#efefef"))
    palette.setColor(QPalette.ColorRole.WindowText, QColor("#000000"))
    assert theme_of(palette) is Theme.LIGHT
