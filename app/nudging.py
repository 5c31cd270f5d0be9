"""Changes by hand on the command line: ``breathy=0.4``, ``f0_level_st=-1``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from engine.emotion.law import HARD_LIMITS
from engine.errors import InputError
from engine.values import Deltas

NAMES = tuple(field.name for field in fields(Deltas))
"""What can be nudged."""


def nudges_of(given: Sequence[str]) -> Deltas:
    """Return the nudges that are written as NAME=VALUE, the last of a name counting.

    Raises:
        InputError: ``knob-out-of-range`` for another name, no number, or one outside the
            limits of its dimension (``engine.emotion.law.HARD_LIMITS``).
    """
    values = {}
    for text in given:
        name, _, number = text.partition("=")
        name = name.strip().replace("-", "_")
        try:
            value = float(number)
        except ValueError:
            value = float("nan")
        low, high = HARD_LIMITS.get(name, (0.0, -1.0))
        if not low <= value <= high:
            hint = f"{low:g} to {high:g}" if name in NAMES else ", ".join(NAMES)
            raise InputError("knob-out-of-range", subject="setting", detail=text, hint=hint)
        values[name] = value
    return Deltas(**values)
