"""Orthogonality: one thing is asked alone; does anything else move?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from app.evaluate.cells import NUDGES, Choice, again, nudged, spoken
from app.evaluate.findings import Figure, Section, Table
from app.evaluate.lab import Lab
from app.evaluate.sections.part import Order, Part, counted
from engine.evaluation.changes import NOTICED, heard, in_steps
from engine.values import RenderRequest

SPEAKERS = 2
RATE_DRIFT = 0.05


def wants(choice: Choice) -> Iterator[RenderRequest]:
    """Each nudge up and down, by a woman and a man, on one line."""
    line = choice.lines[0]
    for voice in choice.voices[:SPEAKERS]:
        yield from (spoken("", voice, line), again("", voice, line))
        for pair in NUDGES.values():
            yield from (nudged(each, voice, line) for each in pair)


def find(lab: Lab, order: Order) -> Section:
    """Work out what moves with what."""
    line, names = order.choice.lines[0], tuple(NOTICED)
    moved: dict[str, list[Any]] = {name: [] for name in names}
    drift, repeats, want = [], [], 0
    for voice in order.choice.voices[:SPEAKERS]:
        neutral = lab.find(spoken("", voice, line))
        repeat = lab.find(again("", voice, line))
        if neutral is not None and repeat is not None:
            repeats.append(np.abs(in_steps(heard(repeat.figures, neutral.figures)))[: len(names)])
        for name, pair in NUDGES.items():
            for nudges in pair:
                want += 1
                take = lab.find(nudged(nudges, voice, line))
                if take is None or neutral is None:
                    continue
                got = heard(take.figures, neutral.figures)
                wish = take.asked(neutral)
                sign = np.sign(wish[name])
                moved[name].append(sign * in_steps(got)[: len(names)])
                if name != "duration":
                    drift.append(abs(got["duration"]))
    have = sum(map(len, moved.values()))
    cells = (have, want)
    if not have:
        return Section("crosstalk", TITLE, notes=counted(cells), cells=cells)
    others = [
        abs(float(value))
        for name, rows in moved.items()
        for row in rows
        for at, value in enumerate(row)
        if names[at] != name
    ]
    null = float(np.mean(repeats)) if repeats else None
    figures = [
        Figure("unrequested change, listener steps, mean", float(np.mean(others)), null,
               "size of a neutral repeat", ("<=", 1.0), len(others)),
        Figure("unrequested rate drift, mean |ln|", float(np.mean(drift)),
               aim=("<=", RATE_DRIFT), count=len(drift), form=".3f"),
    ]  # fmt: skip
    table = Table(
        "Asked alone (rows), heard (columns), in listener steps; asked downward turned upward",
        ("asked", *names),
        [
            (name, *(f"{value:+.1f}" for value in np.mean(rows, axis=0)))
            for name, rows in moved.items()
            if rows
        ],
    )
    notes = ["By hand, not by a prompt: +3 and -2 st, x1.4 and x0.7, x1.15 and x0.9, 4 dB, 3 dB."]
    return Section("crosstalk", TITLE, figures, [table], (), [*notes, *counted(cells)], cells)


TITLE = "Does one control move only itself? Orthogonality"

CROSSTALK = Part("crosstalk", "orthogonality of the controls", find, wants)
