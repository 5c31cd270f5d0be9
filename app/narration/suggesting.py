"""Emotions that lines suggest by their own words, for those nothing is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.narration.lines import BookLine
from engine.emotion.suggest import Suggester, Suggestion

Lines = tuple[tuple[BookLine, ...], ...]


@dataclass(frozen=True, slots=True)
class Suggested:
    """A line by its chapter's and its own index, and what it suggests."""

    chapter: int
    line: int
    text: str
    suggestion: Suggestion


def suggestions(lines: Sequence[Sequence[BookLine]], suggester: Suggester) -> Iterator[Suggested]:
    """What the lines of a book suggest, in order; those with a prompt are left out."""
    for chapter, each in enumerate(lines):
        for number, line in enumerate(each):
            if line.request.direction.prompt:
                continue
            found = suggester.suggest(line.request.text)
            if found is not None:
                yield Suggested(chapter, number, line.request.text, found)


def followed(lines: Lines, suggester: Suggester) -> Lines:
    """The lines, each with the emotion it suggests where nothing was asked for it."""
    found = {(each.chapter, each.line): each.suggestion for each in suggestions(lines, suggester)}
    return tuple(
        tuple(_with(line, found.get((chapter, number))) for number, line in enumerate(each))
        for chapter, each in enumerate(lines)
    )


def _with(line: BookLine, suggestion: Suggestion | None) -> BookLine:
    if suggestion is None:
        return line
    direction = replace(line.request.direction, prompt=suggestion.emotion)
    return replace(line, request=replace(line.request, direction=direction))
