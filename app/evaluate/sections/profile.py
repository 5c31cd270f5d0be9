"""Nearest profile: whose changes do a voice's changes look like?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.evaluate.cells import SEVEN, Choice, spoken
from app.evaluate.findings import Figure, Section, Table
from app.evaluate.lab import Lab
from app.evaluate.sections.part import Order, Part, counted
from engine.evaluation.profiles import LEVEL, Profiles, load_profiles
from engine.values import RenderRequest

Changes = dict[str, float]
Told = tuple[str, str, Changes]
"""Emotion, voice and its mean changes."""


def wants(choice: Choice) -> Iterator[RenderRequest]:
    """The grid's cells of the seven emotions."""
    for line in choice.lines_of("happy"):
        for voice in choice.voices:
            yield spoken("", voice, line)
            for emotion in SEVEN:
                yield spoken(emotion, voice, line)


def changes(lab: Lab, choice: Choice) -> tuple[list[Told], tuple[int, int]]:
    """Return each voice's changes in each emotion, mean over lines, and how many cells."""
    found, have, want = [], 0, 0
    for voice in choice.voices:
        for emotion in SEVEN:
            rows = []
            for line in choice.lines_of(emotion):
                want += 1
                take, neutral = (lab.find(spoken(e, voice, line)) for e in (emotion, ""))
                if take is not None and neutral is not None:
                    have += 1
                    rows.append({n: take.figures[n] - neutral.figures[n] for n in take.figures})
            if rows:
                means = {n: float(np.nanmean([row[n] for row in rows])) for n in rows[0]}
                found.append((emotion, voice, means))
    return found, (have, want)


def find(lab: Lab, order: Order) -> Section:
    """Work out nearest profiles, with level and without."""
    found, cells = changes(lab, order.choice)
    if not found:
        return Section("profile", TITLE, notes=counted(cells), cells=cells)
    known = set.intersection(*({n for n, v in row.items() if np.isfinite(v)} for *_, row in found))
    figures, tables, data = [], [], {}
    for words, without, aim in (("with level", (), 0.70), ("without level", LEVEL, 0.60)):
        profiles = load_profiles(known, without=without)
        heard = [(SEVEN[emotion], profiles.nearest(row)) for emotion, _, row in found]
        simulated = profiles.simulated(order.seed)
        figures.append(
            Figure(
                f"nearest to the right one of seven profiles, {words}",
                float(np.mean([wanted == got for wanted, got in heard])),
                1.0 / len(SEVEN),
                "chance",
                (">=", aim),
                len(heard),
                ".1%",
                f"simulated actors {simulated:.1%}",
            )
        )
        tables.append(_confusion(words, profiles, heard))
        data[words] = [
            {"emotion": e, "voice": v, "nearest": got}
            for (e, v, _), (_, got) in zip(found, heard, strict=True)
        ]
    notes = [
        f"{len(known)} measures, mean over {len(order.choice.lines_of('happy'))} lines for each "
        "voice (in full over 20), each divided by the mean of the seven SDs. Simulated actors "
        "are drawn measure by measure from a profile's own mean and SD; real measures hang "
        "together, so that figure is rather too high.",
    ]
    changes_table = _changes_table(found, known)
    return Section(
        "profile", TITLE, figures, [*tables, changes_table], (), [*notes, *counted(cells)],
        cells, data,
    )  # fmt: skip


def _confusion(words: str, profiles: Profiles, heard: list[tuple[str, str]]) -> Table:
    rows = [
        (wanted, *(str(heard.count((wanted, got))) for got in profiles.emotions))
        for wanted in SEVEN.values()
    ]
    return Table(f"Asked (rows) and nearest, {words}", ("asked", *profiles.emotions), rows)


def _changes_table(found: list[Told], known: set[str]) -> Table:
    profiles = load_profiles(known)
    rows = []
    for at, name in enumerate(profiles.measures):
        own = []
        for emotion, wanted in SEVEN.items():
            values = [row[name] for e, _, row in found if e == emotion]
            goal = profiles.table[wanted][name][0]
            own.append(f"{np.mean(values):+.2f} / {goal:+.2f}" if values else "–")
        rows.append((name, f"{profiles.unit[at]:.2f}", *own))
    heads = ("measure", "unit", *SEVEN)
    return Table("Ours / the actors' mean", heads, rows)


TITLE = "Whose profile do they look like? Seven emotions of 24 actors"

PROFILE = Part("profile", "the nearest of seven actors' profiles", find, wants)
