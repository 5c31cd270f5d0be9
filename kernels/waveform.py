"""The finished waveform: gain, spectral tilt, limiter, edges, silences, 16 bit.

Everything works on one decode unit alone, keeps its length (but for the
silences asked for) and returns a new float32 array. Filters are symmetric in
time, so they move no phase: versions of different tilt can be mixed sample by
sample without cancelling, and each output sample is a weighted sum of its
neighbours, one thread each.

A curve value stands at the middle of its hop (12.5 ms).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_Wide = NDArray[np.float64]

CEILING = 0.8913
"""Sample peak, -1 dBFS: room for what resampling and lossy formats add."""

CURVE_S = 0.0125
"""Seconds between two values of a gain or tilt curve."""

TILT_LIMIT_DB = 8.0
"""Tilts beyond this are held: the knobs ask for -4..+6."""

TILT_GRID_DB = 1.0
"""Filters are made for tilts this far apart and mixed in between."""

TILT_TAPS = 255
"""Length of a tilt filter at 24 kHz: 10.6 ms, fine enough for the step at 1 kHz."""

TILT_LOW_HZ = 900.0
TILT_HIGH_HZ = 1111.0
"""Hz between which the shelf rises; the alpha ratio splits at 1 kHz."""

TILT_AIR_HZ = (5000.0, 7500.0)
TILT_AIR_SHARE = 0.5
"""Above the alpha ratio's upper edge the shelf falls back to this share of the
tilt: vocal effort moves the hiss of sibilants less than it moves vowels."""

LOOK_S = 0.015
"""Seconds the limiter looks ahead and holds: longer than a pitch period of
67 Hz, so the gain rides over periods instead of distorting each."""

SPLICE_FADE_S = 0.008
"""Seconds of fade on either side of a spliced silence."""

SPEECH_BANDS_HZ = (
    100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000,
    1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000,
)  # fmt: skip
SPEECH_BANDS_DB = (
    54.4, 57.7, 56.8, 60.2, 60.3, 59.0, 62.1, 62.1, 60.5, 56.8, 53.7,
    53.0, 52.0, 48.7, 48.1, 46.8, 45.6, 44.5, 44.3, 43.7, 43.4,
)  # fmt: skip
"""Long-term average speech spectrum in third octaves, both sexes: Byrne et al.,
J. Acoust. Soc. Am. 96 (1994) 2108. The shelf is calibrated on it."""


def shape(audio: Floats, gain_db: Floats, tilt_db: Floats, rate: int) -> Floats:
    """Apply a gain curve and a spectral-tilt curve.

    The tilt is the change of the alpha ratio (power in 1-5 kHz over power in
    50-1000 Hz) of average speech, made by a shelf that leaves the overall
    power of average speech where it was. Measured on sentences of the real
    voice it lands within 0.5 dB over -4..+6; on a short phrase whose strongest
    harmonics lie at 1 kHz itself it may be 0.7 dB off.

    Args:
        audio: float32[n] samples.
        gain_db: float32[m] dB, one value each ``CURVE_S``, m = ceil(n / hop).
        tilt_db: float32[m] dB, held to +-``TILT_LIMIT_DB``.
        rate: Hz, a multiple of 80 so that a hop is whole.

    Returns:
        float32[n]. Where both curves are zero, the input bit for bit.

    Raises:
        ValueError: the curves do not fit the audio or hold no numbers.
    """
    hop = _hop(rate)
    need = -(-audio.size // hop)
    if gain_db.shape != (need,) or tilt_db.shape != (need,):
        raise ValueError(f"{audio.size} samples need {need} values, got {gain_db.shape}")
    if not (np.isfinite(gain_db).all() and np.isfinite(tilt_db).all()):
        raise ValueError("gain and tilt must be finite")
    if not gain_db.any() and not tilt_db.any():
        return audio.copy()
    wide = _tilted(audio.astype(np.float64), tilt_db, hop, rate)
    if gain_db.any():
        wide = wide * 10.0 ** (_per_sample(gain_db, audio.size, hop) / 20.0)
    return wide.astype(np.float32)


def _hop(rate: int) -> int:
    hop = round(rate * CURVE_S)
    if rate <= 0 or hop != rate * CURVE_S:
        raise ValueError(f"a rate of {rate} Hz has no whole hop of 12.5 ms")
    return hop


def _per_sample(curve: Floats, size: int, hop: int) -> _Wide:
    """Linear between the middles of the hops, held beyond the first and last."""
    at = np.arange(size, dtype=np.float64)
    middles = np.arange(curve.size) * hop + (hop - 1) / 2.0
    return np.interp(at, middles, curve.astype(np.float64))


def _tilted(audio: _Wide, tilt_db: Floats, hop: int, rate: int) -> _Wide:
    """Mix the outputs of the two filters whose tilts enclose each sample's own."""
    if not tilt_db.any():
        return audio
    limit = TILT_LIMIT_DB
    place = np.clip(_per_sample(tilt_db, audio.size, hop), -limit, limit) / TILT_GRID_DB
    low = np.floor(place)
    blend = place - low
    out = np.zeros_like(audio)
    for step in range(int(low.min()), int(low.max()) + 2):
        share = np.where(low == step, 1.0 - blend, np.where(low == step - 1, blend, 0.0))
        if share.any():
            out += share * _filtered(audio, tilt_filter(step * TILT_GRID_DB, rate))
    return out


def _filtered(audio: _Wide, taps: _Wide) -> _Wide:
    if taps.size == 1:
        return audio
    half = taps.size // 2
    return np.convolve(audio, taps)[half : half + audio.size]


def tilt_filter(tilt_db: float, rate: int) -> _Wide:
    """Symmetric filter that changes the alpha ratio of average speech by ``tilt_db``.

    Designed by frequency sampling under a Hann window; shelf height and
    overall gain are then solved on ``SPEECH_BANDS_DB`` so that the windowed
    filter itself meets the tilt and leaves the power of speech unchanged.

    Args:
        tilt_db: dB.
        rate: Hz.

    Returns:
        float64[taps], odd length; a single 1.0 for a tilt of zero.
    """
    if tilt_db == 0.0:
        return np.ones(1)
    count = 2 * round(TILT_TAPS * rate / 24_000 / 2) + 1
    size = 1 << (4 * count).bit_length()
    hertz = np.arange(size // 2 + 1, dtype=np.float64) * (rate / size)
    power = _speech_power(hertz)
    height = tilt_db
    for _ in range(4):  # the response is nearly linear in height: 4 rounds settle to 0.01 dB
        taps = _windowed(10.0 ** (height * _shelf(hertz) / 20.0), count)
        weighted = power * np.abs(np.fft.rfft(taps, size)) ** 2
        height += tilt_db - (_alpha(hertz, weighted) - _alpha(hertz, power))
    heard: _Wide = taps / np.sqrt(weighted.sum() / power.sum())
    return heard


def _shelf(hertz: _Wide) -> _Wide:
    """0 below the step, 1 above it, ``TILT_AIR_SHARE`` in the air band."""
    octaves = np.log2(np.maximum(hertz, 1.0))

    def rise(first: float, last: float) -> _Wide:
        share = np.clip((octaves - np.log2(first)) / np.log2(last / first), 0.0, 1.0)
        raised: _Wide = 0.5 - 0.5 * np.cos(np.pi * share)
        return raised

    return rise(TILT_LOW_HZ, TILT_HIGH_HZ) - (1.0 - TILT_AIR_SHARE) * rise(*TILT_AIR_HZ)


def _windowed(response: _Wide, count: int) -> _Wide:
    pulse = np.fft.fftshift(np.fft.irfft(response))
    first = pulse.size // 2 - count // 2
    taps: _Wide = pulse[first : first + count] * np.hanning(count + 2)[1:-1]
    return taps


def _speech_power(hertz: _Wide) -> _Wide:
    """Power density of average speech: band level less its width, joined in log f."""
    bands = np.array(SPEECH_BANDS_HZ, dtype=np.float64)
    density = np.array(SPEECH_BANDS_DB) - 10.0 * np.log10(bands)
    level = np.interp(np.log(np.maximum(hertz, 1.0)), np.log(bands), density)
    return np.where(hertz < 50.0, 0.0, 10.0 ** (level / 10.0))


def _alpha(hertz: _Wide, power: _Wide) -> float:
    low = power[(hertz >= 50.0) & (hertz < 1000.0)].sum()
    high = power[(hertz >= 1000.0) & (hertz <= 5000.0)].sum()
    return float(10.0 * np.log10(high / low))


def limit(audio: Floats, ceiling: float = CEILING, *, rate: int = 24_000) -> Floats:
    """Hold the peaks at the ceiling with a gain that moves smoothly.

    The gain each sample needs is spread over ``LOOK_S`` to both sides (the
    least of them wins) and averaged with a raised-cosine window of the same
    length; an average of gains that are each low enough is low enough.

    Args:
        audio: float32[n], finite.
        ceiling: largest absolute value allowed, above 0.
        rate: Hz.

    Returns:
        float32[n] within +-ceiling; bit-identical if nothing exceeds it, and
        wherever no peak is within twice ``LOOK_S``.

    Raises:
        ValueError: the audio is not finite or the ceiling not above 0.
    """
    if not ceiling > 0:
        raise ValueError(f"ceiling must be above 0, got {ceiling}")
    if not np.isfinite(audio).all():
        raise ValueError("audio must be finite")
    peak = np.abs(audio.astype(np.float64))
    if not (peak > ceiling).any():
        return audio.copy()
    need = np.minimum(1.0, ceiling / np.maximum(peak, ceiling))
    half = round(LOOK_S * rate)
    held = _sliding_min(need, half)
    window = np.hanning(2 * half + 3)[1:-1]
    gain = np.convolve(np.pad(held, half, mode="edge"), window / window.sum(), mode="valid")
    gain = np.where(_sliding_min(held, half) == 1.0, 1.0, np.minimum(gain, need))
    top = np.float32(ceiling)
    top = top if float(top) <= ceiling else np.nextafter(top, np.float32(0))
    return np.clip((audio * gain).astype(np.float32), -top, top)


def _sliding_min(values: _Wide, half: int) -> _Wide:
    """Least value within ``half`` samples to both sides, by doubling windows."""
    width = 2 * half + 1
    least = np.pad(values, half, mode="edge")
    span = 1
    while span * 2 <= width:
        least = np.minimum(least[: least.size - span], least[span:])
        span *= 2
    rest = width - span
    return np.minimum(least[: least.size - rest], least[rest:]) if rest else least


def fade_edges(audio: Floats, samples: int) -> Floats:
    """Raise the first and lower the last samples with half a cosine.

    Args:
        audio: float32[n].
        samples: length of each fade; at most half the audio is used.

    Returns:
        float32[n]; its first and last sample are near 0.

    Raises:
        ValueError: ``samples`` is negative.
    """
    if samples < 0:
        raise ValueError("samples must be at least 0")
    out = audio.copy()
    _fade_in(out, 0, min(samples, audio.size // 2))
    _fade_out(out, audio.size, min(samples, audio.size // 2))
    return out


def _rise(samples: int) -> Floats:
    """float32[samples] half a cosine, strictly between 0 and 1."""
    share = (np.arange(samples) + 0.5) / max(samples, 1)
    return (0.5 - 0.5 * np.cos(np.pi * share)).astype(np.float32)


def _fade_in(audio: Floats, at: int, samples: int) -> None:
    audio[at : at + samples] *= _rise(samples)


def _fade_out(audio: Floats, at: int, samples: int) -> None:
    audio[at - samples : at] *= _rise(samples)[::-1]


def splice_silences(
    audio: Floats, silences: Sequence[tuple[int, int]], *, rate: int = 24_000
) -> Floats:
    """Insert exact silences, with a short fade on either side of each.

    Args:
        audio: float32[n].
        silences: ``(sample, length)`` in rising order of sample: position in
            ``audio`` before which ``length`` zero samples go. A length of 0
            changes nothing.
        rate: Hz, for the length of the fades.

    Returns:
        float32[n + sum of lengths].

    Raises:
        ValueError: a position is outside the audio or out of order, or a
            length is negative.
    """
    real = [(at, length) for at, length in silences if length]
    places = [0, *(at for at, _ in real), audio.size]
    if any(b < a for a, b in itertools.pairwise(places)):
        raise ValueError(f"positions must rise within 0..{audio.size}: {places[1:-1]}")
    if any(length < 0 for _, length in silences):
        raise ValueError("a silence cannot be negative")
    fade = round(SPLICE_FADE_S * rate)
    parts: list[Floats] = []
    for number, (first, last) in enumerate(itertools.pairwise(places)):
        part = audio[first:last].copy()
        room = min(fade, part.size // 2)
        if number > 0:
            _fade_in(part, 0, room)
            parts.append(np.zeros(real[number - 1][1], np.float32))
        if number < len(real):
            _fade_out(part, part.size, room)
        parts.append(part)
    return np.concatenate(parts)


def to_pcm16(audio: Floats) -> NDArray[np.int16]:
    """Round to 16-bit integers; what lies outside -1..1 is held, never wrapped.

    No dither: the decoder's own floor (about -80 dB) covers the last bit, and a
    silence that was asked for stays digital silence. Same audio, same bytes.

    Args:
        audio: float32[n]; full scale is 1.

    Returns:
        int16[n] within -32767..32767.

    Raises:
        ValueError: the audio is not finite.
    """
    if not np.isfinite(audio).all():
        raise ValueError("audio must be finite")
    held = np.clip(audio, np.float32(-1), np.float32(1))
    whole: NDArray[np.int16] = np.rint(held * np.float32(32767)).astype(np.int16)
    return whole
