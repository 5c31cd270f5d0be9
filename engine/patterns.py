"""Patterns of pitch at places inside a line: the ends of its clauses, and its accents.

Some emotions ask for accents (``ACCENTS``): every stressed syllable then stands out more, at
the level that was asked for the line. The rest is by hand (``Direction.local``): what an
emotion asks of the end of a line (``Deltas.final_st``), ``Local.share`` asks of the end of each
clause before it too, and both shapes can be asked for in semitones.
``kernels.contour.lift_f0`` applies the curve that is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.local import LIMITS, Places
from engine.prosody import Laid
from engine.values import CURVE_S, Deltas, Direction, Emotion, Floats, Ints
from kernels.contour import FINAL_SPAN_S, VOICED_HZ, smoothstep

Mask = NDArray[np.bool_]
Wide = NDArray[np.float64]

ACCENTS: Final = {"joy": 0.7, "hot anger": 2.0, "surprise": 3.0, "disgust": 1.5, "fear": 1.0}
"""Semitones from between accents to their peaks, intensity 1. Actors' pitch moves faster in these
(RAVDESS, by 7 to 21 st/s) than a wider excursion alone makes it (by 0 to 9): sizes chosen on four
voices and three lines so that the movement comes nearer to theirs. B10 has "falling accents" for
anger and 1.5 st for joy, half of which its excursion brings already."""

RELEASE_S: Final = 0.12
"""Seconds in which a clause's shape is given up after it: within the rest, and where there is
hardly one, over a syllable's onset."""

RISE_S: Final = 0.08
FALL_S: Final = 0.22
"""Seconds from nothing to an accent's peak, and from there to nothing: a falling accent, over
within its syllable and the next."""

PEAK_S: Final = 0.03
"""From the start of a stressed vowel to the accent's peak: English H* peaks lie early in the
vowel unless a boundary is near (judged)."""

PAST_ONE: Final = 0.5
"""Growth of accents above intensity 1, as of the final contour (``engine.emotion.law``)."""


def asked_at(emotion: Emotion, direction: Direction, deltas: Deltas) -> Places:
    """Return what is asked at places of a line in semitones alone, within ``LIMITS``.

    Args:
        emotion: what the prompt was understood as.
        direction: for its intensity and what it asks at places.
        deltas: what is asked of the line as a whole, for its final contour.
    """
    local = direction.local
    grown = min(direction.intensity, 1.0) + PAST_ONE * max(direction.intensity - 1.0, 0.0)
    own = grown * sum(weight * ACCENTS.get(name, 0.0) for name, weight in emotion.mixture)
    wanted = {
        "clause_st": local.clause_st + local.share * deltas.final_st,
        "accent_st": local.accent_st,
    }
    clipped = {name: float(np.clip(value, *LIMITS[name])) for name, value in wanted.items()}
    return Places(**clipped, own_st=min(own, LIMITS["accent_st"][1]))


def lift(places: Places, laid: Laid, durations: Ints, f0: Floats, heard: Mask) -> Wide:
    """Return the semitones that are asked at places, at full strength: float64[2F].

    Args:
        places: what is asked there (``asked_at``).
        laid: the line.
        durations: int64[T] frames.
        f0: float32[2F] Hz.
        heard: bool[2F].
    """
    ends = 2 * np.cumsum(durations)
    clauses = clause_ends(f0.size, [int(ends[rest.first - 1]) for rest in laid.rests], f0, heard)
    vowels = np.flatnonzero(laid.accented)
    accents = accent_bumps(f0.size, ends[vowels] - 2 * durations[vowels])
    own = places.own_st * accents
    sounding = heard & (f0 >= VOICED_HZ)
    if sounding.any():  # at the level that was asked for the line: its median
        pitch = 12.0 * np.log2(f0[sounding].astype(np.float64))
        own -= np.median(pitch + own[sounding]) - np.median(pitch)
    return places.clause_st * clauses + places.accent_st * accents + own


def clause_ends(size: int, before: Sequence[int], f0: Floats, heard: Mask) -> Wide:
    """Return the share, 0..1, of a clause's shape at each value: float64[size].

    It grows over the last ``FINAL_SPAN_S`` of voiced time that is heard before each rest, as
    the final contour does over the line's last, and is given up after it. A rest with nothing
    voiced on one of its sides ends no clause of the line.

    Args:
        size: number of values.
        before: value at which each rest begins, in order.
        f0: float32[size] Hz.
        heard: bool[size].
    """
    voiced = np.flatnonzero(heard & (f0 >= VOICED_HZ))
    time = np.arange(size) * CURVE_S
    share = np.zeros(size)
    for rest in before:
        spoken = voiced[voiced < rest]
        if not spoken.size or not (voiced >= rest).any():
            continue
        left = np.searchsorted(spoken, spoken[-1]) - np.searchsorted(spoken, np.arange(size))
        grown = smoothstep(np.clip(1.0 - left * CURVE_S / FINAL_SPAN_S, 0.0, 1.0))
        given_up = smoothstep(np.clip(1.0 - (time - time[spoken[-1]]) / RELEASE_S, 0.0, 1.0))
        share = np.maximum(share, grown * given_up)
    return share


def accent_bumps(size: int, vowels: Ints) -> Wide:
    """Return the share, 0..1, of an accent at each value: float64[size].

    Args:
        size: number of values.
        vowels: int64, value at which each stressed vowel begins.
    """
    time = np.arange(size) * CURVE_S
    share = np.zeros(size)
    for start in vowels:
        off = time - (start * CURVE_S + PEAK_S)
        near = np.where(off < 0.0, 1.0 + off / RISE_S, 1.0 - off / FALL_S)
        share = np.maximum(share, smoothstep(np.clip(near, 0.0, 1.0)))
    return share
