"""Dose: does more intensity give more of what the law says, and nothing else?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from app.evaluate.cells import DOSES, EMOTIONS, SEVEN, Choice, spoken
from app.evaluate.findings import Figure, Plot, Section, Table
from app.evaluate.lab import Lab
from app.evaluate.sections.part import Order, Part
from engine.asked import resolve
from engine.evaluation.changes import NOTICED, STEPS, asked, heard, is_noticed
from engine.evaluation.statistics import slope, spearman
from engine.values import RenderRequest

LEAST_STEPS = 5
"""Fewer doses of a series say nothing of it."""

RATE_DRIFT = 0.05
MOVES = 1e-3
"""Listener steps by which a law's value has to grow from dose to dose to be monotone there."""

RIVAL = "a well-known rival's best, sad and empathetic: 0.92 / 0.48 / 0.21 (F0)"


@dataclass(frozen=True, slots=True)
class Series:
    """One dimension of one emotion and voice over the doses."""

    kind: str
    """``plan`` or ``sound``."""
    emotion: str
    voice: str
    dimension: str
    doses: Sequence[float]
    law: Sequence[float]
    found: Sequence[float]

    @property
    def slope(self) -> float:
        """Of what was found over the law's own values."""
        return slope(self.law, self.found)

    @property
    def strict(self) -> bool:
        """Whether the law grows or falls at every step."""
        steps = np.diff(self.law) / STEPS[self.dimension]
        return bool((steps > MOVES).all() or (steps < -MOVES).all())

    @property
    def rank(self) -> float:
        """Spearman's rho of dose and change, its sign that of the law."""
        return spearman(self.law, self.found)

    @property
    def flat(self) -> float | None:
        """Spread, in listener steps, of what was found where the law stands still."""
        law = np.asarray(self.law) / STEPS[self.dimension]
        still = np.abs(law - law[-1]) <= MOVES
        if still.sum() < 3:
            return None
        return float(np.ptp(np.asarray(self.found)[still])) / STEPS[self.dimension]


def speakers(choice: Choice) -> Sequence[str]:
    """Who speaks the doses."""
    return choice.voices[: choice.size.dose_voices]


def wants(choice: Choice) -> Iterator[RenderRequest]:
    """Every dose of the seven emotions, by some voices, on one line."""
    line = choice.lines[0]
    for voice in speakers(choice):
        yield spoken("", voice, line)
        for emotion in SEVEN:
            yield from (spoken(emotion, voice, line, dose) for dose in DOSES[1:])


def find(lab: Lab, order: Order) -> Section:
    """Work out slopes, order and drift, on plans of all emotions and on some sounds."""
    planned = list(_planned(lab, order.choice))
    sounded, rates, cells = _sounded(lab, order.choice)
    figures = [*_figures("plans", planned), *_figures("sounds", sounded)]
    if rates:
        figures.append(
            Figure(
                "unrequested rate drift over the doses, mean |ln|",
                float(np.mean(np.abs(rates))),
                aim=("<=", RATE_DRIFT),
                count=len(rates),
                form=".3f",
                beside="a well-known rival: 0.15 to 0.21",
            )
        )
    size = order.choice.size
    notes = [
        f"The law of intensity is held against what comes at {len(DOSES)} doses from 0 to 2. On "
        f"plans: {len(EMOTIONS)} emotions, {size.plan_voices} voices, {size.plan_lines} line(s). "
        f"On sounds: {cells[0]} of {cells[1]} doses, {size.dose_voices} voice(s), one line.",
        "A plan shows what the curves ask of the voice model, a sound what it then speaks. "
        "Sadness turns into weeping above 1, so its law turns too.",
    ]
    return Section(
        "dose", "Does more intensity give more? Dose response", figures,
        [_table(planned, sounded)], _plots(sounded or planned), notes, cells,
        {"series": [asdict(each) for each in (*planned, *sounded)]},
    )  # fmt: skip


def _law(lab: Lab, request: RenderRequest) -> dict[str, float]:
    emotion = lab.engine.understander.understand(request.direction.prompt)
    return asked(resolve(emotion, request, lab.engine.voices.voice(request.voice).sex))


def _planned(lab: Lab, choice: Choice) -> Iterator[Series]:
    for voice in choice.voices[: choice.size.plan_voices]:
        for line in choice.lines[: choice.size.plan_lines]:
            neutral = spoken("", voice, line)
            for emotion in EMOTIONS:
                told = [
                    (dose, _law(lab, request), lab.planned(request, neutral).changes)
                    for dose in DOSES
                    for request in (spoken(emotion, voice, line, dose),)
                ]
                yield from _series("plan", emotion, voice, told)


def _sounded(lab: Lab, choice: Choice) -> tuple[list[Series], list[float], tuple[int, int]]:
    found: list[Series] = []
    rates: list[float] = []
    have = want = 0
    line = choice.lines[0]
    for voice in speakers(choice):
        neutral = lab.find(spoken("", voice, line))
        for emotion in SEVEN:
            told = []
            for dose in DOSES[1:]:
                want += 1
                take = lab.find(spoken(emotion, voice, line, dose))
                if take is not None and neutral is not None:
                    have += 1
                    got = heard(take.figures, neutral.figures)
                    told.append((dose, take.asked(neutral), got))
                    rates.append(got["duration"] - take.asked(neutral)["duration"])
            if len(told) >= LEAST_STEPS:
                told.insert(0, (0.0, dict.fromkeys(STEPS, 0.0), dict.fromkeys(STEPS, 0.0)))
                found += _series("sound", emotion, voice, told)
    return found, rates, (have, want)


Told = tuple[float, Mapping[str, float], Mapping[str, float]]


def _series(kind: str, emotion: str, voice: str, told: Sequence[Told]) -> Iterator[Series]:
    for name in NOTICED:
        law = [wish[name] for _, wish, _ in told]
        if any(is_noticed(name, value) for value in law):
            doses = [dose for dose, *_ in told]
            yield Series(kind, emotion, voice, name, doses, law, [got[name] for *_, got in told])


def _figures(words: str, series: Sequence[Series]) -> Iterator[Figure]:
    if not series:
        return
    yield from _slopes(words, series)
    strict = [each for each in series if each.strict]
    if strict:
        yield Figure(
            f"{words}: Spearman where the law is strictly monotone, median",
            float(np.median([each.rank for each in strict])),
            _shuffled(strict),
            "doses shuffled",
            (">=", 0.95),
            len(strict),
            ".3f",
            f"least {min(each.rank for each in strict):.2f}; {RIVAL}",
        )
    flat = [value for each in series if (value := each.flat) is not None]
    if flat:
        yield Figure(
            f"{words}: flat parts within one listener step",
            float(np.mean(np.array(flat) <= 1.0)),
            aim=(">=", 0.95),
            count=len(flat),
            form=".1%",
        )


def _slopes(words: str, series: Sequence[Series]) -> Iterator[Figure]:
    slopes = np.array([each.slope for each in series])
    yield Figure(
        f"{words}: slope over the law, median",
        float(np.median(slopes)),
        0.0,
        "no response",
        count=len(series),
    )
    pooled = np.array([each.slope for each in _pooled(series)])
    for what, own, beside in (
        ("slopes within 0.9 to 1.1", slopes, ""),
        (
            "the same of the means over voices and lines",
            pooled,
            "one line's tilt or movement strays as a neutral repeat's does",
        ),
    ):
        share = float(np.mean((own >= 0.9) & (own <= 1.1)))
        yield Figure(
            f"{words}: {what}", share, aim=(">=", 0.95), count=len(own), form=".1%", beside=beside
        )


def _pooled(series: Sequence[Series]) -> list[Series]:
    """Return the mean of each emotion and dimension over the series that have all doses."""
    groups: dict[tuple[str, str], list[Series]] = {}
    for each in series:
        groups.setdefault((each.emotion, each.dimension), []).append(each)
    pooled = []
    for group in groups.values():
        longest = max(group, key=lambda each: len(each.doses))
        whole = [each for each in group if each.doses == longest.doses]
        law, found = (np.mean([getattr(e, n) for e in whole], axis=0) for n in ("law", "found"))
        pooled.append(replace(longest, law=law.tolist(), found=found.tolist()))
    return pooled


def _shuffled(series: Sequence[Series]) -> float:
    rng = np.random.default_rng(0)
    return float(np.median([spearman(rng.permutation(s.law), s.found) for s in series]))


def _table(planned: Sequence[Series], sounded: Sequence[Series]) -> Table:
    rows = []
    for emotion in EMOTIONS:
        for name in NOTICED:
            cells = []
            for kind in (planned, sounded):
                own = [s for s in kind if (s.emotion, s.dimension) == (emotion, name)]
                ranks = [s.rank for s in own if s.strict]
                cells.append(f"{np.median([s.slope for s in own]):.2f}" if own else "")
                cells.append(f"{np.median(ranks):.2f}" if ranks else "")
            if any(cells):
                rows.append((emotion, name, *cells))
    heads = ("emotion", "dimension", "plans: slope", "Spearman", "sounds: slope", "Spearman")
    return Table("Each emotion and dimension asked for", heads, rows)


def _plots(series: Sequence[Series]) -> list[Plot]:
    plots = []
    for name, unit in (("f0 level", "st"), ("level", "dB"), ("duration", "ln")):
        lines: dict[str, tuple[Sequence[float], Sequence[float]]] = {}
        for each in series:
            if each.dimension == name and each.voice == series[0].voice:
                lines.setdefault(each.emotion, (each.doses, each.found))
                lines.setdefault(f"{each.emotion}, law", (each.doses, each.law))
        shown = {k: v for k, v in lines.items() if k.removesuffix(", law") in SEVEN}
        if shown:
            plots.append(Plot(f"{name} over intensity", "lines", shown, "intensity", unit))
    return plots


DOSE = Part("dose", "dose response over intensity", find, wants)
