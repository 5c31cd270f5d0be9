"""A reading and the prosody asked of it become a plan.

In order: the text and duration stages for each phrase; durations stretched by
class of sound; the model's own F0 and energy at those durations; both bent to
what is asked; rests and silences placed; decode units cut. With nothing asked
every step passes the model's own values through, to the bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.cancel import CancelToken
from engine.emotion.ramp import strengths
from engine.models.vocab import PAD_ID, load_vocab
from engine.phonemes import Kind, TokenKinds
from engine.resting import (
    PHRASE_PAUSE_S,
    TOKEN_S,
    Rest,
    edge_pauses,
    find_rests,
    lengthen,
    paced,
    phrase_rests,
    quietest,
    rest_cuts,
    spliced,
    word_cuts,
)
from engine.stages import Curve, Stages
from engine.timeline import end_sample_of, sample_of
from engine.units import cut_units
from engine.values import (
    CURVE_S,
    FRAME_SAMPLES,
    IDENTITY,
    SAMPLE_RATE,
    Break,
    Deltas,
    Direction,
    Floats,
    Ints,
    Pause,
    Plan,
    Reading,
    Unit,
    readonly,
)
from kernels.contour import bend_energy, bend_f0, gain_curve
from kernels.durations import stretch

PLAN_VERSION = 8
"""Part of every key: raised when the same input gives another plan."""

N_PER_DB = 0.23
"""Change of the model's energy N for each dB asked: N is the natural log of a
mel-power norm, so one dB is ln(10)/10. The decoder answers with colour more than
with level (+-3 is heard as about 1 dB); the level itself is a gain."""

FORCED_REST_S = 0.04
"""Silence at a unit border where the line has no rest of its own: long enough for
two fades, shorter than the closure of a plosive."""

LOUD_PERCENTILE = 95.0
HEARD_N = 4.0
"""Values with an energy N within this of the line's loud ones are heard: 14 dB by
the decoder's 3.5 dB per unit. What lies lower is closure, release or silence."""

DECLINATION_SPAN_S = 2.0
"""The slopes asked for come from sentences of 1.6-2 s (RAVDESS); on a longer line
the same movement is spread over the line instead of growing without end."""

LEAD_FRAMES = 4
"""Silence before the first sound, 100 ms: the model's own is 0.3-0.4 s, which a
listener takes for delay."""

TAIL_FRAMES = 6
"""Silence after the last sound, 150 ms: a fall may ring out; what separates lines
is added by who joins them, so that it is exact."""

EDGE_N = 11.0
"""A line begins and ends where its energy N comes within this of its loud values,
38 dB below them: the model hides up to 0.4 s of silence in the first and last sound."""

PHRASE_MARK = ","
"""The token that makes the model phrase where a direction adds a pause."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a reading's tokens lie in the padded tokens of all its phrases.

    ``tokens`` int64[T] holds every phrase between its two pads; ``spans`` are
    the phrases' half-open ranges in it; ``place`` int64 maps the index of a
    token of the reading to its index here.
    """

    tokens: Ints
    spans: tuple[tuple[int, int], ...]
    place: Ints


def lay_out(reading: Reading, phrase_marks: tuple[int, ...] = (), mark_id: int = 0) -> Layout:
    """Put the pads around every phrase of a reading that has tokens.

    Args:
        reading: the line.
        phrase_marks: tokens of the reading before which ``mark_id`` is put in.
        mark_id: token of the added rests.
    """
    tokens: list[int] = []
    spans: list[tuple[int, int]] = []
    place: list[int] = []
    for first, last in reading.phrases:
        start = len(tokens)
        tokens.append(PAD_ID)
        for index in range(first, last):
            if index in phrase_marks:
                tokens.append(mark_id)
            place.append(len(tokens))
            tokens.append(reading.tokens[index])
        tokens.append(PAD_ID)
        spans.append((start, len(tokens)))
    return Layout(np.asarray(tokens, np.int64), tuple(spans), np.asarray(place, np.int64))


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a plan.

    ``reading`` has at least one token, ``style`` is float32[256], ``deltas``
    are what is left to ask after intensity, stability and nudges;
    ``direction`` is read for its ramp and keyframes, ``seed`` for jitter.
    """

    reading: Reading
    style: Floats
    deltas: Deltas
    direction: Direction
    seed: int


class Planner:
    """Makes plans. Used by one thread.

    Args:
        stages: the voice's stages, memoised.
    """

    def __init__(self, stages: Stages) -> None:
        self._stages = stages
        self._kinds = TokenKinds()
        self._mark_id = load_vocab()[PHRASE_MARK]

    def plan(self, wish: Wish, cancel: CancelToken) -> Plan:
        """Plan one line; ``cancel`` is checked between stages.

        Raises:
            InputError: a keyframe is on no word (``keyframe-off-text``).
            Cancelled, BackendFailed: from the stages.
        """
        reading, deltas = wish.reading, wish.deltas
        marks = self._marks(wish)
        layout = lay_out(reading, marks, self._mark_id)
        kinds = self._kinds.of(layout.tokens)
        rests = find_rests(kinds, layout.place, (*reading.breaks, *_phrase_breaks(marks)))
        durations, silences = self._durations(wish, layout, kinds, rests, cancel)
        curve = self._own_curve(wish, layout, durations, cancel)
        strength = _strength(wish, layout, durations)
        heard = heard_frames(curve.energy)
        first = max(heard[0] - LEAD_FRAMES, 0)
        last = min(heard[1] + TAIL_FRAMES, int(durations.sum()))
        short = heard[1] + TAIL_FRAMES - last
        edges = edge_pauses(layout.place, reading.breaks, first, last, short)
        pauses = (*edges, *spliced(rests, silences, durations, curve.energy, (first, last)))
        units = cut_units(
            first,
            last,
            rest_cuts(rests, pauses, durations, curve.energy),
            word_cuts(kinds, durations, curve.energy, curve.f0),
        )
        pauses = with_forced_rests(units, pauses, rests, durations, curve.energy)
        return Plan(
            tokens=readonly(layout.tokens),
            durations=readonly(durations),
            f0=_bent_f0(curve, strength, deltas, wish.seed),
            energy=_bent_energy(curve.energy, strength, deltas),
            gain_db=_gain(strength, deltas.energy_db),
            tilt_db=_gain(strength, deltas.tilt_db),
            neutral_f0=curve.f0,
            neutral_energy=curve.energy,
            style=wish.style,
            pauses=pauses,
            units=units,
            word_times=word_spans(reading, layout, durations, pauses, (first, *heard)),
            samples=(last - first) * FRAME_SAMPLES + sum(pause.samples for pause in pauses),
            deltas=deltas,
        )

    def _marks(self, wish: Wish) -> tuple[int, ...]:
        """Return the tokens of the reading before which the direction adds a pause."""
        reading, per_second = wish.reading, wish.deltas.pauses_per_s
        if not per_second:
            return ()
        spans = tuple((word.first * TOKEN_S, word.last * TOKEN_S) for word in reading.words)
        times = (np.arange(len(reading.tokens)) + 0.5) * TOKEN_S
        strength = strengths(wish.direction, spans, times)
        return phrase_rests(reading, self._kinds.of(reading.tokens), per_second, strength)

    def _durations(
        self,
        wish: Wish,
        layout: Layout,
        kinds: Ints,
        rests: tuple[Rest, ...],
        cancel: CancelToken,
    ) -> tuple[Ints, tuple[float, ...]]:
        """Return int64[T] frames, and the seconds of silence left to splice at each rest."""
        phrases = [layout.tokens[a:b] for a, b in layout.spans]
        timings = [self._stages.timing(phrase, wish.style, cancel) for phrase in phrases]
        own = np.concatenate([timing.durations for timing in timings])
        fixed = (kinds == Kind.PAD) | (kinds == Kind.REST) | (kinds == Kind.QUOTE)
        neutral = stretch(own, np.ones_like(own), fixed)
        strength = _strength(wish, layout, neutral)
        middles = 2 * np.cumsum(neutral) - neutral
        share = strength[np.minimum(middles, len(strength) - 1)]
        at = [rest.mark if rest.mark >= 0 else rest.first for rest in rests]
        pause_s = [float(wish.deltas.pause_s * share[token]) for token in at]
        apart = wish.deltas.vowel_duration, wish.deltas.consonant_duration
        own = paced(own, rests, fixed, np.sqrt(apart[0] * apart[1]) ** share)
        own, silences = lengthen(own, rests, pause_s)
        vowels = (kinds == Kind.VOWEL) | (kinds == Kind.MARK)
        ratio = np.where(vowels, *apart)
        return stretch(own, (ratio**share).astype(np.float32), fixed), silences

    def _own_curve(self, wish: Wish, layout: Layout, durations: Ints, cancel: CancelToken) -> Curve:
        """Return the model's own F0 and energy, float32[2F] each, phrase after phrase."""
        curves = [
            self._stages.curve(layout.tokens[a:b], wish.style, durations[a:b], cancel)
            for a, b in layout.spans
        ]
        f0 = np.concatenate([curve.f0 for curve in curves])
        energy = np.concatenate([curve.energy for curve in curves])
        return Curve(readonly(f0), readonly(energy))


def silent_plan(reading: Reading, style: Floats) -> Plan:
    """Plan a line with nothing to speak: a rest, for which the model is not called."""
    nothing = readonly(np.zeros(0, np.float32))
    no_tokens = readonly(np.zeros(0, np.int64))
    samples = round(reading.rest_s * SAMPLE_RATE)
    return Plan(
        tokens=no_tokens,
        durations=no_tokens,
        f0=nothing,
        energy=nothing,
        gain_db=nothing,
        tilt_db=nothing,
        neutral_f0=nothing,
        neutral_energy=nothing,
        style=style,
        pauses=(Pause(-1, 0, samples, "sentence"),),
        units=(),
        word_times=(),
        samples=samples,
        deltas=IDENTITY,
    )


def heard_frames(energy: Floats) -> tuple[int, int]:
    """Return the first frame that is heard and the one after the last.

    Args:
        energy: float32[2F] the model's own N.
    """
    loud = float(np.percentile(energy, LOUD_PERCENTILE))
    heard = np.flatnonzero(energy.reshape(-1, 2).max(axis=1) > loud - EDGE_N)
    return int(heard[0]), int(heard[-1]) + 1


def word_spans(
    reading: Reading,
    layout: Layout,
    durations: Ints,
    pauses: tuple[Pause, ...],
    heard: tuple[int, int, int] | None = None,
) -> tuple[tuple[float, float], ...]:
    """Return start and end of each word in seconds of sound, spliced pauses included.

    ``heard`` is the frame at which the sound begins, the first that is heard and
    the one after the last; None takes them all. The first and last words begin and
    end where they are heard, not in the silence that the model counts to them.
    """
    ends: list[int] = [0, *np.cumsum(durations).tolist()]
    place: list[int] = layout.place.tolist()
    first, *inner = heard or (0, 0, ends[-1])
    spans = []
    for word in reading.words:
        edges = ends[place[word.first]], ends[place[word.last - 1] + 1]
        start, end = (2 * min(max(edge, inner[0]), inner[1]) for edge in edges)
        span = sample_of(start, pauses, 2 * first), end_sample_of(end, pauses, 2 * first)
        spans.append((span[0] / SAMPLE_RATE, span[1] / SAMPLE_RATE))
    return tuple(spans)


def with_forced_rests(
    units: tuple[Unit, ...],
    pauses: tuple[Pause, ...],
    rests: tuple[Rest, ...],
    durations: Ints,
    energy: Floats,
) -> tuple[Pause, ...]:
    """Give every unit border that lies in speech a small silence of its own."""
    ends = np.cumsum(durations)
    quiet = {pause.at for pause in pauses}
    quiet |= {2 * quietest(rest, durations, energy) for rest in rests}
    samples = round(FORCED_REST_S * SAMPLE_RATE)
    forced = [
        Pause(int(np.searchsorted(ends, unit.last)), 2 * unit.last, samples, "phrase")
        for unit in units[:-1]
        if 2 * unit.last not in quiet
    ]
    return tuple(sorted((*pauses, *forced), key=lambda pause: pause.at))


def _phrase_breaks(marks: tuple[int, ...]) -> tuple[Break, ...]:
    """A rest of ``PHRASE_PAUSE_S`` at each added mark, which stands before its token."""
    return tuple(Break(mark, "phrase", least_s=PHRASE_PAUSE_S) for mark in marks)


def _strength(wish: Wish, layout: Layout, durations: Ints) -> Floats:
    """Return float32[2F]: how much of the direction is reached at each curve step."""
    spans = word_spans(wish.reading, layout, durations, ())
    times = (np.arange(2 * int(durations.sum())) + 0.5) * CURVE_S
    return strengths(wish.direction, spans, times)


def _bent_f0(curve: Curve, strength: Floats, deltas: Deltas, seed: int) -> Floats:
    loud = float(np.percentile(curve.energy, LOUD_PERCENTILE))
    heard = curve.energy > loud - HEARD_N
    span_s = np.ptp(np.flatnonzero(heard)) * CURVE_S if heard.any() else 0.0
    bent = bend_f0(
        curve.f0,
        strength=strength,
        level_st=deltas.f0_level_st,
        excursion=deltas.f0_excursion,
        declination_st_s=deltas.declination_st_s * min(1.0, DECLINATION_SPAN_S / max(span_s, 1e-6)),
        final_st=deltas.final_st,
        jitter_st=deltas.jitter_st,
        seed=seed,
        step_s=CURVE_S,
        sounding=heard,
    )
    return readonly(bent)


def _bent_energy(energy: Floats, strength: Floats, deltas: Deltas) -> Floats:
    offset = N_PER_DB * deltas.energy_db
    return readonly(bend_energy(energy, strength=strength, offset=offset))


def _gain(strength: Floats, decibels: float) -> Floats:
    return readonly(gain_curve(strength, decibels, size=len(strength), step_s=CURVE_S))
