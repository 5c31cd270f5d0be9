"""Changes by hand on the command line: ``breathy=0.4``, ``f0_level_st=-1``, ``accent_st=2``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.emotion.law import HARD_LIMITS
from engine.errors import InputError
from engine.local import LIMITS, Local
from engine.values import Deltas


def nudges_of(given: Sequence[str]) -> Deltas:
    """Return the nudges that are written as NAME=VALUE, the last of a name counting.

    Raises:
        InputError: ``knob-out-of-range`` for another name, no number, or one outside the
            limits of its dimension (``engine.emotion.law.HARD_LIMITS``).
    """
    return Deltas(**_values(given, HARD_LIMITS))


def local_of(given: Sequence[str]) -> Local:
    """Return what is asked at places in a line, written as NAME=VALUE.

    Raises:
        InputError: ``knob-out-of-range``, as of nudges (``engine.local.LIMITS``).
    """
    return Local(**_values(given, LIMITS))


def _values(given: Sequence[str], limits: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    values = {}
    for text in given:
        name, _, number = text.partition("=")
        name = name.strip().replace("-", "_")
        try:
            value = float(number)
        except ValueError:
            value = float("nan")
        low, high = limits.get(name, (0.0, -1.0))
        if not low <= value <= high:
            hint = f"{low:g} to {high:g}" if name in limits else ", ".join(limits)
            raise InputError("knob-out-of-range", subject="setting", detail=text, hint=hint)
        values[name] = value
    return values
