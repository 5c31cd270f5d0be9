"""Same speaker, still clear: what an emotion costs in identity, words and naturalness.

On the sounds of the grid at intensity 1. The judges are installed apart
(``packaging/evaluate.sh``); those that are not there are left out and said.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.evaluate.cells import SEVEN, Choice, again, spoken
from app.evaluate.findings import Figure, Section, Table
from app.evaluate.lab import Heard, Lab
from app.evaluate.sections.part import Order, Part, counted
from engine.evaluation import identity, naturalness
from engine.evaluation.clarity import word_errors
from engine.evaluation.guard import PROMPTS, Nulls
from engine.evaluation.once import Once
from engine.listening import available, ear_of, words_of
from engine.values import Floats, RenderRequest

POINTS, MOS = 1.0, -0.15
"""What word error may rise by (points) and DNSMOS fall by at intensity 1."""

SAMPLE_LINES = 1
"""Lines of which DNSMOS hears each take: it is slow."""

Judge = Callable[[Heard], Floats]


def wants(choice: Choice) -> Iterator[RenderRequest]:
    """Those of the grid: neutral, repeated, and the seven emotions."""
    for line, voice in itertools.product(choice.lines_of(""), choice.voices):
        yield spoken("", voice, line)
        yield again("", voice, line)
        for emotion in SEVEN:
            yield spoken(emotion, voice, line)


@dataclass(frozen=True, slots=True)
class Costs:
    """What one kind of take costs against the neutral takes of the same lines."""

    drops: list[float] = field(default_factory=list)
    """1 - cosine of the speaker embedding."""
    errors: list[int] = field(default_factory=list)
    """Words wrong beyond those of the neutral take."""
    words: list[int] = field(default_factory=list)
    mos: list[float] = field(default_factory=list)
    """Change of DNSMOS' overall score."""

    @property
    def drop(self) -> float:
        """Median drop."""
        return float(np.median(self.drops)) if self.drops else float("nan")

    @property
    def points(self) -> float:
        """Rise of word error in points."""
        return 100.0 * sum(self.errors) / sum(self.words) if self.words else float("nan")

    @property
    def mos_change(self) -> float:
        """Mean change of DNSMOS."""
        return float(np.mean(self.mos)) if self.mos else float("nan")


class Judges:
    """Those that are installed; opened when the first sound is new to them."""

    def __init__(self, lab: Lab) -> None:
        self._once = Once(lab.folder / "judged")
        self.missing = [
            name
            for name, there in (
                (identity.PACKAGE, identity.available()),
                (naturalness.PACKAGE, naturalness.available()),
                ("recogniser", available() and lab.data is not None),
            )
            if not there
        ]
        self._encoder: identity.SpeakerEncoder | None = None
        self._dnsmos: naturalness.Dnsmos | None = None
        self._ear = ear_of(lab.data) if lab.data is not None else None

    def embedding(self, take: Heard) -> Floats | None:
        """float32[256], or None."""
        if identity.PACKAGE in self.missing:
            return None

        def judge() -> Floats:
            self._encoder = self._encoder or identity.SpeakerEncoder()
            return self._encoder.embed(take.audio)

        return self._once.judged("ge2e", take.flac, judge)

    def errors(self, take: Heard) -> int | None:
        """Words wrong, or None."""
        ear, text = self._ear, take.request.text
        if "recogniser" in self.missing or ear is None:
            return None

        def judge() -> Floats:
            return np.array([word_errors(text, ear(take.audio, "en-us") or "")], np.float32)

        return int(self._once.judged(f"words {text}", take.flac, judge)[0])

    def mos(self, take: Heard) -> float | None:
        """DNSMOS overall, or None."""
        if naturalness.PACKAGE in self.missing:
            return None

        def judge() -> Floats:
            self._dnsmos = self._dnsmos or naturalness.Dnsmos()
            return np.array([self._dnsmos.judge(take.audio).overall], np.float32)

        return float(self._once.judged("dnsmos", take.flac, judge)[0])


def cost(judges: Judges, take: Heard, neutral: Heard, costs: Costs, *, listen: bool) -> None:
    """Add what a take costs."""
    here, there = judges.embedding(take), judges.embedding(neutral)
    if here is not None and there is not None:
        costs.drops.append(identity.drop(here, there))
    wrong, before = judges.errors(take), judges.errors(neutral)
    if wrong is not None and before is not None:
        costs.errors.append(wrong - before)
        costs.words.append(len(words_of(take.request.text)))
    if listen:
        mos, was = judges.mos(take), judges.mos(neutral)
        if mos is not None and was is not None:
            costs.mos.append(mos - was)


def gathered(lab: Lab, choice: Choice, judges: Judges) -> tuple[dict[str, Costs], tuple[int, int]]:
    """Return costs by emotion ("" = a neutral repeat), and how many cells were there."""
    found = {emotion: Costs() for emotion in ("", *SEVEN)}
    have = want = 0
    for at, line in enumerate(choice.lines_of("")):
        for voice, emotion in itertools.product(choice.voices, found):
            lab.token.check()
            want += 1
            request = spoken(emotion, voice, line) if emotion else again("", voice, line)
            take, neutral = lab.find(request), lab.find(spoken("", voice, line))
            if take is not None and neutral is not None:
                have += 1
                cost(judges, take, neutral, found[emotion], listen=at < SAMPLE_LINES)
    return found, (have, want)


def nulls_of(lab: Lab, choice: Choice, judges: Judges, repeat: Costs) -> Nulls:
    """Return what drops mean: another voice of the same sex, a repeat, another line."""
    known: dict[tuple[str, str], Floats] = {}
    for line, voice in itertools.product(choice.lines_of(""), choice.voices):
        take = lab.find(spoken("", voice, line))
        embedding = judges.embedding(take) if take is not None else None
        if embedding is not None:
            known[voice, line] = embedding
    others, lines = [], []
    for (one, a), (other, b) in itertools.combinations(known.items(), 2):
        if one[1] == other[1] and one[0][1] == other[0][1]:
            others.append(identity.drop(a, b))
        elif one[0] == other[0]:
            lines.append(identity.drop(a, b))
    drops = (_at(others, 50.0), _at(repeat.drops, 95.0), _at(lines, 95.0))
    return Nulls(*drops)


def find(lab: Lab, order: Order) -> Section:
    """Work out what emotions cost."""
    judges = Judges(lab)
    found, cells = gathered(lab, order.choice, judges)
    repeat = found.pop("")
    nulls = nulls_of(lab, order.choice, judges, repeat)
    half = nulls.half_of_actors()
    allowed = {PROMPTS[family]: value for family, value in half.items()}
    notes = [
        "Half of what actors show is put at a share of another voice's drop: see "
        "engine/evaluation/guard.py. The recogniser and DNSMOS err on neutral speech too: only "
        "changes count.",
        *(f"Not installed: {name} (packaging/evaluate.sh)." for name in judges.missing),
        *counted(cells),
    ]
    figures = figures_of(found, repeat, nulls, allowed)
    return Section("same", TITLE, figures, [table_of(found, allowed)], (), notes, cells)


def figures_of(
    found: Mapping[str, Costs], repeat: Costs, nulls: Nulls, allowed: Mapping[str, float]
) -> list[Figure]:
    """Return the figures of all emotions together."""
    whole = Costs(
        *(
            [value for each in found.values() for value in getattr(each, name)]
            for name in ("drops", "errors", "words", "mos")
        )
    )
    judged = [
        (costs.drop, allowed[emotion])
        for emotion, costs in found.items()
        if costs.drops and not np.isnan(allowed[emotion])
    ]
    within = [drop <= most for drop, most in judged]
    share = float(np.mean(within)) if within else float("nan")
    beside = f"another voice {nulls.other:.2f}, another line {nulls.floor:.2f} (95 %)"
    return [
        Figure("drop of the speaker embedding, median", whole.drop, repeat.drop,
               "a neutral repeat", None, len(whole.drops), ".3f", beside),
        Figure("emotions whose median drop is within half of what actors show", share,
               aim=(">=", 1.0), count=len(within)),
        Figure("word error, rise in points", whole.points, repeat.points,
               "a neutral repeat", ("<=", POINTS), sum(whole.words), ".1f"),
        Figure("DNSMOS overall, change", whole.mos_change, repeat.mos_change,
               "a neutral repeat", (">=", MOS), len(whole.mos)),
    ]  # fmt: skip


def table_of(found: Mapping[str, Costs], allowed: Mapping[str, float]) -> Table:
    """Return the costs by emotion."""
    heads = ("emotion", "drop", "half of actors", "word error, points", "DNSMOS")
    rows = [
        (
            emotion,
            f"{costs.drop:.3f}",
            f"{allowed[emotion]:.3f}",
            f"{costs.points:+.1f}",
            f"{costs.mos_change:+.2f}",
        )
        for emotion, costs in found.items()
    ]
    return Table("By emotion at intensity 1, against the neutral take of the line", heads, rows)


def _at(values: Sequence[float], percentile: float) -> float:
    return float(np.percentile(values, percentile)) if values else float("nan")


TITLE = "same speaker, still clear"
SAME = Part("same", TITLE, find, wants)
