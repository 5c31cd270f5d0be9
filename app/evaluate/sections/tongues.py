"""The same emotion in other languages: are the same changes achieved?"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.evaluate.cells import LINES, SEVEN, TONGUES, Choice, spoken
from app.evaluate.findings import Figure, Plot, Section
from app.evaluate.lab import Lab
from app.evaluate.sections.part import Order, Part, counted
from engine.errors import InputError
from engine.evaluation.changes import heard, in_steps
from engine.evaluation.statistics import pearson
from engine.values import RenderRequest

ENGLISH = "af_heart"
NAMES = {"es": "Spanish", "ja": "Japanese"}
SHUFFLES = 200


def wants(choice: Choice) -> Iterator[RenderRequest]:
    """Neutral and seven emotions on some lines of each language."""
    for at in range(choice.size.tongue_lines):
        for voice, line in _lines(choice, at):
            yield from (spoken(emotion, voice, line) for emotion in ("", *SEVEN))


class Counted:
    """Finds cells and counts those that were there.

    Args:
        lab: has them.
        plans: whether plans are compared, not sounds.
    """

    def __init__(self, lab: Lab, *, plans: bool) -> None:
        self._lab = lab
        self._plans = plans
        self.have = self.want = 0

    def achieved(self, voice: str, lines: Sequence[str]) -> dict[str, NDArray[np.float64]]:
        """Return emotion -> mean change over lines, in listener steps."""
        rows: dict[str, list[NDArray[np.float64]]] = {}
        for emotion, line in itertools.product(SEVEN, lines):
            self.want += 1
            found = self._changes(spoken(emotion, voice, line), spoken("", voice, line))
            if found is not None:
                self.have += 1
                rows.setdefault(emotion, []).append(in_steps(found))
        return {emotion: np.mean(each, axis=0) for emotion, each in rows.items()}

    def _changes(self, wish: RenderRequest, still: RenderRequest) -> Mapping[str, float] | None:
        if self._plans:
            try:
                return self._lab.planned(wish, still).changes
            except InputError:  # what reads the language is not installed
                return None
        take, neutral = self._lab.find(wish), self._lab.find(still)
        if take is None or neutral is None:
            return None
        return heard(take.figures, neutral.figures)


def find(lab: Lab, order: Order) -> Section:
    """Correlate what was achieved in each language with what was in English."""
    cells, count = Counted(lab, plans=False), order.choice.size.tongue_lines
    planned, _ = _compared("plans", Counted(lab, plans=True), order)
    sounds, series = _compared("sounds", cells, order)
    notes = [
        f"One woman's voice and {count} line(s) for each language (in full 4), seven emotions in "
        "six dimensions, English prompts.",
    ]
    plot = Plot("Achieved, in listener steps", "points", series, "English", "other", diagonal=True)
    there = (cells.have, cells.want)
    notes += counted(there)
    plots = [plot] if series else []
    return Section("languages", TITLE, [*planned, *sounds], (), plots, notes, there)


Series = dict[str, tuple[list[float], list[float]]]


def _compared(words: str, cells: Counted, order: Order) -> tuple[list[Figure], Series]:
    count = order.choice.size.tongue_lines
    english = cells.achieved(ENGLISH, _english(order.choice)[:count])
    figures, series = [], {}
    for tongue, (voice, lines) in TONGUES.items():
        other = cells.achieved(voice, lines[:count])
        both = [emotion for emotion in english if emotion in other]
        if len(both) < 2:
            continue
        one, two = (np.stack([each[e] for e in both]) for each in (english, other))
        figures.append(
            Figure(
                f"{words}: achieved changes, {NAMES[tongue]} with English, Pearson's r",
                pearson(one.ravel(), two.ravel()),
                _null(one, two, order.seed),
                "emotions shuffled",
                (">=", 0.9),
                one.size,
            )
        )
        series[NAMES[tongue]] = (one.ravel().tolist(), two.ravel().tolist())
    return figures, series


def _english(choice: Choice) -> tuple[str, ...]:
    """The grid's own lines, which are spoken anyway."""
    return choice.lines_of("happy") if choice.size.seven_lines < len(LINES) else LINES


def _lines(choice: Choice, at: int) -> Iterator[tuple[str, str]]:
    yield ENGLISH, _english(choice)[at]
    for voice, lines in TONGUES.values():
        yield voice, lines[at]


def _null(one: NDArray[np.float64], two: NDArray[np.float64], seed: int) -> float:
    rng = np.random.default_rng(seed)
    draws = [pearson(one.ravel(), rng.permutation(two).ravel()) for _ in range(SHUFFLES)]
    return float(np.mean(draws))


TITLE = "The same emotion in other languages"

LANGUAGES = Part("languages", "English, Spanish and Japanese side by side", find, wants)
