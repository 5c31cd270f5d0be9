"""A document as values: what of it is seen, in which order, and where its chapters begin.

Every visible word stands in exactly one run of one block. What is not spoken is
not thrown away: its run says by its role what it is, so that it can be shown
before anything is rendered and spoken after all if somebody wants that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

ROLES: dict[str, str] = {
    "note": "footnotes and endnotes",
    "note-mark": "marks of notes, such as [1]",
    "page-number": "page numbers",
    "running-head": "lines repeated at the top or foot of pages",
    "contents": "tables of contents and site navigation",
    "bibliography": "bibliographies and references",
    "index": "indexes",
    "reading-aid": "reading aids over characters (ruby)",
    "aside-file": "files outside the reading order",
    "speaker": "names of speakers that are cast",
}
"""What is left unspoken unless asked for, and how that is called."""

Kind = Literal["heading", "paragraph", "item", "row", "break", "mark"]
"""``break`` is a ruled line or a row of stars, ``mark`` a place without words that is led to."""

_SPACES = re.compile(r"\s+")
_CLOSING = re.compile(r"[\s.,;:!?…)\]”’»]")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of visible text; ``role`` is "" or one of ``ROLES``."""

    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """When a caption is to be spoken: seconds from the start."""

    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What the document itself asks for one block: a row of a table does."""

    voice: str | None = None
    prompt: str | None = None
    intensity: float | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a block as it is shown.

    ``at`` is the offset in the block's spoken text where it begins; a stretch with
    ``skipped`` stands there without being spoken.
    """

    text: str
    role: str
    at: int
    skipped: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or row of a table, or what parts them.

    ``marks`` are the places in the document that lead here; ``level`` is a heading's
    (1 = highest), else 0.
    """

    runs: tuple[Run, ...]
    kind: Kind = "paragraph"
    level: int = 0
    marks: tuple[str, ...] = ()
    slot: Slot | None = None
    asked: Asked | None = None
    quoted: Asked | None = None
    """What is asked for the speech it quotes."""

    @property
    def visible(self) -> str:
        """All of its text, white space made single."""
        return _SPACES.sub(" ", "".join(run.text for run in self.runs)).strip()

    def spoken(self, skip: Collection[str]) -> str:
        """Its text without the runs whose roles are in ``skip``."""
        return "".join(piece.text for piece in self.pieces(skip) if not piece.skipped)

    def pieces(self, skip: Collection[str]) -> tuple[Piece, ...]:
        """The block as shown, in order, white space made single."""
        found: list[Piece] = []
        at, space, gap = 0, True, False
        for run in self.runs:
            text = _SPACES.sub(" ", run.text)
            if run.role and run.role in skip:
                if text.strip():
                    found.append(Piece(text.strip(), run.role, at, True))
                    gap = True
                continue
            if space:
                text = text.lstrip()
            if not text:
                continue
            if gap and found and _CLOSING.match(text):
                at -= _trim(found)
            found.append(Piece(text, run.role, at, False))
            at, space, gap = at + len(text), text.endswith(" "), False
        _trim(found)
        return tuple(found)


def _trim(found: list[Piece]) -> int:
    """Take the space off the end of the last spoken piece; returns how many that were."""
    for place in range(len(found) - 1, -1, -1):
        last = found[place]
        if last.skipped:
            continue
        text = last.text.rstrip()
        found[place] = Piece(text, last.role, last.at, False)
        less = len(last.text) - len(text)
        for later in range(place + 1, len(found)):
            each = found[later]
            found[later] = Piece(each.text, each.role, each.at - less, each.skipped)
        return less
    return 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents list: its words, how deep it lies (0 = top), where it leads."""

    title: str
    level: int
    target: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A cover: ``kind`` is ``jpg`` or ``png``; as it was read, what the document calls it."""

    data: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A document as it was read, before it is cut into chapters."""

    kind: str
    title: str
    blocks: tuple[Block, ...]
    authors: tuple[str, ...] = ()
    language: str = ""
    contents: tuple[Entry, ...] = ()
    cover: Picture | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A stretch of the book under one title: ``level`` 0 is the top of the contents.

    ``first`` is the number of its first block in the whole book.
    """

    title: str
    blocks: tuple[Block, ...]
    first: int = 0
    level: int = 0
    file_name: str = ""

    def speaks(self, skip: Collection[str]) -> bool:
        """Whether anything in it can be spoken."""
        return any(any(c.isalnum() for c in block.spoken(skip)) for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Book:
    """A document cut into chapters; together they hold every block once."""

    kind: str
    title: str
    chapters: tuple[Chapter, ...]
    authors: tuple[str, ...] = ()
    language: str = ""
    cover: Picture | None = None

    @property
    def blocks(self) -> Iterator[Block]:
        """All blocks in order."""
        return (block for chapter in self.chapters for block in chapter.blocks)


def words_in(text: str) -> int:
    """How many words a reader sees: stretches between white space with a letter or digit."""
    return sum(any(c.isalnum() for c in part) for part in text.split())
