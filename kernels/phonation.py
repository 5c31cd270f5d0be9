"""Voice quality on the waveform: breath beside the voice, and a whisper in its place.

Everything works on one decode unit, keeps its length and moves no phase of what stays.
Noise is a hash of the sample's number in the line, so a unit sounds the same whenever,
wherever and in whatever order it is made.

A curve value stands at the middle of its hop (12.5 ms), as in ``kernels.waveform``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernels.waveform import CURVE_S

Floats = NDArray[np.float32]
_Wide = NDArray[np.float64]

BREATH_FROM_HZ = 1500.0
BREATH_FULL_HZ = 2500.0
"""Hz between which breath sets in: the noise of air through an open glottis shows over the
harmonics above about 2 kHz (Klatt and Klatt, J. Acoust. Soc. Am. 87 (1990) 820)."""

BREATH_FALLS_DB = 6.0
"""Fall of the noise above ``BREATH_FULL_HZ``, dB an octave: flat at the glottis, it leaves
the mouth through the same falling formants as the voice does. Judged."""

BREATH_SOFTENS = 0.5
"""Share of the harmonics up there that gives way at full breath, 6 dB: vocal folds that do
not close make a smoother pulse with weak upper harmonics (ibid.)."""

BREATH_GAIN = 0.6
"""Amplitude of full breath against the harmonics it stands beside, above
``BREATH_FULL_HZ``: with 6 dB of these gone, noise leads by 2 dB there and the level as a
whole is 2 dB lower. At 1.0 a speaker embedding moves as far as to another person
(``docs/voice_quality.md``)."""

BREATH_ENVELOPE_S = 0.002
"""Seconds over which the envelope of the harmonics is taken: under a pitch period, so that
the noise comes in puffs with the voice. Steady noise would be heard as a second source
beside it (Hermes, J. Speech Hear. Res. 34 (1991) 497)."""

BREATH_TAPS = 127
"""Length of the band's filter at 24 kHz: 5.3 ms, enough for an edge one octave wide."""

WHISPER_FRAME = 512
WHISPER_HOP = 128
"""Samples at 24 kHz: 21 ms each 5.3 ms, the stretch over which the mouth stands still."""

WHISPER_LEVEL_S = 0.04
WHISPER_MOST = 4.0
"""Seconds over which a whisper's power is that of the voice, and the most it is raised for
that (power; 6 dB): noise that happened to be weak may be, silence may not become loud."""

WHISPER_GATE_S = 0.008
"""Seconds over which a whisper is at most ``WHISPER_MOST`` over the voice: a frame is longer
than the closure of a plosive, and would fill it."""

WHISPER_LIFTER_S = 0.0012
"""Seconds of the cepstrum that are kept: formants stay, and the pitch of every voice up to
500 Hz (2 ms) is gone."""

WHISPER_RISE_DB = 5.0
WHISPER_RISE_HZ = (300.0, 3000.0)
"""Slope of a whisper's source over that of the voice, dB an octave, and between which Hz:
a voice's source falls by 12 dB an octave and air's is nearly flat, of which the weak first
harmonics of real mouths, open to the windpipe, leave about half. Judged."""

WHISPER_DROP_DB = 9.0
"""How much softer a whole whisper is than the voice it takes the place of: with the rise of
its source its upper half is then about as loud as the voice's was. Judged; whispers of real
talkers are softer still (15-20 dB), which a direction asks for as level."""

_HASH_FACTORS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_GOLDEN = 0x9E3779B97F4A7C15
_FLOOR = 1e-12
"""Power added before a logarithm or a division: -120 dB, under any voice."""


def breathe(audio: Floats, breath: Floats, rate: int, *, at: int = 0) -> Floats:
    """Put breath beside a voice.

    Above ``BREATH_FULL_HZ`` the voice gives way by ``BREATH_SOFTENS`` times the breath, and
    noise with the envelope of what was there comes in with an amplitude of ``BREATH_GAIN``
    times the breath.

    Args:
        audio: float32[n] samples.
        breath: float32[m] 0..1, one value each ``CURVE_S``, m = ceil(n / hop).
        rate: Hz, a multiple of 80 so that a hop is whole.
        at: number of the first sample in its line, at least 0.

    Returns:
        float32[n]; the input bit for bit where breath is 0 throughout.

    Raises:
        ValueError: the curve does not fit the audio or leaves 0..1.
    """
    share = _shares(breath, audio.size, rate)
    if share is None:
        return audio.copy()
    wide = audio.astype(np.float64)
    taps = _band(rate)
    upper = _filtered(wide, taps)
    width = max(1, round(BREATH_ENVELOPE_S * rate))
    window = np.hanning(width + 2)[1:-1]
    power = np.convolve(upper**2, window / window.sum(), mode="same")
    half = taps.size // 2
    colour = _band(rate, BREATH_FALLS_DB)
    air = _filtered(_noise(at - half, audio.size + 2 * half), colour)[half : half + audio.size]
    air *= np.sqrt(np.maximum(power, 0.0) / (colour @ colour))
    out = wide + share * (BREATH_GAIN * air - BREATH_SOFTENS * upper)
    return out.astype(np.float32)


def whisper(audio: Floats, share: Floats, rate: int, *, at: int = 0) -> Floats:
    """Put a whisper in the place of a voice.

    Each stretch of ``WHISPER_FRAME`` becomes noise under the stretch's own formants, with a
    flatter source (``WHISPER_RISE_DB``) and the same power. With s the share, the mixture is
    ``cos(pi s / 2)`` of the voice and ``sin(pi s / 2)`` of the whisper, ``WHISPER_DROP_DB``
    softer, brought back to the voice's own level: the two are not alike, so their powers
    add. ``whisper_level_db`` is what that took back, for a gain to give.

    Args:
        audio: float32[n] samples.
        share: float32[m] 0..1, one value each ``CURVE_S``, m = ceil(n / hop): 0 leaves the
            voice as it is, 1 leaves nothing of it.
        rate: Hz, a multiple of 80 so that a hop is whole.
        at: number of the first sample in its line, at least 0.

    Returns:
        float32[n]; the input bit for bit where the share is 0 throughout.

    Raises:
        ValueError: the curve does not fit the audio or leaves 0..1.
    """
    wanted = _shares(share, audio.size, rate)
    if wanted is None:
        return audio.copy()
    wide = audio.astype(np.float64)
    voice, air = _parts(wanted)
    scale = 1.0 / np.sqrt(voice**2 + air**2)
    return (scale * (voice * wide + air * _whispered(wide, rate, at))).astype(np.float32)


def whisper_level_db(share: Floats) -> _Wide:
    """Return how much softer a voice is for the share of it that is whispered, float64[m] dB.

    0 for none, ``-WHISPER_DROP_DB`` for all of it.
    """
    voice, air = _parts(share.astype(np.float64))
    found: _Wide = np.where(share > 0, 10.0 * np.log10(voice**2 + air**2), 0.0)
    return found


def _parts(share: _Wide) -> tuple[_Wide, _Wide]:
    """Return the amplitudes of voice and whisper for a share."""
    turn = 0.5 * np.pi * share
    return np.cos(turn), np.sin(turn) * 10.0 ** (-WHISPER_DROP_DB / 20.0)


def _shares(curve: Floats, size: int, rate: int) -> _Wide | None:
    """Return the curve at each sample, float64[size]; None if it is 0 throughout."""
    hop = round(rate * CURVE_S)
    if rate <= 0 or hop != rate * CURVE_S:
        raise ValueError(f"a rate of {rate} Hz has no whole hop of 12.5 ms")
    need = -(-size // hop)
    if curve.shape != (need,):
        raise ValueError(f"{size} samples need {need} values, got {curve.shape}")
    if not ((curve >= 0).all() and (curve <= 1).all()):
        raise ValueError("shares must lie within 0..1")
    if not curve.any():
        return None
    middles = np.arange(need) * hop + (hop - 1) / 2.0
    found: _Wide = np.interp(np.arange(size, dtype=np.float64), middles, curve.astype(np.float64))
    return found


def _band(rate: int, falls_db: float = 0.0) -> _Wide:
    """Symmetric high-pass filter, float64[taps]: 0 below the band of breath, 1 above.

    From ``BREATH_FULL_HZ`` on it falls by ``falls_db`` an octave.
    """
    count = 2 * round(BREATH_TAPS * rate / 24_000 / 2) + 1
    size = 1 << (4 * count).bit_length()
    hertz = np.arange(size // 2 + 1, dtype=np.float64) * (rate / size)
    octaves = np.log2(np.maximum(hertz, 1.0) / BREATH_FROM_HZ)
    rise = np.clip(octaves / np.log2(BREATH_FULL_HZ / BREATH_FROM_HZ), 0.0, 1.0)
    fall = np.maximum(np.log2(np.maximum(hertz, 1.0) / BREATH_FULL_HZ), 0.0)
    response = (0.5 - 0.5 * np.cos(np.pi * rise)) * 10.0 ** (-falls_db * fall / 20.0)
    pulse = np.fft.fftshift(np.fft.irfft(response))
    first = pulse.size // 2 - count // 2
    taps: _Wide = pulse[first : first + count] * np.hanning(count + 2)[1:-1]
    return taps


def _filtered(audio: _Wide, taps: _Wide) -> _Wide:
    half = taps.size // 2
    return np.convolve(audio, taps)[half : half + audio.size]


def _noise(first: int, count: int) -> _Wide:
    """Return white noise of power 1 for samples ``first``.. of a line, float64[count].

    Uniform, from the finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014; public
    domain) over the sample's number: the same on every machine and in every version.
    """
    state = (np.arange(count, dtype=np.int64) + first).astype(np.uint64) + np.uint64(1)
    state *= np.uint64(_GOLDEN)
    for shift, factor in _HASH_FACTORS:
        state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
    state ^= state >> np.uint64(31)
    uniform = (state >> np.uint64(11)).astype(np.float64) * 2.0**-52 - 1.0
    noise: _Wide = uniform * np.sqrt(3.0)
    return noise


def _whispered(audio: _Wide, rate: int, at: int) -> _Wide:
    """Return the audio with noise for its source, float64[n], of the same power."""
    size = 2 * round(WHISPER_FRAME * rate / 24_000 / 2)
    hop = round(WHISPER_HOP * rate / 24_000)
    window = np.hanning(size + 1)[:-1]
    frames = -(-(audio.size + size) // hop)
    room = (frames - 1) * hop + size
    padded = np.pad(audio, (size, max(room - audio.size - size, 0)))[:room]
    source = _noise(at - size, room)
    starts = np.arange(frames) * hop
    places = starts[:, None] + np.arange(size)
    spectra = np.fft.rfft(padded[places] * window)
    air = np.fft.rfft(source[places] * window)
    frame = np.fft.irfft(air * _envelopes(spectra, rate), size)
    wanted = (padded[places] ** 2 * window**2).sum(axis=1)
    got = (frame**2 * window**2).sum(axis=1)
    frame *= (np.sqrt(wanted / (got + _FLOOR)))[:, None] * window
    out, weight = np.zeros(room), np.zeros(room)
    for number, start in enumerate(starts):
        out[start : start + size] += frame[number]
        weight[start : start + size] += window**2
    made = (out / np.maximum(weight, 0.1))[size : size + audio.size]
    level = _power(audio, WHISPER_LEVEL_S, rate) / (_power(made, WHISPER_LEVEL_S, rate) + _FLOOR)
    made *= np.sqrt(np.minimum(level, WHISPER_MOST))
    short = _power(audio, WHISPER_GATE_S, rate) / (_power(made, WHISPER_GATE_S, rate) + _FLOOR)
    result: _Wide = made * np.sqrt(np.minimum(WHISPER_MOST * short, 1.0))
    return result


def _power(audio: _Wide, seconds: float, rate: int) -> _Wide:
    """Return the mean power in a window of some length around each sample, float64[n]."""
    window = np.hanning(2 * round(seconds * rate / 2) + 1)
    return np.convolve(audio**2, window / window.sum(), mode="same")


def _envelopes(spectra: NDArray[np.complex128], rate: int) -> _Wide:
    """Return the formants of each frame's spectrum under a whisper's source, float64."""
    logs = np.log(np.abs(spectra) ** 2 + _FLOOR)
    cepstra = np.fft.irfft(logs)
    kept = round(WHISPER_LIFTER_S * rate)
    cepstra[:, kept + 1 : cepstra.shape[1] - kept] = 0.0
    smooth = np.fft.rfft(cepstra).real
    hertz = np.fft.rfftfreq(2 * (spectra.shape[1] - 1), 1.0 / rate)
    low, high = WHISPER_RISE_HZ
    octaves = np.log2(np.clip(hertz, low, high) / low)
    rise = octaves * (WHISPER_RISE_DB / 10.0 * np.log(10.0))
    below = np.minimum(np.log2(np.maximum(hertz, 20.0) / low), 0.0)  # no hum under the formants
    result: _Wide = np.exp(0.5 * (smooth + rise + 2.0 * below * np.log(10.0)))
    return result
