"""A plan becomes sound: one decode unit after another, each finished when it leaves.

For every unit: decode with a little context on both sides, drop the context,
bring its level to what the plan asks, add breath or whisper, apply gain and tilt, fade
the edges, limit, splice the silences. A unit depends on the plan alone, so units may be
handed out as they are ready and the whole is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.backends.protocol import Stage
from engine.cancel import CancelToken
from engine.errors import BackendFailed
from engine.models.vocab import PAD_ID
from engine.stages import Curve, Stages
from engine.streaming import Stream
from engine.timeline import CURVE_SAMPLES
from engine.values import FRAME_SAMPLES, SAMPLE_RATE, Floats, Plan, Unit, readonly
from engine.voice_levels import Loudness
from engine.voice_quality import phonated
from kernels.durations import regulate
from kernels.waveform import fade_edges, limit, shape, splice_silences

SOUND_VERSION = 4
"""Part of every key: raised when the same plan gives another sound."""

CONTEXT_FRAMES = 8
"""Frames decoded beyond each border and dropped: the decoder's convolutions see
about 0.2 s to either side, so the border itself sounds as if nothing were cut."""

EDGE_FADE_S = 0.008
"""Fade at the ends of every unit: removes a step without being heard as one."""

DB_PER_N = 3.5
"""How many dB the decoded level of speech rises from one moment to a louder one for
each unit of the model's own energy N between them: fitted within 20 neutral lines
of four voices (2.9-4.5, r 0.78-0.90). A shift of the whole curve moves it by only
0.4 dB per unit, because the decoder normalises over the unit; hence the matching."""

FOLLOWED_DB_PER_N = 2.5
"""How many dB the decoder raises one part of a unit over another for each unit of N that
was added to the one and not to the other: 2.4-2.7, fitted on two voices with N raised or
lowered by 2 along a line. The gain takes it back, or a ramp would move the level twice."""

MATCH_LIMIT_DB = 6.0
"""Most a unit is moved beyond what a change of N may have done to it: steps at joins
were up to 2.5 dB, and a unit that seems further off holds hardly any speech to judge by."""

ACTIVE_BELOW_PEAK_DB = 25.0
"""Curve steps within this of a unit's loudest are speech for level matching."""


class Sounder:
    """Decodes plans. Used by one thread.

    Args:
        stages: the voice's stages.
    """

    def __init__(self, stages: Stages) -> None:
        self._stages = stages

    def stream(self, plan: Plan) -> Stream:
        """Return what times the units of a plan, which are decoded from now on."""
        self._stages.open(Stage.WAVEFORM)
        frames = [last - first for first, last in (_decoded(plan, unit) for unit in plan.units)]
        return Stream(frames, [_samples(plan, unit) / SAMPLE_RATE for unit in plan.units])

    def units(self, plan: Plan, loudness: Loudness, cancel: CancelToken) -> Iterator[Floats]:
        """Yield the finished sound of each unit, float32[n] at 24 kHz, read-only.

        Args:
            plan: what to speak.
            loudness: how loud the voice is by nature, and should be.
            cancel: checked between and within units.

        Raises:
            Cancelled: the sound is no longer wanted.
            BackendFailed: the waveform stage failed or returned something not finite.
        """
        if not plan.units:
            yield readonly(np.zeros(plan.samples, np.float32))
            return
        for unit in plan.units:
            raw = self.decode(plan, unit, cancel)
            if not np.isfinite(raw).all():
                detail = "waveform: not finite"
                name = self._stages.describe().name
                raise BackendFailed("backend-failed", subject=name, detail=detail)
            yield readonly(finish(raw, plan, unit, unit_gain_db(raw, plan, unit, loudness)))

    def decode(self, plan: Plan, unit: Unit, cancel: CancelToken) -> Floats:
        """Return what the decoder makes of one unit, float32[600 * its frames], unfinished."""
        first, last = _decoded(plan, unit)
        halves = slice(2 * first, 2 * last)
        curve = Curve(plan.f0[halves], plan.energy[halves])
        text = self._aligned_text(plan, first, last, cancel)
        audio = self._stages.waveform(text, curve, plan.style, cancel)
        start = (unit.first - first) * FRAME_SAMPLES
        return audio[start : start + (unit.last - unit.first) * FRAME_SAMPLES]

    def _aligned_text(self, plan: Plan, first: int, last: int, cancel: CancelToken) -> Floats:
        """Return float32[512, last - first]: what the decoder hears of each token's frames."""
        pads = np.flatnonzero(plan.tokens == PAD_ID).reshape(-1, 2)
        ends = np.cumsum(plan.durations)
        begins = ends - plan.durations
        shown = np.maximum(np.minimum(ends, last) - np.maximum(begins, first), 0)
        parts = [
            regulate(self._stages.text(plan.tokens[phrase], cancel), shown[phrase])
            for phrase in (slice(a, b + 1) for a, b in pads)
            if begins[phrase][0] < last and ends[phrase][-1] > first
        ]
        return np.concatenate(parts, axis=1)


def _decoded(plan: Plan, unit: Unit) -> tuple[int, int]:
    """Return the frames of a unit with its context: the first, and the one after the last."""
    frames = int(plan.durations.sum())
    return max(unit.first - CONTEXT_FRAMES, 0), min(unit.last + CONTEXT_FRAMES, frames)


def _samples(plan: Plan, unit: Unit) -> int:
    """Return how many samples a unit's finished sound has, its silences included."""
    silent = sum(samples for _, samples in _silences(plan, unit))
    return (unit.last - unit.first) * FRAME_SAMPLES + silent


def unit_gain_db(raw: Floats, plan: Plan, unit: Unit, loudness: Loudness) -> float:
    """Return the gain that brings a decoded unit to the level it has with nothing asked, dB.

    What the decoder made of the change of N is taken out, be it nothing or all of
    ``DB_PER_N``; the plan's gain curve then asks for the whole of the level.
    """
    strayed = loudness.anchor_db - unit_level_db(raw, plan, unit)
    followed = DB_PER_N * _mean_change(raw, plan, unit)
    low, high = min(-followed, 0.0) - MATCH_LIMIT_DB, max(-followed, 0.0) + MATCH_LIMIT_DB
    return loudness.gain_db + float(np.clip(strayed, low, high))


def unit_level_db(raw: Floats, plan: Plan, unit: Unit) -> float:
    """Return the level of a decoded unit less what the model's own energy accounts for.

    For one voice this is the same, within half a dB, for every whole line with
    nothing asked; a unit that differs was moved by the decoder's normalisation, or
    by a change of N. Only speech counts (``ACTIVE_BELOW_PEAK_DB``).
    """
    level, active = _speech(raw)
    own = plan.neutral_energy[2 * unit.first : 2 * unit.last][active]
    power = 10 * np.log10(np.mean(10 ** (level[active] / 10)))
    return float(power - DB_PER_N * np.mean(own, dtype=np.float64))


def _speech(raw: Floats) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the level of each curve step, float64[n] dB, and which of them are speech."""
    steps = raw.reshape(-1, CURVE_SAMPLES).astype(np.float64)
    level = 10 * np.log10(np.mean(steps**2, axis=1) + 1e-12)
    return level, level > level.max() - ACTIVE_BELOW_PEAK_DB


def _changed(plan: Plan, unit: Unit) -> Floats:
    """Return what was added to N in a unit, its limits applied: float32[n]."""
    halves = slice(2 * unit.first, 2 * unit.last)
    return plan.energy[halves] - plan.neutral_energy[halves]


def _mean_change(raw: Floats, plan: Plan, unit: Unit) -> float:
    """Return the mean of that change over the unit's speech."""
    return float(np.mean(_changed(plan, unit)[_speech(raw)[1]], dtype=np.float64))


def finish(raw: Floats, plan: Plan, unit: Unit, level_db: float) -> Floats:
    """Return the finished sound of one decoded unit, its silences included."""
    halves = slice(2 * unit.first, 2 * unit.last)
    uneven = _changed(plan, unit) - np.float32(_mean_change(raw, plan, unit))
    gain = plan.gain_db[halves] + np.float32(level_db) - np.float32(FOLLOWED_DB_PER_N) * uneven
    sound = phonated(raw, plan, unit.first, unit.last)
    shaped = shape(sound, gain, plan.tilt_db[halves], SAMPLE_RATE)
    faded = fade_edges(limit(shaped), round(EDGE_FADE_S * SAMPLE_RATE))
    return splice_silences(faded, _silences(plan, unit), rate=SAMPLE_RATE)


def _silences(plan: Plan, unit: Unit) -> list[tuple[int, int]]:
    """Return where in a unit's sound silences are spliced in, and their lengths, samples."""
    opening = unit.first == plan.units[0].first
    return [
        ((pause.at - 2 * unit.first) * CURVE_SAMPLES, pause.samples)
        for pause in plan.pauses
        if 2 * unit.first < pause.at <= 2 * unit.last or (opening and pause.at == 2 * unit.first)
    ]
