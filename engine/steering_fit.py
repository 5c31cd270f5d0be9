"""Learns what an offset of the prosody style does: random offsets, measured on plans.

The directions are principal components of the English voices' prosody rows; offsets are
drawn in pairs of opposite sign, so that bends of even order cancel, for every English
voice; text, duration and prosody stages run, no sound is made. Ridge regression on the
pairs' differences gives one map for all voices: on voices it has not seen it predicts as
well as a map of their own does (``docs/steering.md``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.cancel import CancelToken
from engine.emotion.axes import Vector
from engine.heard import heard_values
from engine.layout import lay_out
from engine.phonemes import Kind, TokenKinds
from engine.stages import STYLE_HALF, Stages
from engine.steering import STEERED, Mask, Steering, Wide, contour_figures
from engine.values import Floats, Reading, readonly
from engine.voices import VoiceBank
from kernels.durations import stretch

LINES: Final = (
    "The tram arrived at nine and the station was already empty.",
    "She put the cup down and walked over to the window.",
    "We will meet again tomorrow, after the rain has stopped.",
    "A green coat was hanging behind the door.",
)
"""Neutral lines; none is in the grid that judges the result."""

ROWS: Final = slice(20, 300, 4)
"""Style rows that the directions are found in: those of usual sentences."""

DIRECTIONS: Final = 24
"""Principal directions: 96 % of the voices' variance."""

SPREAD: Final = 0.5
"""SD of the drawn offsets, as a share of the voices' own along each direction: 24 of
them make an offset 2.4 SD long, the length that emotions ask for."""

PAIRS: Final = 10
"""Pairs of offsets for each voice: with 28 voices and four lines, 46 for each number of a
row of the map."""

RIDGE: Final = 2.0
"""Penalty on the map's numbers, in squared SD: worth two of the hundreds of pairs."""

HELD_OUT: Final = 4
"""Every fourth voice is kept to measure what the map does not predict."""

REACH: Final = 4.0
"""SD; up to here offsets were tried (``docs/steering.md``)."""

OUTLIER: Final = 4.0
"""Residuals beyond this many (robust) SD are left out of the fit: octave jumps."""


@dataclass(frozen=True, slots=True)
class Samples:
    """Offsets in SD, float64[n, k], and what they changed, float64[n, lines, 5], of a voice."""

    voice: str
    places: Wide
    changes: Wide


def directions(bank: VoiceBank) -> Floats:
    """Return float32[k, 128]: the directions, each as long as the voices' SD along it."""
    names = english(bank)
    rows = np.concatenate([bank.table(name)[ROWS, STYLE_HALF:] for name in names])
    wide = rows.astype(np.float64) - rows.mean(axis=0, dtype=np.float64)
    _, sizes, across = np.linalg.svd(wide, full_matrices=False)
    across *= np.sign(across[np.arange(len(across)), np.abs(across).argmax(axis=1)])[:, None]
    spread = sizes[:DIRECTIONS] / np.sqrt(len(wide))
    return readonly((across[:DIRECTIONS] * spread[:, None]).astype(np.float32))


def english(bank: VoiceBank) -> list[str]:
    """Return the names of the English voices."""
    return [name for name in bank.names() if name[0] in "ab"]


def sample(
    stages: Stages,
    bank: VoiceBank,
    readings: Sequence[Reading],
    basis: Floats,
    voice: str,
    seed: int,
) -> Samples:
    """Draw offsets for a voice and measure what each pair of them changes."""
    rng = np.random.default_rng([seed, *voice.encode()])
    places = SPREAD * rng.standard_normal((PAIRS, len(basis)))
    mix = bank.parse_mix(voice)
    rows = [bank.row(mix, len(reading.tokens)) for reading in readings]
    kept, changes = [], []
    for place in places:
        offset = (place @ basis).astype(np.float32)
        pair = []
        for sign in (1, -1):
            shifted = [
                np.concatenate([row[:STYLE_HALF], row[STYLE_HALF:] + sign * offset]) for row in rows
            ]
            found = [figures(stages, *each) for each in zip(readings, shifted, strict=True)]
            pair.append(np.array(found))
        kept.append(place)
        changes.append((pair[0] - pair[1]) / 2)
    return Samples(voice, np.array(kept), np.array(changes))


def figures(stages: Stages, reading: Reading, style: Floats) -> Vector:
    """Return a line's figures in the order and units of ``STEERED``: float64[5]."""
    layout, token = lay_out(reading), CancelToken()
    kinds = TokenKinds().of(layout.tokens)
    phrases = [layout.tokens[a:b] for a, b in layout.spans]
    own = np.concatenate([stages.timing(phrase, style, token).durations for phrase in phrases])
    fixed = (kinds == Kind.PAD) | (kinds == Kind.REST) | (kinds == Kind.QUOTE)
    frames = stretch(own, np.ones_like(own), fixed)
    curves = [stages.curve(layout.tokens[a:b], style, frames[a:b], token) for a, b in layout.spans]
    energy = np.concatenate([curve.energy for curve in curves])
    contour = contour_figures(np.concatenate([c.f0 for c in curves]), heard_values(energy))
    nothing = np.full(4, np.nan)
    return np.append(nothing if contour is None else contour, np.log(own[~fixed].sum()))


def fit(samples: Sequence[Samples]) -> tuple[Wide, Wide]:
    """Return the map float64[5, k] and the covariance float64[5, 5] of what it misses.

    The map is learned from all voices; what it misses is measured line by line on every
    fourth voice, with a map that was learned from the others.
    """
    apart = [s for number, s in enumerate(samples) if number % HELD_OUT == 0]
    known = [s for number, s in enumerate(samples) if number % HELD_OUT]
    missed = residuals(_map(known), apart)
    return _map(samples), np.cov(missed[_near(missed)].T)


def residuals(effect: Wide, samples: Sequence[Samples]) -> Wide:
    """Return what a map misses of some samples, float64[n, 5], a row for each line."""
    missed = [s.changes - (s.places @ effect.T)[:, None] for s in samples]
    return np.concatenate([part.reshape(-1, len(STEERED)) for part in missed])


def _near(missed: Wide) -> Mask:
    """Return bool[n]: the rows with no octave jump in any figure."""
    limit = OUTLIER * 1.4826 * np.nanmedian(np.abs(missed), axis=0)
    near: Mask = np.all(np.abs(missed) <= limit, axis=1)
    return near


def _map(samples: Sequence[Samples]) -> Wide:
    places = np.concatenate([np.repeat(s.places, s.changes.shape[1], axis=0) for s in samples])
    changes = np.concatenate([s.changes.reshape(-1, len(STEERED)) for s in samples])
    good, effect = np.isfinite(changes).all(axis=1), np.zeros((len(STEERED), places.shape[1]))
    for _ in range(3):  # an octave jump weighs as much as a hundred pairs
        x, y = places[good], changes[good]
        effect = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y).T
        good = _near(changes - places @ effect.T)
    return effect


def learn(
    stages: Stages,
    bank: VoiceBank,
    readings: Sequence[Reading],
    seed: int,
    tell: Callable[[str], None],
) -> Steering:
    """Learn the map over all English voices; the same seed gives the same map."""
    basis = directions(bank)
    samples = []
    for voice in english(bank):
        samples.append(sample(stages, bank, readings, basis, voice, seed))
        tell(voice)
    effect, noise = fit(samples)
    return Steering(basis, readonly(effect), readonly(noise), REACH)


def write(steering: Steering, path: Path) -> None:
    """Write a map in half precision, some 7 KB."""
    half: dict[str, Any] = {
        "basis": steering.basis.astype(np.float16),
        "effect": steering.effect.astype(np.float16),
        "noise": steering.noise.astype(np.float16),
        "reach": np.float16(steering.reach),
    }
    np.savez_compressed(path, **half)
