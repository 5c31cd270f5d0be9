"""The picture of one line: its curves, its words, its ramp and a sentence for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from statistics import median

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.emotion.ramp import strengths
from engine.heatmaps import MAP_HZ, Heatmap, mel_centres
from engine.timeline import CURVE_SAMPLES, curve_positions
from engine.values import CURVE_S, SAMPLE_RATE, Direction, Floats, Ints, Plan, Take, readonly
from widgets.views import HeatmapView, RampView, WordView

STRETCH_WORDS = 3
"""Most words in the stretch a summary names: a phrase one says in a breath."""

LEAST_ST = 0.5
LEAST_DB = 1.0
"""Changes smaller than this are not worth a word: under what a listener notices."""

LEAST_VOICED = 4
"""Voiced frames (50 ms) a word needs for its pitch to be told."""


def word_views(take: Take) -> tuple[WordView, ...]:
    """Return the words of a take with the times at which they sound."""
    reading = take.reading
    return tuple(
        WordView(reading.text[w.start : w.end], w.phonemes, w.start, w.end, start, end)
        for w, (start, end) in zip(reading.words, take.plan.word_times, strict=False)
    )


def heatmap_view(line_id: str, take: Take, heatmap: Heatmap, *, stale: bool = False) -> HeatmapView:
    """Return the picture of a take.

    Args:
        line_id: whose line it is.
        take: planned or spoken.
        heatmap: of that take.
        stale: the line has changed since.
    """
    return HeatmapView(
        line=line_id,
        step_s=CURVE_S,
        words=word_views(take),
        asked_f0=heatmap.asked_f0,
        neutral_f0=heatmap.neutral_f0,
        asked_db=heatmap.asked_db,
        achieved_f0=heatmap.achieved_f0,
        achieved_db=heatmap.achieved_db,
        asked_map=heatmap.asked_map,
        achieved_map=heatmap.achieved_map,
        map_hz=MAP_HZ,
        mel_db=heatmap.mel_db,
        mel_step_s=CURVE_S,
        mel_hz=mel_centres() if heatmap.mel_db is not None else (),
        audio=take.audio,
        rate=SAMPLE_RATE,
        stale=stale,
        tell=partial(line_summary, take, heatmap),
    )


def with_asked(view: HeatmapView, take: Take, heatmap: Heatmap) -> HeatmapView:
    """Return ``view`` with the asked half of a newer plan: the sound is then an older one's.

    Args:
        view: of the last take with sound.
        take: the newer plan.
        heatmap: of that plan.
    """
    return replace(
        view,
        words=word_views(take),
        asked_f0=heatmap.asked_f0,
        neutral_f0=heatmap.neutral_f0,
        asked_db=heatmap.asked_db,
        asked_map=heatmap.asked_map,
        stale=True,
        tell=partial(line_summary, take, heatmap),
    )


@dataclass(frozen=True, slots=True)
class _Change:
    """How a stretch of words differs from the same words unasked."""

    first: int
    last: int
    semitones: float
    decibels: float


def line_summary(take: Take, heatmap: Heatmap) -> str:
    """Return one sentence on the most notable stretch of the line.

    The pitch is that of the sound once there is one, else the plan's, against what the
    model would have spoken unasked; the energy is the gain that is asked.
    """
    if not take.reading.words:
        return QCoreApplication.translate("Present", "Nothing to speak")
    length = QCoreApplication.translate("Present", "{seconds:.1f} s").format(
        seconds=take.plan.samples / SAMPLE_RATE
    )
    change = _most_changed(take, heatmap)
    if change is None:
        if take.plan.deltas.is_identity:
            plain = QCoreApplication.translate(
                "Present", "Spoken as the voice speaks by itself, {length}"
            )
        else:
            plain = QCoreApplication.translate(
                "Present", "Pitch and energy as in neutral speech, {length}"
            )
        return plain.format(length=length)
    text = QCoreApplication.translate("Present", "{what}, {length}")
    return text.format(what=_told(take, change), length=length)


def _told(take: Take, change: _Change) -> str:
    words = take.reading.words
    where = take.reading.text[words[change.first].start : words[change.last].end]
    rises, falls = change.semitones >= LEAST_ST, change.semitones <= -LEAST_ST
    loud = abs(change.decibels) >= LEAST_DB
    if rises and loud:
        text = QCoreApplication.translate(
            "Present", "Pitch rises {st:.1f} st over “{words}”, energy {db:+.0f} dB"
        )
    elif falls and loud:
        text = QCoreApplication.translate(
            "Present", "Pitch falls {st:.1f} st over “{words}”, energy {db:+.0f} dB"
        )
    elif rises:
        text = QCoreApplication.translate("Present", "Pitch rises {st:.1f} st over “{words}”")
    elif falls:
        text = QCoreApplication.translate("Present", "Pitch falls {st:.1f} st over “{words}”")
    else:
        text = QCoreApplication.translate("Present", "Energy {db:+.0f} dB over “{words}”")
    return text.format(st=abs(change.semitones), db=change.decibels, words=where)


def _most_changed(take: Take, heatmap: Heatmap) -> _Change | None:
    """The stretch of one to three words that differs most; of equals the longest."""
    pitch, gain = _word_changes(take, heatmap)
    best: tuple[float, _Change] | None = None
    for first in range(len(pitch)):
        for last in range(first, min(first + STRETCH_WORDS, len(pitch))):
            told = [st for st in pitch[first : last + 1] if st is not None]
            semitones = sum(told) / len(told) if told else 0.0  # ``fmean`` takes ten times as long
            decibels = sum(gain[first : last + 1]) / (last + 1 - first)
            if abs(semitones) < LEAST_ST and abs(decibels) < LEAST_DB:
                continue
            notable = round(abs(semitones) + abs(decibels) / 2.0, 1) + 0.01 * (last - first)
            if best is None or notable > best[0]:
                best = notable, _Change(first, last, semitones, decibels)
    return best[1] if best else None


def _word_changes(take: Take, heatmap: Heatmap) -> tuple[list[float | None], list[float]]:
    """Per word, semitones and dB against the same word unasked."""
    curve = heatmap.asked_f0 if heatmap.achieved_f0 is None else heatmap.achieved_f0
    count = min(curve.size, heatmap.neutral_f0.size)
    curve, neutral = curve[:count], heatmap.neutral_f0[:count]
    both = (curve > 0) & (neutral > 0)
    apart = 12.0 * np.log2(np.where(both, curve, 1.0) / np.where(both, neutral, 1.0))
    gains = _gains(take.plan, count)
    pitch: list[float | None] = []
    energy: list[float] = []
    for start, end in take.plan.word_times:
        first = int(start / CURVE_S)
        span = slice(first, max(int(end / CURVE_S), first + 1))
        voiced = apart[span][both[span]].tolist()
        pitch.append(median(voiced) if len(voiced) >= LEAST_VOICED else None)
        within = gains[span].tolist() or [0.0]
        energy.append(sum(within) / len(within))
    return pitch, energy


def _gains(plan: Plan, count: int) -> Floats:
    """float32[count] dB of gain asked, on the clock of the sound; 0 in silences."""
    if not plan.gain_db.size:
        return np.zeros(count, np.float32)
    places = curve_positions(plan, count)
    return np.where(places >= 0, plan.gain_db[np.maximum(places, 0)], np.float32(0))


def ramp_view(direction: Direction, take: Take) -> RampView:
    """Return the strength of the emotion in force over the words of a planned line.

    The curve is the engine's own (``engine.emotion.ramp.strengths``), brought to the clock
    of the sound: a spliced silence holds the strength before it. Keyframes on words that
    the line no longer has are left out.
    """
    words = word_views(take)
    there = tuple(each for each in direction.keyframes if 0 <= each.word < len(words))
    count = -(-take.plan.samples // CURVE_SAMPLES)
    return RampView(
        words=words,
        keyframes=tuple((each.word, each.strength) for each in there),
        curve=_strength(replace(direction, keyframes=there), take.plan, count),
        step_s=CURVE_S,
    )


def _strength(direction: Direction, plan: Plan, count: int) -> Floats:
    places = curve_positions(plan, count)
    if not plan.word_times or not (places >= 0).any():
        return readonly(np.ones(count, np.float32))
    spans = tuple(_on_plan(span, places) for span in plan.word_times)
    times = (np.arange(plan.f0.size) + 0.5) * CURVE_S
    curve = strengths(direction, spans, times)
    held = np.maximum.accumulate(places)
    held = np.where(held < 0, places[places >= 0][0], held)
    return readonly(curve[held])


def _on_plan(span: tuple[float, float], places: Ints) -> tuple[float, float]:
    """A word's span, seconds of the sound, on the plan's own clock."""
    first = min(round(span[0] / CURVE_S), places.size - 1)
    last = min(max(round(span[1] / CURVE_S) - 1, first), places.size - 1)
    within = places[first : last + 1]
    heard = within[within >= 0]
    if not heard.size:
        before = places[: first + 1]
        at = int(before.max(initial=0))
        return at * CURVE_S, at * CURVE_S
    return int(heard[0]) * CURVE_S, (int(heard[-1]) + 1) * CURVE_S
