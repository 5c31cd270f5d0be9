"""How a voice sounds beside its prosody: breathy, whispered, tense, bright, tremulous.

Each quality has the mechanism that reaches it, told by ``MECHANISMS``:

* the acoustic half of the style row decides the decoder's timbre. Three directions in it
  (``assets/voice_quality.npz``, found from the 54 voices and checked by what they change
  in the sound) make a voice breathier, tenser or brighter; their opposites less so. A
  style holds for a whole decode unit, so on a ramp a line has the mean of its strength;
* breath noise and whisper, which the model has not, are made on the waveform
  (``kernels.phonation``) and follow the strength from moment to moment;
* tremor is a movement of the gain; tremor of pitch is ``jitter_st``.

With nothing asked nothing runs and the sound is the same to the bit. Measured effects and
limits: ``docs/voice_quality.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import numpy as np
import xxhash
from numpy.typing import NDArray

from engine.stages import STYLE_HALF
from engine.values import CURVE_S, NONE, SAMPLE_RATE, Deltas, Floats, Plan, readonly
from kernels.contour import JITTER_KNOTS_HZ, VOICED_HZ, smooth_noise, smooth_strength
from kernels.phonation import breathe, whisper, whisper_level_db

STYLED: Final = ("breathy", "tense", "bright")
"""Axes of ``Deltas`` that have a direction in the style row, in the order of the file."""

MECHANISMS: Final = {
    "breathy": ("style", "breath"),
    "whispered": ("whisper",),
    "tense": ("style",),
    "bright": ("style",),
    "tremor_db": ("gain",),
}
"""What makes each quality: an offset of the acoustic style, breath noise beside the voice,
noise in its place, or a gain."""

STYLE_REACH: Final = 0.48
"""Length of the offset for one whole quality: a third of the distance from a voice to the
nearest other one (1.44 in the median of 54)."""

STYLE_MOST: Final = 0.6
"""Longest offset of all qualities together: under half of that distance, so that the voice
stays nearer to itself than to anybody else."""

TREMOR_HZ: Final = 5.5
"""Beats of the tremor a second: voices tremble at 4-8 Hz, most at 5-6."""

TREMOR_WANDER_S: Final = 1.0
TREMOR_WANDER: Final = 0.25
"""The beat wanders by up to this share of a period within that time: no metronome."""


@dataclass(frozen=True)
class Timbre:
    """Directions of voice quality in the acoustic half of a style row."""

    directions: Floats
    """float32[3, 128] of length 1, in the order of ``STYLED``."""

    @classmethod
    def load(cls, path: Path | Traversable | None = None) -> Timbre:
        """Read directions; None = those that ship.

        Raises:
            OSError, KeyError, ValueError: the file is not there or holds none.
        """
        source = path if path is not None else files("assets").joinpath("voice_quality.npz")
        with source.open("rb") as stream, np.load(stream, allow_pickle=False) as held:
            directions = held["directions"].astype(np.float32)
        if directions.shape != (len(STYLED), STYLE_HALF):
            msg = f"shape {directions.shape}"
            raise ValueError(msg)
        return cls(readonly(directions))

    @cached_property
    def hash(self) -> str:
        """Name of the directions: part of the key of every take made with them."""
        return xxhash.xxh3_64_hexdigest(self.directions.tobytes())

    def offset(self, deltas: Deltas, share: float = 1.0) -> Floats:
        """Return the offset of the acoustic half, float32[128]; zeros if none is asked."""
        wanted = np.array([getattr(deltas, name) for name in STYLED], np.float64)
        offset = share * STYLE_REACH * (wanted @ self.directions.astype(np.float64))
        length = float(np.linalg.norm(offset))
        if length > STYLE_MOST:
            offset *= STYLE_MOST / length
        return readonly(offset.astype(np.float32))


def is_asked(deltas: Deltas) -> bool:
    """Whether any voice quality is asked for."""
    return any(getattr(deltas, name) for name in MECHANISMS)


def with_quality(plan: Plan, strength: Floats, timbre: Timbre, seed: int) -> Plan:
    """Return a plan with the voice quality its deltas ask for; the same one if none.

    Args:
        plan: of a line; style, gain and shares of breath and whisper are set.
        strength: float32[2F], share of the direction reached at each curve value.
        timbre: what style can do.
        seed: of the tremor's wandering.
    """
    deltas = plan.deltas
    if not is_asked(deltas):
        return plan
    share = smooth_strength(strength, size=strength.size, step_s=CURVE_S)
    voiced = plan.f0 >= VOICED_HZ
    whispered = _of_voice(deltas.whispered * share, voiced)
    gain = plan.gain_db.astype(np.float64)
    if deltas.tremor_db:
        gain += deltas.tremor_db * share * tremor(gain.size, seed)
    if whispered.size:
        gain += whisper_level_db(whispered)
    mean = float(share[voiced].mean()) if voiced.any() else 0.0
    return replace(
        plan,
        style=_styled(plan.style, deltas, mean, timbre),
        gain_db=readonly(gain.astype(np.float32)),
        breath=_of_voice(deltas.breathy * share, voiced),
        whisper=whispered,
    )


def phonated(raw: Floats, plan: Plan, first: int, last: int) -> Floats:
    """Return decoded frames ``first:last`` of a plan with their breath and whisper.

    The same array if the plan has neither there.
    """
    halves, at = slice(2 * first, 2 * last), round(first * 2 * CURVE_S * SAMPLE_RATE)
    for curve, make in ((plan.breath, breathe), (plan.whisper, whisper)):
        if curve.size and curve[halves].any():
            raw = make(raw, curve[halves], SAMPLE_RATE, at=at)
    return raw


def tremor(size: int, seed: int) -> NDArray[np.float64]:
    """Return a tremor, float64[size] within -1..1, at the pace of the curves."""
    seconds = np.arange(size) * CURVE_S
    slow = CURVE_S / (TREMOR_WANDER_S * JITTER_KNOTS_HZ)
    wander = TREMOR_WANDER * smooth_noise(size, seed=seed, step_s=slow)
    beat: NDArray[np.float64] = np.sin(2.0 * np.pi * (TREMOR_HZ * seconds + wander))
    return beat


def _styled(style: Floats, deltas: Deltas, share: float, timbre: Timbre) -> Floats:
    offset = timbre.offset(deltas, share)
    if not offset.any():
        return style
    return readonly(np.concatenate([style[:STYLE_HALF] + offset, style[STYLE_HALF:]]))


def _of_voice(curve: NDArray[np.float64], voiced: NDArray[np.bool_]) -> Floats:
    """Return a share where there is a voice, 0 elsewhere; ``NONE`` if it is nowhere."""
    shares = np.where(voiced, np.clip(curve, 0.0, 1.0), 0.0).astype(np.float32)
    return readonly(shares) if shares.any() else NONE
