"""The part of playing that the audio thread runs: copy slices, fade, loop.

Nothing here waits or takes a lock. What is wanted is one frozen value that the
audio thread reads once per call; what happened is read back from plain
attributes, which the interpreter sets whole.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass

import numpy as np

from engine.values import Floats

FADE_S = 0.008
"""Every stop, jump and turn of a loop fades this long: two periods of the deepest
voices, so nothing clicks, and too short to be heard as a fade."""

SPANS = 512
"""Stretches remembered to tell what is being heard: over two seconds of the
shortest calls a device makes (5 ms), ten times the longest latency chosen here."""

_NOTHING = np.zeros(0, np.float32)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the deck should do. ``jumps`` counts jumps asked for; the last goes to ``place``."""

    playing: bool
    jumps: int
    place: int
    """Samples from the beginning."""
    plays: int = 0
    """Times playing was asked for."""


class Deck:
    """One sound, growing while it plays, and the place where it is read.

    Args:
        rate: samples per second of all pieces and of the device.
        keep: False lets go of pieces once they have been read; there is no way back
            then, but a ten-hour text does not pile up in memory.
    """

    def __init__(self, rate: int, *, keep: bool = True) -> None:
        self.rate = rate
        self.tail = 0
        """Samples of silence after the end until the last sound has been heard."""
        self.wish = Wish(False, 0, 0)
        """Set whole, by whoever steers."""
        self.loop: tuple[int, int] | None = None
        """First sample and the one after the last, or None."""
        self.volume = 1.0
        self.begins_from = 0.0
        """It is silent till then (``time.monotonic``) unless it runs or is complete."""
        self.complete = False
        """No more pieces will come."""
        self.ready = 0
        """Samples there are."""
        self.cursor = 0
        """Next sample that is read."""
        self.running = False
        self.starved = 0
        """Times the sound ran dry though more was to come."""
        self.began = 0
        """The play (``Wish.plays``) whose first sound has been handed to the device."""
        self.began_at = 0.0
        """When that is heard (``time.monotonic``)."""
        self.ended: Wish | None = None
        """The wish under which everything was played to the end, and heard."""
        self._keep = keep
        self._pieces: list[Floats] = []
        self._starts: list[int] = []
        self._tail_left = -1
        self._seen = self.wish
        self._dry = True
        self._target: int | None = None
        self._ramp = np.linspace(0.0, 1.0, max(2, round(FADE_S * rate)), dtype=np.float32)
        self._level = self._ramp.size  # how far up the ramp; its size = not faded
        self._rising = True
        self._gain = self.volume
        self._heard: deque[tuple[float, int, int]] = deque(maxlen=SPANS)

    def add(self, piece: Floats) -> None:
        """Append float32[n] samples, -1..1. Called by one thread at a time."""
        if piece.size:
            self._pieces.append(piece)
            self._starts.append(self.ready)
            self.ready += piece.size  # last: what is ready can be read

    def fill(self, out: Floats, delay_s: float) -> None:
        """Write the next ``out.size`` samples.

        Args:
            out: float32[n], overwritten.
            delay_s: seconds until its first sample is heard.
        """
        heard = time.monotonic() + delay_s
        self._obey()
        at = 0
        while self.running and at < out.size:
            count = self._next(out.size - at)
            if count:
                self._copy(out[at : at + count], heard + at / self.rate)
                at += count
            elif not self._land():
                break
        out[at:] = 0.0
        self._count_silence(out.size - at)
        self._turn_volume(out)

    def position(self, now: float) -> int:
        """Sample that is heard at ``now`` (``time.monotonic``), or where playing goes on."""
        if not self.running and self._seen.jumps != self.wish.jumps:
            return self.wish.place
        spans = tuple(self._heard)
        for heard, start, count in reversed(spans):
            if heard <= now:
                return start + min(round((now - heard) * self.rate), count)
        return spans[0][1] if spans else self.cursor

    def halt(self, place: int) -> None:
        """Stand still at ``place``. Only while no stream reads this deck."""
        self.wish = self._seen = Wish(False, self.wish.jumps, place, self.wish.plays)
        self.running, self._dry, self._tail_left, self._target = False, True, -1, None
        self.cursor = place
        self._heard.clear()

    def _obey(self) -> None:
        wish, seen = self.wish, self._seen
        if wish is seen:
            return
        to_begin = wish.playing and not self.running
        if to_begin and not self.complete and time.monotonic() < self.begins_from:
            return
        self._seen = wish
        if wish.jumps != seen.jumps:
            self._jump(wish.place)
        if wish.playing and not self.running:
            self.running, self._dry, self._tail_left = True, True, -1
            self._level = self._ramp.size if self.cursor == 0 else 0
        self._rising = wish.playing and self._target is None

    def _jump(self, place: int) -> None:
        if self.running and self._level > 0:
            self._target = place
        else:
            self._target = None
            self.cursor = place
            self._heard.clear()

    def _next(self, most: int) -> int:
        """Samples that can be copied in one go, at most ``most``; 0 = a decision is due."""
        count = max(0, min(most, self.ready - self.cursor))
        if not self._rising:
            return min(count, self._level)
        if self._level < self._ramp.size:
            return min(count, self._ramp.size - self._level)
        if self.loop is not None and self.cursor < self.loop[1]:
            left = self.loop[1] - self._ramp.size - self.cursor
            if left <= 0:
                self._target, self._rising = self.loop[0], False
                return min(count, self._level)
            return min(count, left)
        return count

    def _copy(self, out: Floats, heard: float) -> None:
        """Copy the next samples, wherever the pieces' edges are, and fade them."""
        start, at = self.cursor, 0
        number = bisect_right(self._starts, start) - 1
        while at < out.size:
            piece = self._pieces[number]
            offset = start + at - self._starts[number]
            count = min(out.size - at, piece.size - offset)
            out[at : at + count] = piece[offset : offset + count]
            at += count
            if not self._keep and offset + count == piece.size:
                self._pieces[number] = _NOTHING
            number += 1
        self.cursor = start + at
        self._dry = False
        self._heard.append((heard, start, at))
        if self.began != self._seen.plays:
            self.began_at = heard
            self.began = self._seen.plays  # last: who reads it then reads the time
        self._fade(out)

    def _fade(self, out: Floats) -> None:
        level, count = self._level, out.size
        if not self._rising:
            out *= self._ramp[level - count : level][::-1]
            self._level = level - count
        elif level < self._ramp.size:
            out *= self._ramp[level : level + count]
            self._level = level + count

    def _land(self) -> bool:
        """Decide what follows when nothing can be copied; False = silence for now."""
        if not self._rising:  # faded out, or nothing left to fade
            self._level = 0
            if self._target is not None:
                self.cursor, self._target, self._dry = self._target, None, True
            if self._seen.playing:
                self._rising = True
                return True
            self.running = False
        elif self.complete and self.cursor >= self.ready:
            self.running, self._tail_left = False, self.tail
        elif not self._dry:
            self._dry = True
            self.starved += 1
        return False

    def _count_silence(self, count: int) -> None:
        if self._tail_left >= 0 and not self.running:
            self._tail_left -= count
            if self._tail_left < 0:
                self.ended = self._seen

    def _turn_volume(self, out: Floats) -> None:
        before, after = self._gain, self.volume
        if before != after:
            out *= np.linspace(before, after, out.size, dtype=np.float32)
            self._gain = after
        elif after != 1.0:
            out *= np.float32(after)
