"""A book of text with sound, as EPUB and DAISY both need it.

Each chapter is a page of elements in the order they are read; what is spoken has an
id and the stretch of its chapter's sound. What is not spoken stands where it stood in
the book, without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.narration.book import Block, Book
from app.narration.products import Product
from app.narration.provenance import Origin
from app.narration.timeline import Placed
from engine.values import SAMPLE_RATE

UNSHOWN = frozenset(("page-number", "running-head", "contents"))
"""Parts of a printed page that a page of its own has anew: they are left out."""


_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}")
"""A language tag (BCP 47) as far as readers judge it."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A stretch of a chapter's sound, in milliseconds, and what it says."""

    id: str
    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of an element's text: ``clip`` is None where it is not spoken."""

    text: str
    clip: Clip | None
    role: str = ""


@dataclass(frozen=True, slots=True)
class Element:
    """A paragraph, heading, item, note or break of a page."""

    kind: str
    level: int
    parts: tuple[Part, ...]
    id: str

    @property
    def groups(self) -> tuple[tuple[Clip | None, tuple[Part, ...]], ...]:
        """Its parts, those from a clip's first to its last together."""
        found: list[tuple[Clip | None, tuple[Part, ...]]] = []
        at = 0
        while at < len(self.parts):
            clip, last = self.parts[at].clip, at
            if clip is not None:
                last = max(n for n, part in enumerate(self.parts) if part.clip == clip)
            found.append((clip, self.parts[at : last + 1]))
            at = last + 1
        return tuple(found)

    @property
    def clips(self) -> Iterator[Clip]:
        """What of it is spoken, in order."""
        return (clip for clip, _ in self.groups if clip is not None)


@dataclass(frozen=True, slots=True)
class Page:
    """A chapter: its title, its sound's file name and length, and its elements."""

    product: Product
    title: str
    level: int
    elements: tuple[Element, ...]

    @property
    def clips(self) -> Iterator[Clip]:
        """Everything that is spoken, in order."""
        return (clip for element in self.elements for clip in element.clips)

    @property
    def length_ms(self) -> int:
        """Length of its sound."""
        return _ms(self.product.line.samples)


@dataclass(frozen=True, slots=True)
class Talking:
    """A whole book of text with sound."""

    book: Book
    skip: frozenset[str]
    products: tuple[Product, ...]
    origin: Origin
    identifier: str

    @property
    def language(self) -> str:
        """The book's language as a tag, English where it says none or no tag."""
        return self.book.language if _TAG.fullmatch(self.book.language) else "en"

    @property
    def total_ms(self) -> int:
        """Length of all sound: the sum of its pages'."""
        return sum(_ms(product.line.samples) for product in self.products)

    def pages(self) -> Iterator[Page]:
        """The spoken chapters in order, one after the other."""
        for product in self.products:
            elements = tuple(_elements(product, self.skip))
            yield Page(product, product.chapter.title, product.chapter.level, elements)


def _ms(samples: int) -> int:
    return (samples * 1000 + SAMPLE_RATE // 2) // SAMPLE_RATE


def clock(milliseconds: int) -> str:
    """A SMIL clock value: ``0:00:04.250``."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{rest:03d}"


def _elements(product: Product, skip: frozenset[str]) -> Iterator[Element]:
    """A chapter's blocks; a clip reaches to where the next begins, so that rests are heard."""
    placed = product.line.placed
    starts = [_ms(each.start) for each in placed] + [_ms(product.line.samples)]
    clips: dict[int, list[tuple[Placed, Clip]]] = {}
    for number, each in enumerate(placed):
        start = starts[number] if number else 0
        text = " ".join(each.line.request.text.split())
        clip = Clip(f"s{number + 1}", start, starts[number + 1], text)
        clips.setdefault(each.line.block, []).append((each, clip))
    for number, block in enumerate(product.chapter.blocks):
        parts = tuple(_parts(block, clips.get(number, []), skip))
        if parts:
            spoken = any(part.clip for part in parts)
            roles = {part.role for part in parts}
            kind = block.kind if spoken or "note" not in roles else "note"
            yield Element(kind, block.level, parts, f"e{number + 1}")
        elif block.kind == "break":
            yield Element("break", 0, (), f"e{number + 1}")


def _parts(block: Block, clips: list[tuple[Placed, Clip]], skip: frozenset[str]) -> Iterator[Part]:
    """A block's text cut where its lines begin and where something is not spoken."""
    borders = [(each.line.start, each.line.end, clip) for each, clip in clips]
    for piece in block.pieces(skip):
        if piece.skipped:
            if piece.role not in UNSHOWN:
                yield Part(piece.text, None, piece.role)
            continue
        at, end = piece.at, piece.at + len(piece.text)
        for first, last, clip in borders:
            if last <= at or first >= end:
                continue
            if first > at:
                yield Part(piece.text[at - piece.at : first - piece.at], None)
                at = first
            stop = min(last, end)
            yield Part(piece.text[at - piece.at : stop - piece.at], clip)
            at = stop
        if at < end:
            yield Part(piece.text[at - piece.at :], None)
