"""What a picture needs of a spoken line: curves on the sound's own clock, and words."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.timeline import curve_positions
from engine.values import SAMPLE_RATE, Floats, Ints, Take
from kernels.contour import N_PER_DB

LEAST_F0_HZ = 10.0
"""Asked F0 below this is unvoiced (the voice model's rule)."""
GLIDE = 0.55
"""Asked F0 under this share of its median is not drawn: the model's curve glides up
from nothing at every onset, and an octave of it would flatten the picture."""
LEAST_LEVEL_DB = -60.0
"""Bottom of the level axis: below it speech is silence to a listener."""
WAVE_POINTS_PER_S = 400
"""Least and greatest sample are drawn this often a second."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word and the seconds it is spoken in."""

    text: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Strip:
    """What is drawn of one line. Curves are on a grid of 12.5 ms; NaN = nothing."""

    start: float
    """Seconds of sound before the line."""
    seconds: float
    words: tuple[Word, ...]
    low: Floats
    """float32[k] least sample of each of k equal stretches"""
    high: Floats
    """float32[k] greatest sample"""
    asked_f0: Floats
    """float32[n] Hz"""
    neutral_f0: Floats
    """float32[n] Hz"""
    achieved_f0: Floats
    """float32[n] Hz"""
    asked_db: Floats
    """float32[n] dB re full scale; its place (not its shape) is fitted to the sound"""
    achieved_db: Floats
    """float32[n] dB re full scale"""


def strip_of(take: Take, offset: int) -> Strip:
    """Take from a line what its picture needs; ``offset`` in samples before it."""
    audio = np.zeros(0, np.float32) if take.audio is None else take.audio
    count = 0 if take.achieved is None else len(take.achieved.f0)
    places = curve_positions(take.plan, count)
    asked = _at(take.plan.f0, places)
    neutral = _at(take.plan.neutral_f0, places)
    level = np.full(count, np.nan, np.float32)
    pitch = level
    if take.achieved is not None:
        pitch = np.where(take.achieved.f0 > 0, take.achieved.f0, np.nan).astype(np.float32)
        level = np.where(
            take.achieved.level_db > LEAST_LEVEL_DB, take.achieved.level_db, np.nan
        ).astype(np.float32)
    start = offset / SAMPLE_RATE
    low, high = _envelope(audio)
    return Strip(
        start=start,
        seconds=audio.size / SAMPLE_RATE,
        words=_words(take, start),
        low=low,
        high=high,
        asked_f0=_without_glides(asked),
        neutral_f0=_without_glides(neutral),
        achieved_f0=pitch,
        asked_db=_fitted(_at(take.plan.energy, places) / np.float32(N_PER_DB), level),
        achieved_db=level,
    )


def _words(take: Take, start: float) -> tuple[Word, ...]:
    """The words as they stand in the source; "$4" that is spoken as two stands once."""
    found: list[Word] = []
    place = (-1, -1)
    for word, (first, last) in zip(take.reading.words, take.plan.word_times, strict=True):
        if (word.start, word.end) == place:
            found[-1] = replace(found[-1], end=start + last)
            continue
        place = (word.start, word.end)
        text = take.reading.text[word.start : word.end]
        found.append(Word(text, start + first, start + last))
    return tuple(found)


def _at(curve: Floats, places: Ints) -> Floats:
    """A plan's curve on the grid of the sound; NaN in spliced silences."""
    if not len(curve):
        return np.full(len(places), np.nan, np.float32)
    return np.where(places < 0, np.nan, curve[np.maximum(places, 0)]).astype(np.float32)


def _without_glides(f0: Floats) -> Floats:
    """F0 where it is a pitch: not the model's glide from nothing into voicing."""
    voiced = f0[f0 >= LEAST_F0_HZ]  # NaN is neither
    least = GLIDE * float(np.median(voiced)) if voiced.size else LEAST_F0_HZ
    return np.where(f0 >= least, f0, np.nan).astype(np.float32)


def _fitted(asked: Floats, achieved: Floats) -> Floats:
    """Shift ``asked`` so that both have the same median where both are there."""
    both = np.isfinite(asked) & np.isfinite(achieved)
    if not both.any():
        return np.full(len(asked), np.nan, np.float32)
    fitted = asked + np.float32(np.median(achieved[both] - asked[both]))
    shown = np.isfinite(achieved) & (fitted > LEAST_LEVEL_DB)
    return np.where(shown, fitted, np.nan).astype(np.float32)


def _envelope(audio: Floats) -> tuple[Floats, Floats]:
    step = SAMPLE_RATE // WAVE_POINTS_PER_S
    whole = audio[: audio.size // step * step].reshape(-1, step)
    return whole.min(axis=1, initial=0.0), whole.max(axis=1, initial=0.0)
