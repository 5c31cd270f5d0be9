"""A reading and the prosody asked of it become a plan.

In order: the text and duration stages for each phrase; durations stretched by
class of sound; the model's own F0 and energy at those durations; both bent to
what is asked; rests and silences placed; decode units cut. With nothing asked
every step passes the model's own values through, to the bit. What the model itself is
asked for, by an offset of its style, is ``engine.prosody``'s; the kernels do the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.cancel import CancelToken
from engine.emotion.context import fading
from engine.emotion.ramp import strengths
from engine.heard import heard_values, loud_n
from engine.layout import Layout, lay_out
from engine.local import NO_PLACES, Places
from engine.models.vocab import load_vocab
from engine.patterns import lift
from engine.phonemes import TokenKinds
from engine.prosody import Contours, Felt, Laid, Line, Prosody, reached
from engine.resting import (
    PHRASE_PAUSE_S,
    TOKEN_S,
    Rest,
    edge_pauses,
    find_rests,
    phrase_rests,
    quietest,
    rest_cuts,
    spliced,
    word_cuts,
)
from engine.stages import Stages
from engine.steering import Steering, bent
from engine.timeline import CURVE_SAMPLES
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
from engine.voice_quality import Timbre, with_quality
from kernels.contour import N_PER_DB, bend_energy, lift_f0, smooth_strength

PLAN_VERSION = 14
"""Part of every key: raised when the same input gives another plan."""

FORCED_REST_S = 0.04
"""Silence at a unit border where the line has no rest of its own: long enough for
two fades, shorter than the closure of a plosive."""

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
class Wish:
    """What is asked of a plan.

    ``reading`` has at least one token, ``style`` is float32[256], ``deltas``
    are what is left to ask after intensity, stability and nudges;
    ``direction`` is read for its ramp and keyframes, ``seed`` for jitter. ``drift`` is
    what earlier lines leave at the line's beginning (``engine.emotion.context``), ``places``
    what is asked at places in semitones (``engine.patterns``).
    """

    reading: Reading
    style: Floats
    deltas: Deltas
    direction: Direction
    seed: int
    drift: Deltas = IDENTITY
    places: Places = NO_PLACES


class Planner:
    """Makes plans. Used by one thread.

    Args:
        stages: the voice's stages, memoised.
        steering: asks the model's own prosody for its part; None = the kernels do all.
    """

    def __init__(self, stages: Stages, steering: Steering | None = None) -> None:
        self.timbre = Timbre.load()
        self._prosody = Prosody(stages, steering)
        self._kinds = TokenKinds()
        self._mark_id = load_vocab()[PHRASE_MARK]
        self._known: tuple[Reading, tuple[int, ...], Laid] | None = None
        """The last line laid out, which a knob leaves as it is."""
        self._spoken: tuple[Reading, Floats] | None = None
        """What was planned last, and the style row it was planned in."""

    def knows(self, reading: Reading, style: Floats) -> bool:
        """Whether this reading was the last to be planned, in this style row."""
        last = self._spoken
        return last is not None and last[0] is reading and np.array_equal(last[1], style)

    def plan(self, wish: Wish, cancel: CancelToken) -> Plan:
        """Plan one line; ``cancel`` is checked between stages.

        Raises:
            InputError: a keyframe is on no word (``keyframe-off-text``).
            Cancelled, BackendFailed: from the stages.
        """
        reading, deltas = wish.reading, wish.deltas
        laid = self._laid(reading, self._marks(wish))
        layout, kinds, rests = laid.layout, laid.kinds, laid.rests
        line = Line(laid, wish.style, deltas, wish.drift)
        timed = self._prosody.timed(line, lambda frames: _felt(wish, layout, frames), cancel)
        durations, felt = timed.durations, _felt(wish, layout, timed.durations)
        curves = self._prosody.curves(line, timed, felt.strength, cancel)
        curve, heard = curves.own, heard_frames(curves.own.energy)
        first, wanted = max(heard[0] - LEAD_FRAMES, 0), heard[1] + TAIL_FRAMES
        last = min(wanted, int(durations.sum()))
        edges = edge_pauses(layout.place, reading.breaks, first, last, wanted - last)
        pauses = (*edges, *spliced(rests, timed.silences, durations, curve.energy, (first, last)))
        units = cut_units(
            first,
            last,
            rest_cuts(rests, pauses, durations, curve.energy),
            word_cuts(kinds, durations, curve.energy, curve.f0),
        )
        pauses = with_forced_rests(units, pauses, rests, durations, curve.energy)
        self._spoken = reading, wish.style
        gains = _gains(felt, deltas, wish.drift)
        plan = Plan(
            tokens=readonly(layout.tokens),
            durations=readonly(durations),
            f0=_bent_f0(curves, felt, wish, laid, durations),
            energy=_bent_energy(curve.energy, felt, wish),
            gain_db=gains[0],
            tilt_db=gains[1],
            neutral_f0=curves.unasked_f0,
            neutral_energy=curve.energy,
            style=wish.style,
            pauses=pauses,
            units=units,
            word_times=word_spans(reading, layout, durations, pauses, (first, *heard)),
            samples=(last - first) * FRAME_SAMPLES + sum(pause.samples for pause in pauses),
            deltas=deltas,
            reached=reached(line, timed),
        )
        return with_quality(plan, felt.strength, self.timbre, wish.seed)

    def _laid(self, reading: Reading, marks: tuple[int, ...]) -> Laid:
        """Return a reading laid out with pauses added before some of its tokens."""
        known = self._known
        if known is None or known[0] is not reading or known[1] != marks:
            layout = lay_out(reading, marks, self._mark_id)
            kinds = self._kinds.of(layout.tokens)
            rests = find_rests(kinds, layout.place, (*reading.breaks, *_phrase_breaks(marks)))
            accented = self._kinds.accented(layout.tokens)
            known = self._known = reading, marks, Laid(layout, kinds, rests, accented)
        return known[2]

    def _marks(self, wish: Wish) -> tuple[int, ...]:
        """Return the tokens of the reading before which the direction adds a pause."""
        reading, per_second = wish.reading, wish.deltas.pauses_per_s
        if not per_second:
            return ()
        spans = tuple((word.first * TOKEN_S, word.last * TOKEN_S) for word in reading.words)
        times = (np.arange(len(reading.tokens)) + 0.5) * TOKEN_S
        strength = strengths(wish.direction, spans, times)
        return phrase_rests(reading, self._kinds.of(reading.tokens), per_second, strength)


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
    heard = np.flatnonzero(np.maximum(energy[::2], energy[1::2]) > loud_n(energy) - EDGE_N)
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
    ends = np.concatenate(([0], np.cumsum(durations)))
    first, low, high = heard or (0, 0, int(ends[-1]))
    tokens = [(word.first, word.last - 1) for word in reading.words]
    at = layout.place[np.array(tokens, np.int64).reshape(-1, 2)] + (0, 1)
    edges = 2 * np.clip(ends[at], low, high)
    samples = (edges - 2 * first) * CURVE_SAMPLES
    for pause in pauses:  # as ``timeline.sample_of`` and ``end_sample_of`` count them
        samples += pause.samples * (edges >= (pause.at, pause.at + 1))
    return tuple((start, end) for start, end in (samples / SAMPLE_RATE).tolist())


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


def _felt(wish: Wish, layout: Layout, durations: Ints) -> Felt:
    """Return how much of the direction, and of the drift, is there at each curve step."""
    spans = word_spans(wish.reading, layout, durations, ())
    times = (np.arange(2 * int(durations.sum()), dtype=np.float64) + 0.5) * CURVE_S
    return Felt(strengths(wish.direction, spans, times), fading(spans, times))


def _bent_f0(curves: Contours, felt: Felt, wish: Wish, laid: Laid, durations: Ints) -> Floats:
    heard = heard_values(curves.own.energy)
    f0 = bent(curves.own.f0, curves.rest, felt.strength, heard, wish.seed)
    if not wish.drift.is_identity:
        f0 = bent(f0, wish.drift, felt.fading, heard, 0)
    if wish.places != NO_PLACES:
        f0 = lift_f0(f0, felt.strength * lift(wish.places, laid, durations, f0, heard))
    return readonly(f0)


def _bent_energy(energy: Floats, felt: Felt, wish: Wish) -> Floats:
    bent = bend_energy(energy, strength=felt.strength, offset=N_PER_DB * wish.deltas.energy_db)
    drift = N_PER_DB * wish.drift.energy_db
    if drift:
        bent = bend_energy(bent, strength=felt.fading, offset=drift)
    return readonly(bent)


def _gains(felt: Felt, deltas: Deltas, drift: Deltas) -> tuple[Floats, Floats]:
    """Return level and tilt asked, dB; ``kernels.contour.gain_curve`` says how they follow."""
    size = len(felt.strength)
    share = smooth_strength(felt.strength, size=size, step_s=CURVE_S)
    fading = None if drift.is_identity else smooth_strength(felt.fading, size=size, step_s=CURVE_S)

    def gain(decibels: float, carried: float) -> Floats:
        made = (decibels * share).astype(np.float32)
        if fading is not None and carried:
            made += (carried * fading).astype(np.float32)
        return readonly(made)

    return gain(deltas.energy_db, drift.energy_db), gain(deltas.tilt_db, drift.tilt_db)
