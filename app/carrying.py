"""Emotion carried from line to line of a text: each line's context, as it is reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from engine.cache.inputs import TakeInputs
from engine.emotion.context import Earlier, Window
from engine.values import SAMPLE_RATE, Direction, Line, RenderRequest, Take


class Plans(Protocol):
    """What plans a request: the engine's renderer."""

    def plan(self, request: RenderRequest) -> Take:
        """Plan a line without sounding it."""

    def inputs(self, request: RenderRequest) -> TakeInputs:
        """Say what a line's sound depends on."""


def carried(
    planner: Plans, lines: Sequence[Line], requests: Sequence[RenderRequest]
) -> Iterator[RenderRequest]:
    """Yield each request with what the lines before it leave to it.

    A line counts with what it asks for by itself and the length it has with nothing
    asked, so what is carried never feeds on itself. The plan that tells the length is made
    when the line after it is asked for.

    Args:
        planner: the engine's renderer.
        lines: with the rest that follows each.
        requests: one for each line.

    Raises:
        InputError: see ``Renderer.plan``.
    """
    window = Window()
    for number, (line, request) in enumerate(zip(lines, requests, strict=True)):
        yield replace(request, context=window.context())
        if number + 1 < len(requests):
            neutral = planner.plan(replace(request, direction=Direction()))
            asked = planner.inputs(request).deltas
            window.add(Earlier(asked, neutral.plan.samples / SAMPLE_RATE, line.rest_s))
