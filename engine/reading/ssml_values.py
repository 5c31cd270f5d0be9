"""The values of SSML's attributes in this program's units."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.values import Deltas

BREAKS = {
    "none": 0.0, "x-weak": 0.25, "weak": 0.5, "medium": 0.75, "strong": 1.0, "x-strong": 1.25,
}  # fmt: skip
"""Seconds of ``break``'s strengths. W3C leaves them open; these are the ones that
Microsoft's SSML documentation gives, which most documents in use were written for."""

RATES = {"x-slow": 0.6, "slow": 0.8, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.6}
"""Speed of ``rate``'s labels: one clear step, and about all that stays intelligible."""
LEAST_RATE, MOST_RATE = 0.56, 1.66
"""Beyond these the durations leave the range the voice was proven in (x0.6 to x1.8)."""

PITCHES = {"x-low": -4.0, "low": -2.0, "medium": 0.0, "default": 0.0, "high": 2.0, "x-high": 4.0}
"""Semitones of ``pitch``'s labels: 2 is heard as another register, 4 is the soft limit."""
MOST_PITCH = 12.0

VOLUMES = {
    "x-soft": -12.0, "soft": -6.0, "medium": 0.0, "default": 0.0, "loud": 4.0, "x-loud": 8.0,
}  # fmt: skip
"""dB of ``volume``'s labels; upward less, because the limiter takes the rest."""
LEAST_VOLUME, MOST_VOLUME = -18.0, 12.0

RANGES = {"x-low": 0.4, "low": 0.7, "medium": 1.0, "default": 1.0, "high": 1.4, "x-high": 1.8}
"""Ratio of pitch movement of ``range``'s labels."""
LEAST_RANGE, MOST_RANGE = 0.2, 3.0

MOST_DEGREE = 2.0

_TIME = re.compile(r"\s*\+?([0-9]{0,6}\.?[0-9]{1,6})\s*(ms|s)\s*", re.IGNORECASE)
_NUMBER = r"([+-]?[0-9]{0,6}\.?[0-9]{1,6})"
_PERCENT = re.compile(rf"\s*{_NUMBER}\s*%\s*")
_SEMITONES = re.compile(rf"\s*{_NUMBER}\s*st\s*", re.IGNORECASE)
_DECIBELS = re.compile(rf"\s*{_NUMBER}\s*dB\s*", re.IGNORECASE)
_PLAIN = re.compile(rf"\s*{_NUMBER}\s*")


def pause_seconds(time: str | None, strength: str | None) -> float | None:
    """Seconds of a ``break``; None if its attributes are not understood."""
    if time is not None:
        match = _TIME.fullmatch(time)
        if not match:
            return None
        return float(match[1]) / (1000.0 if match[2].lower() == "ms" else 1.0)
    return BREAKS.get((strength or "medium").strip().lower())


def degree(text: str | None) -> float | None:
    """``styledegree`` brought into 0..2; 1 if there is none, None if it is no number."""
    if text is None:
        return 1.0
    match = _PLAIN.fullmatch(text)
    return min(max(float(match[1]), 0.0), MOST_DEGREE) if match else None


def nudges_of(given: Mapping[str, str], outer: Deltas) -> tuple[Deltas, list[str]]:
    """What ``prosody`` asks, on top of ``outer``, and the attributes not followed.

    Rates multiply both durations, pitch is in semitones, volume in dB and range
    the ratio of pitch movement. Percentages follow SSML 1.1: of rate ``80%`` is
    that part of the speed, ``+10%`` a change of it; of pitch and volume a change.
    """
    nudges, missed = outer, []
    for name, text in given.items():
        if name == "lang":
            continue
        read = _READERS.get(name)
        changed = read(text.strip().lower(), nudges) if read else None
        if changed is None:
            missed.append(f"{name} {text.strip()[:20]}" if read else name)
        else:
            nudges = changed
    return nudges, missed


def _rate(text: str, nudges: Deltas) -> Deltas | None:
    speed = RATES.get(text)
    if speed is None:
        percent, plain = _PERCENT.fullmatch(text), _PLAIN.fullmatch(text)
        if percent:
            share = float(percent[1]) / 100.0
            speed = 1.0 + share if text[0] in "+-" else share
        elif plain and text[0] not in "+-":
            speed = float(plain[1])
    if speed is None or speed <= 0.0:
        return None
    slower = 1.0 / min(max(speed, LEAST_RATE), MOST_RATE)
    return replace(
        nudges,
        vowel_duration=nudges.vowel_duration * slower,
        consonant_duration=nudges.consonant_duration * slower,
    )


def _pitch(text: str, nudges: Deltas) -> Deltas | None:
    steps = PITCHES.get(text)
    if steps is None:
        semitones, percent = _SEMITONES.fullmatch(text), _PERCENT.fullmatch(text)
        if semitones:
            steps = float(semitones[1])
        elif percent and float(percent[1]) > -100.0:
            steps = 12.0 * math.log2(1.0 + float(percent[1]) / 100.0)
    if steps is None:
        return None
    steps = min(max(steps, -MOST_PITCH), MOST_PITCH)
    return replace(nudges, f0_level_st=nudges.f0_level_st + steps)


def _volume(text: str, nudges: Deltas) -> Deltas | None:
    level = VOLUMES.get(text)
    if level is None:
        decibels, percent = _DECIBELS.fullmatch(text), _PERCENT.fullmatch(text)
        if decibels:
            level = float(decibels[1])
        elif percent and text[0] in "+-" and float(percent[1]) > -100.0:
            level = 20.0 * math.log10(1.0 + float(percent[1]) / 100.0)
    if level is None:
        return None
    level = min(max(level, LEAST_VOLUME), MOST_VOLUME)
    return replace(nudges, energy_db=nudges.energy_db + level)


def _range(text: str, nudges: Deltas) -> Deltas | None:
    ratio = RANGES.get(text)
    if ratio is None:
        percent = _PERCENT.fullmatch(text)
        ratio = 1.0 + float(percent[1]) / 100.0 if percent and text[0] in "+-" else None
    if ratio is None:
        return None
    ratio = min(max(ratio, LEAST_RANGE), MOST_RANGE)
    return replace(nudges, f0_excursion=nudges.f0_excursion * ratio)


_READERS: Mapping[str, Callable[[str, Deltas], Deltas | None]] = {
    "rate": _rate,
    "pitch": _pitch,
    "volume": _volume,
    "range": _range,
}
