"""A limiter that keeps true peaks under a ceiling and touches nothing else.

The gain each sample needs is found on the fourfold oversampled sound, held as a
minimum over a window either side and smoothed over the same window, so that it is
down before the peak comes and never higher than what the peak needs. Where nothing
is over the ceiling, samples pass unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import soxr

from engine.metering import OVERSAMPLING
from engine.values import Floats

WINDOW_S = 0.015
"""Either side of a peak: about three periods of a low voice, so that the gain does not
follow the wave itself, and short enough not to be heard as pumping. Judged."""
BLOCK_S = 5
MARGIN = 10 ** (-0.1 / 20)
"""The ceiling is undercut by 0.1 dB: the gain's own movement lies between the samples too."""


def limited(pieces: Iterable[Floats], ceiling_db: float, rate: int) -> Iterator[Floats]:
    """Pass a sound on with its true peaks under a ceiling.

    Args:
        pieces: float32[n] each, one channel; may exceed -1..1.
        ceiling_db: dB re full scale, below 0.
        rate: samples a second.

    Yields:
        float32 pieces, together as long as what came in.
    """
    ceiling = 10 ** (ceiling_db / 20) * MARGIN
    around, block = 3 * round(WINDOW_S * rate), BLOCK_S * rate
    held = np.zeros(around, np.float32)
    for piece in pieces:
        held = np.concatenate((held, piece))
        while held.size >= block + 2 * around:
            yield _block(held[: block + 2 * around], around, ceiling, rate)
            held = held[block:]
    if held.size > around:
        padded = np.concatenate((held, np.zeros(around, np.float32)))
        yield _block(padded, around, ceiling, rate)


def _block(whole: Floats, around: int, ceiling: float, rate: int) -> Floats:
    """The middle of ``whole``, limited; ``around`` samples either side are only looked at."""
    middle = whole[around : whole.size - around]
    if float(np.max(np.abs(whole), initial=0.0)) * 2.0 <= ceiling:
        return middle
    fine = np.abs(soxr.resample(whole, rate, OVERSAMPLING * rate))
    fine = np.resize(fine, whole.size * OVERSAMPLING).reshape(-1, OVERSAMPLING)
    peaks = np.maximum(fine.max(axis=1), np.abs(whole))
    if float(peaks.max()) <= ceiling:
        return middle
    need = np.minimum(1.0, ceiling / np.maximum(peaks, 1e-9))
    width = 2 * (around // 3) + 1
    gain = _mean(_least(need, width), width)
    return (middle * gain[around : whole.size - around]).astype(np.float32)


def _least(values: Floats, width: int) -> Floats:
    """The minimum over a centred window of odd ``width`` (van Herk, Gil and Werman)."""
    half, size = width // 2, values.size
    padded = np.ones(-(-(size + 2 * half) // width) * width, values.dtype)
    padded[half : half + size] = values
    rows = padded.reshape(-1, width)
    forward = np.minimum.accumulate(rows, axis=1).ravel()
    backward = np.minimum.accumulate(rows[:, ::-1], axis=1)[:, ::-1].ravel()
    return np.minimum(backward[:size], forward[width - 1 : width - 1 + size])


def _mean(values: Floats, width: int) -> Floats:
    """The mean over a centred window of odd ``width``; beyond the ends lies 1."""
    half = width // 2
    padded = np.concatenate((np.ones(half), values.astype(np.float64), np.ones(half)))
    sums = np.concatenate(([0.0], np.cumsum(padded)))
    return np.minimum(1.0, (sums[width:] - sums[:-width]) / width).astype(np.float32)
