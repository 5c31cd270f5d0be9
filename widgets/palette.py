"""The colours things have by what they mean, for each theme, and how contrast is counted.

What Qt has a role for comes from the palette in force (``widgets/themes.py`` makes
them); what it has none for (a waveform, a warning) is here. A widget that paints
asks ``colours_of(self.palette())`` as it does so and names no colour itself, so
that a change of theme reaches everything at once. All are held to WCAG 2.2 AA by a
test: text 4.5:1, parts of controls and plots 3:1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QColor, QPalette

HIGH_CONTRAST_RATIO = 20.0
"""Window text against window from which a palette counts as high contrast: the systems'
own high-contrast schemes are black and white (21:1), their plain ones stay below 19:1."""

LARGE_TEXT_RATIO = 3.0
"""WCAG 2.2, 1.4.3 and 1.4.11: large text, parts of controls, what is drawn in plots."""

TEXT_RATIO = 4.5
"""WCAG 2.2, 1.4.3 (level AA): text."""


class Theme(Enum):
    """The sets there are."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST_DARK = "contrast-dark"
    CONTRAST_LIGHT = "contrast-light"


@dataclass(frozen=True, slots=True)
class Meanings:
    """Colours, as ``#rrggbb``, that Qt has no role for."""

    hairline: str
    """Lines that only please: grids and separators."""
    selection: str
    """Ground of a selected stretch; text is read on it."""
    waveform: str
    playhead: str
    good: str
    warning: str
    error: str
    info: str
    hatch: str
    """Strokes over what is stale."""


@dataclass(frozen=True, slots=True)
class Colours:
    """All that widgets paint with, as ``#rrggbb``."""

    window: str
    """Behind everything."""
    surface: str
    """Ground of text fields, lists and pictures."""
    raised: str
    """Ground of buttons, heads and folds."""
    text: str
    text_muted: str
    """Labels, units, hints; still text, so still 4.5:1."""
    border: str
    """Edge of a control: tells where it is, so 3:1."""
    accent: str
    """What is chosen, and the ring around what has the keyboard."""
    on_accent: str
    means: Meanings


LIGHT = Meanings(
    hairline="#d6dae0",
    selection="#cfe0f3",
    waveform="#3a6796",
    playhead="#b3261e",
    good="#1b683d",
    warning="#855000",
    error="#b3261e",
    info="#1d5a9e",
    hatch="#767f89",
)

DARK = Meanings(
    hairline="#343a42",
    selection="#2b4a6d",
    waveform="#7fa9d6",
    playhead="#ff9d91",
    good="#78d09b",
    warning="#efb75c",
    error="#ff9d91",
    info="#7fb3ee",
    hatch="#7c8590",
)

CONTRAST_DARK = Meanings(
    hairline="#8a8a8a",
    selection="#003b8f",
    waveform="#ffffff",
    playhead="#ffe100",
    good="#7dffb0",
    warning="#ffe100",
    error="#ffb3aa",
    info="#9fd3ff",
    hatch="#ffffff",
)

CONTRAST_LIGHT = Meanings(
    hairline="#767676",
    selection="#bcd7ff",
    waveform="#000000",
    playhead="#9c0006",
    good="#004d22",
    warning="#5c3600",
    error="#9c0006",
    info="#00258f",
    hatch="#000000",
)


def contrast(one: QColor | str, other: QColor | str) -> float:
    """Return the contrast ratio of two opaque colours, 1..21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((luminance(QColor(one)), luminance(QColor(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: QColor) -> float:
    """Return the relative luminance of an sRGB colour, 0..1 (WCAG 2.2, "relative luminance")."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def theme_of(palette: QPalette) -> Theme:
    """Tell which theme a palette belongs to, by what it draws windows and their text in."""
    window = palette.color(QPalette.ColorRole.Window)
    text = palette.color(QPalette.ColorRole.WindowText)
    dark = luminance(window) < luminance(text)
    if contrast(window, text) >= HIGH_CONTRAST_RATIO:
        return Theme.CONTRAST_DARK if dark else Theme.CONTRAST_LIGHT
    return Theme.DARK if dark else Theme.LIGHT


def meanings(theme: Theme) -> Meanings:
    """Return the colours of a theme that Qt has no role for."""
    sets = {
        Theme.LIGHT: LIGHT,
        Theme.DARK: DARK,
        Theme.CONTRAST_DARK: CONTRAST_DARK,
        Theme.CONTRAST_LIGHT: CONTRAST_LIGHT,
    }
    return sets[theme]


def colours_of(palette: QPalette) -> Colours:
    """Return the colours that go with a palette."""
    role = QPalette.ColorRole

    def named(which: QPalette.ColorRole) -> str:
        return palette.color(QPalette.ColorGroup.Active, which).name()

    return Colours(
        window=named(role.Window),
        surface=named(role.Base),
        raised=named(role.Button),
        text=named(role.Text),
        text_muted=named(role.PlaceholderText),
        border=named(role.Mid),
        accent=named(role.Accent),
        on_accent=named(role.HighlightedText),
        means=meanings(theme_of(palette)),
    )


def faded(colour: str, opacity: float) -> QColor:
    """Return a colour that lets the ground through: ``opacity`` 0..1."""
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result
