"""Token durations: scaled, rounded to whole frames, and features repeated by them."""

from __future__ import annotations

from math import floor

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

MIN_FRAMES = 1
"""Frames every token keeps: the model's own rule, or a sound is lost."""

REPAY_FRAMES = 1
"""Most frames one token may lie off its own nearest whole number while the
rounding error is carried, so that a run of very short tokens cannot eat the
vowel that follows it."""


def stretch(
    durations: NDArray[np.floating],
    factor: NDArray[np.floating],
    fixed: NDArray[np.bool_],
) -> Ints:
    """Scale real-valued token durations and round them to whole frames.

    The rounding error of each token is carried into the next (error
    diffusion), so a change of 10 % arrives although most vowels last under
    three frames. Every token keeps ``MIN_FRAMES``; what minima force is paid
    back by the tokens that were rounded up most. Fixed tokens (pads, rests)
    are rounded on their own and take no part.

    The rule is the same whatever the factors, so factors of 1 are the neutral
    durations and there is no second, slightly different, neutral. Those differ
    from rounding each token alone by at most a frame per token.

    Args:
        durations: float[T] frames, finite, at least 0.
        factor: float[T] ratio per token, finite, above 0; ignored where fixed.
        fixed: bool[T] tokens whose length is kept.

    Returns:
        int64[T] frames, each at least ``MIN_FRAMES``. The sum over unfixed
        tokens lies within half a frame of ``sum(durations * factor)`` unless
        minima make it longer.

    Raises:
        ValueError: shapes differ or a range is broken.
    """
    if not durations.shape == factor.shape == fixed.shape or durations.ndim != 1:
        raise ValueError(f"shapes differ: {durations.shape} {factor.shape} {fixed.shape}")
    if not np.isfinite(durations).all() or (durations < 0).any():
        raise ValueError("durations must be finite and at least 0")
    if not np.isfinite(factor).all() or (factor <= 0).any():
        raise ValueError("factors must be finite and above 0")
    base = durations.astype(np.float64)
    wanted = base * np.where(fixed, 1.0, factor.astype(np.float64))
    frames = np.maximum(np.floor(base + 0.5), MIN_FRAMES).astype(np.int64)
    free = np.flatnonzero(~fixed)
    carry, given = 0.0, []
    for want in wanted[free].tolist():  # plain numbers: NumPy's, one by one, take ten times as long
        nearest = floor(want + 0.5)
        best = floor(want + carry + 0.5)
        count = max(min(max(best, nearest - REPAY_FRAMES), nearest + REPAY_FRAMES), MIN_FRAMES)
        given.append(count)
        carry += want - count
    frames[free] = given
    return _settle(frames, wanted, ~fixed)


def _settle(frames: Ints, wanted: NDArray[np.float64], free: NDArray[np.bool_]) -> Ints:
    """Move the sum over free tokens to within half a frame of the wanted sum."""
    if not free.any():
        return frames
    excess = frames - wanted
    debt = int(np.floor(excess[free].sum() + 0.5))
    step = 1 if debt > 0 else -1
    for _ in range(abs(debt)):
        open_ = free & (frames > MIN_FRAMES) if step > 0 else free
        if not open_.any():
            break
        place = int(np.argmax(np.where(open_, step * excess, -np.inf)))
        frames[place] -= step
        excess[place] -= step
    return frames


def regulate(features: Floats, durations: Ints) -> Floats:
    """Repeat each token's features for as many frames as it lasts.

    Args:
        features: float32[C, T].
        durations: int64[T] frames, at least 0.

    Returns:
        float32[C, sum(durations)], C-contiguous.

    Raises:
        ValueError: shapes do not fit or a duration is negative.
    """
    if features.ndim != 2 or durations.shape != features.shape[1:]:
        raise ValueError(f"features {features.shape} do not fit durations {durations.shape}")
    if (durations < 0).any():
        raise ValueError("durations must be at least 0")
    return np.repeat(features, durations, axis=1)
