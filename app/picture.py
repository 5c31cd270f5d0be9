"""A picture of what was asked of the voice and what it did, over time.

From top to bottom: the words, the waveform, pitch, and level. Asked is a wide
pale line, achieved a thin dark one: they differ in lightness and width as well
as in hue, so the picture reads in grey and for every kind of colour vision.
Colours: Okabe and Ito, "Color Universal Design", 2008; the strips of colour
under the curves use cividis (Nunez, Anderton and Renslow, PLOS ONE 13(7), 2018),
which is even to the eye and alike for colour-blind readers.
"""

from __future__ import annotations

import io
import logging
import math
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.refusals import kind_of
from app.strips import LEAST_LEVEL_DB, WAVE_POINTS_PER_S, Strip, Word
from engine.values import CURVE_S, Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

FORMATS = ("png", "svg", "pdf")
MOST_S = 60.0
"""Longest stretch drawn: a page a person still takes in."""
ROW_S = 10.0
"""Longest row: a longer sound goes on in the next, as music does."""
INCHES_PER_S = 1.6
"""Width of a second: three or four words of normal speech stand side by side."""
LEAST_INCHES = 8.0
HEIGHT_INCHES = 7.2
ROW_HEIGHT = 0.28
"""Height of a row of words, in the measure of HEIGHTS."""
HEIGHTS = (ROW_HEIGHT, 1.0, 2.2, 0.35, 1.8, 0.35)
"""Heights of words, waveform, pitch, its colours, level, its colours, to each other."""
TICKS_HZ = (50, 60, 70, 80, 90, 100, 120, 140, 160, 180, 200, 240, 280, 320, 400, 500, 600, 800)
MOST_TICKS = 7
WORD_GAP_PX = 7.0
"""Between two words in a row: less would read as one word."""
COLOUR_SHARE = (2.0, 98.0)
"""Percentiles the colours span: one stray value must not grey all the others."""
DPI = 110
ASKED = "#56B4E9"
ACHIEVED = "#0B3C5D"
NEUTRAL = "#999999"
WORDS = "#333333"


def format_of(target: Path) -> str:
    """The kind of picture a file name asks for.

    Raises:
        ExportError: ``output-format-unknown``.
    """
    return kind_of(target, FORMATS, "a picture")


def draw(strips: Sequence[Strip], kind: str, title: str, *, cut: bool = False) -> bytes:
    """Draw lines of one text side by side as they are heard.

    Args:
        strips: the lines, in order.
        kind: ``png``, ``svg`` or ``pdf``.
        title: what was asked, in a few words.
        cut: whether the sound goes on after the last of them.

    Returns:
        the picture's file.
    """
    # It warns of building its list of fonts, and once for each character its font
    # lacks (a box is drawn): neither helps whoever asked for a picture.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib

    # Ids inside an SVG are hashed with a salt; a fixed one gives the same file twice.
    with matplotlib.rc_context({"svg.hashsalt": "espressivo"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        return _drawn(strips, kind, title, cut=cut)


def _drawn(strips: Sequence[Strip], kind: str, title: str, *, cut: bool) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    end = max((strip.start + strip.seconds for strip in strips), default=1.0)
    count = max(1, math.ceil(end / ROW_S))
    length = end / count
    width = max(LEAST_INCHES, min(length, ROW_S) * INCHES_PER_S + 1.6)
    figure = Figure(figsize=(width, HEIGHT_INCHES * count), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    name = f"{title} (the first {end:.0f} s)" if cut else title
    figure.suptitle(name, x=0.01, ha="left", fontsize=11, parse_math=False)
    rows = [
        _draw_row(part, strips, (number * length, (number + 1) * length), first=number == 0)
        for number, part in enumerate(figure.subfigures(count, 1, squeeze=False)[:, 0])
    ]
    figure.draw_without_rendering()  # from here on the panels' widths are known
    for axes in rows:
        _draw_words(axes, [word for strip in strips for word in strip.words])
    target = io.BytesIO()
    figure.savefig(target, format=kind, metadata=_metadata(kind))
    return target.getvalue()


def _draw_row(
    part: SubFigure, strips: Sequence[Strip], window: tuple[float, float], *, first: bool
) -> Sequence[Axes]:
    """Draw the seconds ``window`` of all strips, one panel above the other.

    Returns:
        the panels from top to bottom; the first is empty, for the words.
    """
    axes = part.subplots(6, 1, sharex=True, height_ratios=HEIGHTS)
    _draw_wave(axes[1], strips)
    _draw_pitch(axes[2], axes[3], strips)
    _draw_level(axes[4], axes[5], strips)
    if first and strips:
        _name_lines(axes[2])
        _name_lines(axes[4])
    axes[0].set_xlim(*window)
    axes[-1].set_xlabel("Time (s)")
    return tuple(axes)


def _metadata(kind: str) -> dict[str, str | None]:
    """No date inside: the same sound gives the same picture."""
    return {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]  # type: ignore[return-value]


def _times(strip: Strip, count: int) -> Floats:
    return (strip.start + (np.arange(count) + 0.5) * CURVE_S).astype(np.float32)


def _draw_wave(axes: Axes, strips: Sequence[Strip]) -> None:
    for strip in strips:
        times = strip.start + (np.arange(strip.low.size) + 0.5) / WAVE_POINTS_PER_S
        axes.fill_between(times, strip.low, strip.high, color=ACHIEVED, linewidth=0.3)
    most = max((float(np.abs(s.high).max(initial=0.01)) for s in strips), default=1.0)
    axes.set_ylim(-1.15 * most, 1.15 * most)
    axes.set_ylabel("Waveform")


def _draw_pitch(axes: Axes, heat: Axes, strips: Sequence[Strip]) -> None:
    from matplotlib.ticker import NullFormatter, ScalarFormatter

    for number, strip in enumerate(strips):
        names = ("voice's own", "asked", "achieved") if number == 0 else ("", "", "")
        times = _times(strip, len(strip.asked_f0))
        axes.plot(times, strip.neutral_f0, color=NEUTRAL, lw=1.0, ls=":", label=names[0])
        axes.plot(times, strip.asked_f0, color=ASKED, lw=4.5, label=names[1])
        axes.plot(times, strip.achieved_f0, color=ACHIEVED, lw=1.2, label=names[2])
    axes.set_yscale("log", base=2)
    axes.set_ylabel("Pitch F0 (Hz)")
    low, high = _range([c for s in strips for c in (s.asked_f0, s.achieved_f0)], (80.0, 320.0))
    axes.set_ylim(low / 1.12, high * 1.12)
    ticks = [tick for tick in TICKS_HZ if low / 1.12 <= tick <= high * 1.12]
    axes.set_yticks(ticks[:: 1 + len(ticks) // (MOST_TICKS + 1)])
    axes.yaxis.set_major_formatter(ScalarFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.grid(visible=True, axis="y", color="#dddddd", lw=0.6)
    rows = [(strip, strip.asked_f0, strip.achieved_f0) for strip in strips]
    _draw_heat(heat, rows, "Hz", log=True)


def _draw_level(axes: Axes, heat: Axes, strips: Sequence[Strip]) -> None:
    for number, strip in enumerate(strips):
        names = ("asked (shape)", "achieved") if number == 0 else ("", "")
        times = _times(strip, len(strip.asked_db))
        axes.plot(times, strip.asked_db, color=ASKED, lw=4.5, label=names[0])
        axes.plot(times, strip.achieved_db, color=ACHIEVED, lw=1.2, label=names[1])
    axes.set_ylabel("Level (dB re\nfull scale)")
    low, high = _range([s.achieved_db for s in strips], (-50.0, -10.0))
    axes.set_ylim(max(low, LEAST_LEVEL_DB) - 2, high + 2)
    axes.grid(visible=True, axis="y", color="#dddddd", lw=0.6)
    rows = [(strip, strip.asked_db, strip.achieved_db) for strip in strips]
    _draw_heat(heat, rows, "dB", log=False)


def _name_lines(axes: Axes) -> None:
    """Name the panel's lines above it, where they cover nothing."""
    axes.legend(
        loc="lower right",
        bbox_to_anchor=(1.0, 1.0),
        ncols=3,
        fontsize=8,
        frameon=False,
        borderaxespad=0.1,
    )


def _draw_heat(
    axes: Axes,
    rows: Sequence[tuple[Strip, Floats, Floats]],
    label: str,
    *,
    log: bool,
) -> None:
    """Two rows of colour, asked over achieved, so that they compare at a glance."""
    from matplotlib.colors import LogNorm, Normalize

    limits = _range([curve for _, *both in rows for curve in both], (1.0, 2.0), COLOUR_SHARE)
    norm = LogNorm(*limits) if log else Normalize(*limits)
    image = None
    for strip, asked, achieved in rows:
        if not len(asked):
            continue
        extent = (strip.start, strip.start + len(asked) * CURVE_S, 0.0, 2.0)
        image = axes.imshow(
            np.vstack([asked, achieved]),
            aspect="auto",
            interpolation="nearest",
            cmap="cividis",
            norm=norm,
            extent=extent,
        )
    axes.set_ylim(0, 2)
    axes.set_yticks([0.5, 1.5], ["achieved", "asked"], fontsize=8)
    if image is not None:
        bar = axes.figure.colorbar(image, ax=axes, pad=0.005, aspect=6, fraction=0.02)
        bar.set_ticks(list(limits), labels=[f"{limit:.0f}" for limit in limits])
        bar.ax.minorticks_off()
        bar.set_label(label, fontsize=8, labelpad=-8)
        bar.ax.tick_params(labelsize=7)


def _range(
    curves: Sequence[Floats],
    default: tuple[float, float],
    share: tuple[float, float] = (0.0, 100.0),
) -> tuple[float, float]:
    """Two percentiles of all curves, a little apart even if everything is the same."""
    none = np.zeros(0, np.float32)
    values = np.concatenate([none, *(curve[np.isfinite(curve)] for curve in curves)])
    if not values.size:
        return default
    low, high = (float(value) for value in np.percentile(values, share))
    return (low, high) if high > low else (low - 0.01 * abs(low), high + 0.01 * abs(high) + 0.01)


def _draw_words(panels: Sequence[Axes], words: Sequence[Word]) -> None:
    """Put each word above its middle, in the first row where it covers no other.

    Args:
        panels: of one row; the words go into the first, a rule at each start into all.
        words: of the whole sound; those of this row are drawn.
    """
    axes = panels[0]
    axes.set_axis_off()
    ends: list[float] = []
    placed = []
    left, right = axes.get_xlim()
    gap = WORD_GAP_PX * (right - left) / axes.get_window_extent().width
    for word in words:
        middle = (word.start + word.end) / 2
        if not left <= middle < right:
            continue
        text = axes.text(middle, 0.0, word.text, ha="center", va="bottom")
        text.set(fontsize=9, color=WORDS, parse_math=False)
        half = text.get_window_extent().transformed(axes.transData.inverted()).width / 2
        middle = min(max(middle, left + half), right - half)
        row = next((n for n, end in enumerate(ends) if middle - half > end), len(ends))
        if row == len(ends):
            ends.append(0.0)
        ends[row] = middle + half + gap
        placed.append((text, middle, row))
        for each in panels[1:]:
            each.axvline(word.start, color=WORDS, lw=0.4, alpha=0.35)
    rows = max(1, len(ends))
    axes.set_ylim(0, rows)
    for text, middle, row in placed:
        text.set_position((middle, row + 0.1))
    grid = axes.get_gridspec()
    if grid is not None:
        grid.set_height_ratios((ROW_HEIGHT * rows, *HEIGHTS[1:]))
