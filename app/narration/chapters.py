"""Cutting a document into chapters: by its contents list, else by its headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.narration.book import ROLES, Block, Book, Chapter, Draft, Entry
from app.narration.skipping import marked
from app.narration.sources.opening import open_draft

OWN_FILES = "csv"
"""The kind of document whose contents name files to be made."""


@dataclass(frozen=True, slots=True)
class _Border:
    at: int
    title: str
    level: int


def open_book(path: Path, encoding: str | None = None) -> Book:
    """Read a document and cut it into chapters.

    Raises:
        InputError: see ``app.narration.sources.opening.open_draft``.
    """
    return cut(open_draft(path, encoding))


def cut(draft: Draft) -> Book:
    """Cut a document into chapters that together hold each of its blocks once.

    What stands before the first chapter is one of its own under the book's title, unless
    nothing of it is spoken (a table of contents). Entries of the contents that lead to the
    same place make one chapter ("Part One – The Pond").
    """
    blocks = marked(draft.blocks)
    borders = _by_contents(blocks, draft.contents) or _by_headings(blocks)
    if not borders or any(block.spoken(ROLES) for block in blocks[: borders[0].at]):
        borders = [_Border(0, draft.title, 0), *borders]
    else:
        borders[0] = replace(borders[0], at=0)
    ends = [border.at for border in borders[1:]] + [len(blocks)]
    chapters = tuple(
        Chapter(
            border.title,
            blocks[border.at : end],
            border.at,
            border.level,
            border.title if draft.kind == OWN_FILES and draft.contents else "",
        )
        for border, end in zip(borders, ends, strict=True)
    )
    return Book(draft.kind, draft.title, chapters, draft.authors, draft.language, draft.cover)


def _has_words(block: Block) -> bool:
    return any(char.isalnum() for char in block.visible)


def _by_contents(blocks: Sequence[Block], contents: Sequence[Entry]) -> list[_Border]:
    places: dict[str, int] = {}
    for number, block in enumerate(blocks):
        for mark in block.marks:
            places.setdefault(mark, number)
    found: dict[int, _Border] = {}
    for entry in contents:
        at = places.get(entry.target, places.get(entry.target.split("#")[0]))
        own = entry.title or ("" if at is None else _heading_at(blocks, at))
        if at is None or not own:
            continue
        if at in found:
            title = own if found[at].title == own else f"{found[at].title} – {own}"
            found[at] = replace(found[at], title=title)
        else:
            found[at] = _Border(at, own, entry.level)
    return _merged(blocks, [found[at] for at in sorted(found)])


def _heading_at(blocks: Sequence[Block], at: int) -> str:
    """The heading a place begins with: the title where the contents has a picture or nothing."""
    return blocks[at].visible if blocks[at].kind == "heading" else ""


def _merged(blocks: Sequence[Block], borders: Sequence[_Border]) -> list[_Border]:
    """Join a border without a word before the next one to that."""
    if not borders:
        return []
    kept: list[_Border] = []
    ends = [border.at for border in borders[1:]] + [len(blocks)]
    carried = ""
    start = -1
    for border, end in zip(borders, ends, strict=True):
        if start >= 0:
            border = _Border(start, f"{carried} – {border.title}", border.level)
            start = -1
        if end < len(blocks) and not any(_has_words(each) for each in blocks[border.at : end]):
            carried, start = border.title, border.at
        else:
            kept.append(border)
    return kept


def _by_headings(blocks: Sequence[Block]) -> list[_Border]:
    """Chapters at headings of the highest level that parts the text at least twice."""
    levels = Counter(block.level for block in blocks if block.kind == "heading")
    if not levels:
        return []
    total, chosen = 0, max(levels)
    for level in sorted(levels):
        total += levels[level]
        if total >= 2:
            chosen = level
            break
    top = min(levels)
    found: list[_Border] = []
    for number, block in enumerate(blocks):
        if block.kind == "heading" and block.level <= chosen:
            found.append(_Border(number, block.visible, block.level - top))
    return found
