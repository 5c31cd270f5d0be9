"""What a take is worth keeping: how clear its words are, how much of the emotion landed.

Both are estimates from what is measured anyway, not judgements of a listener; where a
recogniser is installed and asked for, it judges the words too (``engine.listening``). They
are kept with the take, and one under a threshold is made again when next wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from engine.emotion.axes import LISTENER_STEP, index
from engine.values import CURVE_S, Curves, Floats, Plan

Ear = Callable[[Floats, str], str | None]
"""Hears float32[n] at 24 kHz in a language: what is said, None if it cannot tell."""

SHORTEST_WORD_S: Final = 0.04
"""A word under this is not a word any more: the shortest English ones ("a") last about
50 ms in fast speech."""

QUIETEST_DB: Final = 30.0
"""A word whose loudest place lies further below the line's is lost beside it: the range
of loud to soft syllables in clear speech is about this."""

LEAST_VOICED: Final = 0.5
"""Share of words planned with voice that must be heard with voice."""

_LINE_PERCENTILE: Final = 95
"""Level of a line: what its loudest twentieth exceeds, so that one click does not count."""

_UNVOICED_HZ: Final = 10.0


@dataclass(frozen=True, slots=True)
class Quality:
    """Clarity of the words and emotional strength landed, each 0..1."""

    clarity: float
    strength: float


def quality_of(plan: Plan, achieved: Curves) -> Quality:
    """Judge a take by its plan and by the curves measured from its sound."""
    return Quality(_clarity(plan, achieved), _strength(plan, achieved))


def heard_with(quality: Quality, said: str, heard: str | None) -> Quality:
    """Return a quality whose clarity is also what a recogniser heard of the words.

    Words in a row that are missing or too many count (``engine.listening.IN_A_ROW``), single
    ones are misheard too often; what holds figures is not judged.

    Args:
        quality: by the proxy.
        said: the words, as spoken.
        heard: what was recognised; None if it could not be.
    """
    from engine.listening import IN_A_ROW, strays, words_of

    words = words_of(said)
    if heard is None or not words or any(char.isdigit() for char in heard):
        return quality
    astray = max(strays(words, words_of(heard)))
    share = max(0.0, 1.0 - astray / len(words)) if astray >= IN_A_ROW else 1.0
    return replace(quality, clarity=min(quality.clarity, share))


def _clarity(plan: Plan, achieved: Curves) -> float:
    """The share of words that are long, loud and voiced enough; 1 without words."""
    if not plan.word_times or not len(achieved.level_db):
        return 1.0
    line = float(np.percentile(achieved.level_db, _LINE_PERCENTILE))
    clear = 0
    for start, end in plan.word_times:
        first = min(int(start / CURVE_S), len(achieved.level_db) - 1)
        last = max(int(np.ceil(end / CURVE_S)), first + 1)
        level = float(achieved.level_db[first:last].max())
        long_enough = end - start >= SHORTEST_WORD_S
        clear += long_enough and level >= line - QUIETEST_DB
    voiced = [
        bool((achieved.f0[int(a / CURVE_S) : int(np.ceil(b / CURVE_S)) + 1] > 0).any())
        for a, b in plan.word_times
    ]
    share = min(1.0, float(np.mean(voiced)) / LEAST_VOICED)
    return share * clear / len(plan.word_times)


def _strength(plan: Plan, achieved: Curves) -> float:
    """The share of what was asked of the pitch that is heard; 1 if less than a step was asked.

    Level against the voice's own reading, for the emotion's F0 shift; it is what can be
    seen without a neutral take beside it.
    """
    asked = plan.deltas.f0_level_st
    if abs(asked) < LISTENER_STEP[index("f0_level_st")]:
        return 1.0
    own, heard = _middle_st(plan.neutral_f0), _middle_st(achieved.f0)
    if own is None or heard is None:
        return 0.0
    return float(np.clip((heard - own) / asked, 0.0, 1.0))


def _middle_st(f0: Floats) -> float | None:
    """Median of the voiced F0 in semitones re 1 Hz; None without any."""
    voiced = f0[f0 >= _UNVOICED_HZ]
    return float(12 * np.log2(np.median(voiced))) if len(voiced) else None
