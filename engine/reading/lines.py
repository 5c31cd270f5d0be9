"""Cutting a text into lines: one sentence each, nothing lost, nothing doubled."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from engine.reading.sentences import stop_ends
from engine.reading.tongues import ends, tongue
from engine.values import Line

SENTENCE_REST_S = 0.35
"""Silence after a sentence inside a paragraph, on top of the voice's own fall;
narrators rest some 0.3 to 0.6 s between sentences (Goldman-Eisler's read speech)."""
PARAGRAPH_REST_S = 0.8
"""Silence after a paragraph: about twice a sentence's, so that the border is heard."""

SHORT_LETTERS = 10
"""A sentence with fewer letters shares its neighbour's line: the voice sounds
flat and hurried on runs of under about fifteen tokens ("No. Stop.")."""
SHARED_LETTERS = 80
"""A line that took in short neighbours stays under this many letters."""

_OWN_STOPS = "。！？।॥"
"""Stops that always end a sentence: no short form is written with them."""
_STOP = re.compile(rf"[.!?…{_OWN_STOPS}]{{1,400}}")
_CLOSERS = re.compile(r"[\"'”’)\]»*_」』]{0,6}(?:[ \u00a0\u202f]»)?")
_MARKUP = re.compile(r"!?\[[^\[\]\n]{1,300}\]\([^()\n]{1,400}\)")
_OWN_PARAGRAPH = re.compile(
    r"[ \t]{0,12}(?:#{1,6}[ \t]|[-*+•][ \t]|[0-9]{1,3}[.)][ \t]|\|)"
    r"|[ \t]{0,3}(?:[-*_=][ \t]{0,3}){3,200}[ \t]{0,80}$"
)
_LIST_NUMBER = re.compile(r"\s*[0-9]{1,3}$")


Ends = Callable[[str, int], bool]
"""Does the mark at a place of a text end a sentence?"""


def split_lines(source: str, language: str = "en-us") -> tuple[Line, ...]:
    """Cut ``source`` into lines.

    A line is one sentence, except that very short neighbours in a paragraph
    share one. Paragraphs end at blank lines and at headings and list items.
    Every character that is not white space lies in exactly one line; offsets
    are code points. ``language`` tells which short forms end no sentence; one
    that is not known is taken for English.
    """
    lines: list[Line] = []
    judge: Ends = stop_ends
    if language in tongue.CODES:
        judge = partial(ends.stop_ends, tongue.load(language))
    for start, end in _paragraphs(source):
        spans = _shared(source, _sentences(source, start, end, judge))
        for index, (first, last) in enumerate(spans):
            rest = PARAGRAPH_REST_S if index == len(spans) - 1 else SENTENCE_REST_S
            lines.append(Line(source[first:last], first, last, rest))
    return tuple(lines)


def _paragraphs(source: str) -> list[tuple[int, int]]:
    """Spans of paragraphs, without the white space between them."""
    spans: list[tuple[int, int]] = []
    first = at = 0
    heading = False
    for row in source.splitlines(keepends=True):
        own = bool(_OWN_PARAGRAPH.match(row))
        if not row.strip() or own or heading:
            spans.append((first, at))
            first = at
        heading = own and row.lstrip().startswith(("#", "---", "***", "===", "___", "* *", "- -"))
        at += len(row)
    spans.append((first, at))
    stripped = [_strip(source, start, end) for start, end in spans]
    return [(start, end) for start, end in stripped if start < end]


def _strip(source: str, start: int, end: int) -> tuple[int, int]:
    while start < end and source[start].isspace():
        start += 1
    while end > start and source[end - 1].isspace():
        end -= 1
    return start, end


def _sentences(source: str, start: int, end: int, judge: Ends) -> list[tuple[int, int]]:
    """Spans of the sentences of one paragraph."""
    paragraph = source[start:end]
    markup = [match.span() for match in _MARKUP.finditer(paragraph)]
    spans: list[tuple[int, int]] = []
    first = inside = 0
    for stop in _STOP.finditer(paragraph):
        while inside < len(markup) and markup[inside][1] <= stop.start():
            inside += 1
        if inside < len(markup) and markup[inside][0] < stop.start():
            continue
        if not _ends(paragraph, stop, judge):
            continue
        closing = _CLOSERS.match(paragraph, stop.end())
        last = closing.end() if closing else stop.end()
        if last > first:
            spans.append(_strip(source, start + first, start + last))
            first = last
    rest = _strip(source, start + first, end)
    if rest[0] < rest[1]:
        spans.append(rest)
    return spans


def _ends(paragraph: str, stop: re.Match[str], judge: Ends) -> bool:
    marks = stop[0]
    if marks[-1] in _OWN_STOPS:
        return True
    if set(marks) <= {".", "…"} and len(marks) > 1:
        return judge("…" + paragraph[stop.end() : stop.end() + 40], 0)
    if marks == "." and _LIST_NUMBER.fullmatch(paragraph, 0, stop.start()):
        return False
    return judge(paragraph, stop.end() - 1)


def _letters(text: str) -> int:
    return sum(char.isalnum() for char in text)


def _shared(source: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Let very short sentences share a line with the one after (or before) them."""
    joined: list[tuple[int, int]] = []
    held = 0
    for first, last in spans:
        size = _letters(source[first:last])
        fits = joined and held + size <= SHARED_LETTERS
        if fits and (held < SHORT_LETTERS or size < SHORT_LETTERS):
            joined[-1] = (joined[-1][0], last)
            held += size
        else:
            joined.append((first, last))
            held = size
    return joined
