"""What a finished sound really does: F0, level, pauses, and a line's figures.

The pitch comes from ``engine.pitch``; tests hold it against Praat. The line figures
follow the definitions of the corpus statistics the emotion targets were taken
from, so the two compare.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.pitch import track
from engine.runs import runs_of
from engine.values import CURVE_S, SAMPLE_RATE, Curves, Floats

HOP = round(CURVE_S * SAMPLE_RATE)
"""Samples between two values of a curve."""

FLOOR_DB = -90.0
"""dB; level given for silence, about the last bit of 16."""

LEVEL_HOPS = 3
"""Hops under the Hann window of the level: 37.5 ms, so single pitch periods
of a low voice do not show as ripple."""

SPEECH_BELOW_PEAK_DB = 35.0
SPEECH_ABOVE_NOISE_DB = 8.0
SPEECH_NEAREST_PEAK_DB = 15.0
"""A frame is active above max(noise + 8, peak - 35) dB, and never is more than
the loudest 15 dB asked for: the corpus statistics' rule."""

ISLAND_S = 0.04
"""Active islands shorter than this are clicks, not speech."""

PAUSE_S = 0.06
"""Shortest silent stretch shown as a pause on the curves."""

LINE_PAUSE_S = 0.15
"""Shortest silent stretch the line figures count as a pause."""

FINAL_FRAMES_S = 0.15
"""Voiced time at the end whose median is the final contour."""

SPECTRUM_S = 0.032
"""Hann window of the spectrum figures."""

QUIET_SHARE = 0.2
"""Share of the voiced frames, the quietest, that the spectrum leaves out."""

_NOISE_PERCENTILE = 5.0
"""Share of hops taken for noise: a line has at least that much rest at its ends."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Figures of one line, as defined for the corpus statistics.

    NaN where the sound holds too little to say (no voiced frame, no speech).
    """

    f0_median_st: float
    """Semitones re 100 Hz."""
    f0_sd_st: float
    slope_st_s: float
    """Least-squares line through the voiced frames."""
    final_st: float
    """Median of the last 150 ms of voiced frames less the median of all."""
    level_db: float
    """Energy mean of the active frames, dB re full scale."""
    alpha_db: float
    """Power in 1-5 kHz over 50-1000 Hz, voiced frames."""
    hammarberg_db: float
    """Strongest component of 0-2 kHz over strongest of 2-5 kHz, voiced frames."""
    speech_s: float
    """First to last active frame."""
    pauses: int
    """Silent stretches of at least 150 ms inside the speech."""
    pause_s: float
    """Their total."""


def measure(audio: Floats) -> Curves:
    """Measure F0, level and pauses on the plan's 12.5 ms grid.

    Value i describes the sound about the middle of samples ``300 i`` to
    ``300 (i + 1)``.

    Args:
        audio: float32[n] at 24 kHz.

    Returns:
        Curves with ceil(n / 300) read-only values.
    """
    wide = audio.astype(np.float64)
    level = _level(wide, LEVEL_HOPS)
    f0 = track(wide, HOP, SAMPLE_RATE)
    pauses = _pauses(_active(wide), PAUSE_S)
    for curve in (f0, level):
        curve.flags.writeable = False
    return Curves(f0=f0, level_db=level, pauses=pauses)


def _level(audio: NDArray[np.float64], hops: int) -> Floats:
    """RMS about the middle of each hop, dB re 1.0; Hann-weighted over several hops."""
    count = -(-audio.size // HOP)
    if count == 0:
        return np.zeros(0, np.float32)
    size = hops * HOP
    side = (size - HOP) // 2
    padded = np.pad(audio, (side, side + count * HOP - audio.size))
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::HOP]
    window = np.hanning(size + 2)[1:-1] if hops > 1 else np.ones(size)
    power = (frames * frames) @ (window / window.sum())
    least = 10.0 ** (FLOOR_DB / 10.0)
    level: Floats = (10.0 * np.log10(np.maximum(power, least))).astype(np.float32)
    return level


def _active(audio: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Hops that are speech, islands under 40 ms dropped.

    Decided on each hop's own power: the smoother level of the curves would
    lengthen speech into every pause by its window.
    """
    level = _level(audio, 1)
    if level.size == 0 or level.max() <= FLOOR_DB:
        return np.zeros(level.size, np.bool_)
    peak, noise = float(level.max()), float(np.percentile(level, _NOISE_PERCENTILE))
    bar = max(noise + SPEECH_ABOVE_NOISE_DB, peak - SPEECH_BELOW_PEAK_DB)
    active = level > min(bar, peak - SPEECH_NEAREST_PEAK_DB)
    for first, last in runs_of(active):
        if (last - first) * CURVE_S < ISLAND_S:
            active[first:last] = False
    return active


def _pauses(active: NDArray[np.bool_], least_s: float) -> tuple[tuple[float, float], ...]:
    """Silent stretches between active ones, seconds, at least ``least_s`` long."""
    runs = runs_of(active)
    gaps = [(a[1] * CURVE_S, b[0] * CURVE_S) for a, b in itertools.pairwise(runs)]
    return tuple((start, end) for start, end in gaps if end - start >= least_s - 1e-9)


def summarise(audio: Floats, curves: Curves) -> Measures:
    """Reduce a line to the figures the emotion targets are stated in.

    Args:
        audio: float32[n] at 24 kHz.
        curves: what ``measure`` gave for it.

    Returns:
        Measures.
    """
    active = _active(audio.astype(np.float64))
    runs = runs_of(active)
    pauses = _pauses(active, LINE_PAUSE_S)
    power = 10.0 ** (curves.level_db[active].astype(np.float64) / 10.0)
    voiced = (curves.f0 > 0) & active
    median, spread, slope, final = _pitch_figures(curves.f0, voiced)
    alpha, hammarberg = _spectrum_figures(audio, curves.level_db, voiced)
    return Measures(
        f0_median_st=median,
        f0_sd_st=spread,
        slope_st_s=slope,
        final_st=final,
        level_db=10.0 * float(np.log10(power.mean())) if power.size else float("nan"),
        alpha_db=alpha,
        hammarberg_db=hammarberg,
        speech_s=(runs[-1][1] - runs[0][0]) * CURVE_S if runs else 0.0,
        pauses=len(pauses),
        pause_s=sum(end - start for start, end in pauses),
    )


def _pitch_figures(f0: Floats, voiced: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    """Median, SD, slope and final contour in semitones; NaN without two frames."""
    places = np.flatnonzero(voiced)
    if places.size < 2:
        return (float("nan"),) * 4
    pitch = 12.0 * np.log2(f0[places].astype(np.float64) / 100.0)
    median = float(np.median(pitch))
    slope = float(np.polyfit(places * CURVE_S, pitch, 1)[0])
    final = float(np.median(pitch[-round(FINAL_FRAMES_S / CURVE_S) :])) - median
    return median, float(pitch.std()), slope, final


def _spectrum_figures(
    audio: Floats, level: Floats, voiced: NDArray[np.bool_]
) -> tuple[float, float]:
    """Alpha ratio and Hammarberg index of the louder voiced frames, dB."""
    places = np.flatnonzero(voiced)
    if places.size == 0:
        return float("nan"), float("nan")
    places = places[level[places] >= np.quantile(level[places], QUIET_SHARE)]
    size = round(SPECTRUM_S * SAMPLE_RATE)
    padded = np.pad(audio.astype(np.float64), size)
    starts = places * HOP + HOP // 2 - size // 2 + size
    frames = padded[starts[:, None] + np.arange(size)] * np.hanning(size + 2)[1:-1]
    power = (np.abs(np.fft.rfft(frames)) ** 2).mean(axis=0) + 1e-20
    hertz = np.fft.rfftfreq(size, 1.0 / SAMPLE_RATE)
    low = power[(hertz >= 50.0) & (hertz < 1000.0)].sum()
    high = power[(hertz >= 1000.0) & (hertz <= 5000.0)].sum()
    strong = power[hertz < 2000.0].max() / power[(hertz >= 2000.0) & (hertz <= 5000.0)].max()
    return float(10.0 * np.log10(high / low)), float(10.0 * np.log10(strong))
