"""Pasted or dropped text as lines of a script, cut as ``espressivo say`` cuts it."""

from __future__ import annotations

from dataclasses import dataclass

from app.project.values import NewLine, Project, clean_text
from app.speak import bounded, requests_for
from engine.reading.script import script_of
from engine.reading.spans import Judge
from engine.reading.tags import Parentheses
from engine.values import Remark


@dataclass(frozen=True, slots=True)
class Pasted:
    """The lines of a text, and what in it was not honoured."""

    lines: tuple[NewLine, ...]
    remarks: tuple[Remark, ...]


def cut_text(
    project: Project,
    text: str,
    is_direction: Judge,
    is_voice: Judge,
    *,
    language: str = "en-us",
    parentheses: Parentheses = "text",
) -> Pasted:
    """Cut a text into lines; tags and SSML in it become voices and directions of lines.

    Args:
        project: what a tag says is said on top of its voice and direction.
        text: plain text, Markdown, text with tags, or SSML.
        is_direction, is_voice, parentheses: as for ``engine.reading.script.script_of``.
        language: of the project's voice.

    Raises:
        InputError: ``markup-malformed`` for SSML that is not well-formed.
    """
    script = script_of(
        clean_text(text), is_direction, is_voice, parentheses=parentheses, language=language
    )
    lines = bounded(script.lines)
    requests = requests_for(lines, project.voice, project.direction, 0)
    new = tuple(
        NewLine(
            line.text,
            None if asked.voice == project.voice else asked.voice,
            None if asked.direction == project.direction else asked.direction,
            line.rest_s,
        )
        for line, asked in zip(lines, requests, strict=True)
    )
    return Pasted(new, script.remarks)
