"""A script: text with directions, cut into lines that each know how they are spoken.

A tag in square brackets changes the manner from where it stands: ``[angry]`` the
emotion, ``[voice bf_emma]`` the voice, ``[normal]`` goes back. Which words are a
direction is not known here: who calls passes a judge. A text that begins with
``<speak`` is SSML (``engine.reading.ssml``). Pauses, inline phonemes and marks
stay in the text; the reading knows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.reading import ssml
from engine.reading.lines import PARAGRAPH_REST_S, SENTENCE_REST_S, split_lines
from engine.reading.spans import PLAIN_MANNER, Judge, Manner, Segment, Span, segments_of, source_of
from engine.reading.tags import Parentheses, Tagged
from engine.values import Line, Remark


@dataclass(frozen=True, slots=True)
class ScriptLine(Line):
    """A line with its manner.

    ``start:end`` is the stretch of the script it comes from. ``text`` is
    that stretch unless a tag or an SSML element stands inside; then ``segments``
    tells the way back.
    """

    manner: Manner = PLAIN_MANNER
    segments: tuple[Segment, ...] = ()

    def source_of(self, first: int, last: int) -> tuple[int, int]:
        """Offsets in the script of ``text[first:last]``, which is not empty."""
        return source_of(self.segments, len(self.text), first, last)


@dataclass(frozen=True, slots=True)
class Script:
    """A script's lines in order, and what in it was not honoured."""

    lines: tuple[ScriptLine, ...]
    remarks: tuple[Remark, ...] = ()


_AnyLine = TypeVar("_AnyLine", bound=Line)


def part_of(line: _AnyLine, first: int, last: int, rest_s: float) -> _AnyLine:
    """The part ``text[first:last]`` of a line as a line of its own."""
    if isinstance(line, ScriptLine):
        start, end = line.source_of(first, last)
        cut = segments_of(line.segments, len(line.text), first, last)
        return replace(
            line, text=line.text[first:last], start=start, end=end, rest_s=rest_s, segments=cut
        )
    start = line.start + first
    return replace(
        line, text=line.text[first:last], start=start, end=line.start + last, rest_s=rest_s
    )


def script_of(
    source: str,
    is_direction: Judge,
    is_voice: Judge = lambda _: True,
    *,
    parentheses: Parentheses = "text",
    language: str = "en-us",
) -> Script:
    """Cut a script into lines.

    Args:
        source: the text as written.
        is_direction: are these words an emotion or a way of speaking?
        is_voice: is this the name of a voice or a mix?
        parentheses: ``tags`` takes ``(whispering)`` for ``[whispering]``.
        language: of the voice that speaks the whole: where sentences end, and SSML's
            ``say-as``.

    Raises:
        InputError: ``markup-malformed`` for SSML that is not well-formed.
    """
    if ssml.is_ssml(source):
        spans, remarks = ssml.spans_of(source, is_voice, language)
    else:
        tagged = Tagged(source, is_direction, is_voice, parentheses)
        spans, remarks = tagged.run(), tuple(tagged.remarks)
    return Script(tuple(_lines(spans, language)), remarks)


_ENDED = re.compile(r"[.!?…。！？।॥:;][\"'”’)\]»*_」』]{0,6}$")
_CLOSING = re.compile(r"[.,;:!?…。！？]{1,6}[\"'”’)\]»]{0,3}|[”’)\]»]{1,3}[.,;:!?…]{0,6}")
_BLANK = re.compile(r"\n[ \t]*\n")


def _lines(spans: Sequence[Span], language: str) -> Iterator[ScriptLine]:
    """The lines of all spans, each with the rest that follows it."""
    spans = _closed(spans)
    for number, span in enumerate(spans):
        lines = split_lines(span.text, language)
        following = spans[number + 1].text if number + 1 < len(spans) else None
        for index, line in enumerate(lines):
            rest = line.rest_s
            if index == len(lines) - 1 and following is not None:
                rest = _rest_between(span, line, following)
            segments = segments_of(span.segments, len(span.text), line.start, line.end)
            start, end = source_of(segments, len(line.text), 0, len(line.text))
            yield ScriptLine(line.text, start, end, rest, span.manner, segments)


def _closed(spans: Sequence[Span]) -> list[Span]:
    """Give marks that close a span, but stand after the tag or element, back to it."""
    found: list[Span] = []
    for span in spans:
        marks = _CLOSING.match(span.text) if found and not found[-1].border else None
        if marks and marks.end() < len(span.text):
            last, cut, size = found[-1], marks.end(), len(span.text)
            moved = segments_of(span.segments, size, 0, cut)
            shifted = tuple(replace(each, at=each.at + len(last.text)) for each in moved)
            found[-1] = replace(last, text=last.text + marks[0], segments=last.segments + shifted)
            kept = segments_of(span.segments, size, cut, size)
            span = replace(span, text=span.text[cut:], segments=kept)
        found.append(span)
    return found


def _rest_between(span: Span, line: Line, following: str) -> float:
    """Rest after the last line of a span that another span follows.

    A tag in the middle of a sentence adds none: the voice's own onset is enough.
    """
    gap = span.text[line.end :] + following[: len(following) - len(following.lstrip())]
    if span.border == "paragraph" or _BLANK.search(gap) or line.text.startswith("#"):
        return PARAGRAPH_REST_S
    if span.border == "sentence" or _ENDED.search(line.text, max(0, len(line.text) - 12)):
        return SENTENCE_REST_S
    return 0.0
