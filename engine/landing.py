"""Whether what was asked of the pitch is heard: the sound's contour against the plan's.

Only what a line alone can show is judged. Pitch can: the plan holds the contour the
model would have spoken unasked, so the same figure is taken from the asked contour and
from the heard one, both against the unasked, over the frames voiced in all three.
Durations, pauses, level and tilt need a neutral rendering to be compared with, and a
line has none: of them nothing is said.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.emotion.axes import LISTENER_STEP, RATIOS, index
from engine.heatmaps import Heatmap
from engine.measure import FINAL_FRAMES_S
from engine.values import CURVE_S, Floats

LEAST_FRAMES = 20
"""Voiced frames (250 ms) under which a contour is too short to be judged."""

LEAST_SD_ST = 0.3
"""Movement of the unasked contour, semitones, under which a ratio to it says nothing:
about the error of the pitch tracker."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Landing:
    """One figure of the pitch: how far the sound is from what was asked.

    A figure of a contour holds more than its own field of ``Deltas`` (the final contour
    also falls with the slope, a ramp takes from the level), so the difference between
    heard and asked contour is told rather than the figure itself.
    """

    error: float
    """Heard less asked: semitones, semitones a second, or a log-ratio (``RATIOS``)."""
    verdict: str
    """``landed`` within a listener's step, else ``weak`` or ``over``; empty = not asked."""

    def achieved(self, name: str, asked: float) -> float:
        """Return ``asked``, a field of ``Deltas``, with the error of the sound on it."""
        return asked * math.exp(self.error) if name in RATIOS else asked + self.error


def landings(heatmap: Heatmap) -> dict[str, Landing]:
    """Judge the pitch of a finished sound.

    A listener's step (``engine.emotion.axes.LISTENER_STEP``) is the tolerance: what
    differs by less is not heard to differ.

    Args:
        heatmap: of a take; without sound nothing is judged.

    Returns:
        Field of ``Deltas`` -> what is heard of it; empty where the line is too short.
    """
    if heatmap.achieved_f0 is None:
        return {}
    count = min(heatmap.asked_f0.size, heatmap.achieved_f0.size)
    curves = (heatmap.neutral_f0[:count], heatmap.asked_f0[:count], heatmap.achieved_f0[:count])
    places = np.flatnonzero(np.all([curve > 0 for curve in curves], axis=0))
    if places.size < LEAST_FRAMES:
        return {}
    neutral, asked, heard = (_figures(curve, places) for curve in curves)
    found = {}
    for name in neutral:
        ratio = name in RATIOS
        if ratio and neutral[name] < LEAST_SD_ST:
            continue
        wanted, got = (_change(each[name], neutral[name], ratio=ratio) for each in (asked, heard))
        verdict = _verdict(wanted, got, float(LISTENER_STEP[index(name)]))
        found[name] = Landing(got - wanted, verdict)
    return found


def _figures(curve: Floats, places: NDArray[np.intp]) -> dict[str, float]:
    pitch: Numbers = 12.0 * np.log2(curve[places].astype(np.float64))
    times = places * CURVE_S
    slope, start = np.polyfit(times, pitch, 1)
    middle = float(np.median(pitch))
    return {
        "f0_level_st": middle,
        "f0_excursion": float(np.std(pitch - slope * times - start)),
        "declination_st_s": float(slope),
        "final_st": float(np.median(pitch[-round(FINAL_FRAMES_S / CURVE_S) :])) - middle,
    }


def _change(value: float, neutral: float, *, ratio: bool) -> float:
    return float(np.log(max(value, 1e-6) / neutral)) if ratio else value - neutral


def _verdict(wanted: float, got: float, step: float) -> str:
    if abs(wanted) < step / 2 and abs(got) < step:
        return ""
    if abs(got - wanted) <= step:
        return "landed"
    short = (wanted - got) * (1 if wanted >= 0 else -1)
    return "weak" if short > 0 else "over"
