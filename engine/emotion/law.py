"""How intensity scales an emotion, how changes combine, how repeats vary.

The law is fitted to the ratio of strong to normal portrayals in RAVDESS (24
actors): F0 level and energy grow 2.4-3.6 times, F0 range hardly grows at all,
duration only a little. With ``i`` the intensity (0..2) and ``t`` the target at 1:

* F0 level, energy, tilt: ``t*i`` up to 1, then ``t*(1 + 2.3*(i-1))``, through a
  soft limit of the total;
* F0 excursion (log): ``t*min(i, 0.7)/0.7``;
* durations (log): ``t*i`` up to 1, then constant, plus up to 10 % more for anger
  and joy (clear speech);
* declination and final contour: ``t*i`` up to 1, then ``t*(1 + 0.5*(i-1))``
  (RAVDESS: final contour x1.0-1.9 between the strengths);
* breath, tension and brightness: as declination, within what is possible;
* pauses, jitter, whisper and tremor: ``t*min(i, 1)``.

Two emotions follow laws of their own above 1, because actors do: calm stays
where it is in F0 and tilt and grows in length (+16 % to +35 %) and softness
(-2.6 to -3.3 dB); sadness changes kind, from quiet to weeping, so it crosses
over to the targets of despair.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import Final

import numpy as np
import xxhash

from engine.emotion.axes import (
    AXES,
    LISTENER_STEP,
    RATIOS,
    Vector,
    index,
    to_deltas,
    to_vector,
)
from engine.emotion.knobs import check_intensity, check_stability
from engine.emotion.vocabulary import load_vocabulary
from engine.values import IDENTITY, Deltas, Emotion

STEEP: Final = 2.3
"""Growth above intensity 1 of F0 level, energy and tilt (RAVDESS strong/normal - 1)."""

CONTOUR_GROWTH: Final = 0.5
"""Growth above 1 of declination, final contour and voice quality."""

_GENTLY_GROWING: Final = ("declination_st_s", "final_st", "breathy", "tense", "bright")

EXCURSION_FULL: Final = 0.7
"""Intensity at which F0 excursion is already complete: actors' range saturates early."""

CLARITY: Final = float(np.log(1.10))
"""Log-ratio by which anger and joy lengthen between intensity 1 and 2."""

FEMALE_F0: Final = 0.7
"""Share of the F0 offset for women in anger, joy and surprise (RAVDESS: 0.6-0.8)."""

KNEE: Final = 0.7
"""Share of a limit from which values bend smoothly toward it."""

SOFT_LIMITS: Final = {"f0_level_st": (-4.0, 6.0), "energy_db": (-6.0, 9.0), "tilt_db": (-4.0, 6.0)}
"""Limits of the total per axis: beyond them the voice was not proven clean."""

HARD_LIMITS: Final = {
    "f0_level_st": (-12.0, 12.0),
    "f0_excursion": (0.2, 3.0),
    "declination_st_s": (-6.0, 6.0),
    "final_st": (-8.0, 8.0),
    "vowel_duration": (0.6, 1.8),
    "consonant_duration": (0.6, 1.8),
    "pause_s": (-0.3, 2.0),
    "pauses_per_s": (0.0, 1.0),
    "energy_db": (-18.0, 12.0),
    "tilt_db": (-9.0, 9.0),
    "jitter_st": (0.0, 1.0),
    "breathy": (0.0, 1.0),
    "whispered": (0.0, 1.0),
    "tense": (-1.0, 1.0),
    "bright": (-1.0, 1.0),
    "tremor_db": (0.0, 6.0),
}
"""What no line may leave, per axis: prompts, hand-made nudges, repeat variation."""

_LIMITS: Final = tuple(
    np.array([np.log(b[side]) if a in RATIOS else b[side] for a, b in HARD_LIMITS.items()])
    for side in (0, 1)
)
"""The same as vectors: least and most."""

_CLARITY_FAMILIES: Final = frozenset({"anger", "joy"})
_SEX_FAMILIES: Final = frozenset({"anger", "joy", "surprise"})
_CALM_FAMILIES: Final = frozenset({"calm", "tenderness"})
_QUIET: Final = "sadness"
_WEEPING: Final = "despair"

_SPREAD_AXES: Final = ("f0_level_st", "f0_excursion", "declination_st_s", "duration", "energy_db")
_SPREAD_NEUTRAL: Final = (0.72, 0.18, 0.35, 0.089, 0.93)
_SPREAD_EMOTIONAL: Final = (1.76, 0.27, 0.6, 0.12, 1.9)
"""SD of one take between repeats (RAVDESS): st, log-ratio (0.47 and 0.71 st of
2.6 st), st/s, log-ratio, dB; neutral speech and emotional speech. The slopes are a
third of the measured 1.06 and 1.8 st/s: those were seen on sentences of 1.8 s, and a
line of 5 s that drifted at that rate would leave the voice's range."""

_FULLY_EMOTIONAL: Final = 4.0
"""Listener steps from neutral at which the spread is that of emotional speech."""

_SPREAD_CUT: Final = 2.0
"""Draws beyond this many SD are not made: one take in twenty would sound wrong."""


def at_intensity(emotion: Emotion, intensity: float, *, sex: str | None = None) -> Deltas:
    """Return the deltas of ``emotion`` at ``intensity``, within ``HARD_LIMITS``.

    Args:
        emotion: what the prompt was understood as, with targets at 1.
        intensity: 0..2; 0 gives exactly ``IDENTITY``.
        sex: ``"f"`` applies the smaller F0 offsets of women; ``"m"`` and None do not.

    Raises:
        InputError: ``knob-out-of-range`` for an intensity outside 0..2.
    """
    check_intensity(intensity)
    if intensity == 0.0 or emotion.deltas.is_identity:
        return IDENTITY
    vocabulary = load_vocabulary()
    rest = to_vector(emotion.deltas)
    total = np.zeros_like(rest)
    clarity = 0.0
    for name, weight in emotion.mixture:
        entry = vocabulary[name]
        target = weight * to_vector(entry.deltas)
        if sex == "f" and entry.family in _SEX_FAMILIES:
            rest[0] -= (1.0 - FEMALE_F0) * target[0]
        if entry.family in _CLARITY_FAMILIES:
            clarity += weight
        if intensity > 1.0 and (name == _QUIET or entry.family in _CALM_FAMILIES):
            rest -= target
            total += _weeping(weight, intensity) if name == _QUIET else _calmer(target, intensity)
    total += rest * _growth(intensity)
    if intensity > 1.0:
        extra = CLARITY * (intensity - 1.0) * min(clarity, 1.0)
        total[[index("vowel_duration"), index("consonant_duration")]] += extra
    return _clipped(_soft(total))


def combine(deltas: Deltas, nudges: Deltas) -> Deltas:
    """Return ``deltas`` with manual ``nudges`` added (st, dB, s; ratios multiply).

    The result is held within ``HARD_LIMITS``. Identity nudges return ``deltas`` itself.
    """
    if nudges.is_identity:
        return deltas
    return _clipped(to_vector(deltas) + to_vector(nudges))


def vary(deltas: Deltas, stability: float, seed: int) -> Deltas:
    """Return ``deltas`` as one repeat of them: the natural spread between takes.

    Each of F0 level, excursion, declination, duration (vowels and consonants
    together) and energy gets a normal draw, cut at 2 SD. The SD is
    ``(1 - stability)`` times that between repeats of the same line by the same
    actor in RAVDESS: 0.72 st, 9 %, 0.93 dB for neutral speech, growing with the
    distance from neutral to 1.8 st, 12 %, 1.9 dB for emotional speech. So
    stability 1 returns ``deltas`` itself, and a neutral line at a lower
    stability varies as little as neutral speech does. The draw depends on
    ``seed`` and the axis only: lowering stability stretches the same deviation.

    Raises:
        InputError: ``knob-out-of-range`` for a stability outside 0..1.
    """
    check_stability(stability)
    if stability == 1.0:
        return deltas
    vector = to_vector(deltas)
    distance = float(np.linalg.norm(vector / LISTENER_STEP))
    share = min(1.0, distance / _FULLY_EMOTIONAL)
    for name, low, high in zip(_SPREAD_AXES, _SPREAD_NEUTRAL, _SPREAD_EMOTIONAL, strict=True):
        step = (1.0 - stability) * (low + share * (high - low)) * _draw(seed, name)
        names = ("vowel_duration", "consonant_duration") if name == "duration" else (name,)
        for axis in names:
            vector[index(axis)] += step
    return _clipped(vector)


def soft_limit(value: float, low: float, high: float) -> float:
    """Bend ``value`` smoothly into ``low..high``.

    Unchanged up to ``KNEE`` of the limit on its side, then a scaled tanh: slope
    1 at the knee, strictly growing, never reaching the limit.
    """
    limit = high if value >= 0 else -low
    size = abs(value)
    knee = KNEE * limit
    if size <= knee:
        return value
    room = limit - knee
    bent = knee + room * float(np.tanh((size - knee) / room))
    return bent if value >= 0 else -bent


def _growth(intensity: float) -> Vector:
    """Factor per axis: float64[16]."""
    over = max(0.0, intensity - 1.0)
    upto = min(intensity, 1.0)
    factors = dict.fromkeys(AXES, upto)
    for name in SOFT_LIMITS:
        factors[name] = upto + STEEP * over
    for name in _GENTLY_GROWING:
        factors[name] = upto + CONTOUR_GROWTH * over
    factors["f0_excursion"] = min(intensity, EXCURSION_FULL) / EXCURSION_FULL
    return np.array([factors[name] for name in AXES])


def _weeping(weight: float, intensity: float) -> Vector:
    """Quiet sadness crossing over to despair between intensity 1 and 2."""
    vocabulary = load_vocabulary()
    share = intensity - 1.0
    quiet = to_vector(vocabulary[_QUIET].deltas)
    weeping = to_vector(vocabulary[_WEEPING].deltas)
    return weight * ((1.0 - share) * quiet + share * weeping)


def _calmer(target: Vector, intensity: float) -> Vector:
    """Calm above 1 (RAVDESS calm strong / normal): F0 x1.1, -3.3/-2.6 dB, +35 % / +16 %."""
    over = intensity - 1.0
    factors = np.ones_like(target)
    factors[index("f0_level_st")] = 1.0 + 0.1 * over
    factors[index("energy_db")] = 1.0 + 0.27 * over
    factors[index("tilt_db")] = 1.0 + 0.1 * over
    for name in ("vowel_duration", "consonant_duration"):
        factors[index(name)] = 1.0 + over * (np.log(1.35) / np.log(1.16) - 1.0)
    return target * factors


def _soft(vector: Vector) -> Vector:
    bent = vector.copy()
    for name, (low, high) in SOFT_LIMITS.items():
        bent[index(name)] = soft_limit(float(vector[index(name)]), low, high)
    return bent


def _clipped(vector: Vector) -> Deltas:
    return to_deltas(np.clip(vector, *_LIMITS))


def _draw(seed: int, axis: str) -> float:
    """Standard normal cut at 2 SD, from a hash: the same on every machine and version."""
    bits = xxhash.xxh3_64_intdigest(f"{axis}:{seed}".encode())
    normal = NormalDist()
    edge = normal.cdf(-_SPREAD_CUT)
    uniform = (bits + 0.5) / 2.0**64
    return normal.inv_cdf(edge + uniform * (1.0 - 2.0 * edge))
