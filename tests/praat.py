"""Praat as an outside judge of pitch (GPL: in tests and evaluation only, never at run time)."""

from __future__ import annotations

import numpy as np
import parselmouth
from numpy.typing import NDArray

from engine.measure import HOP
from engine.values import CURVE_S, SAMPLE_RATE, Floats


def praat_f0(audio: Floats) -> Floats:
    """Praat's F0 in two passes, as the corpus statistics define it, on our grid."""
    sound = parselmouth.Sound(audio.astype(np.float64), SAMPLE_RATE)

    def one_pass(low: float, high: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        pitch = sound.to_pitch_ac(time_step=0.0025, pitch_floor=low, pitch_ceiling=high)
        return pitch.xs(), pitch.selected_array["frequency"]

    _, first = one_pass(60.0, 750.0)
    lower, upper = np.percentile(first[first > 0], [25, 75])
    at, f0 = one_pass(max(0.72 * lower, 40.0), 2.3 * upper)
    middles = (np.arange(-(-audio.size // HOP)) + 0.5) * CURVE_S
    nearest = np.abs(at[:, None] - middles).argmin(axis=0)
    return f0[nearest].astype(np.float32)
