"""The table of limits that ships, with what it stands on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from engine.evaluation.guard import LINES, PROMPTS, STEPS, Nulls, at_one
from engine.evaluation.journal import Journal

ABOUT: Final = (
    "Largest intensity at which a voice stays itself and its words stay clear, by bisection; "
    "made by `espressivo calibrate`. The rule is stated in engine/evaluation/guard.py, what "
    "holds for other voices and emotions in engine/emotion/safe.py. Drops are 1 - cosine of "
    "GE2E speaker embeddings against the neutral take of the same line."
)


def table_of(journal: Journal, nulls: Nulls, facts: Mapping[str, str]) -> dict[str, Any]:
    """Return the table of all voices whose families are all known, ready for JSON.

    Args:
        journal: what was found.
        nulls: what the drops were judged by.
        facts: what it was measured with (versions, precision, day).
    """
    limits = journal.limits()
    voices = measured(journal)
    return {
        "about": ABOUT,
        "measured_with": dict(facts),
        "lines": list(LINES),
        "prompts": dict(PROMPTS),
        "steps": list(STEPS),
        "nulls": {
            "other_voice": round(nulls.other, 3),
            "neutral_repeat": round(nulls.repeat, 3),
            "other_line": round(nulls.floor, 3),
        },
        "half_of_actors": {name: round(value, 3) for name, value in nulls.half_of_actors().items()},
        "allowed_drop": {name: round(value, 3) for name, value in nulls.allowed().items()},
        "at_intensity_1": at_one(journal, voices),
        "median_limit": {
            family: float(np.median([limits[voice, family] for voice in voices]))
            for family in PROMPTS
            if voices
        },
        "voices": {
            voice: {family: limits[voice, family] for family in PROMPTS} for voice in voices
        },
    }


def measured(journal: Journal) -> Sequence[str]:
    """Voices of which every family is known, in order of their names."""
    limits = journal.limits()
    named = sorted({voice for voice, _family in limits})
    return [name for name in named if all((name, family) in limits for family in PROMPTS)]
