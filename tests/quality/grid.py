"""A part of the emotion grid in one process, for tests and the bench of precision.

``espressivo evaluate`` speaks all of it; formulas and limits are the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from app.evaluate.cells import LINES, SEVEN, again, spoken
from app.evaluate.praat import praat_f0
from engine.evaluation.changes import (
    NOTICED,
    asked,
    asked_f0,
    heard,
    is_noticed,
    is_right,
    rest_s,
    tracking_st,
)
from engine.evaluation.voice_measures import figures
from engine.values import RenderRequest, Take

EMOTIONS = tuple(SEVEN)
SENTENCES = LINES
VOICES = ("af_heart", "bf_emma", "am_michael", "am_fenrir")
TESTED = SENTENCES[1:2]
"""What every test run renders: enough for its limits in a minute and a half."""

LANDED_ST = 1.0

__all__ = ["EMOTIONS", "NOTICED", "SENTENCES", "TESTED", "VOICES", "measure_cells", "spoken"]


class Renders(Protocol):
    """What speaks a line: see ``engine.renderer.Renderer``."""

    def render(self, request: RenderRequest) -> Take:
        """Speak a line."""
        ...


@dataclass(frozen=True, slots=True)
class Cell:
    """One dimension of one take, and what a neutral repeat of its line changes."""

    emotion: str
    voice: str
    line: str
    dimension: str
    asked: float
    heard: float
    repeat: float
    tracking_st: float

    @property
    def landed(self) -> bool:
        return abs(self.heard - self.asked) <= LANDED_ST


def measure_cells(renderer: Renders, voices: Sequence[str], lines: Iterable[str]) -> Iterator[Cell]:
    """Render and measure every cell of some voices and lines."""
    for line, voice in itertools.product(lines, voices):
        neutral = renderer.render(spoken("", voice, line))
        plain, rests = measured(neutral), rest_s(neutral.plan)
        repeat = heard(measured(renderer.render(again("", voice, line))), plain)
        for emotion in EMOTIONS:
            take = renderer.render(spoken(emotion, voice, line))
            found = heard(measured(take), plain)
            assert take.audio is not None
            follows = tracking_st(asked_f0(take.plan), praat_f0(take.audio))
            for name, wish in asked(take.plan.deltas, rest_s(take.plan) - rests).items():
                if is_noticed(name, wish):
                    yield Cell(emotion, voice, line, name, wish, found[name], repeat[name], follows)


def measured(take: Take) -> dict[str, float]:
    """A take's figures with Praat's pitch."""
    assert take.audio is not None
    assert take.achieved is not None
    return figures(take.audio, take.achieved, praat_f0(take.audio))


def share(cells: Iterable[Cell], *, null: bool = False) -> float:
    """The share of cells with the right sign."""
    return float(
        np.mean([is_right(c.dimension, c.asked, c.repeat if null else c.heard) for c in cells])
    )


def landed_share(cells: Iterable[Cell]) -> float:
    """The share of F0 level cells within ``LANDED_ST``."""
    return float(np.mean([c.landed for c in cells if c.dimension == "f0 level"]))


def tracking(cells: Iterable[Cell]) -> float:
    """The median over takes of how well F0 follows its contour, st."""
    return float(
        np.median(list({(c.emotion, c.voice, c.line): c.tracking_st for c in cells}.values()))
    )


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
