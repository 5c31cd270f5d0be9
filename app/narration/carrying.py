"""Emotion carried from line to line of a book, chapter by chapter.

A line's context depends on what the lines before it ask and, only where they ask different
things, on how long they take. So few lines have to be planned, and an edited line moves its
neighbours' contexts only if it asks something else or its length crosses a step of the
window (``engine.emotion.context``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.narration.lines import BookLine
from app.narration.suggesting import Lines
from app.narration.voicing import Renders
from engine.emotion.context import WINDOW_LINES, Earlier, context_of
from engine.values import SAMPLE_RATE, Deltas, Direction


@dataclass(frozen=True, slots=True)
class _Asked:
    """A line with what it asks for by itself."""

    line: BookLine
    deltas: Deltas


def carried_over(lines: Lines, renderer: Renders) -> Lines:
    """The lines of a book, each with what those before it in its chapter leave to it.

    Raises:
        StudioError: see ``Renderer.plan``.
    """
    return tuple(_chapter(each, renderer) for each in lines)


def _chapter(lines: Sequence[BookLine], renderer: Renders) -> tuple[BookLine, ...]:
    asked = [_Asked(line, renderer.inputs(line.request).deltas) for line in lines]
    seconds: dict[int, float] = {}
    found = []
    for number, each in enumerate(asked):
        before = range(max(0, number - WINDOW_LINES), number)
        context = _context(asked, before, seconds, renderer)
        found.append(replace(each.line, request=replace(each.line.request, context=context)))
    return tuple(found)


def _context(
    asked: Sequence[_Asked], before: range, seconds: dict[int, float], renderer: Renders
) -> Deltas | None:
    if not before:
        return None
    kinds = {asked[number].deltas for number in before}
    if len(kinds) == 1:  # whatever their lengths: the mean of equals
        return context_of((Earlier(next(iter(kinds)), 0.0),))
    for number in before:
        if number not in seconds:
            seconds[number] = _seconds(asked[number].line, renderer)
    return context_of(
        tuple(
            Earlier(asked[number].deltas, seconds[number], asked[number].line.rest_s)
            for number in before
        )
    )


def _seconds(line: BookLine, renderer: Renders) -> float:
    """How long a line takes with nothing asked of it."""
    neutral = replace(line.request, direction=Direction(), context=None)
    return renderer.plan(neutral).plan.samples / SAMPLE_RATE
