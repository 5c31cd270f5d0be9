"""A pitch curve as a tone: the melody of a line without its words."""

from __future__ import annotations

import numpy as np

from engine.values import SAMPLE_RATE, Floats, readonly

LEVEL = 0.2
"""Amplitude of the tone, full scale = 1: about as loud as speech at -25 LUFS sounds."""

FADE_S = 0.01
"""Each stretch swells and fades this long: a tone that is cut clicks."""


def tone_of(f0: Floats, step_s: float) -> Floats:
    """Return the curve as a sine whose frequency follows it.

    The phase is the integral of the frequency, so that no step of the curve is heard as
    a click. Where the curve is 0 there is silence.

    Args:
        f0: float32[n] Hz; 0 = unvoiced. Each value stands for the middle of its step.
        step_s: seconds between two values.

    Returns:
        float32[n * step_s * 24,000], -LEVEL..LEVEL.
    """
    samples = round(f0.size * step_s * SAMPLE_RATE)
    if not (f0 > 0).any():
        return readonly(np.zeros(samples, np.float32))
    at = (np.arange(samples) + 0.5) / SAMPLE_RATE
    middle = (np.arange(f0.size) + 0.5) * step_s
    voiced = f0 > 0
    # Across a gap the frequency glides unheard, so that nothing jumps at its ends.
    hertz = np.exp2(np.interp(at, middle[voiced], np.log2(f0[voiced], dtype=np.float64)))
    phase = 2.0 * np.pi * np.cumsum(hertz) / SAMPLE_RATE
    step = np.minimum((at / step_s).astype(int), f0.size - 1)
    width = max(1, round(FADE_S * SAMPLE_RATE))
    swell = np.hanning(width + 2)[1:-1]
    loud = np.convolve(voiced[step].astype(np.float64), swell / swell.sum(), "same")
    return readonly((LEVEL * loud * np.sin(phase)).astype(np.float32))
