"""Bending of the F0 and energy contours the voice model planned.

Every function is a pure map over the values of one line, one value each
12.5 ms, float32 in and out, float64 inside. Each output value depends on its
own input, its index and a handful of line constants (median, voiced span), so
the same arithmetic runs unchanged as one thread per value.

Arguments that ask for nothing give the input back bit for bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernels.ranks import median

Floats = NDArray[np.float32]
_Wide = NDArray[np.float64]

VOICED_HZ = 10.0
"""Hz; the decoder's own sine source treats values at or under this as unvoiced."""

F0_LOW_HZ = 50.0
F0_HIGH_HZ = 700.0
"""Hz; outside this the decoder's sine source is no longer heard as a voice:
separate pulses below, a whistle above. Bending never leads past these limits."""

F0_HIGH_KNEE_HZ = 520.0
"""Hz; above this a raised value approaches the high limit smoothly, so that a
strong setting still moves instead of going flat. The low limit has no knee:
so near to single pulses a flat stretch is not heard as such."""

EXCURSION_REACH_ST = 9.0
"""Semitones from the median over which the excursion acts; what lies further
moves along unscaled. A line's accents stay within about 8 semitones; further
off lie the glides of the model into and out of voicing (down to 10 Hz), which
are no pitch and would turn into yodels."""

FINAL_SPAN_S = 0.3
"""Seconds of voiced time over which the final contour grows. The corpus figures
behind the targets measure the last 150 ms against the line's median."""

JITTER_KNOTS_HZ = 12.0
"""Random values a second between which the jitter glides: movement up to about
6 Hz, the tremor of a frightened voice, slower than the pitch periods."""

ENERGY_LIMIT = 3.0
"""Largest change of the model's log energy N. +-3 moves the decoded level by
only about 1 dB; beyond it timbre suffers more than the level gains."""

N_PER_DB = 0.23
"""Change of the model's energy N for each dB asked: N is the natural log of a
mel-power norm, so one dB is ln(10)/10. The decoder answers with colour more than
with level (+-3 is heard as about 1 dB); the level itself is a gain."""

GAIN_SMOOTH_S = 0.1
"""Seconds of the raised-cosine window that smooths gain curves: a step of
strength becomes a rise no ear takes for a click."""

_SMOOTHSTEP_SLOPE = 1.5
"""Largest slope of 3u^2 - 2u^3 on 0..1."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Line constants and per-value positions shared by bending and its bound."""

    voiced: NDArray[np.bool_]
    deviation: _Wide
    """float64[n] semitones from the voiced median, 0 where unvoiced."""
    median_hz: float
    middle_s: _Wide
    """float64[n] seconds from the middle of the voiced span."""
    final: _Wide
    """float64[n] 0..1 share of the final contour."""


def bend_f0(
    f0: Floats,
    *,
    strength: ArrayLike = 1.0,
    level_st: float = 0.0,
    excursion: float = 1.0,
    declination_st_s: float = 0.0,
    final_st: float = 0.0,
    final_span: float = FINAL_SPAN_S,
    jitter_st: float = 0.0,
    seed: int = 0,
    step_s: float = 0.0125,
    sounding: NDArray[np.bool_] | None = None,
) -> Floats:
    """Bend an F0 contour in the log domain about its voiced median.

    With s the distance from the median in semitones, w the strength, t the
    seconds from the middle of the voiced span, u the smoothstep over the last
    ``final_span`` seconds of voiced time and j a bounded random movement::

        s' = s + clip(s, +-EXCURSION_REACH_ST) * (excursion^w - 1)
               + w * (level + declination * t + final * u + jitter * j)

    then the limits ``F0_LOW_HZ``..``F0_HIGH_HZ``: they stop a value from moving
    further out, and leave one that the model itself put outside (it glides
    through low values at the edges of voicing). Voicing never changes.

    Args:
        f0: float32[n] Hz; values under ``VOICED_HZ`` are unvoiced and come
            back bit for bit.
        strength: scalar or float[n], at least 0; share of the change reached.
        level_st: semitones added to the whole contour.
        excursion: ratio of movement about the median, above 0.
        declination_st_s: slope added, semitones a second.
        final_st: semitones reached at the last voiced value.
        final_span: seconds of voiced time over which that grows, above 0.
        jitter_st: bound of the random movement, semitones, at least 0.
        seed: any integer; the same seed gives the same movement everywhere.
        step_s: seconds between two values.
        sounding: bool[n], the values that are heard. The model draws F0 through
            silences too, several semitones below speech; only voiced values
            that are heard make the median, the middle and the end of the line.
            None takes all voiced values.

    Returns:
        float32[n] Hz, a new array.

    Raises:
        ValueError: a shape or a range is broken.
    """
    weight = _weights(strength, f0)
    _check(excursion=excursion, final_span=final_span, step_s=step_s)
    if jitter_st < 0:
        raise ValueError("jitter_st is a bound and cannot be negative")
    frame = _frame(f0, final_span, step_s, sounding)
    asked = level_st or declination_st_s or final_st or jitter_st or excursion != 1.0
    if not asked or not frame.voiced.any() or not weight.any():
        return f0.copy()
    near = np.clip(frame.deviation, -EXCURSION_REACH_ST, EXCURSION_REACH_ST)
    bent = frame.deviation + near * (excursion**weight - 1.0)
    bent += weight * (
        level_st
        + declination_st_s * frame.middle_s
        + final_st * frame.final
        + jitter_st * smooth_noise(f0.size, seed=seed, step_s=step_s)
    )
    hertz = _within_limits(frame.median_hz * 2.0 ** (bent / 12.0), f0.astype(np.float64))
    moved = frame.voiced & (weight > 0)
    return np.where(moved, hertz, f0).astype(np.float32)


def continuity_bound(
    f0: Floats,
    *,
    strength: ArrayLike = 1.0,
    level_st: float = 0.0,
    excursion: float = 1.0,
    declination_st_s: float = 0.0,
    final_st: float = 0.0,
    final_span: float = FINAL_SPAN_S,
    jitter_st: float = 0.0,
    step_s: float = 0.0125,
    sounding: NDArray[np.bool_] | None = None,
) -> Floats:
    """Largest step ``bend_f0`` may make between two neighbouring voiced values.

    For each pair: excursion times the unbent step, plus the slopes asked
    (declination, final contour) over one step, plus what the change of
    strength itself moves, plus the bound of the jitter. It is made from the
    slopes of the parts, never from the bent contour, so a test may hold one
    against the other. Where a value lies beyond the excursion's reach or the
    limits, the unbent step counts at least once; limits only shorten steps.

    Args:
        f0, strength, level_st, excursion, declination_st_s, final_st,
        final_span, jitter_st, step_s, sounding: as for ``bend_f0``.

    Returns:
        float32[n-1] semitones; infinite where either value is unvoiced.
        Empty for fewer than two values.
    """
    weight = _weights(strength, f0)
    _check(excursion=excursion, final_span=final_span, step_s=step_s)
    frame = _frame(f0, final_span, step_s, sounding)
    if f0.size < 2:
        return np.zeros(0, np.float32)
    scale = excursion**weight
    free = (np.abs(frame.deviation) > EXCURSION_REACH_ST) | (f0 > F0_HIGH_KNEE_HZ)
    step_scale = np.where(free | (f0 < F0_LOW_HZ), np.maximum(scale, 1.0), scale)
    high, ramp = np.maximum(weight[1:], weight[:-1]), np.abs(np.diff(weight))
    far = np.minimum(_pair_max(np.abs(frame.deviation)), EXCURSION_REACH_ST)
    bound = _pair_max(step_scale) * np.abs(np.diff(frame.deviation)) + far * np.abs(np.diff(scale))
    bound += high * abs(declination_st_s) * step_s
    bound += high * abs(final_st) * _SMOOTHSTEP_SLOPE * step_s / final_span
    bound += high * jitter_st * min(2.0, 2.0 * _SMOOTHSTEP_SLOPE * JITTER_KNOTS_HZ * step_s)
    reach = abs(level_st) + abs(final_st) + jitter_st
    bound += ramp * (reach + abs(declination_st_s) * _pair_max(np.abs(frame.middle_s)))
    both = frame.voiced[1:] & frame.voiced[:-1]
    return np.where(both, bound, np.inf).astype(np.float32)


def lift_f0(f0: Floats, lift_st: _Wide) -> Floats:
    """Raise an F0 contour by a curve of semitones.

    Args:
        f0: float32[n] Hz; values under ``VOICED_HZ`` come back bit for bit.
        lift_st: float64[n] semitones; where it is 0 values come back bit for bit.

    Returns:
        float32[n] Hz within the limits of ``bend_f0``, a new array. Two neighbouring voiced
        values lie no further apart than before and the step of ``lift_st`` between them.

    Raises:
        ValueError: the shapes differ, or a lift is not finite.
    """
    if lift_st.shape != f0.shape:
        raise ValueError(f"lift has shape {lift_st.shape}, the curve {f0.shape}")
    if not np.isfinite(lift_st).all():
        raise ValueError("a lift must be finite")
    wide = f0.astype(np.float64)
    moved = (f0 >= VOICED_HZ) & (lift_st != 0.0)
    hertz = _within_limits(np.where(moved, wide, F0_LOW_HZ) * 2.0 ** (lift_st / 12.0), wide)
    return np.where(moved, hertz, f0).astype(np.float32)


def bend_energy(
    energy: Floats, *, strength: ArrayLike = 1.0, excursion: float = 1.0, offset: float = 0.0
) -> Floats:
    """Bend the model's log-energy curve N about its median.

    ``N' = N + clip((N - median) * (excursion^w - 1) + w * offset, +-ENERGY_LIMIT)``.
    N is only a colour on the level (+-3 is about 1 dB); the level itself is
    asked for with ``gain_curve``.

    Args:
        energy: float32[n] the model's N.
        strength: scalar or float[n], at least 0.
        excursion: ratio of movement about the median, above 0.
        offset: added to N at strength 1.

    Returns:
        float32[n], a new array; values the change does not reach are bit-identical.

    Raises:
        ValueError: a shape or a range is broken.
    """
    weight = _weights(strength, energy)
    _check(excursion=excursion)
    if (excursion == 1.0 and offset == 0.0) or energy.size == 0 or not weight.any():
        return energy.copy()
    wide = energy.astype(np.float64)
    change = (wide - median(wide)) * (excursion**weight - 1.0) + weight * offset
    return (wide + np.clip(change, -ENERGY_LIMIT, ENERGY_LIMIT)).astype(np.float32)


def gain_curve(strength: ArrayLike, gain_db: float, *, size: int, step_s: float = 0.0125) -> Floats:
    """Smooth dB curve that follows the strength: ``gain_db * strength``.

    Used for level and for spectral tilt alike. A raised-cosine window of
    ``GAIN_SMOOTH_S`` keeps steps of strength from being heard as clicks; the
    ends are held, so a constant strength gives a constant curve.

    Args:
        strength: scalar or float[size], at least 0.
        gain_db: dB at strength 1.
        size: number of values.
        step_s: seconds between two values.

    Returns:
        float32[size] dB, between 0 and the largest ``gain_db * strength``.

    Raises:
        ValueError: a shape or a range is broken.
    """
    smooth = smooth_strength(strength, size=size, step_s=step_s)
    if gain_db == 0.0:
        return np.zeros(size, np.float32)
    return (gain_db * smooth).astype(np.float32)


def smooth_strength(strength: ArrayLike, *, size: int, step_s: float = 0.0125) -> _Wide:
    """Return the strength that ``gain_curve`` multiplies: float64[size].

    Raises:
        ValueError: a shape or a range is broken.
    """
    _check(step_s=step_s)
    weight = _weights(strength, np.zeros(size, np.float32))
    if size == 0 or not np.ptp(weight):
        return weight
    half = max(1, round(GAIN_SMOOTH_S / 2 / step_s))
    window = np.hanning(2 * half + 3)[1:-1]
    padded = np.concatenate((np.full(half, weight[0]), weight, np.full(half, weight[-1])))
    smooth = np.convolve(padded, window / window.sum(), mode="valid")
    held: _Wide = np.clip(smooth, weight.min(), weight.max())
    return held


def smooth_noise(size: int, *, seed: int, step_s: float) -> _Wide:
    """Slow random movement in -1..1 that depends on seed and time alone.

    Value noise: one hashed value each ``1 / JITTER_KNOTS_HZ`` seconds, joined
    by smoothsteps. The hash is the 32-bit finaliser of MurmurHash3 (Austin
    Appleby, public domain) over seed and knot number, so the same seed gives
    the same movement on every machine and in every later version.

    Args:
        size: number of values.
        seed: any integer (its low 32 bits count).
        step_s: seconds between two values.

    Returns:
        float64[size].
    """
    place = np.arange(size, dtype=np.float64) * (step_s * JITTER_KNOTS_HZ)
    knot = np.floor(place)
    blend = smoothstep(place - knot)
    count = knot.astype(np.uint32)
    left, right = _hashed(count, seed), _hashed(count + np.uint32(1), seed)
    return left + (right - left) * blend


def _hashed(counter: NDArray[np.uint32], seed: int) -> _Wide:
    """float64 in [-1, 1): MurmurHash3's finaliser over counter and seed."""
    state = counter * np.uint32(0x9E3779B9) + np.uint32(seed & 0xFFFFFFFF)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        state = (state ^ (state >> np.uint32(shift))) * np.uint32(factor)
    state = state ^ (state >> np.uint32(16))
    return (state >> np.uint32(8)).astype(np.float64) * 2.0**-23 - 1.0


def _frame(
    f0: Floats, final_span: float, step_s: float, sounding: NDArray[np.bool_] | None
) -> _Frame:
    if f0.ndim != 1:
        raise ValueError(f"f0 must be one-dimensional, got shape {f0.shape}")
    if sounding is not None and sounding.shape != f0.shape:
        raise ValueError(f"sounding has shape {sounding.shape}, the curve {f0.shape}")
    voiced = f0 >= VOICED_HZ
    semitones = 12.0 * np.log2(np.where(voiced, f0, 1.0).astype(np.float64))
    index = np.arange(f0.size, dtype=np.float64)
    heard = voiced if sounding is None or not (voiced & sounding).any() else voiced & sounding
    places = np.flatnonzero(heard)
    if places.size == 0:
        nothing = np.zeros(f0.size)
        return _Frame(voiced, nothing, 1.0, nothing, nothing)
    middle = median(semitones[places])
    left = places.size - np.cumsum(heard)
    return _Frame(
        voiced=voiced,
        deviation=np.where(voiced, semitones - middle, 0.0),
        median_hz=2.0 ** (middle / 12.0),
        middle_s=(index - (places[0] + places[-1]) / 2.0) * step_s,
        final=smoothstep(np.clip(1.0 - left * step_s / final_span, 0.0, 1.0)),
    )


def _within_limits(hertz: _Wide, f0: _Wide) -> _Wide:
    """Keep bent values inside the limits, or no further out than they were."""
    knee = np.log(F0_HIGH_KNEE_HZ)
    room = np.log(F0_HIGH_HZ) - knee
    over = np.maximum((np.log(hertz) - knee) / room, 0.0)
    eased = np.where(over > 0.0, np.exp(knee + room * np.tanh(over)), hertz)
    eased = np.maximum(eased, np.minimum(hertz, f0))
    held: _Wide = np.maximum(eased, np.minimum(f0, F0_LOW_HZ))
    return held


def smoothstep(share: _Wide) -> _Wide:
    """Return 3u^2 - 2u^3 of shares u in 0..1: flat at both ends, no steeper than 1.5."""
    return share * share * (3.0 - 2.0 * share)


def _pair_max(values: _Wide) -> _Wide:
    return np.maximum(values[1:], values[:-1])


def _weights(strength: ArrayLike, like: Floats) -> _Wide:
    weight = np.asarray(strength, dtype=np.float64)
    if weight.ndim == 0:
        weight = np.full(like.shape, float(weight))
    if weight.shape != like.shape:
        raise ValueError(f"strength has shape {weight.shape}, the curve {like.shape}")
    if not np.isfinite(weight).all() or (weight < 0).any():
        raise ValueError("strength must be finite and at least 0")
    return weight


def _check(**positive: float) -> None:
    for name, value in positive.items():
        if not (np.isfinite(value) and value > 0):
            raise ValueError(f"{name} must be above 0, got {value}")
