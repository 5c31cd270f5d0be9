"""The lines of a book as they will be spoken, before the first of them is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.narration.carrying import carried_over
from app.narration.lines import Cut, Directed, book_lines, plain_cut
from app.narration.plan import Planned
from app.narration.suggesting import Lines, followed
from engine.build import Engine, build_suggester

if TYPE_CHECKING:
    from app.narration.narrate import Task


def prepared(task: Task, planned: Planned, engine: Engine, data: Path) -> Lines:
    """Cut a book into lines and settle what each asks for.

    Args:
        task: says what is spoken, and how.
        planned: the book with its plan.
        engine: reads tags, and plans where emotion is carried over.
        data: the data folder.

    Raises:
        StudioError: from the engine.
    """
    directed = Directed(task.voice, task.direction, task.seed)
    lines = book_lines(planned, directed, task.skip, _cut(task, engine))
    if task.suggest:
        lines = followed(lines, build_suggester(data))
    if task.carry:
        lines = carried_over(lines, engine.renderer.for_delivery())
    return lines


def _cut(task: Task, engine: Engine) -> Cut:
    if task.tags:
        return lambda text, voice: engine.script(text, voice).lines
    language = engine.voices.parse_mix(task.voice).language
    return plain_cut(language)
