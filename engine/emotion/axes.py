"""Prosody deltas as a vector in which they add: semitones, dB, seconds, log-ratios.

``Deltas`` is what people and kernels read; its ratios (excursion, durations)
multiply. Blending, intensity and read-outs need addition, so everything that
computes with deltas does so on this vector of 16 numbers: 11 of prosody, 5 of voice quality.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.values import IDENTITY, Deltas

Vector = NDArray[np.float64]

AXES: Final = tuple(f.name for f in fields(Deltas))
"""Names of the axes, in the order of ``Deltas``."""

RATIOS: Final = frozenset({"f0_excursion", "vowel_duration", "consonant_duration"})
"""Axes whose value in ``Deltas`` is a ratio; here they hold its natural logarithm."""

LISTENER_STEP: Final = np.array(
    [1.5, 0.15, 1.0, 1.5, 0.05, 0.05, 0.1, 0.1, 1.0, 1.0, 0.3, 0.25, 0.25, 0.5, 0.5, 1.0]
)
"""What a listener just notices, per axis.

1.5 st of F0 level and final contour ('t Hart 1981: 1.5-2 st), 15 % of excursion,
5 % of duration (Quené 2007), 0.1 s of pause, 1 dB of level and tilt; 1 st/s of
declination (the spread of neutral repeats in RAVDESS), 0.1 pauses a second and
0.3 st of jitter are judged. So are a quarter of breath (1 dB of cepstral peak) and of
whisper, half of tension (2 dB of the first harmonic over the second) and of brightness
(2 dB above 5 kHz), and 1 dB of tremor, which is level (``docs/voice_quality.md``).
"""

SHARES: Final = ("breathy", "whispered", "tense", "bright")
"""Axes that end at 1, where there is no more of them: a degree word goes no further."""

_DECIMALS: Final = 4
"""Read-outs are rounded here, so float32 noise never shows in keys or tables."""


def index(axis: str) -> int:
    """Return the position of ``axis`` in the vector.

    Raises:
        ValueError: there is no such axis.
    """
    return AXES.index(axis)


def to_vector(deltas: Deltas) -> Vector:
    """Return ``deltas`` as float64[16]; the identity is the zero vector."""
    return np.array(
        [
            np.log(getattr(deltas, name)) if name in RATIOS else getattr(deltas, name)
            for name in AXES
        ],
        dtype=np.float64,
    )


def to_deltas(vector: Vector) -> Deltas:
    """Return float64[16] ``vector`` as deltas; a vector of zeros gives ``IDENTITY`` itself."""
    if not np.any(vector):
        return IDENTITY
    values = {
        # adding 0.0 turns a rounded -0.0 into 0.0
        name: round(float(np.exp(x) if name in RATIOS else x), _DECIMALS) + 0.0
        for name, x in zip(AXES, vector, strict=True)
    }
    return Deltas(**values)
