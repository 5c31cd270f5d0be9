"""A sound that grows while it is played: what is asked of it and what became of that.

It knows no device. Whoever owns one asks it to fill buffers, says at which rate,
and says when there is no device any more.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from app.playing.deck import Deck, Wish
from engine.values import SAMPLE_RATE, Floats

if TYPE_CHECKING:
    import soxr

SHORTEST_LOOP_S = 0.05
"""A loop is at least this long: shorter ones would be nothing but fades."""


class Kind(Enum):
    """What can happen while playing."""

    STARTED = "started"
    """The first sound after a play is heard."""
    ENDED = "ended"
    """The last sound has been heard; playing again begins at the beginning."""
    UNDERRUN = "underrun"
    """What is to be played next has not been made yet; it goes on by itself."""
    LOST = "lost"
    """The device went away; playing rests where it was."""
    REFUSED = "refused"
    """Playing was asked for and no device could be opened."""
    DEVICES = "devices"
    """The devices were listed anew."""


class Sound:
    """One sound at a time. Its lock is shared by who steers and who looks after the device.

    Args:
        keep: False lets go of sound that was played (see ``Deck``).
    """

    def __init__(self, *, keep: bool = True) -> None:
        self._keep = keep
        self._lock = threading.Lock()  # never taken by the audio thread
        self._pieces: list[Floats] = []
        self._hint_s = 0.0
        self._resampler: soxr.ResampleStream | None = None
        self._deck = Deck(SAMPLE_RATE, keep=keep)
        self._leaving: Deck | None = None
        self._told = 0

    # -- growing -----------------------------------------------------------------------

    def load(self, total_hint_s: float) -> None:
        """Begin anew; what was playing fades out."""
        with self._lock:
            old = self._deck
            self._wish(playing=False)
            new = self._new_deck(old.rate)
            new.volume, new.tail = old.volume, old.tail
            new.wish = Wish(False, 0, 0, old.wish.plays)
            new.began = self._told = old.wish.plays
            self._pieces = []
            self._hint_s = total_hint_s
            self._leaving, self._deck = old, new

    def append(self, piece: Floats) -> None:
        """Add float32[n] samples, -1..1 at 24 kHz."""
        with self._lock:
            if self._keep:
                self._pieces.append(piece)
            self._add(piece)

    def hold(self, until: float) -> None:
        """Begin no sooner than then (``time.monotonic``), unless it has begun."""
        self._deck.begins_from = until

    def finish(self) -> None:
        """Say that the sound is complete."""
        with self._lock:
            self._finish()

    def _add(self, piece: Floats) -> None:
        resampler = self._resampler
        self._deck.add(piece if resampler is None else resampler.resample_chunk(piece))

    def _finish(self) -> None:
        if self._resampler is not None and not self._deck.complete:
            self._deck.add(self._resampler.resample_chunk(np.zeros(0, np.float32), last=True))
        self._deck.complete = True

    def _new_deck(self, rate: int) -> Deck:
        self._resampler = None
        if rate != SAMPLE_RATE:
            import soxr

            self._resampler = soxr.ResampleStream(
                SAMPLE_RATE, rate, 1, dtype="float32", quality="HQ"
            )
        return Deck(rate, keep=self._keep)

    # -- steering ----------------------------------------------------------------------

    def play(self, from_s: float | None) -> None:
        """Want sound from ``from_s``, or from where it rests (the beginning, at the end)."""
        with self._lock:
            deck = self._deck
            at_end = deck.complete and deck.position(time.monotonic()) >= deck.ready
            self._wish(playing=True, to_s=0.0 if from_s is None and at_end else from_s, plays=1)

    def stop(self) -> None:
        """Want silence."""
        with self._lock:
            self._wish(playing=False)

    def seek(self, to_s: float) -> None:
        """Go to a place, playing or not."""
        with self._lock:
            self._wish(playing=self._deck.wish.playing, to_s=to_s)

    def set_loop(self, start_s: float | None, end_s: float) -> None:
        """Repeat a stretch; None ends that."""
        with self._lock:
            deck = self._deck
            if start_s is None:
                deck.loop = None
                return
            end_s = max(end_s, start_s + SHORTEST_LOOP_S)
            deck.loop = (max(0, round(start_s * deck.rate)), round(end_s * deck.rate))

    def set_volume(self, volume: float) -> None:
        """Set the gain, 0..1."""
        with self._lock:
            self._deck.volume = min(max(volume, 0.0), 1.0)

    def _wish(self, *, playing: bool, to_s: float | None = None, plays: int = 0) -> None:
        deck, wish = self._deck, self._deck.wish
        jumps, place = wish.jumps, wish.place
        if to_s is not None:
            jumps, place = jumps + 1, max(0, round(to_s * deck.rate))
            if deck.complete:
                place = min(place, deck.ready)
        deck.wish = Wish(playing, jumps, place, wish.plays + plays)

    @property
    def playing(self) -> bool:
        """Whether sound is wanted and has not ended."""
        return self._deck.wish.playing

    @property
    def position_s(self) -> float:
        """What is heard now, or where playing will go on."""
        deck = self._deck
        return deck.position(time.monotonic()) / deck.rate

    @property
    def length_s(self) -> float:
        """How long the sound is, or will be as far as that is known."""
        deck = self._deck
        ready_s = deck.ready / deck.rate
        return ready_s if deck.complete else max(ready_s, self._hint_s)

    @property
    def waiting_s(self) -> float:
        """Sound there is that has not been handed to the device."""
        deck = self._deck
        return (deck.ready - deck.cursor) / deck.rate

    @property
    def rate(self) -> int:
        """Samples per second that the device is given."""
        return self._deck.rate

    # -- for who owns the device -------------------------------------------------------

    def prepare(self, rate: int, tail_s: float) -> None:
        """Get ready for a stream that has not begun.

        Args:
            rate: samples per second it takes.
            tail_s: silence after the end until the last sound has been heard.
        """
        with self._lock:
            old = self._deck
            if rate != old.rate:
                self._convert(old, rate)
            self._deck.tail = round(tail_s * rate)
            self._leaving = None

    def _convert(self, old: Deck, rate: int) -> None:
        new = self._new_deck(rate)
        ratio = rate / old.rate
        place = round(old.position(time.monotonic()) * ratio)
        new.volume, new.begins_from = old.volume, old.begins_from
        if old.loop is not None:
            new.loop = (round(old.loop[0] * ratio), round(old.loop[1] * ratio))
        new.halt(place)
        new.wish = replace(old.wish, place=place)
        new.began = old.began
        self._deck = new
        for piece in self._pieces:
            self._add(piece)
        if old.complete:
            self._finish()

    def fill(self, out: Floats, delay_s: float) -> None:
        """Write the next samples; on the audio thread (see ``Deck.fill``)."""
        leaving = self._leaving
        if leaving is not None and leaving.running:
            leaving.fill(out, delay_s)
        else:
            self._leaving = None
            self._deck.fill(out, delay_s)

    def halt(self, heard_at: float, *, playing: bool) -> None:
        """Rest at what was heard at a time; only when no stream calls ``fill`` any more."""
        with self._lock:
            deck = self._deck
            deck.halt(deck.position(heard_at))
            deck.wish = replace(deck.wish, playing=playing)
            self._leaving = None

    @property
    def busy(self) -> bool:
        """Whether there is, or is to be, sound."""
        return self._deck.wish.playing or self._deck.running

    def news(self) -> list[Kind]:
        """What happened since it was last asked."""
        with self._lock:
            deck, found = self._deck, []
            if self._told != deck.began and time.monotonic() >= deck.began_at:
                self._told = deck.began
                found.append(Kind.STARTED)
            if deck.starved:
                deck.starved = 0
                found.append(Kind.UNDERRUN)
            if deck.ended is deck.wish:
                self._wish(playing=False)
                found.append(Kind.ENDED)
            return found
