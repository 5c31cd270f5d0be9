"""A plan becomes sound: one decode unit after another, each finished when it leaves.

For every unit: decode with a little context on both sides, drop the context,
match its level to the first unit's, apply gain and tilt, fade the edges, limit,
splice the silences. A unit depends on the plan and on the first unit's level
alone, so units may be handed out as they are ready and the whole is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.cancel import CancelToken
from engine.stages import Curve, Stages
from engine.timeline import CURVE_SAMPLES
from engine.values import FRAME_SAMPLES, SAMPLE_RATE, Floats, Plan, Unit, readonly
from kernels.durations import regulate
from kernels.waveform import fade_edges, limit, shape, splice_silences

SOUND_VERSION = 1
"""Part of every key: raised when the same plan gives another sound."""

CONTEXT_FRAMES = 8
"""Frames decoded beyond each border and dropped: the decoder's convolutions see
about 0.2 s to either side, so the border itself sounds as if nothing were cut."""

EDGE_FADE_S = 0.008
"""Fade at the ends of every unit: removes a step without being heard as one."""

DB_PER_N = 1.0
"""How many dB the decoded level rises for one unit of the planned energy N."""

MATCH_LIMIT_DB = 3.0
"""Most a unit is moved to match the first; measured steps were up to 2.5 dB."""

ACTIVE_BELOW_PEAK_DB = 25.0
"""Curve steps within this of a unit's loudest are speech for level matching."""


class Sounder:
    """Decodes plans. Used by one thread.

    Args:
        stages: the voice's stages.
    """

    def __init__(self, stages: Stages) -> None:
        self._stages = stages

    def units(self, plan: Plan, level_db: float, cancel: CancelToken) -> Iterator[Floats]:
        """Yield the finished sound of each unit, float32[n] at 24 kHz, read-only.

        Args:
            plan: what to speak.
            level_db: gain of the voice, so that all voices are equally loud.
            cancel: checked between and within units.

        Raises:
            Cancelled: the sound is no longer wanted.
            BackendFailed: the waveform stage failed or returned no number.
        """
        text = self._aligned_text(plan, cancel)
        reference: float | None = None
        for unit in plan.units:
            raw = self._decode(plan, text, unit, cancel)
            found = unit_level(raw, plan, unit)
            reference = found if reference is None else reference
            match = float(np.clip(reference - found, -MATCH_LIMIT_DB, MATCH_LIMIT_DB))
            yield readonly(finish(raw, plan, unit, level_db + match))

    def _aligned_text(self, plan: Plan, cancel: CancelToken) -> Floats:
        """Return float32[512,F]: what the decoder hears of each token, for every frame."""
        pads = np.flatnonzero(plan.tokens == 0).reshape(-1, 2)
        parts = [
            regulate(
                self._stages.text(plan.tokens[a : b + 1], cancel).text, plan.durations[a : b + 1]
            )
            for a, b in pads
        ]
        return np.concatenate(parts, axis=1)

    def _decode(self, plan: Plan, text: Floats, unit: Unit, cancel: CancelToken) -> Floats:
        frames = text.shape[1]
        first, last = max(unit.first - CONTEXT_FRAMES, 0), min(unit.last + CONTEXT_FRAMES, frames)
        halves = slice(2 * first, 2 * last)
        curve = Curve(plan.f0[halves], plan.energy[halves])
        audio = self._stages.waveform(text[:, first:last], curve, plan.style, cancel)
        start = (unit.first - first) * FRAME_SAMPLES
        return audio[start : start + (unit.last - unit.first) * FRAME_SAMPLES]


def unit_level(raw: Floats, plan: Plan, unit: Unit) -> float:
    """Return the decoded level of a unit less what its planned energy asks for, dB.

    Two units of one line sound joined if this is equal for both. Only speech
    counts: steps within ``ACTIVE_BELOW_PEAK_DB`` of the unit's loudest.
    """
    steps = raw.reshape(-1, CURVE_SAMPLES).astype(np.float64)
    level = 10 * np.log10(np.mean(steps**2, axis=1) + 1e-12)
    active = level > level.max() - ACTIVE_BELOW_PEAK_DB
    asked = plan.energy[2 * unit.first : 2 * unit.last][active]
    power = 10 * np.log10(np.mean(10 ** (level[active] / 10)))
    return float(power - DB_PER_N * np.mean(asked, dtype=np.float64))


def finish(raw: Floats, plan: Plan, unit: Unit, level_db: float) -> Floats:
    """Return the finished sound of one decoded unit, its silences included."""
    halves = slice(2 * unit.first, 2 * unit.last)
    gain = plan.gain_db[halves] + np.float32(level_db)
    shaped = shape(raw, gain, plan.tilt_db[halves], SAMPLE_RATE)
    faded = fade_edges(limit(shaped), round(EDGE_FADE_S * SAMPLE_RATE))
    first = plan.units[0] is unit
    silences = [
        ((pause.at - 2 * unit.first) * CURVE_SAMPLES, pause.samples)
        for pause in plan.pauses
        if 2 * unit.first < pause.at <= 2 * unit.last or (first and pause.at == 0)
    ]
    return splice_silences(faded, silences, rate=SAMPLE_RATE)
