"""What curves say at a moment, in words with units: for the pointer, the keyboard and tables."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from kernels.ranks import median, percentile
from widgets.units import SEMITONES, hz_text, level_text, seconds_text, semitone_text
from widgets.views import Floats, HeatmapView, WordView

NUDGE = 1e-6
"""Part of a step: sums of steps, as keys make them, fall short of whole ones by rounding."""
USUAL_HZ = 200.0
"""Reference where nothing is voiced; no label then shows a curve."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Where a pitch curve lies: median in Hz, distance of its 10th and 90th percentile in st."""

    hz: float
    semitones: float


def duration(view: HeatmapView) -> float:
    """Return the length of what is shown, seconds."""
    ends = [view.asked_f0.size * view.step_s]
    if view.words:
        ends.append(view.words[-1].end_s)
    if view.audio is not None:
        ends.append(view.audio.size / view.rate)
    return max(ends)


def reference_hz(view: HeatmapView) -> float:
    """Return the pitch semitones count from: the median of the unasked curve, Hz."""
    for curve in (view.neutral_f0, view.asked_f0):
        voiced = curve[curve > 0]
        if voiced.size:
            return median(voiced)
    return USUAL_HZ


def spread(curve: Floats | None) -> Spread | None:
    """Return where a pitch curve lies; None if nothing in it is voiced."""
    voiced = None if curve is None else curve[curve > 0]
    if voiced is None or not voiced.size:
        return None
    ordered = np.sort(voiced)
    low, middle, high = (percentile(ordered, share) for share in (10.0, 50.0, 90.0))
    return Spread(middle, SEMITONES * math.log2(high / low))


def word_at(view: HeatmapView, seconds: float) -> WordView | None:
    """Return the word that sounds at a moment."""
    return next((w for w in view.words if w.start_s <= seconds < w.end_s), None)


def pitch_text(hz: float, reference: float) -> str:
    """Return a pitch in Hz and semitones, or that there is none."""
    if hz <= 0:
        return QCoreApplication.translate("Plot", "unvoiced")
    return f"{hz_text(hz)} ({semitone_text(SEMITONES * math.log2(hz / reference), 1)})"


def _at(curve: Floats | None, step_s: float, seconds: float) -> float | None:
    if curve is None or not curve.size:
        return None
    index = int(seconds / step_s + NUDGE)
    return float(curve[index]) if 0 <= index < curve.size else None


def readout(view: HeatmapView, seconds: float, band_hz: float | None = None) -> str:
    """Return all values at a moment in one line.

    Args:
        view: what is shown.
        seconds: the moment.
        band_hz: a frequency whose energy is asked for as well.
    """
    translate = QCoreApplication.translate
    parts = [seconds_text(seconds)]
    word = word_at(view, seconds)
    if word is not None:
        parts.append(translate("Plot", "“{word}”").format(word=word.text))
    reference = reference_hz(view)
    asked, achieved = (_at(c, view.step_s, seconds) for c in (view.asked_f0, view.achieved_f0))
    if asked is not None:
        parts.append(translate("Plot", "asked {pitch}").format(pitch=pitch_text(asked, reference)))
    if achieved is not None:
        text = translate("Plot", "achieved {pitch}")
        parts.append(text.format(pitch=pitch_text(achieved, reference)))
    levels = [_at(c, view.step_s, seconds) for c in (view.asked_db, view.achieved_db)]
    if levels[0] is not None:
        text = translate("Plot", "level asked {level}")
        parts.append(text.format(level=level_text(levels[0])))
    if levels[1] is not None:
        parts.append(translate("Plot", "achieved {level}").format(level=level_text(levels[1])))
    if band_hz is not None and (cell := band_level(view, seconds, band_hz)) is not None:
        text = translate("Plot", "{level} at {hz}")
        parts.append(text.format(level=level_text(cell), hz=hz_text(band_hz)))
    return " · ".join(parts)


def band_level(view: HeatmapView, seconds: float, hz: float) -> float | None:
    """Return the energy in the mel band around a frequency, dB; None without sound."""
    if view.mel_db is None or not view.mel_hz:
        return None
    column = int(seconds / view.mel_step_s + NUDGE)
    if not 0 <= column < view.mel_db.shape[1]:
        return None
    band = int(np.argmin(np.abs(np.array(view.mel_hz) - hz)))
    return float(view.mel_db[band, column])
