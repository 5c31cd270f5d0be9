"""How far a line was to differ from a neutral reading, and how far it is heard to.

Four numbers a line, enough for a picture of a whole book: pitch in semitones and level in
dB, each asked and heard. Measuring every moment of a line's pitch would take longer than
speaking it with the double, so it is looked at in a dozen places.
"""

from __future__ import annotations

import math

import numpy as np

from engine.loudness import loudness
from engine.pitch import track
from engine.values import SAMPLE_RATE, Floats, Plan
from kernels.contour import VOICED_HZ

NEUTRAL_LUFS = -25.0
"""Level every voice is brought to before anything is asked of it."""

PLACES = 12
"""Where a line's pitch is looked at: enough for a median, little enough to cost 7 ms."""
LEAST_HOP = round(0.1 * SAMPLE_RATE)
"""Samples between two of them at least: a tenth of a second is another sound."""


def change_of(plan: Plan, audio: Floats) -> tuple[float, ...]:
    """How a line differs from its neutral reading.

    Args:
        plan: of the line.
        audio: float32[n] at 24 kHz, its finished sound.

    Returns:
        semitones asked, dB asked, semitones heard, dB heard; 0 semitones where no pitch is
        heard (a whisper, a single consonant).
    """
    asked = plan.deltas
    heard_st = _semitones(_pitch(audio), plan.neutral_f0[plan.neutral_f0 > VOICED_HZ])
    heard_db = loudness(audio) - NEUTRAL_LUFS
    values = (asked.f0_level_st, asked.energy_db, heard_st, heard_db)
    return tuple(round(float(each), 2) for each in values)


def _pitch(audio: Floats) -> Floats:
    """float32[k] Hz, where there is any."""
    hop = max(LEAST_HOP, audio.size // PLACES)
    found = track(np.asarray(audio, np.float64), hop, SAMPLE_RATE)
    voiced: Floats = found[found > 0]
    return voiced


def _semitones(heard: Floats, neutral: Floats) -> float:
    if not heard.size or not neutral.size:
        return 0.0
    return 12.0 * math.log2(float(np.median(heard)) / float(np.median(neutral)))
