"""What of a book is not spoken, by rule: each rule says what it found, nothing is lost.

Importers give a role to what a document's own markup names. Here those are added
that only the text shows: note marks such as ``[1]`` or a raised figure, the notes
they lead to, and sections under headings such as "Bibliography".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from app.narration.book import ROLES, Block, Book, Chapter, Run, words_in

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_MARKS = re.compile(
    r"\[(?:\^[\w-]{1,20}|\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9}|[*†‡§]{1,3}|(?:note|fn)\.?\s?\d{1,3})\]"
    rf"|(?:(?<=[.,;:!?…”’\"')])|(?<=[^\W\d_]{{4}}))[{_RAISED}]{{1,3}}(?![\w^])"
    r"|(?<=[^\W\d_])[†‡]|(?<=[.,;:!?…”])[*†‡]{1,3}(?=\s|$)"
)
"""Marks of notes inside a text: numbers in square brackets, raised figures after a stop or
a word of four letters (not the square of "m²"), daggers. ``[^1]`` is Markdown's."""
_NOTE = re.compile(r"\s*(\[(?:\^[\w-]{1,20}|\d{1,3}|[*†‡§]{1,3})\]):?\s")
_SECTIONS: dict[str, str] = {
    "bibliography": "bibliography", "references": "bibliography", "works cited": "bibliography",
    "literature cited": "bibliography", "select bibliography": "bibliography",
    "selected bibliography": "bibliography", "notes": "note", "endnotes": "note",
    "footnotes": "note", "index": "index", "contents": "contents",
    "table of contents": "contents",
}  # fmt: skip
"""Headings whose whole section has a role, without their number and case."""
_NUMBERED = re.compile(r"^(?:[A-Z\d]{1,3}[.)]?\s+)?(.*?)[:.]?$")


@dataclass(frozen=True, slots=True)
class Skipped:
    """What one rule leaves unspoken in a chapter: how many words, and how it begins."""

    chapter: str
    role: str
    words: int
    text: str


def marked(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Give roles to what only the text shows."""
    seen: set[str] = set()
    found: list[Block] = []
    section, level = "", 0
    for block in blocks:
        if block.kind == "heading" and block.spoken(ROLES):
            here = _section(block)
            if here or block.level <= level or section == "contents":
                section, level = here, block.level
        if section:
            found.append(_all_in(block, section))
            continue
        note = _NOTE.match(block.visible + " ")
        if note and note[1] in seen and block.kind != "heading":
            found.append(_all_in(block, "note"))
            continue
        seen.update(match[0] for match in _MARKS.finditer(block.visible))
        found.append(replace(block, runs=tuple(_cut(block.runs))))
    return tuple(found)


def _section(block: Block) -> str:
    plain = _NUMBERED.match(block.visible)
    return _SECTIONS.get((plain[1] if plain else "").strip().lower(), "")


def _all_in(block: Block, role: str) -> Block:
    return replace(block, runs=tuple(Run(run.text, run.role or role) for run in block.runs))


def _cut(runs: Sequence[Run]) -> Iterator[Run]:
    for run in runs:
        if run.role:
            yield run
            continue
        last = 0
        for match in _MARKS.finditer(run.text):
            if match.start() > last:
                yield Run(run.text[last : match.start()])
            yield Run(match[0], "note-mark")
            last = match.end()
        if last < len(run.text):
            yield Run(run.text[last:])


def skipped(book: Book, skip: Collection[str]) -> tuple[Skipped, ...]:
    """What is left unspoken, chapter by chapter and rule by rule, as a preview."""
    return tuple(each for chapter in book.chapters for each in _of_chapter(chapter, skip))


def _of_chapter(chapter: Chapter, skip: Collection[str]) -> Iterator[Skipped]:
    for role in ROLES:
        if role not in skip:
            continue
        parts = [run.text for block in chapter.blocks for run in block.runs if run.role == role]
        text = " ".join(" ".join(parts).split())
        if text:
            yield Skipped(chapter.title, role, words_in(text), text)
