"""Curves of a spoken line, made up but shaped like a real one, for tests of the plots."""

from __future__ import annotations

import numpy as np

from widgets.views import Floats, HeatmapView, WordView

STEP_S = 0.0125
ROWS = 72
BANDS = 80
RATE = 24_000
LOW_HZ, HIGH_HZ = 55.0, 880.0


def made_words(seconds: float, each: float = 0.4) -> tuple[WordView, ...]:
    names = ("never", "again", "will", "I", "believe", "extraordinarily", "it")
    sounds = ("nˈɛvɚ", "əɡˈɛn", "wɪl", "ˌI", "bəlˈiv", "ɪkstɹˌɔɹdənˈɛɹəli", "ɪt")
    words = []
    for number in range(int(seconds / each)):
        start = number * each
        name, sound = names[number % 7], sounds[number % 7]
        words.append(WordView(name, sound, 6 * number, 6 * number + 5, start, start + 0.9 * each))
    return tuple(words)


def made_view(
    seconds: float = 10.0,
    semitones: float = 2.0,
    *,
    sound: bool = True,
    stale: bool = False,
    line: str = "line-1",
) -> HeatmapView:
    """Return a line whose asked pitch lies ``semitones`` over the unasked one."""
    size = round(seconds / STEP_S)
    at = np.arange(size) * STEP_S
    neutral = (180 + 30 * np.sin(2 * np.pi * 0.7 * at)).astype(np.float32)
    neutral[(at % 0.4) > 0.36] = 0
    asked = (neutral * 2 ** (semitones / 12)).astype(np.float32)
    level = np.maximum(-60, -6 + 5 * np.sin(2 * np.pi * 2.5 * at)).astype(np.float32)
    achieved = (asked * 1.02).astype(np.float32)
    tone = np.sin(2 * np.pi * 220 * np.arange(round(seconds * RATE)) / RATE).astype(np.float32)
    mel = np.full((BANDS, size), -80, np.float32)
    mel[::7] = level
    return HeatmapView(
        line=line,
        step_s=STEP_S,
        words=made_words(seconds),
        asked_f0=asked,
        neutral_f0=neutral,
        asked_db=level,
        achieved_f0=achieved if sound else None,
        achieved_db=level - 1 if sound else None,
        asked_map=made_map(asked),
        achieved_map=made_map(achieved) if sound else None,
        map_hz=(LOW_HZ, HIGH_HZ),
        mel_db=mel if sound else None,
        mel_hz=tuple(float(hz) for hz in np.geomspace(60, 10_000, BANDS)) if sound else (),
        audio=tone * 0.5 if sound else None,
        stale=stale,
        tell=lambda: "Pitch rises 2.0 st.",
    )


def made_map(f0: Floats) -> Floats:
    hz = np.geomspace(LOW_HZ, HIGH_HZ, ROWS)[:, None]
    away = np.log2(hz) - np.log2(np.where(f0 > 0, f0, 1.0))[None]
    return np.exp(-((away / 0.1) ** 2)).astype(np.float32)
