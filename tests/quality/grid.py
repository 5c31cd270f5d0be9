"""A part of the emotion grid in one process, for tests and the bench of precision.

``espressivo evaluate`` speaks all of it; takes, cells, formulas and limits are its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import numpy as np

from app.evaluate.cells import LINES, SEVEN, again, spoken
from app.evaluate.praat import praat_f0
from app.evaluate.sections.grid import Cell, Taken, right_share
from engine.evaluation.changes import NOTICED, asked, asked_f0, heard, rest_s, tracking_st
from engine.evaluation.voice_measures import figures
from engine.values import RenderRequest, Take

EMOTIONS = tuple(SEVEN)
SENTENCES = LINES
VOICES = ("af_heart", "bf_emma", "am_michael", "am_fenrir")
TESTED = SENTENCES[1:2]
"""What every test run renders: enough for its limits in a minute and a half."""

LANDED_ST = 1.0


class Renders(Protocol):
    """What speaks a line: see ``engine.renderer.Renderer``."""

    def render(self, request: RenderRequest) -> Take:
        """Speak a line."""
        ...


def measure(renderer: Renders, voices: Sequence[str], lines: Iterable[str]) -> Iterator[Taken]:
    """Render and measure every take of some voices and lines."""
    for line, voice in itertools.product(lines, voices):
        neutral = renderer.render(spoken("", voice, line))
        plain, rests = measured(neutral), rest_s(neutral.plan)
        repeat = heard(measured(renderer.render(again("", voice, line))), plain)
        for emotion in EMOTIONS:
            take = renderer.render(spoken(emotion, voice, line))
            assert take.audio is not None
            yield Taken(
                emotion,
                voice,
                line,
                asked(take.plan.deltas, rest_s(take.plan) - rests),
                heard(measured(take), plain),
                repeat,
                tracking_st(asked_f0(take.plan), praat_f0(take.audio)),
            )


def measured(take: Take) -> dict[str, float]:
    """A take's figures with Praat's pitch."""
    assert take.audio is not None
    assert take.achieved is not None
    return figures(take.audio, take.achieved, praat_f0(take.audio))


def share(cells: Iterable[Cell], *, null: bool = False) -> float:
    """The share of cells with the right sign."""
    return right_share(cells, null=null)[0]


def landed_share(cells: Iterable[Cell]) -> float:
    """The share of F0 level cells within ``LANDED_ST``."""
    off = [abs(c.heard - c.asked) for c in cells if c.dimension == "f0 level"]
    return float(np.mean(np.array(off) <= LANDED_ST))


def tracking(takes: Iterable[Taken]) -> float:
    """The median over takes of how well F0 follows its contour, st."""
    return float(np.median([take.tracking_st for take in takes]))


def table(cells: Sequence[Cell]) -> str:
    """A row for each emotion and dimension."""
    rows = []
    for emotion, name in itertools.product(EMOTIONS, NOTICED):
        own = [c for c in cells if (c.emotion, c.dimension) == (emotion, name)]
        if own:
            wish, found = (np.mean([getattr(c, side) for c in own]) for side in ("asked", "heard"))
            rows.append(f"{emotion:10} {name:10} {wish:7.2f} {found:7.2f} {share(own):6.0%}")
    rows.append(f"right sign: {share(cells):.1%}, neutral repeat {share(cells, null=True):.1%}")
    return "\n".join(rows)
