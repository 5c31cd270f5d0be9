"""What a picture of a take needs: pitch and level on the clock of the sound, as arrays.

A plan's curves do not know of the silences spliced into the sound; here both halves,
asked and achieved, lie on one grid of 12.5 ms that begins with the sound.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.timeline import CURVE_SAMPLES, curve_positions
from engine.values import SAMPLE_RATE, Floats, Ints, Plan, Take, readonly
from kernels.contour import N_PER_DB, VOICED_HZ
from kernels.ranks import median

FLOOR_DB = -60.0
"""Below this against the loudest moment, speech is silence to a listener."""

GLIDE = 0.55
"""A plan's F0 under this share of its median is no pitch: the model's curve glides up from
nothing at every onset and down at every end, where the sound is not voiced."""

MAP_HZ = (55.0, 880.0)
"""Four octaves about every speaking voice: from creak to a child's shout."""

ROWS_PER_OCTAVE = 24
"""Half a semitone a row: half a listener's step of a moving pitch ('t Hart, JASA 69
(1981) 811: about 1.5 to 3 st for speech), so a row never hides a difference."""

RIDGE_ST = 0.6
"""Standard deviation of a pitch's ridge, semitones: it then covers about three rows and
stays a line at the zoom a whole sentence is looked at."""

SHADE_DB = 40.0
"""Level span from the darkest to the brightest ridge: the range of audible speech."""

MEL_BANDS = 64
MEL_WINDOW = 1024
"""Samples under the Hann window of the mel picture: 43 ms, as is usual for speech."""
MEL_RANGE_HZ = (50.0, 12_000.0)
MEL_FLOOR_DB = -80.0


@dataclass(frozen=True, slots=True)
class Heatmap:
    """Curves and pictures of one take on a 12.5 ms grid; n values for the plan.

    Arrays are read-only. What needs sound is None for a plan.
    """

    asked_f0: Floats
    """float32[n] Hz; 0 = unvoiced or silent."""
    neutral_f0: Floats
    """float32[n] Hz the model would have spoken unasked; 0 = unvoiced."""
    asked_db: Floats
    """float32[n] dB re the line's loudest moment, floor -60."""
    asked_map: Floats
    """float32[rows, n] 0..1, rows log-spaced over ``MAP_HZ``."""
    achieved_f0: Floats | None = None
    """float32[m] Hz measured; 0 = unvoiced."""
    achieved_db: Floats | None = None
    """float32[m] dB re the sound's loudest moment, floor -60."""
    achieved_map: Floats | None = None
    """float32[rows, m] 0..1."""
    mel_db: Floats | None = None
    """float32[bands, m] dB re the loudest cell, floor -80."""


def heatmap_of(take: Take) -> Heatmap:
    """Make the picture of a plan or, with sound, of both halves.

    Args:
        take: from the renderer.
    """
    plan = take.plan
    places = curve_positions(plan, -(-plan.samples // CURVE_SAMPLES))
    asked, neutral = _pitch(plan.f0, places), _pitch(plan.neutral_f0, places)
    level = _asked_level(plan, places)
    picture = Heatmap(
        asked_f0=asked,
        neutral_f0=neutral,
        asked_db=level,
        asked_map=_ridges(asked, level),
    )
    if take.audio is None or take.achieved is None:
        return picture
    heard = _against_loudest(take.achieved.level_db)
    return Heatmap(
        asked_f0=picture.asked_f0,
        neutral_f0=picture.neutral_f0,
        asked_db=picture.asked_db,
        asked_map=picture.asked_map,
        achieved_f0=take.achieved.f0,
        achieved_db=heard,
        achieved_map=_ridges(take.achieved.f0, heard),
        mel_db=mel_picture(take.audio),
    )


def pitch_curves(plan: Plan) -> tuple[Floats, Floats]:
    """Return a plan's asked and unasked F0 on the clock of its sound: float32[n] Hz each."""
    places = curve_positions(plan, -(-plan.samples // CURVE_SAMPLES))
    return _pitch(plan.f0, places), _pitch(plan.neutral_f0, places)


def mel_centres() -> tuple[float, ...]:
    """Return the centre of each mel band, Hz, rising."""
    return tuple(float(hz) for hz in _mel_edges()[1:-1])


def mel_picture(audio: Floats) -> Floats:
    """Return float32[bands, m] dB re the loudest cell, one column each 12.5 ms.

    Triangular filters, even on the mel scale of S. Stevens and J. Volkmann as
    O'Shaughnessy writes it: 2595 log10(1 + f / 700).

    Args:
        audio: float32[n] at 24 kHz.
    """
    count = -(-audio.size // CURVE_SAMPLES)
    if not count:
        return readonly(np.zeros((MEL_BANDS, 0), np.float32))
    side = (MEL_WINDOW - CURVE_SAMPLES) // 2
    padded = np.pad(audio, (side, side + count * CURVE_SAMPLES - audio.size + CURVE_SAMPLES))
    frames = np.lib.stride_tricks.sliding_window_view(padded, MEL_WINDOW)[::CURVE_SAMPLES][:count]
    window = np.hanning(MEL_WINDOW).astype(np.float32)
    power = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
    bands = _mel_filters() @ power.T
    level = 10.0 * np.log10(np.maximum(bands, 1e-20))
    return readonly(np.maximum(level - level.max(), MEL_FLOOR_DB).astype(np.float32))


def _pitch(curve: Floats, places: Ints) -> Floats:
    """A plan's pitch on the grid of the sound: 0 where there is none."""
    if not curve.size:
        return readonly(np.zeros(places.size, np.float32))
    there = np.where(places < 0, np.float32(0), curve[np.maximum(places, 0)])
    voiced = there[there >= VOICED_HZ]
    least = max(VOICED_HZ, GLIDE * median(voiced)) if voiced.size else VOICED_HZ
    return readonly(np.where(there < least, np.float32(0), there).astype(np.float32))


def _asked_level(plan: Plan, places: Ints) -> Floats:
    if not plan.energy.size:
        return readonly(np.full(places.size, FLOOR_DB, np.float32))
    level = plan.energy[np.maximum(places, 0)] / np.float32(N_PER_DB)
    spoken = places >= 0
    most = float(level[spoken].max()) if spoken.any() else 0.0
    return readonly(np.where(spoken, np.maximum(level - most, FLOOR_DB), FLOOR_DB).astype("f4"))


def _against_loudest(level_db: Floats) -> Floats:
    most = float(level_db.max(initial=-np.inf)) if level_db.size else 0.0
    return readonly(np.maximum(level_db - most, FLOOR_DB).astype(np.float32))


def _ridges(f0: Floats, level_db: Floats) -> Floats:
    """float32[rows, n]: a ridge at each pitch, as bright as the moment is loud."""
    centres = _map_st()
    pitch = 12.0 * np.log2(np.where(f0 > 0, f0, MAP_HZ[0]) / MAP_HZ[0])
    strength = np.clip(1.0 + level_db / SHADE_DB, 0.0, 1.0) * (f0 > 0)
    away = (centres[:, None] - pitch.astype(np.float32)) / np.float32(RIDGE_ST)
    ridge = np.exp(np.float32(-0.5) * away * away) * strength.astype(np.float32)
    return readonly(ridge.astype(np.float32))


@cache
def _map_st() -> Floats:
    octaves = np.log2(MAP_HZ[1] / MAP_HZ[0])
    rows = round(ROWS_PER_OCTAVE * octaves) + 1
    return readonly(np.linspace(0.0, 12.0 * octaves, rows, dtype=np.float32))


@cache
def _mel_edges() -> NDArray[np.float64]:
    low, high = (2595.0 * np.log10(1.0 + hz / 700.0) for hz in MEL_RANGE_HZ)
    edges: NDArray[np.float64] = 700.0 * (
        10.0 ** (np.linspace(low, high, MEL_BANDS + 2) / 2595.0) - 1.0
    )
    return readonly(edges)


@cache
def _mel_filters() -> Floats:
    hertz = np.fft.rfftfreq(MEL_WINDOW, 1.0 / SAMPLE_RATE)
    edges = _mel_edges()
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising = (hertz - low) / (middle - low)
    falling = (high - hertz) / (high - middle)
    return readonly(np.maximum(0.0, np.minimum(rising, falling)).astype(np.float32))
