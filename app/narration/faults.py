"""What can be wrong with one spoken line, found in its samples before it is used.

Each limit is far from what a sound line shows, so that what is found is worth a
second try or a listener's ear.
"""

from __future__ import annotations

import math

import numpy as np

from engine.values import SAMPLE_RATE, Floats

CLIPPED_SAMPLES = 3
"""This many samples in a row at full scale are a clipped peak, not a chance value."""
FULL_SCALE = 0.999
SILENT_DB = -60.0
"""RMS below which a line with words in it was not spoken."""
QUIET_DB = -45.0
LOUD_DB = -6.0
"""RMS outside which a line is out of level: voices lie at -25 LUFS, emotion moves 9 dB."""
CUT_DB = -26.0
"""Level of the last 5 ms against the loudest 50 ms, above which the end is cut off."""
SHORTEST_S = 0.02
LONGEST_S = 0.4
"""Seconds a letter takes at least and at most: words are missing below, repeated above.
Speech lies at 0.05 to 0.09; spelt letters and numbers written in figures take longer."""
FEW_LETTERS = 12
"""Shorter lines are judged by sound alone: "1999" is four letters and five words."""


def faults_of(audio: Floats, text: str) -> tuple[str, ...]:
    """What is wrong with a line, by name; nothing if it is well.

    Args:
        audio: float32[n] at 24 kHz.
        text: what it says; it has words.

    Returns:
        of ``broken`` (values that are no numbers), ``silent``, ``clipped``, ``level``,
        ``cut-off``, ``too-short``, ``too-long``.
    """
    if not audio.size or not np.isfinite(audio).all():
        return ("broken",)
    level = _db(audio)
    if level < SILENT_DB:
        return ("silent",)
    found = []
    if _longest_run(np.abs(audio) >= FULL_SCALE) >= CLIPPED_SAMPLES:
        found.append("clipped")
    if not QUIET_DB <= level <= LOUD_DB:
        found.append("level")
    if _end_db(audio) > CUT_DB:
        found.append("cut-off")
    letters = sum(char.isalnum() for char in text)
    figures = sum(char.isdigit() for char in text)
    if letters >= FEW_LETTERS and not figures:
        each = audio.size / SAMPLE_RATE / letters
        found += ["too-short"] if each < SHORTEST_S else ["too-long"] if each > LONGEST_S else []
    return tuple(found)


def _db(audio: Floats) -> float:
    return _decibels(float(np.mean(np.square(audio, dtype=np.float64))))


def _decibels(power: float) -> float:
    return 10 * math.log10(max(power, 1e-12))


def _end_db(audio: Floats) -> float:
    """Level of the last 5 ms against that of the loudest 50 ms."""
    size = SAMPLE_RATE // 20
    whole = audio[: max(audio.size - audio.size % size, min(audio.size, size))]
    stretches = np.square(whole.reshape(-1, min(size, whole.size)), dtype=np.float64)
    return _db(audio[-SAMPLE_RATE // 200 :]) - _decibels(float(stretches.mean(axis=1).max()))


def _longest_run(hits: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int:
    if not hits.any():
        return 0
    edges = np.flatnonzero(np.diff(np.concatenate(([0], hits.astype(np.int8), [0]))))
    return int((edges[1::2] - edges[::2]).max())
