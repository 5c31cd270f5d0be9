"""When a line may begin to be heard while the rest of it is still being made.

The first unit is short, so that something is heard soon; the second may take longer to make
than the first lasts. Playing is therefore held back until, at the pace measured so far, every
later unit is there before it is due. Units are cut by the plan alone: only the moment at
which sound begins hangs on the machine, never the sound.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from engine.values import Floats

MARGIN = 1.1
"""What is still to be made is thought to take this much longer than the last unit did: units
of one line differ by up to a tenth."""

SPARE_S = 0.1
"""A unit is to be there this long before it is due: a device takes sound in gulps."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """The next finished sound of a line."""

    audio: Floats
    """float32[n], -1..1 at 24 kHz, read-only"""
    plays_from: float = 0.0
    """``time.monotonic`` from which on the line may begin to be heard without running dry."""


class Stream:
    """Times the units of one line as they are made, from now on.

    Args:
        frames: how many frames each unit decodes; what it costs is in proportion.
        sound_s: how long each unit sounds, seconds.
    """

    def __init__(self, frames: Sequence[int], sound_s: Sequence[float]) -> None:
        self.frames = frames
        self.sound_s = sound_s
        self._there = 0
        self._began = time.monotonic()

    def next(self, audio: Floats) -> Streamed:
        """Return the unit that has just been made, with the moment from which it may be played."""
        now = time.monotonic()
        if not self.frames:  # a line that is only a rest
            return Streamed(audio)
        pace = MARGIN * (now - self._began) / self.frames[self._there]
        self._began, self._there = now, self._there + 1
        left = [pace * frames for frames in self.frames[self._there :]]
        return Streamed(audio, now + hold_s(left, self.sound_s, SPARE_S))


def hold_s(left_s: Sequence[float], sound_s: Sequence[float], spare_s: float = 0.0) -> float:
    """Return how long to wait before playing, so that no unit is late: seconds, 0 or more.

    Args:
        left_s: how long each unit that is not there yet will take, in order.
        sound_s: how long each unit of the line sounds, those that are there first.
        spare_s: each is to be there this long before it is due.
    """
    there = len(sound_s) - len(left_s)
    made, due, late = spare_s, sum(sound_s[:there]), 0.0
    for work, sound in zip(left_s, sound_s[there:], strict=True):
        made += work
        late = max(late, made - due)
        due += sound
    return late
