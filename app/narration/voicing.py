"""One line of a book spoken: what is checked of it, and what is written down.

Nothing here knows where the line is kept, so it is the same on every machine that
speaks for a narration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from app.captions import cues_of
from app.narration.changes import change_of
from app.narration.faults import faults_of
from app.narration.ledger import Done, Shown, Told
from app.speak import Speaker
from engine.cache.inputs import TakeInputs
from engine.cancel import CancelToken
from engine.errors import BackendFailed
from engine.values import SAMPLE_RATE, Floats, Reading, RenderRequest, Take, Want

SECOND_TRY = 0.95
"""Stability of a second try: the same again would be the same sound, a little of an actor's
spread is another one nobody hears as another manner."""


class Renders(Speaker, Protocol):
    """What speaks and plans lines: the engine's renderer."""

    def plan(self, request: RenderRequest, token: CancelToken | None = None) -> Take:
        """Plan a line."""

    def inputs(self, request: RenderRequest) -> TakeInputs:
        """What its sound depends on."""


Ear = Callable[[Floats, Reading], tuple[str, ...]]
"""Listens to a line's sound and returns what is wrong with its words, by name."""


@dataclass(frozen=True, slots=True)
class Voiced:
    """A line that was spoken now: what is known of it, and its sound (float32[n], 24 kHz)."""

    done: Done
    audio: Floats


def voiced(
    renderer: Renders, request: RenderRequest, token: CancelToken, ear: Ear | None = None
) -> Voiced:
    """Speak a line; one that is wrong is tried once more, a little otherwise.

    ``ear`` listens to its words too.

    Raises:
        Cancelled: the token was cancelled.
        StudioError: from the engine; a backend that fails is asked twice.
    """
    take = _take(renderer, request, token)
    faults = _faults(take, _audio(take), ear)
    if faults:
        again, other = _second_try(renderer, request, token, ear)
        if len(other) < len(faults):
            take, faults = again, other
    audio = _audio(take)
    return Voiced(_done(take, audio, faults), audio)


def _take(renderer: Renders, request: RenderRequest, token: CancelToken) -> Take:
    try:
        return renderer.render(request, token)
    except BackendFailed:
        token.check()
        return renderer.render(request, token)


def _second_try(
    renderer: Renders, request: RenderRequest, token: CancelToken, ear: Ear | None
) -> tuple[Take, tuple[str, ...]]:
    stability = min(request.direction.stability, SECOND_TRY)
    other = replace(
        request,
        direction=replace(request.direction, stability=stability),
        seed=request.seed ^ 1,
    )
    take = _take(renderer, other, token)
    return take, _faults(take, _audio(take), ear)


def _faults(take: Take, audio: Floats, ear: Ear | None) -> tuple[str, ...]:
    found = faults_of(audio, take.reading.text)
    return found if ear is None or found else ear(audio, take.reading)


def known(
    renderer: Renders,
    request: RenderRequest,
    audio: Floats,
    token: CancelToken,
    ear: Ear | None = None,
) -> Done:
    """What is known of a line whose sound is there already; it is only planned."""
    take = renderer.plan(replace(request, want=Want.PLAN), token)
    return _done(take, audio, _faults(take, audio, ear))


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
