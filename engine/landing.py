"""Whether what was asked is heard: a finished sound against its plan.

Only what a line alone can show is judged. Pitch: the plan holds the contour the model
would have spoken unasked, so the same figure is taken from the asked contour and from
the heard one, both against the unasked, over the frames voiced in all three. Level: what
a voice's speech has unasked is known for each voice. Lengths of vowels and consonants are
the plan's own frames, which the sound has to the sample, over those of the unasked plan;
they are judged where the whole line has one strength. Pauses, tilt and tremor need a
neutral rendering to be compared with, and a line has none: of them nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.emotion.axes import LISTENER_STEP, RATIOS, index
from engine.heatmaps import Heatmap, pitch_curves
from engine.measure import FINAL_FRAMES_S
from engine.sounding import ACTIVE_BELOW_PEAK_DB, DB_PER_N
from engine.timeline import CURVE_SAMPLES, curve_positions
from engine.values import CURVE_S, Floats, Plan, Take

LEAST_FRAMES = 20
"""Voiced frames (250 ms) under which a contour is too short to be judged."""

LEAST_SD_ST = 0.3
"""Movement of the unasked contour, semitones, under which a ratio to it says nothing:
about the error of the pitch tracker."""

LENGTHS = ("vowel_duration", "consonant_duration")

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


def landings(take: Take) -> dict[str, Landing]:
    """Judge a finished sound in every dimension that a line alone can show.

    A listener's step (``engine.emotion.axes.LISTENER_STEP``) is the tolerance: what
    differs by less is not heard to differ.

    Args:
        take: without sound or measurement nothing is judged.

    Returns:
        Field of ``Deltas`` -> what is heard of it.
    """
    if take.audio is None or take.achieved is None or not take.plan.units:
        return {}
    found = judged(take.plan, take.audio, take.achieved.f0, take.unasked_db)
    direction = take.request.direction
    if not direction.keyframes and not direction.ramp and take.request.context is None:
        for name, got in zip(LENGTHS, take.plan.reached, strict=True):
            asked = float(getattr(take.plan.deltas, name))
            found[name] = _landing(name, math.log(asked), math.log(got))
    return found


def judged(plan: Plan, audio: Floats, heard_f0: Floats, unasked_db: float) -> dict[str, Landing]:
    """Judge pitch and level of a finished sound against its plan.

    Args:
        plan: what was asked.
        audio: float32[n], the sound.
        heard_f0: float32[m] Hz, measured in it.
        unasked_db: level of the voice's speech with nothing asked (``Take.unasked_db``).
    """
    asked, neutral = pitch_curves(plan)
    found = of_pitch(neutral, asked, heard_f0)
    level = _level_change(plan, audio, unasked_db)
    if level is not None:
        found["energy_db"] = _landing("energy_db", *level)
    return found


def miss(found: Mapping[str, Landing]) -> float:
    """Return how far a sound is from what was asked: root mean square in listener steps."""
    steps = [each.error / float(LISTENER_STEP[index(name)]) for name, each in found.items()]
    return float(np.sqrt(np.mean(np.square(steps)))) if steps else 0.0


def _landing(name: str, wanted: float, got: float) -> Landing:
    return Landing(got - wanted, _verdict(wanted, got, float(LISTENER_STEP[index(name)])))


def _level_change(plan: Plan, audio: Floats, unasked_db: float) -> tuple[float, float] | None:
    """Return the change of level asked and heard, dB, over the sound's speech."""
    steps = audio[: audio.size // CURVE_SAMPLES * CURVE_SAMPLES].reshape(-1, CURVE_SAMPLES)
    level = 10 * np.log10(np.mean(steps.astype(np.float64) ** 2, axis=1) + 1e-12)
    places = curve_positions(plan, level.size)
    gain = np.where(places >= 0, plan.gain_db[np.maximum(places, 0)], 0.0)
    own = level - gain  # as if nothing had been asked
    speech = (places >= 0) & (own > own.max() - ACTIVE_BELOW_PEAK_DB)
    if not np.isfinite(unasked_db) or not speech.any():
        return None
    accounted = unasked_db + DB_PER_N * plan.neutral_energy[places[speech]].mean(dtype=np.float64)
    error = 10 * np.log10(np.mean(10 ** (own[speech] / 10))) - accounted
    asked = float(gain[speech].mean())
    return asked, asked + float(error)


def pitch_landings(heatmap: Heatmap) -> dict[str, Landing]:
    """Judge the pitch of a finished sound from its picture.

    A listener's step (``engine.emotion.axes.LISTENER_STEP``) is the tolerance: what
    differs by less is not heard to differ.

    Args:
        heatmap: of a take; without sound nothing is judged.

    Returns:
        Field of ``Deltas`` -> what is heard of it; empty where the line is too short.
    """
    if heatmap.achieved_f0 is None:
        return {}
    return of_pitch(heatmap.neutral_f0, heatmap.asked_f0, heatmap.achieved_f0)


def of_pitch(neutral_f0: Floats, asked_f0: Floats, heard_f0: Floats) -> dict[str, Landing]:
    """Judge a heard contour, float32[n] Hz, against the asked and the unasked one."""
    count = min(asked_f0.size, heard_f0.size)
    curves = (neutral_f0[:count], asked_f0[:count], heard_f0[:count])
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
        found[name] = _landing(name, wanted, got)
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
