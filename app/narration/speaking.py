"""Speaking the lines of a book, each once: what is done is never done again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Protocol

from app.narration.ledger import Done, Ledger
from app.narration.lines import BookLine
from app.narration.voicing import Ear, Renders, known, voiced
from engine.build import Engine
from engine.cancel import CancelToken
from engine.keys import key_of
from engine.planning import PLAN_VERSION
from engine.reading.own_words import OwnWords
from engine.sounding import SOUND_VERSION
from engine.values import SAMPLE_RATE, RenderRequest

LEAST_LINES = 8
"""Lines whose speed is known before a remaining time is named."""


class Speaks(Protocol):
    """What speaks a book's lines into a ledger: this machine, or several."""

    @property
    def spoken(self) -> Sequence[str]:
        """Texts of the lines that were really spoken in this run."""

    def begin(self, lines: Sequence[BookLine]) -> None:
        """All lines there are, in order: what will be asked for."""

    def lines(
        self,
        lines: Sequence[BookLine],
        pace: Pace,
        before: Callable[[CancelToken], None] = CancelToken.check,
    ) -> Iterator[Done]:
        """Each line's record in order, spoken now unless it was before.

        Args:
            lines: of one chapter.
            pace: is told of each.
            before: called before each line; may wait, and raises once it was cancelled.

        Raises:
            Cancelled: the work was cancelled; what is done stays done.
            StudioError: from the engine, or because the disk is full.
        """


@dataclass(slots=True)
class Pace:
    """How far the work has come, in minutes of sound, and how long the rest will take.

    What is still to be spoken is estimated from the letters of the lines spoken so far.
    """

    letters: int
    """Of the whole book."""
    done_letters: int = 0
    samples: int = 0
    new_lines: int = 0
    new_samples: int = 0
    seconds: float = 0.0
    """Spent on new lines."""

    def count(self, line: BookLine, done: Done, spent: float | None) -> None:
        """Take in a line; ``spent`` seconds if it was spoken now."""
        self.done_letters += len(line.request.text)
        self.samples += done.samples
        if spent is not None:
            self.new_lines += 1
            self.new_samples += done.samples
            self.seconds += spent

    @property
    def minutes(self) -> float:
        """Minutes of sound that are there."""
        return self.samples / SAMPLE_RATE / 60

    @property
    def total_minutes(self) -> float:
        """Minutes of sound the book will have, without its rests."""
        share = self.done_letters / max(self.letters, 1)
        return self.minutes / share if share else 0.0

    @property
    def left_s(self) -> float | None:
        """Seconds until all lines are spoken; None while too little is known to say."""
        if self.new_lines < LEAST_LINES or not self.new_samples:
            return None
        per_sample = self.seconds / self.new_samples
        return max(0.0, (self.total_minutes - self.minutes) * 60 * SAMPLE_RATE * per_sample)


def stamp_of(engine: Engine, own: OwnWords | None) -> str:
    """A key of everything about the engine that might change how a line sounds."""
    info = engine.backend.describe()
    return key_of(
        "narration/1",
        version("espressivo"),
        (info.name, info.model, info.precision, info.runtime, info.threads),
        (PLAN_VERSION, SOUND_VERSION),
        (engine.voices.hash, engine.understander.version),
        repr(None if own is None else own.entries),
    )


def request_key(stamp: str, request: RenderRequest) -> str:
    """What a line's row in the ledger is found by; ``stamp`` is of the engine."""
    seed = request.seed if request.direction.stability < 1.0 else 0
    context = () if request.context is None else (request.context,)
    return key_of(stamp, request.text, request.voice, request.direction, seed, *context)


class Speaking:
    """Speaks lines on this machine, one after the other: see ``Speaks``.

    Args:
        renderer: see ``Renderer.for_delivery``.
        ledger: where lines are kept.
        stamp: see ``stamp_of``.
        token: cancels between and inside lines.
        ear: listens to each line's words; ``stamp`` then says so.
    """

    def __init__(
        self,
        renderer: Renders,
        ledger: Ledger,
        stamp: str,
        token: CancelToken,
        ear: Ear | None = None,
    ) -> None:
        self._ear = ear
        self._renderer = renderer
        self._ledger = ledger
        self._stamp = stamp
        self._token = token
        self.spoken: list[str] = []

    def begin(self, lines: Sequence[BookLine]) -> None:
        """Lines are taken as they come: nothing is prepared."""

    def lines(
        self,
        lines: Sequence[BookLine],
        pace: Pace,
        before: Callable[[CancelToken], None] = CancelToken.check,
    ) -> Iterator[Done]:
        """See ``Speaks.lines``."""
        for line in lines:
            before(self._token)
            self._token.check()
            key = request_key(self._stamp, line.request)
            found = self._ledger.done(key)
            spent = None
            if found is None:
                start = time.perf_counter()
                found, is_new = self._speak(line.request)
                self._ledger.keep(key, found)
                spent = time.perf_counter() - start if is_new else None
            pace.count(line, found, spent)
            yield found

    def _speak(self, request: RenderRequest) -> tuple[Done, bool]:
        """The record of a line, and whether its sound had to be made."""
        key = self._renderer.inputs(request).key()
        if self._ledger.has_sound(key):
            audio = self._ledger.audio(key)
            return known(self._renderer, request, audio, self._token, self._ear), False
        made = voiced(self._renderer, request, self._token, self._ear)
        self._ledger.keep_sound(made.done.key, made.audio)
        self.spoken.append(request.text)
        return made.done, True
