"""One line's figures under the names of the corpus statistics.

What ``engine.measure`` gives, and what else can be had from the same curves. The pitch may
come from another tracker; who judges more (Praat: HNR, CPPS, formants) adds his own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from engine.measure import SPECTRUM_S, SPEECH_BELOW_PEAK_DB, summarise
from engine.values import CURVE_S, SAMPLE_RATE, Curves, Floats

JUMP_ST: Final = 2.0
"""Frame-to-frame changes of F0 above this are left out of its speed: the statistics' rule."""

CENTROID_HZ: Final = (50.0, 8000.0)


def figures(audio: Floats, curves: Curves, f0: Floats) -> dict[str, float]:
    """Return a line's figures, by the names of ``assets/evaluation/ravdess.json``.

    ``f0_*_st`` are semitones re 100 Hz, ``log_duration`` the ln of the speech's seconds,
    ``log_articulation_rate`` that of one over the seconds without pauses: for two takes of
    the same words its difference is that of syllables a second.

    Args:
        audio: float32[n] at 24 kHz.
        curves: what ``engine.measure.measure`` gave for it.
        f0: float32[m] Hz on the same grid, 0 = unvoiced; may be another tracker's.
    """
    with_pitch = replace(curves, f0=f0)
    told = summarise(audio, with_pitch)
    loud = curves.level_db > curves.level_db.max() - SPEECH_BELOW_PEAK_DB
    pitch = 12.0 * np.log2(np.maximum(f0, 1.0).astype(np.float64) / 100.0)
    voiced = (f0 > 0) & loud
    low, high = np.percentile(pitch[voiced], [5, 95]) if voiced.any() else (np.nan, np.nan)
    speeds = np.abs(np.diff(pitch)[voiced[1:] & voiced[:-1]])
    speeds = speeds[speeds <= JUMP_ST]
    return {
        "f0_median_st": told.f0_median_st,
        "f0_sd_st": told.f0_sd_st,
        "f0_range_st": float(high - low),
        "f0_p05_st": float(low),
        "f0_p95_st": float(high),
        "f0_slope_st_per_s": told.slope_st_s,
        "f0_final_st": told.final_st,
        "f0_speed_st_per_s": float(speeds.mean()) / CURVE_S if speeds.size else float("nan"),
        "level_db": told.level_db,
        "level_sd_db": float(curves.level_db[loud].std(dtype=np.float64)),
        "log_duration": float(np.log(max(told.speech_s, CURVE_S))),
        "log_articulation_rate": -float(np.log(max(told.speech_s - told.pause_s, CURVE_S))),
        "pause_s": told.pause_s,
        "alpha_ratio_db": told.alpha_db,
        "hammarberg_db": told.hammarberg_db,
        "log_centroid": _log_centroid(audio, voiced),
    }


def _log_centroid(audio: Floats, voiced: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    """Return the ln of the centre of gravity, Hz, of the voiced frames' mean spectrum."""
    size, hop = round(SPECTRUM_S * SAMPLE_RATE), round(CURVE_S * SAMPLE_RATE)
    starts = np.flatnonzero(voiced) * hop + hop // 2 + size // 2
    if not starts.size:
        return float("nan")
    padded = np.pad(audio.astype(np.float64), size)
    frames = padded[starts[:, None] + np.arange(size)] * np.hanning(size)
    power = (np.abs(np.fft.rfft(frames)) ** 2).mean(axis=0)
    hertz = np.fft.rfftfreq(size, 1.0 / SAMPLE_RATE)
    inside = (hertz >= CENTROID_HZ[0]) & (hertz <= CENTROID_HZ[1])
    return float(np.log((power[inside] @ hertz[inside]) / power[inside].sum()))
