"""What a request asks of its line, worked out before anything is planned."""

from __future__ import annotations

from engine.emotion.context import drift
from engine.emotion.law import at_intensity, combine, vary
from engine.values import IDENTITY, Deltas, Emotion, Reading, RenderRequest


def resolve(emotion: Emotion, request: RenderRequest, sex: str) -> Deltas:
    """Return what is asked of a line: intensity, then nudges, then natural variation.

    Args:
        emotion: what the prompt was understood as.
        request: for its direction and seed.
        sex: of the heaviest voice, ``female``, ``male`` or ``unknown``.
    """
    direction = request.direction
    asked = at_intensity(emotion, direction.intensity, sex=sex[:1])
    asked = combine(asked, direction.nudges)
    return vary(asked, direction.stability, request.seed)


def drift_of(request: RenderRequest, deltas: Deltas) -> Deltas:
    """Return what earlier lines leave at this one's beginning; at intensity 0 nothing."""
    if request.direction.intensity == 0.0:
        return IDENTITY
    return drift(deltas, request.context)


def jitter_seed(request: RenderRequest) -> int:
    """Return the seed of the random movement: one for all takes at stability 1."""
    return request.seed if request.direction.stability < 1.0 else 0


def longest_phrase(reading: Reading) -> int:
    """Return the number of tokens in the longest phrase, at least 1."""
    return max((last - first for first, last in reading.phrases), default=1)
