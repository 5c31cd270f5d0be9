"""A book as lines to be spoken: each with its request, its place in the book and its rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.narration.book import Asked, Block, Slot
from app.narration.casting import parts
from app.narration.plan import Pauses, Planned
from app.speak import bounded, line_seeds, requests_for
from engine.reading.lines import PARAGRAPH_REST_S, SENTENCE_REST_S, split_lines
from engine.reading.script import ScriptLine
from engine.values import Direction, Line, RenderRequest

TURN_REST_S = 0.12
"""Silence where speech turns to narration inside a sentence ("Yes," she said): a breath less
than a sentence's. Judged."""

_ENDED = re.compile(r"[.!?…][\"'”’)\]»]*$")

Cut = Callable[[str, str], Sequence[Line]]
"""Cuts a text, for a voice, into lines: plainly, or at tags in brackets."""


@dataclass(frozen=True, slots=True)
class Directed:
    """How a whole book is spoken where nothing else is said."""

    voice: str
    direction: Direction
    seed: int = 0


@dataclass(frozen=True, slots=True)
class BookLine:
    """A line of a chapter.

    ``start:end`` are offsets in the spoken text of block ``block`` of its chapter;
    ``rest_s`` is the silence after it.
    """

    block: int
    start: int
    end: int
    rest_s: float
    request: RenderRequest
    slot: Slot | None = None


def plain_cut(language: str) -> Cut:
    """Cut at sentences alone: words in brackets are words."""
    return lambda text, voice: split_lines(text, language)


def book_lines(
    planned: Planned, directed: Directed, skip: Collection[str], cut: Cut
) -> tuple[tuple[BookLine, ...], ...]:
    """The lines of every chapter; none for one that is not spoken."""
    parts = zip(planned.book.chapters, planned.asked, planned.speak, strict=True)
    pauses = planned.pauses
    nudges = replace(
        directed.direction.nudges, pause_s=directed.direction.nudges.pause_s + pauses.comma
    )
    directed = replace(directed, direction=replace(directed.direction, nudges=nudges))
    chapters = [
        _chapter_lines(chapter.blocks, asked, directed, skip, cut, pauses) if speak else ()
        for chapter, asked, speak in parts
    ]
    texts = [Line(line.request.text, 0, 0, 0.0) for lines in chapters for line in lines]
    seeds = iter(line_seeds(texts, directed.seed))
    return tuple(
        tuple(replace(each, request=replace(each.request, seed=next(seeds))) for each in lines)
        for lines in chapters
    )


def _chapter_lines(
    blocks: Sequence[Block],
    asked: Asked,
    whole: Directed,
    skip: Collection[str],
    cut: Cut,
    pauses: Pauses,
) -> tuple[BookLine, ...]:
    found: list[BookLine] = []
    of_chapter = _under(whole, asked)
    for number, block in enumerate(blocks):
        text = block.spoken(skip)
        if not any(char.isalnum() for char in text):
            if block.kind == "break" and found:
                found[-1] = replace(found[-1], rest_s=pauses.section)
            continue
        here = _under(of_chapter, block.asked) if block.asked else of_chapter
        lines = list(_block_lines(block, text, here, cut))
        for place, (line, at, request) in enumerate(lines):
            last = place == len(lines) - 1
            rest = _rest_after(block, line, pauses) if last else _rest(line, pauses)
            start, end = _span(line)
            found.append(BookLine(number, at + start, at + end, rest, request, block.slot))
    return tuple(found)


def _block_lines(
    block: Block, text: str, here: Directed, cut: Cut
) -> Iterator[tuple[Line, int, RenderRequest]]:
    """The lines of a block, where its text they begin to count, and what is asked for each."""
    pieces: Iterable[tuple[int, int, bool]] = ((0, len(text), False),)
    if block.quoted is not None:
        pieces = tuple(parts(text))
    for first, last, is_quoted in pieces:
        directed = _under(here, block.quoted) if is_quoted and block.quoted else here
        cuts = bounded(tuple(cut(text[first:last], directed.voice)))
        lines = [line for line in cuts if any(char.isalnum() for char in line.text)]
        requests = requests_for(lines, directed.voice, directed.direction, directed.seed)
        for line, request in zip(lines, requests, strict=True):
            ends = line is not lines[-1] or _ENDED.search(line.text) is not None
            rest = min(line.rest_s, SENTENCE_REST_S) if ends else TURN_REST_S
            yield replace(line, rest_s=rest if last < len(text) else line.rest_s), first, request


def _span(line: Line) -> tuple[int, int]:
    if isinstance(line, ScriptLine) and line.segments:
        return line.source_of(0, len(line.text))
    return line.start, line.end


def _under(whole: Directed, asked: Asked) -> Directed:
    """What is asked for a part, over what is asked for the whole."""
    direction = whole.direction
    if asked.prompt is not None:
        direction = replace(direction, prompt=asked.prompt)
    if asked.intensity is not None:
        direction = replace(direction, intensity=asked.intensity)
    return Directed(asked.voice or whole.voice, direction, whole.seed)


def _rest_after(block: Block, line: Line, pauses: Pauses) -> float:
    if block.kind == "heading":
        return pauses.heading
    return pauses.item if block.kind in ("item", "row") else _rest(line, pauses)


def _rest(line: Line, pauses: Pauses) -> float:
    """What is asked for the kind of rest the cutter found; other lengths stay."""
    kinds = {SENTENCE_REST_S: pauses.sentence, PARAGRAPH_REST_S: pauses.paragraph}
    return kinds.get(line.rest_s, line.rest_s)
