"""Durations, F0 and energy of a line: the model's own, asked first by its style.

With nothing to steer by (or nothing asked that steers) everything is the unsteered
voice's and the kernels make all of a change. With steering the model speaks with an
offset of its prosody style (``engine.steering``), weighted by how much of the direction
is reached at each moment; what the offset leaves short is told, so that the kernels make
it up to the same durations and contour figures as they would reach alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from engine.cancel import CancelToken
from engine.heard import heard_values
from engine.layout import Layout
from engine.phonemes import Kind
from engine.resting import Rest, lengthen, paced
from engine.stages import Curve, Stages
from engine.steering import Mask, Steering, Wide, about_level, between, lacking, lengths, warped
from engine.values import CURVE_S, IDENTITY, Deltas, Floats, Ints, readonly
from kernels.durations import stretch

DECLINATION_SPAN_S = 2.0
"""The slopes asked for come from sentences of 1.6-2 s (RAVDESS); on a longer line
the same movement is spread over the line instead of growing without end."""


LINGER = 1.25
"""Length of the end of a word before a pause that a direction adds: it is held as one who
looks for the next word holds it. The model itself lengthens what comes before such a mark
where the word was short (1.0-4.0 times, 1.4 in the median of three voices and lines), and not
where a phrase ended already; real hesitations show both parts. Judged."""


class Laid:
    """A reading laid out in its T padded tokens: their kinds and the line's rests."""

    def __init__(
        self, layout: Layout, kinds: Ints, rests: tuple[Rest, ...], accented: Mask
    ) -> None:
        self.layout = layout
        self.kinds = kinds
        self.rests = rests
        self.accented = accented
        """bool[T]: vowels of stressed syllables."""
        self.fixed: Mask = (kinds == Kind.PAD) | (kinds == Kind.REST) | (kinds == Kind.QUOTE)
        """bool[T]: tokens whose length no emotion stretches."""
        self.vowels: Mask = (kinds == Kind.VOWEL) | (kinds == Kind.MARK)
        """bool[T]: vowels and their marks."""
        self.lingering: Mask = _before_pauses(kinds, rests) & ~self.fixed
        """bool[T]: the last vowel and what follows it before each pause that is added."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line laid out, its style row, what is asked of it and what earlier lines leave at its
    beginning."""

    laid: Laid
    style: Floats
    deltas: Deltas
    drift: Deltas = IDENTITY


@dataclass(frozen=True, slots=True)
class Felt:
    """Shares at each curve step, float32[2F]: of the direction, and of the drift."""

    strength: Floats
    fading: Floats


@dataclass(frozen=True, slots=True)
class Timed:
    """How long everything lasts: int64[T] frames as asked and as unasked.

    ``silences`` are the seconds left to splice at each rest; ``style`` is the steered
    row, None where nothing is steered.
    """

    durations: Ints
    unasked: Ints
    silences: tuple[float, ...]
    style: Floats | None


@dataclass(frozen=True, slots=True)
class Contours:
    """The model's curve at the asked durations, and what it leaves to the kernels.

    ``unasked_f0`` is what it would have spoken with nothing asked, at these durations.
    """

    own: Curve
    unasked_f0: Floats
    rest: Deltas


class Prosody:
    """Runs the duration and prosody stages for whole lines. Used by one thread.

    Args:
        stages: the voice's stages, memoised.
        steering: the map from deltas to style; None steers nothing.
    """

    def __init__(self, stages: Stages, steering: Steering | None = None) -> None:
        self._stages = stages
        self._steering = steering
        self._unasked: tuple[Laid, list[Floats], Floats, Ints] | None = None
        """The last line's own durations: each phrase's, all of them, and in whole frames."""

    def timed(self, line: Line, felt: Callable[[Ints], Felt], cancel: CancelToken) -> Timed:
        """Return the durations of a line.

        Args:
            line: what to time.
            felt: gives the shares for some durations of F frames.
            cancel: checked between stages.
        """
        deltas, laid = line.deltas, line.laid
        style = self._steering.steered(line.style, deltas) if self._steering else None
        own, unasked = self._own(line, cancel)
        shares = felt(unasked)
        middles = np.minimum(2 * np.cumsum(unasked) - unasked, 2 * int(unasked.sum()) - 1)
        share = shares.strength[middles]
        at = [rest.mark if rest.mark >= 0 else rest.first for rest in laid.rests]
        pause_s = [float(deltas.pause_s * share[token]) for token in at]
        apart = deltas.vowel_duration, deltas.consonant_duration
        own = paced(own, laid.rests, laid.fixed, np.sqrt(apart[0] * apart[1]) ** share)
        factor = np.where(laid.vowels, *apart) ** share
        if style is not None:
            factor = self._steered_factor(line, style, share, cancel)
        if not line.drift.is_identity:
            moved = line.drift.vowel_duration, line.drift.consonant_duration
            factor = factor * np.where(laid.vowels, *moved) ** shares.fading[middles]
        factor = factor * np.where(laid.lingering, LINGER**share, 1.0)
        own, silences = lengthen(own, laid.rests, pause_s)
        frames = stretch(own, factor.astype(np.float32), laid.fixed)
        return Timed(frames, unasked, silences, style)

    def curves(self, line: Line, timed: Timed, strength: Floats, cancel: CancelToken) -> Contours:
        """Return the contours of a line at its durations."""
        if timed.style is None:
            curve = self._curve(line, line.style, timed.durations, cancel)
            # Where nothing is asked the line stays as it is, whatever earlier lines leave.
            is_own = line.deltas.is_identity or np.array_equal(timed.durations, timed.unasked)
            plain = curve if is_own else self._curve(line, line.style, timed.unasked, cancel)
            rest = about_level(plain, curve, sloped(line.deltas, heard_values(curve.energy)))
            return Contours(curve, curve.f0, rest)
        plain = self._curve(line, line.style, timed.unasked, cancel)
        steered = self._curve(line, timed.style, timed.durations, cancel)
        unasked = warped(plain, timed.unasked, timed.durations)
        heard = heard_values(unasked.energy) & heard_values(steered.energy)
        own = between(unasked, steered, strength, heard)
        rest = about_level(plain, unasked, sloped(line.deltas, heard))
        if self._steering is not None and self._steering.exact:
            rest = lacking(unasked, steered, heard, rest)
        else:
            rest = replace(
                rest, f0_level_st=0.0, f0_excursion=1.0, declination_st_s=0.0, final_st=0.0
            )
        return Contours(own, unasked.f0, rest)

    def _steered_factor(self, line: Line, style: Floats, share: Wide, cancel: CancelToken) -> Wide:
        """Return each token's ratio: the model's own, and the rest alike for a class."""
        own, _ = self._own(line, cancel)
        steered = np.concatenate(self._timings(line, style, cancel))
        found = lengths(own, steered, line.laid.kinds, line.laid.fixed)
        vowel, consonant = found.reached
        rest = (line.deltas.vowel_duration / vowel, line.deltas.consonant_duration / consonant)
        if self._steering is not None and not self._steering.exact:
            rest = (1.0, 1.0)
        factor: Wide = np.exp(share * (found.log_ratio + np.log(np.where(line.laid.vowels, *rest))))
        return factor

    def _own(self, line: Line, cancel: CancelToken) -> tuple[Floats, Ints]:
        """Return the durations with nothing asked, float32[T], and in whole frames, int64[T]."""
        timings = self._timings(line, line.style, cancel)
        known = self._unasked
        if known is None or known[0] is not line.laid or not _same(known[1], timings):
            own = np.concatenate(timings)
            frames = stretch(own, np.ones_like(own), line.laid.fixed)
            known = self._unasked = line.laid, timings, readonly(own), readonly(frames)
        return known[2], known[3]

    def _timings(self, line: Line, style: Floats, cancel: CancelToken) -> list[Floats]:
        """Return the model's durations, float32[T], one after the other for each phrase."""
        layout = line.laid.layout
        phrases = [layout.tokens[a:b] for a, b in layout.spans]
        return [self._stages.timing(phrase, style, cancel).durations for phrase in phrases]

    def _curve(self, line: Line, style: Floats, durations: Ints, cancel: CancelToken) -> Curve:
        """Return the model's F0 and energy, float32[2F] each, phrase after phrase."""
        layout = line.laid.layout
        curves = [
            self._stages.curve(layout.tokens[a:b], style, durations[a:b], cancel)
            for a, b in layout.spans
        ]
        f0 = np.concatenate([curve.f0 for curve in curves])
        energy = np.concatenate([curve.energy for curve in curves])
        return Curve(readonly(f0), readonly(energy))


def _same(some: list[Floats], others: list[Floats]) -> bool:
    """Whether both hold the very same arrays: those that the stages remember."""
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def sloped(deltas: Deltas, heard: Mask) -> Deltas:
    """Return deltas whose slope is spread over a line longer than the corpus's sentences."""
    span_s = np.ptp(np.flatnonzero(heard)) * CURVE_S if heard.any() else 0.0
    slope = deltas.declination_st_s * min(1.0, DECLINATION_SPAN_S / max(span_s, 1e-6))
    return replace(deltas, declination_st_s=slope)


def _before_pauses(kinds: Ints, rests: tuple[Rest, ...]) -> Mask:
    """Return bool[T]: from the last vowel before each added pause to the pause."""
    found = np.zeros(len(kinds), np.bool_)
    vowels = np.flatnonzero(kinds == Kind.VOWEL)
    for rest in rests:
        before = vowels[vowels < rest.first]
        if rest.kind == "phrase" and before.size:
            found[before[-1] : rest.first] = True
    return found


def reached(line: Line, timed: Timed) -> tuple[float, float]:
    """Return what vowels and consonants last in all, over what they last unasked."""
    laid = line.laid
    ratios = [
        float(timed.durations[of].sum() / max(timed.unasked[of].sum(), 1)) if of.any() else 1.0
        for of in (laid.vowels & ~laid.fixed, ~laid.vowels & ~laid.fixed)
    ]
    return ratios[0], ratios[1]
