"""A text of any length spoken line by line, sound handed on as it is made.

Memory does not grow with the text: a line's take is let go when whoever
iterates is done with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np
import xxhash

from engine.cancel import CancelToken
from engine.emotion.knobs import MAX_INTENSITY
from engine.emotion.law import combine
from engine.reading.script import ScriptLine, part_of
from engine.streaming import Streamed
from engine.values import SAMPLE_RATE, Direction, Floats, Line, RenderRequest, Take, Want

MOST_CHARACTERS = 1500
"""Longest line spoken in one: a minute and a half, ten times a long sentence. It
bounds the memory of a take and how long a cancel can wait for the reading."""

SEED_BITS = 63
"""Seeds are non-negative 64-bit integers."""

REST_PIECE_S = 1.0
"""A rest is handed on in pieces of at most this long."""


AnyLine = TypeVar("AnyLine", bound=Line)


class Speaker(Protocol):
    """What speaks a request: the engine's renderer."""

    def render(
        self,
        request: RenderRequest,
        token: CancelToken | None = None,
        on_unit: Callable[[Streamed], None] | None = None,
        progress: Callable[[str, float], None] | None = None,
    ) -> Take:
        """Speak one line; ``on_unit`` gets its finished pieces in order."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One line that was spoken: its take and where its sound lies in the whole.

    ``start`` and ``samples`` count samples at 24 kHz; the rest after the line
    is not counted.
    """

    line: Line
    take: Take
    start: int
    samples: int


def bounded(lines: Sequence[AnyLine]) -> tuple[AnyLine, ...]:
    """Cut lines longer than ``MOST_CHARACTERS`` at spaces, so that no take is endless.

    Only what is no prose is that long: a table, a list without stops, a dump. The
    pieces follow each other without a rest; together they are the line.
    """
    found: list[AnyLine] = []
    for line in lines:
        start = 0
        while len(line.text) - start > MOST_CHARACTERS:
            space = line.text.rfind(" ", start + 1, start + MOST_CHARACTERS)
            end = space if space > 0 else start + MOST_CHARACTERS
            found.append(part_of(line, start, end, 0.0))
            start = end
            while line.text[start].isspace():
                start += 1
        found.append(part_of(line, start, len(line.text), line.rest_s) if start else line)
    return tuple(found)


def line_seeds(lines: Sequence[Line], seed: int) -> tuple[int, ...]:
    """A seed for each line, from its id: its text and how often it came before.

    So a line keeps its seed when others are edited, added or taken out, and
    equal lines still differ from each other.

    Args:
        lines: the lines of one text, in order.
        seed: the person's own seed, part of every line's.
    """
    seen: Counter[str] = Counter()
    seeds = []
    for line in lines:
        identity = f"{seed}\x00{seen[line.text]}\x00{line.text}"
        seen[line.text] += 1
        digest = xxhash.xxh3_64_intdigest(identity.encode())
        seeds.append(digest >> (64 - SEED_BITS))
    return tuple(seeds)


def requests_for(
    lines: Sequence[Line], voice: str, direction: Direction, seed: int
) -> tuple[RenderRequest, ...]:
    """One request for sound per line.

    A line of a script is spoken in its own manner where it has one; everything
    else is as ``voice`` and ``direction`` say.
    """
    return tuple(
        _request(line, voice, direction, number)
        for line, number in zip(lines, line_seeds(lines, seed), strict=True)
    )


def _request(line: Line, voice: str, direction: Direction, seed: int) -> RenderRequest:
    if isinstance(line, ScriptLine):
        manner = line.manner
        voice = voice if manner.voice is None else manner.voice
        direction = replace(
            direction,
            prompt=direction.prompt if manner.prompt is None else manner.prompt,
            intensity=min(direction.intensity * manner.degree, MAX_INTENSITY),
            nudges=combine(manner.nudges, direction.nudges),
        )
    return RenderRequest(line.text, voice, direction, Want.SOUND, seed)


def speak(
    speaker: Speaker,
    lines: Sequence[Line],
    requests: Iterable[RenderRequest],
    hear: Callable[[Streamed], None],
    token: CancelToken,
) -> Iterator[Spoken]:
    """Speak the lines in order, their rests between them.

    Args:
        speaker: the engine's renderer.
        lines: the lines, with the rest that follows each; none follows the last.
        requests: one for each line; the next is taken when a line is done.
        hear: takes each finished piece of sound in order, rests included.
        token: cancels between and inside lines.

    Yields:
        Each line when all of its sound has been handed on.

    Raises:
        Cancelled: the token was cancelled.
        StudioError: from the engine or from ``hear``.
    """
    at = 0
    for number, (line, request) in enumerate(zip(lines, requests, strict=True)):
        token.check()
        take = speaker.render(request, token, hear)
        samples = 0 if take.audio is None else int(take.audio.size)
        yield Spoken(line, take, at, samples)
        at += samples
        del take
        if number < len(lines) - 1:
            rest = round(line.rest_s * SAMPLE_RATE)
            at += rest
            for piece in silence(rest):
                token.check()
                hear(Streamed(piece))


def silence(samples: int) -> Iterator[Floats]:
    """``samples`` of digital silence in pieces."""
    most = round(REST_PIECE_S * SAMPLE_RATE)
    while samples > 0:
        piece = min(samples, most)
        yield np.zeros(piece, np.float32)
        samples -= piece
