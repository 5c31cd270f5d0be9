"""Lengths an engine is built for: every stage has a few, and a profile for each.

A profile reaches from just above the bucket below to the bucket itself, and is tuned for
its longest. Time axes are real (nothing is padded or cut), so a bucket says what an engine
is fast at, never what is heard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.backends.protocol import Stage, Tensor

BUCKETS: Mapping[Stage, tuple[int, ...]] = {
    Stage.ENCODE: (64, 192, 512),
    Stage.DURATION: (64, 192, 512),
    Stage.PROSODY: (160, 480, 1600),
    Stage.WAVEFORM: (96, 176, 320),
}
"""Tokens, or frames of 25 ms. A phrase has at most 512 tokens; a decode unit lasts 1 to 6 s
with its context, so up to 320 frames. What is longer (a word without end) is left to the
next row."""

SHORTEST: Mapping[Stage, int] = {
    Stage.ENCODE: 3,
    Stage.DURATION: 3,
    Stage.PROSODY: 3,
    Stage.WAVEFORM: 8,
}
"""Two pads and a sound; the waveform stage mirrors 10 of its 120 positions a frame."""

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """The shapes an engine takes for one input."""

    least: Shape
    best: Shape
    most: Shape


def length_of(stage: Stage, inputs: Mapping[str, Tensor]) -> int:
    """Return how long a request is, in the unit of the stage's buckets."""
    if stage is Stage.ENCODE:
        return int(inputs["tokens"].shape[1])
    if stage is Stage.DURATION:
        return int(inputs["bert"].shape[1])
    name = "aligned" if stage is Stage.PROSODY else "aligned_text"
    return int(inputs[name].shape[2])


def bucket_for(stage: Stage, length: int) -> int | None:
    """Return the bucket a length falls into, or None if no engine takes it."""
    if length < SHORTEST[stage]:
        return None
    return next((each for each in BUCKETS[stage] if length <= each), None)


def profiles(stage: Stage, bucket: int) -> dict[str, Profile]:
    """Return each input's shapes for a bucket."""
    place = BUCKETS[stage].index(bucket)
    least = BUCKETS[stage][place - 1] + 1 if place else SHORTEST[stage]
    return {
        name: Profile(small, large, large)
        for (name, small), (_, large) in zip(
            shapes(stage, least).items(), shapes(stage, bucket).items(), strict=True
        )
    }


def shapes(stage: Stage, length: int) -> dict[str, Shape]:
    """Return the shape of each input at a length; see ``engine.backends.protocol``."""
    found: dict[Stage, dict[str, Shape]] = {
        Stage.ENCODE: {"tokens": (1, length)},
        Stage.DURATION: {"bert": (1, length, 512), "prosody_style": (1, 128)},
        Stage.PROSODY: {"aligned": (1, 640, length), "prosody_style": (1, 128)},
        Stage.WAVEFORM: {
            "aligned_text": (1, 512, length),
            "f0": (1, 2 * length),
            "energy": (1, 2 * length),
            "acoustic_style": (1, 128),
        },
    }
    return found[stage]
