"""Speaking the lines of a book, each once: what is done is never done again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import pairwise
from typing import Protocol

from app.captions import cues_of
from app.narration.changes import change_of
from app.narration.faults import faults_of
from app.narration.ledger import Done, Ledger, Shown, Told
from app.narration.lines import BookLine
from engine.build import Engine
from engine.cache.inputs import TakeInputs
from engine.cancel import CancelToken
from engine.errors import BackendFailed
from engine.keys import key_of
from engine.planning import PLAN_VERSION
from engine.reading.own_words import OwnWords
from engine.sounding import SOUND_VERSION
from engine.values import SAMPLE_RATE, Floats, Reading, RenderRequest, Take, Want

SECOND_TRY = 0.95
"""Stability of a second try: the same again would be the same sound, a little of an actor's
spread is another one nobody hears as another manner."""
LEAST_LINES = 8
"""Lines whose speed is known before a remaining time is named."""


class Renders(Protocol):
    """What speaks and plans lines: the engine's renderer."""

    def render(
        self,
        request: RenderRequest,
        token: CancelToken | None = None,
        on_unit: Callable[[Floats], None] | None = None,
        progress: Callable[[str, float], None] | None = None,
    ) -> Take:
        """Speak a line."""

    def plan(self, request: RenderRequest, token: CancelToken | None = None) -> Take:
        """Plan a line."""

    def inputs(self, request: RenderRequest) -> TakeInputs:
        """What its sound depends on."""


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
    return key_of(stamp, request.text, request.voice, request.direction, seed)


class Speaking:
    """Speaks lines into a ledger.

    Args:
        renderer: see ``Renderer.for_delivery``.
        ledger: where lines are kept.
        stamp: see ``stamp_of``.
        token: cancels between and inside lines.
    """

    def __init__(self, renderer: Renders, ledger: Ledger, stamp: str, token: CancelToken) -> None:
        self._renderer = renderer
        self._ledger = ledger
        self._stamp = stamp
        self._token = token
        self.spoken: list[str] = []
        """Texts of the lines that were really spoken in this run."""

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
            Cancelled: the token was cancelled; what is done stays done.
            StudioError: from the engine, or because the disk is full.
        """
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
            plain = replace(request, want=Want.PLAN)
            take = self._renderer.plan(plain, self._token)
            return _done(take, self._ledger.audio(key), ()), False
        take = self._take(request)
        audio = _audio(take)
        faults = faults_of(audio, request.text)
        if faults:
            again, other = self._second_try(request)
            if len(other) < len(faults):
                take, faults = again, other
        self._ledger.keep_sound(take.key, _audio(take))
        self.spoken.append(request.text)
        return _done(take, _audio(take), faults), True

    def _take(self, request: RenderRequest) -> Take:
        """Speak a line; a backend that fails once is asked once more."""
        try:
            return self._renderer.render(request, self._token)
        except BackendFailed:
            self._token.check()
            return self._renderer.render(request, self._token)

    def _second_try(self, request: RenderRequest) -> tuple[Take, tuple[str, ...]]:
        stability = min(request.direction.stability, SECOND_TRY)
        other = replace(
            request,
            direction=replace(request.direction, stability=stability),
            seed=request.seed ^ 1,
        )
        take = self._take(other)
        return take, faults_of(_audio(take), request.text)


def _audio(take: Take) -> Floats:
    if take.audio is None:
        raise ValueError("a plan has no sound")
    return take.audio


def _done(take: Take, audio: Floats, faults: tuple[str, ...]) -> Done:
    words = tuple(
        Told(word.start, word.end, round(first * SAMPLE_RATE), round(last * SAMPLE_RATE))
        for word, (first, last) in zip(take.reading.words, take.plan.word_times, strict=True)
    )
    cues = cues_of(take.reading, take.plan, 0)
    return Done(
        take.key,
        int(audio.size),
        words,
        tuple(Shown(cue.start, cue.end, cue.text) for cue in cues),
        unread(take.reading),
        faults,
        tuple((each.code, each.subject, each.detail) for each in take.remarks),
        change_of(take.plan, audio),
    )


def unread(reading: Reading) -> tuple[str, ...]:
    """Visible words of a line that no spoken word comes from."""
    spans = sorted((word.start, word.end) for word in reading.words)
    borders = [(0, 0), *spans, (len(reading.text), len(reading.text))]
    gaps = (reading.text[a[1] : b[0]] for a, b in pairwise(borders) if b[0] > a[1])
    return tuple(
        part for gap in gaps for part in gap.split() if any(char.isalnum() for char in part)
    )
