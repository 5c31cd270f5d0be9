"""Plans out of a pack, each value checked: they come from a stranger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.axes import AXES, RATIOS, to_vector
from engine.emotion.law import HARD_LIMITS
from engine.errors import InputError
from engine.plan_store import PLAN_ARRAYS, QUALITY_ARRAYS, plan_of
from engine.values import Deltas, Plan

MOST_PLANS: Final = 10_000
MOST_FRAMES: Final = 1 << 20
"""Frames of one plan: over seven hours; more is no line."""
MOST_VALUE: Final = 10_000.0
"""No curve of a plan has greater values: F0 is in Hz, all others in dB or less."""
ROOM: Final = 1e-6
"""Rounding that a limit leaves."""
STYLE_SIZE: Final = 256

Arrays = Mapping[str, NDArray[np.generic]]


def is_key(key: str) -> bool:
    """Whether a text is a key: 32 hex digits, and so no path."""
    return len(key) == 32 and not key.strip("0123456789abcdef")


def are_possible(deltas: Deltas) -> bool:
    """Whether deltas are numbers within the hard limits."""
    try:
        values = to_vector(deltas)
    except (TypeError, ValueError, AttributeError):
        return False
    limits = np.array([HARD_LIMITS[axis] for axis in AXES])
    for position, axis in enumerate(AXES):
        if axis in RATIOS:
            limits[position] = np.log(limits[position])
    inside = (values >= limits[:, 0] - ROOM) & (values <= limits[:, 1] + ROOM)
    return bool(inside.all())


def plans_in(listed: object, arrays: Arrays) -> tuple[tuple[str, Plan], ...]:
    """Return the plans of a pack by key.

    Args:
        listed: what the pack says of each, its key with it.
        arrays: the pack's, each plan's as ``NUMBER.NAME``.

    Raises:
        InputError: ``pack-unusable``.
    """
    if not isinstance(listed, list) or len(listed) > MOST_PLANS:
        raise _unusable()
    return tuple(_plan(number, told, arrays) for number, told in enumerate(listed))


def _plan(number: int, told: object, arrays: Arrays) -> tuple[str, Plan]:
    names = (*PLAN_ARRAYS, "tokens", "durations")
    try:
        if not isinstance(told, dict) or not is_key(str(told["key"])):
            raise _unusable()
        own = {name: np.asarray(arrays[f"{number}.{name}"]) for name in names}
        for name in QUALITY_ARRAYS:
            if f"{number}.{name}" in arrays:
                own[name] = np.asarray(arrays[f"{number}.{name}"])
        plan = plan_of(told, own)
        sound = _is_sound(plan, own)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _unusable() from error
    if not sound:
        raise _unusable()
    return str(told["key"]), plan


def _is_sound(plan: Plan, own: Mapping[str, NDArray[Any]]) -> bool:
    """Whether shapes belong together and all values are ones a plan can have."""
    whole, curves = (own["tokens"], own["durations"]), [own[n] for n in PLAN_ARRAYS[:-1]]
    if any(each.dtype != np.int64 or each.shape != whole[0].shape for each in whole):
        return False
    if whole[0].ndim != 1 or any((each < 0).any() or (each > MOST_FRAMES).any() for each in whole):
        return False
    frames = int(plan.durations.sum())
    shares = [own[name] for name in QUALITY_ARRAYS if name in own]
    if any(not bool(((each >= 0) & (each <= 1)).all()) for each in shares):
        return False
    curves += shares
    real = [*curves, plan.style]
    if any(
        each.dtype != np.float32 or not bool((np.abs(each) <= MOST_VALUE).all()) for each in real
    ):
        return False
    shapes = {each.shape for each in curves}
    times = [time for pair in plan.word_times for time in pair]
    return (
        frames <= MOST_FRAMES
        and shapes == {(2 * frames,)}
        and plan.style.shape == (STYLE_SIZE,)
        and 0 <= plan.samples <= MOST_FRAMES * 600
        and are_possible(plan.deltas)
        and bool(np.isfinite(np.array(times, np.float64)).all())
        and all(0 <= unit.first <= unit.last <= frames for unit in plan.units)
        and all(isinstance(remark.code, str) for remark in plan.remarks)
    )


def _unusable() -> InputError:
    return InputError("pack-unusable", subject="file", detail="a plan cannot be read")
