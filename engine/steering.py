"""The model's own prosody, steered: an offset of the style row for what is asked.

The prosody half of a style row decides the model's durations, F0 and energy, so an
offset to it makes the model itself speak higher, livelier or slower, with contours of
its own. Which offset does what is a linear map over the principal directions in which
the English voices differ; ``engine.steering_fit`` learns it, ``espressivo train
steering`` writes it to ``assets/steering.npz``. It acts on the prosody half alone: the
decoder, and with it the speaker's timbre, never sees it.

An offset never lands exactly, so the planner asks for it first, sees what the model made
of it, and leaves the rest to the contour kernel: ``lacking`` says what that is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import numpy as np
import xxhash
from numpy.typing import NDArray

from engine.emotion.axes import Vector, index, to_vector
from engine.heard import heard_values
from engine.phonemes import Kind
from engine.stages import STYLE_HALF, Curve
from engine.values import CURVE_S, Deltas, Floats, Ints, readonly
from kernels.contour import EXCURSION_REACH_ST, VOICED_HZ, bend_f0
from kernels.ranks import median

STEERED: Final = (
    "f0_level_st",
    "f0_excursion",
    "declination_st_s",
    "final_st",
    "duration",
)
"""What an offset is asked for: axes of ``Deltas``, and duration for vowels and consonants
together (the voices differ in tempo, hardly in how it is shared out). Energy is not among
them: the decoder normalises a shift of N away, so level stays a gain."""

VOWEL_SHARE: Final = 0.55
"""Share of the sounding time that vowels hold in the neutral lines of the fit."""

FINAL_S: Final = 0.15
"""Voiced time at the end whose median is the final contour (RAVDESS statistics)."""

LEAST_VOICED: Final = 20
"""Voiced values (250 ms) under which a contour's figures say nothing."""

TOKEN_LIMIT: Final = 0.5
"""Most, in log-ratio, that an offset changes one token's length: single tokens stray."""

ROUNDS: Final = 4
"""Corrections after which the kernel's remainder has settled (each leaves about a tenth)."""

REMAINDER_LIMITS: Final = {
    "f0_level_st": 12.0,
    "f0_excursion": 1.1,
    "declination_st_s": 6.0,
    "final_st": 8.0,
}
"""Most the kernel adds per axis (log-ratio for the excursion): the law's own hard limits."""

MOST_WIDER: Final = 0.35
"""Most, in log-ratio, by which movement about the slope makes up for what slope and end take
from the movement about the level: two listener's steps and a third (judged)."""

NEAR: Final = {
    "f0_level_st": 0.2,
    "f0_excursion": 0.07,
    "declination_st_s": 0.5,
    "final_st": 0.75,
}
"""What the model may be off before the kernel bends its contour: half of what listeners
notice (emotion_targets B9), and less for the level, which must land within 0.7 st."""

_CONTOUR: Final = STEERED[:4]

Wide = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Steering:
    """The map from deltas to an offset of the prosody half of a style row."""

    basis: Floats
    """float32[k, 128] directions, each as long as the voices' spread along it (SD)."""
    effect: Wide
    """float64[5, k]: change of each ``STEERED`` axis per SD (log for ratios)."""
    noise: Wide
    """float64[5, 5]: covariance of what the map does not predict of one line."""
    reach: float
    """Longest offset, in SD, up to which the map was seen to hold."""
    exact: bool = True
    """Whether the kernel makes up for what the offset did not reach."""

    @classmethod
    def load(cls, path: Path | Traversable | None = None) -> Steering:
        """Read a map; None = the one that ships.

        Raises:
            OSError, KeyError, ValueError: the file is not there or not a map.
        """
        source = path if path is not None else files("assets").joinpath("steering.npz")
        with source.open("rb") as stream, np.load(stream, allow_pickle=False) as held:
            basis = held["basis"].astype(np.float32)
            effect, noise = held["effect"].astype(np.float64), held["noise"].astype(np.float64)
            reach = float(held["reach"])
        if basis.shape != (effect.shape[1], STYLE_HALF) or len(effect) != len(STEERED):
            msg = f"shapes {basis.shape} {effect.shape}"
            raise ValueError(msg)
        return cls(readonly(basis), readonly(effect), readonly(noise), reach)

    @cached_property
    def hash(self) -> str:
        """Name of the map: part of the key of every take made with it."""
        parts = (self.basis, self.effect, self.noise, np.float64(self.reach))
        digest = xxhash.xxh3_64_hexdigest(b"".join(part.tobytes() for part in parts))
        return digest if self.exact else f"{digest}-style"

    @cached_property
    def _inverse(self) -> Wide:
        """float64[k, 5]: the likeliest offset for a wish.

        With offsets spread as the voices are (SD 1) and the map wrong by ``noise``, that is
        E' (E E' + noise)^-1, the posterior mean: what the map predicts badly is hardly
        asked for.
        """
        gram = self.effect @ self.effect.T + self.noise
        return self.effect.T @ np.linalg.inv(gram)

    def offset(self, deltas: Deltas) -> Floats:
        """Return the offset for some deltas, float32[128]; zeros if nothing steered is asked."""
        place = self._inverse @ wished(deltas)
        length = float(np.linalg.norm(place))
        if length > self.reach:
            place *= self.reach / length
        return readonly((place @ self.basis).astype(np.float32))

    def steered(self, style: Floats, deltas: Deltas) -> Floats | None:
        """Return a style row float32[256] with the offset on it; None if it has none."""
        offset = self.offset(deltas)
        if not offset.any():
            return None
        return readonly(np.concatenate([style[:STYLE_HALF], style[STYLE_HALF:] + offset]))


def wished(deltas: Deltas) -> Vector:
    """Return what some deltas ask for on the ``STEERED`` axes: float64[5]."""
    vector = to_vector(deltas)
    vowels, consonants = (vector[index(f"{kind}_duration")] for kind in ("vowel", "consonant"))
    contour = [vector[index(name)] for name in _CONTOUR]
    return np.array([*contour, VOWEL_SHARE * vowels + (1 - VOWEL_SHARE) * consonants])


@dataclass(frozen=True, slots=True)
class Lengths:
    """What an offset made of a line's tokens, fixed ones (pads, rests) left alone."""

    log_ratio: Wide
    """float64[T]: of each token's length to the unsteered one, within ``TOKEN_LIMIT``."""
    reached: tuple[float, float]
    """Ratios of all vowels' and all consonants' time that it comes to."""


def lengths(own: Floats, steered: Floats, kinds: Ints, fixed: Mask) -> Lengths:
    """Compare durations, float[T] frames each, of the unsteered and the steered voice."""
    ratio = np.log(np.maximum(steered, 0.1) / np.maximum(own, 0.1), dtype=np.float64)
    ratio = np.where(fixed, 0.0, np.clip(ratio, -TOKEN_LIMIT, TOKEN_LIMIT))
    vowels = (kinds == Kind.VOWEL) | (kinds == Kind.MARK)
    reached = tuple(
        float(np.sum(own[of] * np.exp(ratio[of])) / np.sum(own[of])) if own[of].any() else 1.0
        for of in (vowels & ~fixed, ~vowels & ~fixed)
    )
    return Lengths(ratio, (reached[0], reached[1]))


def warped(curve: Curve, before: Ints, after: Ints) -> Curve:
    """Return a curve of tokens ``before`` frames long as if they were ``after`` long.

    Each token's stretch is read at the new pace, between two values in a straight line
    (F0 in the log domain, and only where both are voiced; else the nearer one).
    """
    starts, ends = np.cumsum(before) - before, np.cumsum(after)
    token = np.repeat(np.arange(len(after)), 2 * after)
    inside = np.arange(2 * int(ends[-1])) - 2 * (ends - after)[token] + 0.5
    place = 2 * starts[token] + inside * before[token] / after[token] - 0.5
    place = np.clip(place, 0.0, curve.f0.size - 1.0)
    left = np.floor(place).astype(np.int64)
    right = np.minimum(left + 1, curve.f0.size - 1)
    share = place - left
    f0 = _between(curve.f0[left], curve.f0[right], share)
    energy = curve.energy[left] * (1 - share) + curve.energy[right] * share
    return Curve(readonly(f0), readonly(energy.astype(np.float32)))


def between(own: Curve, steered: Curve, strength: Floats, heard: Mask) -> Curve:
    """Return the curve that lies ``strength`` of the way from one to the other.

    F0 goes in the log domain; 0 is the first to the bit, over 1 goes beyond the second.
    The energy keeps the first one's mean over what is heard: only its shape is the
    steered one's, since the level is a gain.

    Args:
        own: unsteered.
        steered: of the same length.
        strength: float32[2F], at least 0.
        heard: bool[2F].
    """
    change = (steered.energy - own.energy).astype(np.float64)
    change -= change[heard].mean() if heard.any() else 0.0
    energy = (own.energy + strength * change).astype(np.float32)
    return Curve(readonly(_between(own.f0, steered.f0, strength)), readonly(energy))


def contour_figures(f0: Floats, heard: Mask) -> Vector | None:
    """Return level, log spread, slope and final contour of what is heard: float64[4].

    In the units of ``STEERED``'s first four: median (semitones re 100 Hz), the log of the
    SD about the slope within ``EXCURSION_REACH_ST`` of the median, semitones a second,
    and the last 150 ms over the median. None with under ``LEAST_VOICED`` values.
    """
    places = np.flatnonzero(heard & (f0 >= VOICED_HZ))
    if places.size < LEAST_VOICED:
        return None
    pitch = 12.0 * np.log2(f0[places].astype(np.float64) / 100.0)
    middle = median(pitch)
    near = np.clip(pitch - middle, -EXCURSION_REACH_ST, EXCURSION_REACH_ST)
    times = places * CURVE_S
    times -= times.mean()
    slope = float(times @ near / (times @ times))
    spread = float(np.std(near - slope * times))
    final = median(near[-round(FINAL_S / CURVE_S) :])
    return np.array([middle, np.log(max(spread, 0.05)), slope, final])


def lacking(own: Curve, reached: Curve, heard: Mask, asked: Deltas) -> Deltas:
    """Return what the kernel has to add to a steered contour for what was asked.

    The measure is what the kernel alone would have made of the unsteered contour: level,
    spread, slope and final contour of the two come out alike, within ``NEAR``.

    Args:
        own: the unsteered curve.
        reached: the steered one, at full strength.
        heard: bool[2F].
        asked: the deltas, their slope already spread over the line.
    """
    plain = replace(asked, jitter_st=0.0)
    goal = contour_figures(bent(own.f0, plain, 1.0, heard, 0), heard)
    if goal is None or contour_figures(reached.f0, heard) is None:
        return asked
    rest = np.zeros(len(_CONTOUR))
    limits, near = (
        np.array([table[name] for name in _CONTOUR]) for table in (REMAINDER_LIMITS, NEAR)
    )
    for _ in range(ROUNDS):
        got = contour_figures(bent(reached.f0, _asked(plain, rest), 1.0, heard, 0), heard)
        assert got is not None  # bending changes no voicing
        off = goal - got
        rest = np.clip(rest + np.sign(off) * np.maximum(np.abs(off) - near, 0), -limits, limits)
    return _asked(asked, rest)


def about_level(plain: Curve, own: Curve, asked: Deltas) -> Deltas:
    """Return deltas whose level and excursion are the line's, slope and end included.

    Both are held against what the voice speaks with nothing asked. A level is the median of
    the whole line (RAVDESS), which a rise at the end lifts and which the model moves by itself
    where it has more or less time: the rest is set lower by that. An excursion is a ratio of
    movement about the median, much of which is the line's fall. A flatter slope or a rise at
    the end takes from it, so the movement about the slope is widened by what those take,
    within ``MOST_WIDER``; the slope stays.

    Args:
        plain: the unsteered curve with nothing asked.
        own: the unsteered curve at the durations that are asked, which is bent.
        asked: the deltas, their slope already spread over the line.
    """
    if own is plain and not (asked.declination_st_s or asked.final_st):
        return asked
    heard_plain, heard = heard_values(plain.energy), heard_values(own.energy)
    before = contour_figures(plain.f0, heard_plain)
    figures = contour_figures(own.f0, heard)
    if before is None or figures is None:
        return asked
    fall = float(figures[2]) * asked.f0_excursion
    goal = _spread(plain.f0, heard_plain) + float(np.log(asked.f0_excursion))
    still, more = replace(asked, jitter_st=0.0), 0.0
    for _ in range(ROUNDS):
        got = _spread(bent(own.f0, _wider(still, more, fall), 1.0, heard, 0), heard)
        more = float(np.clip(more + goal - got, -MOST_WIDER, MOST_WIDER))
    made = contour_figures(bent(own.f0, _wider(still, more, fall), 1.0, heard, 0), heard)
    assert made is not None  # bending changes no voicing
    high = float(made[0] - before[0]) - asked.f0_level_st
    return _wider(replace(asked, f0_level_st=asked.f0_level_st - high), more, fall)


def bent(f0: Floats, deltas: Deltas, strength: Floats | float, heard: Mask, seed: int) -> Floats:
    """Return a contour bent by the four contour axes of some deltas, and their jitter."""
    return bend_f0(
        f0,
        strength=strength,
        level_st=deltas.f0_level_st,
        excursion=deltas.f0_excursion,
        declination_st_s=deltas.declination_st_s,
        final_st=deltas.final_st,
        jitter_st=deltas.jitter_st,
        seed=seed,
        step_s=CURVE_S,
        sounding=heard,
    )


def _wider(deltas: Deltas, more: float, fall: float) -> Deltas:
    """Return deltas with the log of their excursion raised by ``more``, a fall left as it is."""
    ratio = float(np.exp(more))
    slope = deltas.declination_st_s - fall * (ratio - 1.0)
    return replace(deltas, f0_excursion=deltas.f0_excursion * ratio, declination_st_s=slope)


def _spread(f0: Floats, heard: Mask) -> float:
    """Return the log of the SD about the median, within reach, of what is heard."""
    pitch = 12.0 * np.log2(f0[heard & (f0 >= VOICED_HZ)].astype(np.float64))
    near = np.clip(pitch - median(pitch), -EXCURSION_REACH_ST, EXCURSION_REACH_ST)
    return float(np.log(max(float(np.std(near)), 0.05)))


def _asked(deltas: Deltas, rest: Vector) -> Deltas:
    level, spread, slope, final = (float(value) for value in rest)
    return replace(
        deltas,
        f0_level_st=level,
        f0_excursion=float(np.exp(spread)),
        declination_st_s=slope,
        final_st=final,
    )


def _between(one: Floats, two: Floats, share: NDArray[np.floating]) -> Floats:
    """One F0 curve on its way to another; where one is unvoiced, the nearer of them."""
    both = (one >= VOICED_HZ) & (two >= VOICED_HZ)
    ratio = np.where(both, two, 1.0) / np.where(both, one, 1.0)
    moved = one * ratio**share
    near = np.where(share < 0.5, one, two)
    return np.where(both & (share != 0), moved, np.where(both, one, near)).astype(np.float32)
