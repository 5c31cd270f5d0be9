"""Clean text: plain characters, each with its place in the source."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.values import Remark

PARAGRAPH = "\n"
"""Stands in clean text for the end of a paragraph, heading or list item."""
GIVEN = "\ue000"
"""Stands in clean text for a word whose phonemes are given inline."""
REST = "\ue001"
"""Stands in clean text for a rest asked by the text."""


@dataclass(slots=True)
class Clean:
    """Plain characters and where they come from.

    ``starts[i]:ends[i]`` are the source offsets of ``text[i]``. ``given`` maps
    an index of a ``GIVEN`` character to (word, phonemes), ``rests`` that of a
    ``REST`` character to seconds.
    """

    text: str
    starts: list[int]
    ends: list[int]
    given: dict[int, tuple[str, str]]
    rests: dict[int, float]
    remarks: list[Remark]
    stressed: list[tuple[int, int, int]] = field(default_factory=list)
    """Source stretches whose words are stressed more or less, ``[was](+1)``: start, end, step."""
