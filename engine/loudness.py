"""How loud a sound is to a listener: integrated loudness, in LUFS.

ITU-R BS.1770-4, Annex 1: a shelf and a high pass (the K weighting), mean squares over
400 ms with 75 % overlap, gated at -70 LUFS and at 10 LU under the mean. The filters'
analogue forms, from which they follow for any rate, are those of B. De Man, "Evaluation
of implementations of the EBU R128 loudness measurement" (AES 145, 2018).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engine.values import SAMPLE_RATE, Floats

SILENCE_LUFS = -70.0
"""The absolute gate: quieter than this counts as silence."""

_RELATIVE_LU = 10.0
_BLOCK_S = 0.4
_HOP_S = 0.1
_OFFSET_DB = -0.691
"""So that a full-scale sine of 997 Hz in one channel reads -3.01 LUFS."""


def loudness(audio: Floats, rate: int = SAMPLE_RATE) -> float:
    """The integrated loudness of a sound.

    Args:
        audio: float32[n], one channel, within -1..1.
        rate: samples a second.

    Returns:
        LUFS, at least ``SILENCE_LUFS``. A sound of under 400 ms is one block.
    """
    if not audio.size:
        return SILENCE_LUFS
    return gated(_blocks(_weighted(audio, rate), rate))


def gated(powers: NDArray[np.float64]) -> float:
    """The integrated loudness of blocks of 400 ms, in LUFS, at least ``SILENCE_LUFS``.

    Args:
        powers: float64[n], the mean square of each block of the weighted sound.
    """
    heard = powers[_lufs(powers) > SILENCE_LUFS]
    if not heard.size:
        return SILENCE_LUFS
    gate = float(_lufs(heard.mean())) - _RELATIVE_LU
    return float(_lufs(heard[_lufs(heard) > gate].mean()))


def _lufs(power: NDArray[np.float64] | np.float64) -> NDArray[np.float64]:
    return np.asarray(_OFFSET_DB + 10.0 * np.log10(np.maximum(power, 1e-12)))


def _blocks(weighted: NDArray[np.float64], rate: int) -> NDArray[np.float64]:
    """Mean square of each block of 400 ms."""
    size, hop = round(_BLOCK_S * rate), round(_HOP_S * rate)
    if weighted.size <= size:
        return np.array([np.mean(weighted**2)])
    sums = np.concatenate(([0.0], np.cumsum(weighted**2)))
    starts = np.arange(0, weighted.size - size + 1, hop)
    return (sums[starts + size] - sums[starts]) / size


def _weighted(audio: Floats, rate: int) -> NDArray[np.float64]:
    """The sound through both filters, by their frequency response.

    Room of half a second at least behind the sound holds what of them rings on. Its length is
    whole seconds: a transform is ten times as slow where a large prime divides its length.
    """
    size = -(-(audio.size + rate // 2) // rate) * rate
    spectrum = np.fft.rfft(audio.astype(np.float64), size) * weighting(size, rate)
    return np.fft.irfft(spectrum, size)[: audio.size]


def weighting(size: int, rate: int) -> NDArray[np.complex128]:
    """Both filters' response, complex128[size // 2 + 1], at the frequencies of an ``rfft``."""
    z = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
    response = np.ones(z.size, np.complex128)
    for b, a in (_shelf(rate), _high_pass(rate)):
        response *= np.polyval(b[::-1], z) / np.polyval(a[::-1], z)
    return response


Biquad = tuple[list[float], list[float]]


def _shelf(rate: int) -> Biquad:
    """The head's effect: up to 4 dB more above 1.5 kHz."""
    gain = 10.0 ** (3.999843853973347 / 20.0)
    knee = gain**0.4996667741545416
    k, q = math.tan(math.pi * 1681.974450955533 / rate), 0.7071752369554196
    a0 = 1.0 + k / q + k * k
    b = [gain + knee * k / q + k * k, 2.0 * (k * k - gain), gain - knee * k / q + k * k]
    return [each / a0 for each in b], [1.0, 2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0]


def _high_pass(rate: int) -> Biquad:
    """Less below 100 Hz."""
    k, q = math.tan(math.pi * 38.13547087602444 / rate), 0.5003270373238773
    a0 = 1.0 + k / q + k * k
    return [1.0, -2.0, 1.0], [1.0, 2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0]
