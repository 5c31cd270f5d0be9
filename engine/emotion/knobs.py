"""Checks of the knobs of a direction."""

from __future__ import annotations

from dataclasses import fields
from math import isfinite
from numbers import Integral
from typing import Final

from engine.emotion.axes import RATIOS
from engine.errors import InputError
from engine.local import LIMITS
from engine.values import Deltas, Direction

MAX_INTENSITY: Final = 2.0
MAX_STRENGTH: Final = 1.5
"""Largest strength a keyframe may ask for."""

MAX_PROMPT: Final = 5_000
"""Characters in a prompt; longer ones are refused."""


def check_direction(direction: Direction) -> None:
    """Check every knob of ``direction`` that can be judged without the line.

    Raises:
        InputError: ``knob-out-of-range``, ``keyframe-off-text`` (a
            word below 0, or no whole number) or ``prompt-too-long``.
    """
    check_prompt(direction.prompt)
    check_intensity(direction.intensity)
    check_stability(direction.stability)
    _check("ramp", direction.ramp, 0.0, 1.0)
    for name, (low, high) in LIMITS.items():
        _check(name, getattr(direction.local, name), low, high)
    for keyframe in direction.keyframes:
        _check("keyframe", keyframe.strength, 0.0, MAX_STRENGTH)
        if not _is_whole(keyframe.word) or keyframe.word < 0:
            raise InputError("keyframe-off-text", subject="setting", detail=f"word {keyframe.word}")
    for field in fields(Deltas):
        value = getattr(direction.nudges, field.name)
        if not isfinite(value) or (field.name in RATIOS and value <= 0.0):
            raise InputError("knob-out-of-range", subject="setting", detail=f"{field.name} {value}")


def check_prompt(prompt: str) -> None:
    """Raise ``InputError("prompt-too-long")`` for a prompt over ``MAX_PROMPT`` characters."""
    if len(prompt) > MAX_PROMPT:
        raise InputError(
            "prompt-too-long",
            subject="prompt",
            detail=f"{len(prompt)} characters",
            hint=f"{MAX_PROMPT}",
        )


def check_intensity(intensity: float) -> None:
    """Raise ``InputError("knob-out-of-range")`` unless ``intensity`` is 0..2."""
    _check("intensity", intensity, 0.0, MAX_INTENSITY)


def check_stability(stability: float) -> None:
    """Raise ``InputError("knob-out-of-range")`` unless ``stability`` is 0..1."""
    _check("stability", stability, 0.0, 1.0)


def _check(name: str, value: float, low: float, high: float) -> None:
    if not _within(value, low, high):
        raise InputError(
            "knob-out-of-range",
            subject="setting",
            detail=f"{name} {value}",
            hint=f"{low:g}..{high:g}",
        )


def _within(value: float, low: float, high: float) -> bool:
    try:
        return low <= value <= high  # false for NaN
    except TypeError:  # from a caller without types: no number at all
        return False


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral)
