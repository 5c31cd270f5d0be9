"""Contours: ProsoDist between takes, boundaries where they were asked, natural movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from app.evaluate.cells import PHRASED, PHRASED_EMOTIONS, SEVEN, Choice, again, spoken
from app.evaluate.findings import Figure, Section
from app.evaluate.lab import Lab
from app.evaluate.sections.part import Order, Part, counted
from engine.evaluation.contours import TOLERANCE_S, boundary_f1, f1, movement, proso_dist
from engine.evaluation.statistics import auc, trimmed_wasserstein
from engine.measure import LINE_PAUSE_S
from engine.values import Floats, RenderRequest

DRAWS = 100
PROSODY_NOTE = (
    "ProsoDist: DTW over F0 / 1.76 st, level / 1.9 dB and a pause flag, weight 0.3 on the sum, "
    "band 20 %. Same: one emotion spoken again at stability 0, as differently as one actor's "
    "takes differ. Other: the other six emotions of the line by the voice. Human takes on F0 "
    "alone reach an AUC of 0.80."
)


def wants_repeats(choice: Choice) -> Iterator[RenderRequest]:
    """One line again in every emotion, by some voices."""
    line = choice.lines[0]
    for voice in choice.voices[: choice.size.repeat_voices]:
        yield from (spoken(emotion, voice, line) for emotion in SEVEN)
        yield from (again(emotion, voice, line) for emotion in SEVEN)


def find_repeats(lab: Lab, order: Order) -> Section:
    """Hold each take against its repeat and against the other emotions."""
    line = order.choice.lines[0]
    same, other, want = [], [], 0
    for voice in order.choice.voices[: order.choice.size.repeat_voices]:
        takes = {e: lab.find(spoken(e, voice, line)) for e in SEVEN}
        for emotion, take in takes.items():
            want += 1
            repeat = lab.find(again(emotion, voice, line))
            if take is None or repeat is None:
                continue
            same.append(proso_dist(take.contour, repeat.contour))
            other += [
                proso_dist(each.contour, repeat.contour)
                for name, each in takes.items()
                if name != emotion and each is not None
            ]
    cells = (len(same), want)
    notes = [PROSODY_NOTE, *counted(cells)]
    if not same or not other:
        return Section("prosodist", DISTANCE, notes=notes, cells=cells)
    figures = [
        Figure("ProsoDist of a take and its repeat, median", float(np.median(same)),
               float(np.median(other)), "other emotion", count=len(same)),
        Figure("AUC, repeat nearer than another emotion", auc(same, other), 0.5, "chance",
               count=len(same) * len(other), beside="actors, F0 and energy: 0.80 to 0.84"),
    ]  # fmt: skip
    return Section("prosodist", DISTANCE, figures, notes=notes, cells=cells)


def wants_phrased(choice: Choice) -> Iterator[RenderRequest]:
    """Lines with rests in them, in emotions that rest more and less."""
    for voice in choice.voices[: choice.size.phrased_voices]:
        for line in PHRASED:
            yield from (spoken(emotion, voice, line) for emotion in PHRASED_EMOTIONS)


def find_boundaries(lab: Lab, order: Order) -> Section:
    """Compare the plan's rests with those of the sound."""
    rng = np.random.default_rng(order.seed)
    requests = list(wants_phrased(order.choice))
    found = [take for request in requests if (take := lab.find(request)) is not None]
    cells = (len(found), len(requests))
    total, null = np.zeros(3), np.zeros(3)
    for take in found:
        heard = [p for p in take.contour.pauses if p[1] - p[0] >= LINE_PAUSE_S - 1e-9]
        total += boundary_f1(take.gaps, heard, take.faint)
        length = take.asked_f0.size * 0.0125
        for _ in range(DRAWS):
            blind = [(at, at) for at in rng.uniform(0.2, max(length - 0.2, 0.3), len(take.gaps))]
            null += boundary_f1(blind, heard)
    figures = []
    if found:
        figures = [
            Figure(
                f"boundaries, F1 within {1000 * TOLERANCE_S:.0f} ms",
                f1(total),
                f1(null),
                "as many at random moments",
                count=int(total[0] + total[1]),
                beside=f"{total[0]:.0f} hit, {total[1]:.0f} missed, {total[2]:.0f} invented",
            )
        ]
    notes = [
        "A boundary is a rest of 150 ms or more between two words of the plan; it is hit where "
        "a rest of the sound ends within the tolerance of the next word's planned start.",
        *counted(cells),
    ]
    return Section("boundaries", "Rests where they were asked", figures, notes=notes, cells=cells)


def wants_movement(choice: Choice) -> Iterator[RenderRequest]:
    """The grid's cells of the seven emotions."""
    for line in choice.lines_of("happy"):
        for voice in choice.voices:
            yield from (spoken(emotion, voice, line) for emotion in ("", *SEVEN))


def find_movement(lab: Lab, order: Order) -> Section:
    """Hold emotional contours against neutral ones of other voices, on plans and sounds."""
    requests = [*dict.fromkeys(wants_movement(order.choice))]
    sounds = [(r, take.contour.f0) for r in requests if (take := lab.find(r)) is not None]
    planned = [(r, lab.planned(r, spoken("", r.voice, r.text)).f0) for r in requests]
    cells = (len(sounds), len(requests))
    notes = [
        "Emotional takes of a voice against neutral takes of the other voices; the null is its "
        "own neutral takes against theirs. Within the spread: not farther than the neutral "
        "voice that lies farthest.",
        *counted(cells),
    ]
    figures = [*_farther("plans", planned), *_farther("sounds", sounds)]
    return Section("movement", "Do contours move naturally?", figures, notes=notes, cells=cells)


def _farther(words: str, found: Sequence[tuple[RenderRequest, Floats]]) -> Iterator[Figure]:
    neutral: dict[str, dict[str, list[float]]] = {}
    moved: dict[str, dict[str, list[float]]] = {}
    for request, f0 in found:
        own = (moved if request.direction.prompt else neutral).setdefault(request.voice, {})
        for name, values in movement(f0).items():
            own.setdefault(name, []).extend(values.tolist())
    voices = [voice for voice in moved if voice in neutral]
    if len(neutral) < 2 or not voices:
        return
    for name in neutral[voices[0]]:
        pools = {
            voice: [x for other in neutral if other != voice for x in neutral[other][name]]
            for voice in neutral
        }
        value = np.mean([trimmed_wasserstein(moved[v][name], pools[v]) for v in voices])
        nulls = [trimmed_wasserstein(neutral[v][name], pools[v]) for v in neutral]
        yield Figure(
            f"{words}: Wasserstein distance of {name}",
            float(value),
            float(np.mean(nulls)),
            f"neutral of a voice, largest {max(nulls):.2f}",
            ("<=", max(nulls)),
            len(voices),
        )


DISTANCE = "Is a repeat nearer than another emotion? ProsoDist"

PROSODIST = Part("prosodist", "DTW distance of takes", find_repeats, wants_repeats)
BOUNDARIES = Part("boundaries", "rests asked against rests heard", find_boundaries, wants_phrased)
MOVEMENT = Part("movement", "naturalness of contours", find_movement, wants_movement)
