"""How strongly the emotion is felt at each moment of a line.

The envelope multiplies the deltas. Its slope is bounded, because the contour
kernel's promise about neighbouring F0 values includes the ramp's slope.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.emotion.knobs import check_direction
from engine.errors import InputError
from engine.values import Direction, Floats, Keyframe, readonly

BUILD_UP: Final = (0.85, 1.15)
"""Strength at the first and last word of a line without ramp or keyframes.

RAVDESS: the first quarter holds 0.74-0.96 of the mean F0 offset, the last
1.10-1.52, and half of it is there within 0.25 s: emotion starts almost at once
and grows a little.
"""

MAX_SLOPE: Final = 6.0
"""Strength per second. 0 to 1.5 in a quarter of a second, the half-rise time of
acted speech; steeper jumps between keyframes are smoothed to it."""


def strengths(
    direction: Direction,
    word_times: tuple[tuple[float, float], ...],
    curve_times: ArrayLike,
) -> Floats:
    """Return the share of the emotion at each curve value.

    Args:
        direction: its ``keyframes`` if there are any, else its ``ramp``.
        word_times: start and end of each word, seconds, in order.
        curve_times: float[n] seconds, non-decreasing.

    Returns:
        float32[n] >= 0, read-only. With ramp 0 it grows evenly from 0.85 at the
        start of the first word to 1.15 at the end of the last (mean 1.0). A
        ramp r starts at ``0.85*(1-r)`` and joins that line after the share r of
        the time, so r = 1 starts from nothing and arrives at the end. Keyframes
        are met at their words' starts, with straight lines between, and held
        before the first and after the last; of two on one word the later in the
        tuple counts. No slope exceeds ``MAX_SLOPE`` per second: where keyframes
        ask for more they are met only as far as that allows.

    Raises:
        InputError: ``knob-out-of-range``; ``keyframe-off-text`` for a word the
            line does not have.
    """
    check_direction(direction)
    times = np.asarray(curve_times, dtype=np.float64)
    if direction.keyframes:
        _check_words(direction.keyframes, len(word_times))
        values = _limited(_between_keyframes(direction.keyframes, word_times, times), times)
    elif not word_times or not times.size:
        values = np.ones_like(times)
    else:
        values = _limited(_built_up(direction.ramp, word_times, times), times)
    result = values.astype(np.float32)
    readonly(result)
    return result


def _check_words(keyframes: tuple[Keyframe, ...], words: int) -> None:
    for keyframe in keyframes:
        if not 0 <= keyframe.word < words:
            raise InputError(
                "keyframe-off-text",
                subject="setting",
                detail=f"word {keyframe.word}",
                hint=f"0..{words - 1}",
            )


def _built_up(
    ramp: float, word_times: tuple[tuple[float, float], ...], times: NDArray[np.float64]
) -> NDArray[np.float64]:
    first, last = word_times[0][0], word_times[-1][1]
    start, end = BUILD_UP
    at = np.clip((times - first) / max(last - first, 1e-9), 0.0, 1.0)
    natural = start + (end - start) * at
    if ramp == 0.0:
        return natural
    joined = start + (end - start) * ramp
    onset = start * (1.0 - ramp)
    return np.where(at < ramp, onset + (joined - onset) * at / ramp, natural)


def _between_keyframes(
    keyframes: tuple[Keyframe, ...],
    word_times: tuple[tuple[float, float], ...],
    times: NDArray[np.float64],
) -> NDArray[np.float64]:
    knots = {word_times[k.word][0]: k.strength for k in sorted(keyframes, key=lambda k: k.word)}
    starts = sorted(knots)
    return np.interp(times, starts, [knots[t] for t in starts])


def _limited(values: NDArray[np.float64], times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of the largest curve below and the smallest above within the slope.

    Both envelopes have slopes of at most ``MAX_SLOPE``, so their mean has too;
    a curve that keeps to it is returned unchanged.
    """
    run = MAX_SLOPE * times
    below = np.minimum(
        np.minimum.accumulate(values - run) + run,
        np.minimum.accumulate((values + run)[::-1])[::-1] - run,
    )
    above = np.maximum(
        np.maximum.accumulate(values + run) - run,
        np.maximum.accumulate((values - run)[::-1])[::-1] + run,
    )
    return 0.5 * (below + above)
