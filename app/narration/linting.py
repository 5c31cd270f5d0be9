"""What a reader would stumble over in a book, found before anything is spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.narration.lines import BookLine
from app.narration.voicing import unread
from engine.reading.reader import Reader

LINTED = frozenset(
    (
        "word-guessed", "word-foreign", "word-unsaid", "word-cut", "symbol-unknown",
        "script-skipped", "phonemes-unknown", "bracket-spoken", "bracket-skipped",
        "command-not-applied", "tag-not-applied", "markup-unknown", "voice-not-known",
    )
)  # fmt: skip
"""Remarks that name something a person may want to correct in the text or a lexicon."""
UNREAD = "word-unread"
"""A visible word nothing is spoken for."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing a reader stumbles over: what, how often, and the line it is first in."""

    code: str
    what: str
    times: int
    chapter: int
    text: str


def flaws(lines: Sequence[Sequence[BookLine]], reader: Reader, language: str) -> tuple[Flaw, ...]:
    """What a reader stumbles over in the lines of a book's chapters, the most frequent first.

    Raises:
        InputError, MissingModel: see ``Reader.read``.
    """
    times: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], tuple[int, str]] = {}
    for chapter, each in enumerate(lines):
        for line in each:
            reading = reader.read(line.request.text, language)
            told = [(r.code, r.detail) for r in reading.remarks if r.code in LINTED]
            told += [(UNREAD, word) for word in unread(reading)]
            for mark in told:
                times[mark] += 1
                first.setdefault(mark, (chapter, line.request.text))
    return tuple(
        Flaw(code, what, count, *first[code, what]) for (code, what), count in times.most_common()
    )
