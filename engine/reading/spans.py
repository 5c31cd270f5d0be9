"""Stretches of a script: in which manner each is spoken and where it comes from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.values import IDENTITY, Deltas

Judge = Callable[[str], bool]
"""Says whether words are understood; must be pure."""

Border = Literal["", "sentence", "paragraph"]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a stretch of a script is spoken, as far as the script says it.

    ``prompt`` None and ``voice`` None leave it to who speaks the whole;
    ``degree`` multiplies the intensity; ``nudges`` are added to what the prompt
    asks; ``language`` is the tag an SSML element names, or "".
    """

    prompt: str | None = None
    degree: float = 1.0
    voice: str | None = None
    nudges: Deltas = IDENTITY
    language: str = ""


PLAIN_MANNER = Manner()
"""As whoever speaks the whole says."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text and where it comes from.

    The text from offset ``at`` up to the next segment stands for
    ``source[start:end]``: character by character if both are as long, else as a whole.
    """

    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a script in one manner.

    ``border`` says what follows it if the script says so; "" leaves it to the text.
    """

    text: str
    segments: tuple[Segment, ...]
    manner: Manner = PLAIN_MANNER
    border: Border = ""


def segments_of(
    segments: Sequence[Segment], size: int, first: int, last: int
) -> tuple[Segment, ...]:
    """The segments of ``text[first:last]``; ``size`` is the length of the text."""
    found = []
    at = max(0, bisect_right(segments, first, key=lambda each: each.at) - 1)
    for index in range(at, len(segments)):
        each = segments[index]
        stop = segments[index + 1].at if index + 1 < len(segments) else size
        if each.at >= last:
            break
        low, high = max(first, each.at), min(last, stop)
        if high <= low:
            continue
        if stop - each.at == each.end - each.start:
            begin = each.start + low - each.at
            found.append(Segment(low - first, begin, begin + high - low))
        else:
            found.append(Segment(low - first, each.start, each.end))
    return tuple(found)


def source_of(segments: Sequence[Segment], size: int, first: int, last: int) -> tuple[int, int]:
    """Offsets in the source of ``text[first:last]``, which is not empty."""
    inside = segments_of(segments, size, first, last)
    return min(each.start for each in inside), max(each.end for each in inside)
