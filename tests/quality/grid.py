"""The emotion grid: what was asked of each line against what Praat hears in it.

Seven emotions at intensity 1, ten neutral sentences, two women and two men. A
cell is one emotion, sentence and voice; in it every dimension counts in which
the emotion asks for more than listeners notice (emotion_targets B9, B10).

``python -m tests.quality.grid [--full]`` prints the tables. Finished takes are kept
under out/evaluate, by the hash of the engine's source, so a run that was stopped
goes on where it was and never shows what an older engine spoke.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.settings import load
from engine.build import build_engine
from engine.keys import key_of
from engine.measure import Measures, summarise
from engine.store import TakeStore
from engine.timeline import curve_positions
from engine.values import Deltas, Direction, RenderRequest, Take
from kernels.contour import VOICED_HZ
from tests.praat import praat_f0

EMOTIONS = ("angry", "happy", "surprised", "fearful", "sad", "calm", "disgusted")
VOICES = ("af_heart", "bf_emma", "am_michael", "am_fenrir")
SENTENCES = (
    "The keys are lying on the table.",
    "My brother moved the chairs.",
    "They will open the door at seven.",
    "The letter came on Monday.",
    "We drove along the river.",
    "Someone is waiting in the garden.",
    "The menu is on the wall.",
    "I read the message again.",
    "The bus leaves in an hour.",
    "She told him about the room.",
)
"""Own sentences whose words say nothing of a feeling."""

NOTICED = {
    "f0 level": (-1.5, 1.5),
    "excursion": (math.log(0.85), math.log(1.2)),
    "duration": (-0.05, 0.05),
    "level": (-1.0, 1.0),
    "tilt": (-1.0, 1.0),
}
"""What listeners notice, down and up: st, log-ratio, log-ratio, dB, dB."""

SOURCES = ("engine", "kernels", "assets")

PART = (1, 5, 8)
"""The sentences that are rendered by default: a random draw, kept."""
TESTED = PART[:1]
"""What every test run renders: enough for its limits in a minute and a half."""

TOUCHED = 0.1
"""A change counts as having a sign at all from this share of what listeners notice:
a repeat of the same samples has none."""

LANDED_ST = 1.0


class Renders(Protocol):
    """What speaks a line: see ``engine.renderer.Renderer``."""

    def render(self, request: RenderRequest) -> Take:
        """Speak a line."""
        ...


@dataclass(frozen=True, slots=True)
class Cell:
    """One dimension of one take: what was asked and what was heard, in one unit."""

    emotion: str
    voice: str
    sentence: int
    dimension: str
    asked: float
    heard: float

    @property
    def right(self) -> bool:
        """Whether the change heard has the sign asked."""
        down, up = NOTICED[self.dimension]
        return self.heard >= TOUCHED * up if self.asked > 0 else self.heard <= TOUCHED * down

    @property
    def landed(self) -> bool:
        """Whether the change heard is within ``LANDED_ST`` of the one asked."""
        return abs(self.heard - self.asked) <= LANDED_ST


STEPS = {"f0 level": 1.5, "excursion": 0.15, "duration": 0.05, "level": 1.0, "tilt": 1.0}
"""A listener's step in each dimension (``engine.emotion.axes``): the unit of the EmoScore."""


@dataclass(frozen=True, slots=True)
class Score:
    """EmoScore of one take: cosine of asked and heard changes in listener steps, the same
    against what the other emotions ask (its null), and the length heard over that asked."""

    cosine: float
    null: float
    length: float


@dataclass(frozen=True, slots=True)
class Measured:
    """A cell, the same cell with an emotion turned down to nothing, and how well the
    take's F0 follows its contour (median error, st)."""

    cell: Cell
    null: Cell
    tracking_st: float
    score: Score | None = None
    """None where less than a step is asked in all."""


def asked(deltas: Deltas) -> dict[str, float]:
    """Return what deltas ask for in each dimension.

    Vowels hold about 55 % of the sounding time of these lines, so duration is
    that mean of the two log-ratios.
    """
    vowels, consonants = math.log(deltas.vowel_duration), math.log(deltas.consonant_duration)
    return {
        "f0 level": deltas.f0_level_st,
        "excursion": math.log(deltas.f0_excursion),
        "duration": 0.55 * vowels + 0.45 * consonants,
        "level": deltas.energy_db,
        "tilt": deltas.tilt_db,
    }


def heard(take: Take, neutral: Take) -> dict[str, float]:
    """Return what changed from the neutral take to another of the same line."""
    now, then = figures(take), figures(neutral)
    return {
        "f0 level": now.f0_median_st - then.f0_median_st,
        "excursion": math.log(now.f0_sd_st / then.f0_sd_st),
        "duration": math.log(now.speech_s / then.speech_s),
        "level": now.level_db - then.level_db,
        "tilt": now.alpha_db - then.alpha_db,
    }


def figures(take: Take) -> Measures:
    """Return a take's figures with Praat's pitch."""
    assert take.audio is not None
    assert take.achieved is not None
    return summarise(take.audio, replace(take.achieved, f0=praat_f0(take.audio)))


def request(emotion: str, voice: str, sentence: int, intensity: float = 1.0) -> RenderRequest:
    """Return the request of one cell; an empty emotion is the neutral take."""
    return RenderRequest(SENTENCES[sentence], voice, Direction(emotion, intensity))


def in_steps(changes: Mapping[str, float]) -> NDArray[np.float64]:
    """Return changes in listener steps: float64[5]."""
    return np.array([changes[name] / step for name, step in STEPS.items()])


def score_of(
    wish: Mapping[str, float], found: Mapping[str, float], others: Sequence[Mapping[str, float]]
) -> Score | None:
    """Return the EmoScore of a take; None if less than one step is asked.

    Args:
        wish: what was asked in each dimension.
        found: what was heard.
        others: what the other emotions ask, for the null.
    """
    asked_, heard_ = in_steps(wish), in_steps(found)
    if np.linalg.norm(asked_) < 1.0:
        return None
    long = max(float(np.linalg.norm(heard_)), 1e-9)
    cosine, *rest = (
        float(each @ heard_ / (np.linalg.norm(each) * long))
        for each in (asked_, *map(in_steps, others))
        if np.linalg.norm(each)
    )
    null = float(np.mean(rest)) if rest else 0.0
    return Score(cosine, null, long / float(np.linalg.norm(asked_)))


def is_noticed(dimension: str, wish: float) -> bool:
    """Whether an emotion asks for more than listeners notice."""
    down, up = NOTICED[dimension]
    return wish <= down + 1e-6 or wish >= up - 1e-6


def measure_cells(
    renderer: Renders, voices: Sequence[str], sentences: Iterable[int]
) -> Iterator[Measured]:
    """Render and measure every cell of some voices and sentences.

    One emotion in turn, turned down to nothing, is the null of all seven of its line:
    that each of them then speaks as no emotion does is another test's business.
    """
    for number, (sentence, voice) in enumerate(itertools.product(sentences, voices)):
        neutral = renderer.render(request("", voice, sentence))
        turned_off = EMOTIONS[(sentence + number) % len(EMOTIONS)]
        off = renderer.render(request(turned_off, voice, sentence, intensity=0.0))
        null = heard(off, neutral)
        takes = {e: renderer.render(request(e, voice, sentence)) for e in EMOTIONS}
        wishes = {emotion: asked(take.plan.deltas) for emotion, take in takes.items()}
        for emotion, take in takes.items():
            found, wishes_of = heard(take, neutral), wishes[emotion]
            others = [each for name, each in wishes.items() if name != emotion]
            score = score_of(wishes_of, found, others)
            for dimension, wish in wishes_of.items():
                if is_noticed(dimension, wish):
                    cell = Cell(emotion, voice, sentence, dimension, wish, found[dimension])
                    unmoved = replace(cell, heard=null[dimension])
                    yield Measured(cell, unmoved, tracking_st(take), score)


def tracking_st(take: Take) -> float:
    """Return the median distance in semitones of Praat's F0 from the contour asked."""
    assert take.audio is not None
    f0 = praat_f0(take.audio)
    where = curve_positions(take.plan, len(f0))
    wished = np.where(where >= 0, take.plan.f0[where], 0.0)
    both = (f0 > 0) & (wished >= VOICED_HZ)
    return float(np.median(np.abs(12 * np.log2(f0[both] / wished[both]))))


def share(cells: Sequence[Cell]) -> float:
    """Return the share of cells with the right sign."""
    return float(np.mean([cell.right for cell in cells]))


def landed_share(cells: Sequence[Cell]) -> float:
    """Return the share of F0 level cells that landed."""
    levels = [cell.landed for cell in cells if cell.dimension == "f0 level"]
    return float(np.mean(levels))


def tracking(measured: Sequence[Measured]) -> float:
    """Return the median over takes of how well F0 follows its contour, st."""
    takes = {(m.cell.emotion, m.cell.voice, m.cell.sentence): m.tracking_st for m in measured}
    return float(np.median(list(takes.values())))


def scores(measured: Sequence[Measured]) -> dict[str, float]:
    """Return the medians over takes of EmoScore, its null and the length, and their number."""
    takes = {(m.cell.emotion, m.cell.voice, m.cell.sentence): m.score for m in measured}
    found = [score for score in takes.values() if score is not None]
    names = ("cosine", "null", "length")
    medians = {n: float(np.median([getattr(s, n) for s in found])) for n in names}
    return medians | {"takes": len(found)}


def report(measured: Sequence[Measured]) -> dict[str, object]:
    """Return the grid as data: the totals with their nulls, and every cell."""
    cells, nulls = [m.cell for m in measured], [m.null for m in measured]
    return {
        "schema": "espressivo.evaluate/1",
        "right_sign": {"value": share(cells), "null": share(nulls), "cells": len(cells)},
        "f0_level_landed": landed_share(cells),
        "f0_tracking_st": tracking(measured),
        "emo_score": scores(measured),
        "cells": [asdict(cell) for cell in cells],
    }


def table(measured: Sequence[Measured]) -> str:
    """Return the table of the grid: a row per emotion and dimension, then the totals."""
    cells, nulls = [m.cell for m in measured], [m.null for m in measured]
    head = ("emotion", "dimension", "cells", "asked", "heard", "sd", "right")
    rows = ["{:10} {:10} {:>5} {:>7} {:>7} {:>6} {:>6}".format(*head)]
    for emotion, dimension in itertools.product(EMOTIONS, NOTICED):
        own = [c for c in cells if (c.emotion, c.dimension) == (emotion, dimension)]
        if own:
            wish, found = (np.array([getattr(c, side) for c in own]) for side in ("asked", "heard"))
            rows.append(
                f"{emotion:10} {dimension:10} {len(own):5} {wish.mean():7.2f} {found.mean():7.2f}"
                f" {found.std():6.2f} {share(own):6.0%}"
            )
    rows += [
        f"right sign: {share(cells):.1%} of {len(cells)} cells (asked: at least 90 %)",
        f"the same table with the emotion turned off: {share(nulls):.1%} (below 20 %)",
        f"F0 level within {LANDED_ST:g} st: {landed_share(cells):.1%} (asked: at least 80 %)",
        "EmoScore: median {cosine:.2f} over {takes} takes (what other emotions ask: {null:.2f}),"
        " length {length:.2f} of what was asked".format(**scores(measured)),
        f"F0 against its contour: median {tracking(measured):.2f} st (below 0.35 st)",
    ]
    return "\n".join(rows)


def passes(measured: Sequence[Measured]) -> bool:
    """Whether the grid shows what it must."""
    cells, nulls = [m.cell for m in measured], [m.null for m in measured]
    signs = share(cells) >= 0.9 and share(nulls) < 0.2
    return signs and landed_share(cells) >= 0.8 and tracking(measured) < 0.35


def source_hash() -> str:
    """Return a hash of everything that a take depends on besides the model."""
    root = Path(__file__).parents[2]
    files = sorted(path for top in SOURCES for path in (root / top).rglob("*.*") if path.is_file())
    return key_of(*(path.read_bytes() for path in files if path.suffix in {".py", ".json", ".tsv"}))


def main(argv: Sequence[str] | None = None) -> int:
    """Render and print the grid: a seeded part, or all of it with ``--full``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="all 280 takes, not a third of them")
    parser.add_argument("--json", type=Path, help="also write totals and cells as JSON")
    options = parser.parse_args(argv)
    full = options.full
    engine = build_engine(load(os.environ).data, "cpu")
    renderer = engine.renderer.with_store(TakeStore(Path("out/evaluate") / source_hash()))
    measured: list[Measured] = []
    for sentence in range(len(SENTENCES)) if full else PART:
        measured += measure_cells(renderer, VOICES, [sentence])
        print(f"sentence {sentence}: {len(measured)} cells so far", file=sys.stderr)
    print(table(measured))
    if options.json is not None:
        options.json.write_text(json.dumps(report(measured), indent=1) + "\n", encoding="utf-8")
    return 0 if passes(measured) else 1


if __name__ == "__main__":
    sys.exit(main())
