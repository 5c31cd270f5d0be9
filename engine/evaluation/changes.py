"""What was asked of a line and what changed in it, in the dimensions listeners notice."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.heatmaps import pitch_curves
from engine.measure import LINE_PAUSE_S
from engine.values import Deltas, Plan

Changes = Mapping[str, float]
"""Dimension -> change, in the units of ``STEPS``."""

STEPS: Final = {
    "f0 level": 1.5,
    "excursion": 0.15,
    "duration": 0.05,
    "level": 1.0,
    "tilt": 1.0,
    "pause": 0.1,
}
"""A listener's step in each dimension (``engine.emotion.axes``): st, log-ratio, log-ratio, dB,
dB, s. The unit of the EmoScore."""

NOTICED: Final = {
    "f0 level": (-1.5, 1.5),
    "excursion": (math.log(0.85), math.log(1.2)),
    "duration": (-0.05, 0.05),
    "level": (-1.0, 1.0),
    "tilt": (-1.0, 1.0),
}
"""What listeners notice, down and up. Pauses are counted elsewhere: a line of two seconds
has none or one."""

TOUCHED: Final = 0.1
"""A change counts as having a sign at all from this share of what listeners notice:
a repeat of the same samples has none."""

VOWELS: Final = 0.55
"""Share of the sounding time of English lines that vowels hold."""


def asked(deltas: Deltas, pause_s: float = 0.0) -> dict[str, float]:
    """Return what deltas ask for in each dimension.

    Args:
        deltas: of the line, after intensity and limits.
        pause_s: by how much its plan rests longer than the neutral one.
    """
    vowels, consonants = math.log(deltas.vowel_duration), math.log(deltas.consonant_duration)
    return {
        "f0 level": deltas.f0_level_st,
        "excursion": math.log(deltas.f0_excursion),
        "duration": VOWELS * vowels + (1.0 - VOWELS) * consonants,
        "level": deltas.energy_db,
        "tilt": deltas.tilt_db,
        "pause": pause_s,
    }


def heard(now: Changes, then: Changes) -> dict[str, float]:
    """Return what changed from one line's figures to another's of the same text and voice.

    Args:
        now: figures of ``engine.evaluation.voice_measures``.
        then: those of the neutral take.
    """
    return {
        "f0 level": now["f0_median_st"] - then["f0_median_st"],
        "excursion": math.log(now["f0_sd_st"] / then["f0_sd_st"]),
        "duration": then["log_articulation_rate"] - now["log_articulation_rate"],
        "level": now["level_db"] - then["level_db"],
        "tilt": now["alpha_ratio_db"] - then["alpha_ratio_db"],
        "pause": now["pause_s"] - then["pause_s"],
    }


def planned(plan: Plan, neutral: Plan) -> dict[str, float]:
    """Return what a plan changes against the neutral plan of the same line and voice.

    Excursion is movement about the level, as in a sound (``heard``) and as it is asked.
    """
    one, other = _contour(plan), _contour(neutral)
    lengths = [sum(b - a for a, b in each.word_times) for each in (plan, neutral)]
    return {
        "f0 level": float(np.median(one) - np.median(other)),
        "excursion": math.log(float(one.std() / other.std())),
        "duration": math.log(lengths[0] / lengths[1]),
        "level": _mean(plan, plan.gain_db) - _mean(neutral, neutral.gain_db),
        "tilt": _mean(plan, plan.tilt_db) - _mean(neutral, neutral.tilt_db),
        "pause": rest_s(plan) - rest_s(neutral),
    }


def gaps(plan: Plan, least_s: float = LINE_PAUSE_S) -> tuple[tuple[float, float], ...]:
    """Return the rests between a plan's words that last at least ``least_s``, seconds."""
    pairs = itertools.pairwise(plan.word_times)
    return tuple((a[1], b[0]) for a, b in pairs if b[0] - a[1] >= least_s)


def rest_s(plan: Plan) -> float:
    """Return the seconds of a plan's rests between words."""
    return sum(end - start for start, end in gaps(plan))


def is_noticed(dimension: str, wish: float) -> bool:
    """Whether more is asked than listeners notice."""
    if dimension not in NOTICED:
        return False
    down, up = NOTICED[dimension]
    return wish <= down + 1e-6 or wish >= up - 1e-6


def is_right(dimension: str, wish: float, found: float) -> bool:
    """Whether a change has the sign that was asked."""
    down, up = NOTICED[dimension]
    return found >= TOUCHED * up if wish > 0 else found <= TOUCHED * down


def in_steps(changes: Changes) -> NDArray[np.float64]:
    """Return changes in listener steps: float64[6], in the order of ``STEPS``."""
    return np.array([changes.get(name, 0.0) / step for name, step in STEPS.items()])


@dataclass(frozen=True, slots=True)
class Score:
    """EmoScore of one take: cosine of asked and heard changes in listener steps, the same
    against what other emotions ask (its null), and the length heard over that asked."""

    cosine: float
    null: float
    length: float


def score_of(wish: Changes, found: Changes, others: Sequence[Changes]) -> Score | None:
    """Return the EmoScore of a take (emotion_targets C2); None if less than a step is asked.

    Args:
        wish: what was asked in each dimension.
        found: what was heard.
        others: what other emotions ask, for the null.
    """
    asked_, heard_ = in_steps(wish), in_steps(found)
    if np.linalg.norm(asked_) < 1.0:
        return None
    long = max(float(np.linalg.norm(heard_)), 1e-9)
    cosine, *rest = (
        float(each @ heard_ / (np.linalg.norm(each) * long))
        for each in (asked_, *map(in_steps, others))
        if np.linalg.norm(each)
    )
    null = float(np.mean(rest)) if rest else 0.0
    return Score(cosine, null, long / float(np.linalg.norm(asked_)))


def asked_f0(plan: Plan) -> NDArray[np.float32]:
    """Return the contour asked on the clock of the sound: float32[n] Hz, 0 = unvoiced.

    Glides into and out of voicing are left out (``engine.heatmaps``): nobody hears them.
    """
    return pitch_curves(plan)[0]


def tracking_st(wished: NDArray[np.float32], found: NDArray[np.float32]) -> float:
    """Return the median distance in semitones of one contour from another, both voiced."""
    count = min(wished.size, found.size)
    both = (wished[:count] > 0) & (found[:count] > 0)
    ratio = found[:count][both].astype(float) / wished[:count][both]
    return float(np.median(np.abs(12 * np.log2(ratio)))) if ratio.size else float("nan")


def _contour(plan: Plan) -> NDArray[np.float64]:
    """Semitones of the voiced values that sound."""
    curve = asked_f0(plan)
    return 12.0 * np.log2(curve[curve > 0].astype(np.float64) / 100.0)


def _mean(plan: Plan, curve: NDArray[np.float32]) -> float:
    return float(_spoken(plan, curve).mean(dtype=np.float64))


def _spoken(plan: Plan, curve: NDArray[np.float32]) -> NDArray[np.float32]:
    return curve[2 * plan.units[0].first : 2 * plan.units[-1].last]
