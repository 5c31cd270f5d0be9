"""The decoder's activation: adaptive instance normalisation, then Snake.

The voice's waveform stage does this 48 times, between its convolutions, over up to
144,000 values in 128 channels; its graph spends 12 operators on each. The Snake
function is from Ziyin et al., "Neural Networks Fail to Learn Periodic Functions and How
to Fix It" (2020).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

EPSILON = 1e-5
"""Added to the variance: the model's own."""


def snake_norm(x: Floats, gamma: Floats, beta: Floats, alpha: Floats) -> Floats:
    """Normalise each channel over time, scale and shift it, and add the Snake's wave.

    With z the channel less its mean over its standard deviation and
    ``y = (1 + gamma) z + beta``, the result is ``y + sin(alpha y)^2 / alpha``.

    Args:
        x: float32[C, n].
        gamma, beta: float32[C], the style's scale and shift.
        alpha: float32[C], the wave's frequency, not 0.

    Returns:
        float32[C, n].

    Raises:
        ValueError: shapes do not fit, there is nothing, or an alpha is 0.
    """
    if x.ndim != 2 or x.shape[1] < 1 or any(a.shape != x.shape[:1] for a in (gamma, beta, alpha)):
        raise ValueError(f"{x.shape} does not fit {gamma.shape} {beta.shape} {alpha.shape}")
    if not alpha.all():
        raise ValueError("alpha must not be 0")
    mean = x.mean(axis=1, dtype=np.float64, keepdims=True)
    centred = x - mean.astype(np.float32)
    spread = np.square(x - mean).mean(axis=1, keepdims=True)
    normal = centred * (1.0 / np.sqrt(spread + EPSILON)).astype(np.float32)
    y = (np.float32(1) + gamma)[:, None] * normal + beta[:, None]
    wave = np.sin(alpha[:, None] * y)
    result: Floats = y + wave * wave / alpha[:, None]
    return result
