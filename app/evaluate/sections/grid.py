"""The grid: emotions x lines x voices, what was asked against what is heard."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace

import numpy as np

from app.evaluate.cells import EMOTIONS, SEVEN, Choice, again, spoken
from app.evaluate.findings import Figure, Plot, Section, Table
from app.evaluate.lab import Lab
from app.evaluate.sections.part import Order, Part, counted
from engine.evaluation.changes import (
    NOTICED,
    STEPS,
    heard,
    in_steps,
    is_noticed,
    is_right,
    score_of,
    tracking_st,
)
from engine.evaluation.statistics import bootstrap, wilson
from engine.values import RenderRequest

F0_ST, LENGTH = 0.7, 0.04
"""How near a level of F0 and a length are to count as there."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One dimension of one take."""

    emotion: str
    voice: str
    line: str
    dimension: str
    asked: float
    heard: float
    repeat: float
    """What a neutral repeat of the line by the voice changes: the null."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One take against the neutral one, in all dimensions."""

    emotion: str
    voice: str
    line: str
    asked: Mapping[str, float]
    heard: Mapping[str, float]
    """Of a plan: what its curves change."""
    repeat: Mapping[str, float] | None
    tracking_st: float = float("nan")


def wants(choice: Choice) -> Iterator[RenderRequest]:
    """Line by line, so that a run cut short has whole lines; the seven emotions first."""
    for line in choice.lines_of(""):
        for voice in choice.voices:
            yield spoken("", voice, line)
            yield again("", voice, line)
            for emotion in SEVEN:
                yield spoken(emotion, voice, line)
    for emotion, voice, line in choice.grid():
        yield spoken(emotion, voice, line)


def takes(lab: Lab, choice: Choice) -> Iterator[Taken]:
    """Yield what is there of the grid."""
    for emotion, voice, line in choice.grid():
        neutral = lab.find(spoken("", voice, line))
        take = lab.find(spoken(emotion, voice, line))
        if take is None or neutral is None:
            continue
        repeat = lab.find(again("", voice, line))
        yield Taken(
            emotion,
            voice,
            line,
            take.asked(neutral),
            heard(take.figures, neutral.figures),
            heard(repeat.figures, neutral.figures) if repeat is not None else None,
            tracking_st(take.asked_f0, take.contour.f0),
        )


def plans(lab: Lab, choice: Choice) -> Iterator[Taken]:
    """Yield the whole grid as plans, which cost a fiftieth of a sound."""
    for emotion, voice, line in choice.grid():
        neutral = spoken("", voice, line)
        plan = lab.planned(spoken(emotion, voice, line), neutral)
        repeat = lab.planned(again("", voice, line), neutral)
        yield Taken(emotion, voice, line, plan.asked, plan.changes, repeat.changes)


def cells_of(found: Iterable[Taken]) -> list[Cell]:
    """Return every dimension in which more is asked than listeners notice."""
    return [
        Cell(t.emotion, t.voice, t.line, name, wish, t.heard[name], (t.repeat or {}).get(name, 0.0))
        for t in found
        for name, wish in t.asked.items()
        if is_noticed(name, wish)
    ]


def right_share(cells: Iterable[Cell], *, null: bool = False) -> tuple[float, int]:
    """Return the share of cells with the right sign and their number."""
    hits = [is_right(c.dimension, c.asked, c.repeat if null else c.heard) for c in cells]
    return (float(np.mean(hits)) if hits else float("nan")), len(hits)


def find(lab: Lab, order: Order) -> Section:
    """Work out the grid, on plans and on the sounds that are there."""
    planned, found = list(plans(lab, order.choice)), list(takes(lab, order.choice))
    have, want = len(found), len(planned)
    wishes: Wishes = {}
    for each in planned:
        wishes.setdefault((each.voice, each.line), {})[each.emotion] = each.asked
    figures = [*_figures("plans", planned, wishes), *_figures("sounds", found, wishes)]
    return Section(
        "grid", "Do emotions land? The grid", figures,
        [_table("sounds", cells_of(found)), _table("plans", cells_of(planned))],
        [_plot(words, each) for words, each in (("heard", found), ("planned", planned)) if each],
        [*_about(lab, order.choice), *counted((have, want))], (have, want),
        {"sounds": [asdict(t) for t in found], "plans": [asdict(t) for t in planned]},
    )  # fmt: skip


Wishes = dict[tuple[str, str], dict[str, Mapping[str, float]]]
"""Voice and line -> what each emotion asks."""


def _figures(words: str, found: list[Taken], wishes: Wishes) -> Iterator[Figure]:
    if not found:
        return
    cells = cells_of(found)
    repeated = {(t.voice, t.line) for t in found if t.repeat}
    null, _ = right_share([c for c in cells if (c.voice, c.line) in repeated], null=True)
    hits = sum(is_right(c.dimension, c.asked, c.heard) for c in cells)
    yield Figure(
        f"{words}: right sign, cells above what listeners notice", right_share(cells)[0], null,
        "neutral repeat", (">=", 0.95), len(cells), ".1%", interval=wilson(hits, len(cells)),
    )  # fmt: skip
    for each in (*_landed(found), *_scores(found, wishes), *_bias(found)):
        yield replace(each, what=f"{words}: {each.what}")
    tracked = [t.tracking_st for t in found if not math.isnan(t.tracking_st)]
    if tracked:
        yield Figure(
            f"{words}: F0 from its contour, median error, st",
            float(np.median(tracked)),
            aim=("<=", 0.35),
            count=len(tracked),
        )


def _landed(found: list[Taken]) -> Iterator[Figure]:
    for name, within, words in (
        ("f0 level", F0_ST, "0.7 st"),
        ("duration", LENGTH, "4 %"),
    ):
        off = [abs(t.heard[name] - t.asked[name]) <= within for t in found]
        # A neutral repeat, held against what the emotion asks.
        null = [abs(t.repeat[name] - t.asked[name]) <= within for t in found if t.repeat]
        yield Figure(
            f"{name} within {words} of what was asked",
            float(np.mean(off)) if off else float("nan"),
            float(np.mean(null)) if null else None,
            "neutral repeat",
            (">=", 0.85),
            len(off),
            ".1%",
        )


def _scores(found: list[Taken], wishes: Wishes) -> Iterator[Figure]:
    scores = []
    for t in found:
        others = [w for name, w in wishes[t.voice, t.line].items() if name != t.emotion]
        score = score_of(t.asked, t.heard, others)
        if score is not None:
            scores.append((t.voice, score))
    if not scores:
        return
    groups = [
        [s.cosine for _, s in same] for _, same in itertools.groupby(sorted(scores, key=_voice),
                                                                     key=_voice)
    ]  # fmt: skip
    middle = {
        name: float(np.median([getattr(s, name) for _, s in scores]))
        for name in ("cosine", "null", "length")
    }
    yield Figure(
        "EmoScore: cosine of asked and heard in listener steps, median", middle["cosine"],
        middle["null"], "what other emotions ask", count=len(scores),
        beside="mean {:.2f} to {:.2f} (95 %, voices drawn)".format(*bootstrap(groups, 1)),
    )  # fmt: skip
    yield Figure(
        "length of the heard change over the asked one, median",
        middle["length"],
        count=len(scores),
        beside=f"{len(found) - len(scores)} takes ask for less than a step and are left out",
    )


def _voice(pair: tuple[str, object]) -> str:
    return pair[0]


def _bias(found: list[Taken]) -> Iterator[Figure]:
    """Prosody bias: by how many listener steps takes are off on average, with their sign."""
    if not found:
        return
    off = np.array([in_steps(t.heard) - in_steps(t.asked) for t in found])
    repeats = np.array([in_steps(t.repeat) for t in found if t.repeat])
    for at, name in enumerate(STEPS):
        null = float(np.abs(repeats[:, at]).mean()) if repeats.size else None
        yield Figure(
            f"bias of {name}, listener steps",
            float(off[:, at].mean()),
            null,
            "size of a neutral repeat",
            count=len(found),
            form="+.2f",
        )


def _table(words: str, cells: list[Cell]) -> Table:
    rows = []
    for emotion, name in itertools.product(EMOTIONS, NOTICED):
        own = [c for c in cells if (c.emotion, c.dimension) == (emotion, name)]
        if own:
            wish, came = (np.array([getattr(c, side) for c in own]) for side in ("asked", "heard"))
            rows.append(
                (emotion, name, str(len(own)), f"{wish.mean():.2f}", f"{came.mean():.2f}",
                 f"{came.std():.2f}", f"{right_share(own)[0]:.0%}")
            )  # fmt: skip
    heads = ("emotion", "dimension", "cells", "asked", "heard", "sd", "right")
    return Table(f"Every emotion and dimension, {words} (st, log-ratio, dB)", heads, rows)


def _plot(words: str, found: list[Taken]) -> Plot:
    series = {
        name: (
            [t.asked[name] / step for t in found],
            [t.heard[name] / step for t in found],
        )
        for name, step in STEPS.items()
    }
    return Plot(
        f"Asked and {words}, in listener steps", "points", series, "asked", words, diagonal=True
    )


def _about(lab: Lab, choice: Choice) -> list[str]:
    return [
        f"Measured by: {lab.judge.name}. {len(choice.voices)} voices, "
        f"{len(choice.lines_of('happy'))} lines for the seven emotions with a profile, "
        f"{len(choice.lines_of('awe'))} for the other twelve (in full 8 voices, 20 lines). "
        "Intensity 1. The null is the neutral line again at stability 0, as differently as "
        "one actor's takes differ.",
        "A plan shows what the curves ask of the voice model, a sound what was heard; excursion "
        "is the spread about the level in both.",
        "Durations are compared without pauses, which are a dimension of their own.",
    ]


GRID = Part("grid", "the grid of emotions, lines and voices", find, wants)
