"""Orthogonality: one thing is asked alone; does anything else move?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.evaluate.cells import NUDGES, Choice, again, nudged, spoken
from app.evaluate.findings import Figure, Section, Table
from app.evaluate.lab import Heard, Lab
from app.evaluate.sections.part import Order, Part, counted, there
from engine.evaluation.changes import NOTICED, heard, in_steps
from engine.values import RenderRequest

Steps = NDArray[np.float64]
"""float64[5] listener steps, in the order of ``NOTICED``."""

SPEAKERS = 2
RATE_DRIFT = 0.05


def wants(choice: Choice) -> Iterator[RenderRequest]:
    """Each nudge up and down, by a woman and a man, on one line."""
    line = choice.lines[0]
    for voice in choice.voices[:SPEAKERS]:
        yield from (spoken("", voice, line), again("", voice, line))
        for pair in NUDGES.values():
            yield from (nudged(each, voice, line) for each in pair)


@dataclass
class Moved:
    """What moved with each thing asked alone, in listener steps, and with neutral repeats."""

    rows: dict[str, list[Steps]] = field(default_factory=lambda: {name: [] for name in NOTICED})
    """Asked dimension -> changes in every dimension; what was asked downward turned upward."""
    rates: list[float] = field(default_factory=list)
    """|ln| of the change of length where none was asked."""
    repeats: list[Steps] = field(default_factory=list)

    @property
    def others(self) -> list[float]:
        """Sizes of the changes that were not asked."""
        return [
            abs(float(value))
            for name, rows in self.rows.items()
            for row in rows
            for other, value in zip(NOTICED, row, strict=True)
            if other != name
        ]


def moved(lab: Lab, choice: Choice) -> Moved:
    """Return what is there of it."""
    found, line = Moved(), choice.lines[0]
    for voice in choice.voices[:SPEAKERS]:
        neutral, repeat = lab.find(spoken("", voice, line)), lab.find(again("", voice, line))
        if neutral is None:
            continue
        if repeat is not None:
            found.repeats.append(np.abs(_steps(repeat, neutral)))
        for name, pair in NUDGES.items():
            for take in there(lab, [nudged(each, voice, line) for each in pair]):
                sign = np.sign(take.asked(neutral)[name])
                found.rows[name].append(sign * _steps(take, neutral))
                if name != "duration":
                    change = heard(take.figures, neutral.figures)["duration"]
                    found.rates.append(abs(change))
    return found


def _steps(take: Heard, neutral: Heard) -> Steps:
    return in_steps(heard(take.figures, neutral.figures))[: len(NOTICED)]


def find(lab: Lab, order: Order) -> Section:
    """Work out what moves with what."""
    found = moved(lab, order.choice)
    want = sum(map(len, NUDGES.values())) * len(order.choice.voices[:SPEAKERS])
    cells = (sum(map(len, found.rows.values())), want)
    if not cells[0]:
        return Section("crosstalk", TITLE, notes=counted(cells), cells=cells)
    null = float(np.mean(found.repeats)) if found.repeats else None
    figures = [
        Figure("unrequested change, listener steps, mean", float(np.mean(found.others)), null,
               "size of a neutral repeat", ("<=", 1.0), len(found.others)),
        Figure("unrequested rate drift, mean |ln|",
               float(np.mean(found.rates)) if found.rates else float("nan"),
               aim=("<=", RATE_DRIFT), count=len(found.rates), form=".3f"),
    ]  # fmt: skip
    rows = [
        (name, *(f"{value:+.1f}" for value in np.mean(own, axis=0)))
        for name, own in found.rows.items()
        if own
    ]
    table = Table(
        "Asked alone (rows), heard (columns), in listener steps; asked downward turned upward",
        ("asked", *NOTICED),
        rows,
    )
    notes = ["By hand, not by a prompt: +3 and -2 st, x1.4 and x0.7, x1.15 and x0.9, 4 dB, 3 dB."]
    return Section("crosstalk", TITLE, figures, [table], (), [*notes, *counted(cells)], cells)


TITLE = "Does one control move only itself? Orthogonality"

CROSSTALK = Part("crosstalk", "orthogonality of the controls", find, wants)
