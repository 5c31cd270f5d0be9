"""A book of text with sound, as EPUB and DAISY both need it.

Each chapter is a page of elements in the order they are read; what is spoken has an
id and the stretch of its chapter's sound. What is not spoken stands where it stood in
the book, without one; a chapter of which nothing is spoken is a leaf without sound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.narration.book import Block, Book, Chapter
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
class Leaf:
    """A chapter as it is shown: ``number`` counts all that are shown from 1."""

    number: int
    title: str
    level: int
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Page(Leaf):
    """A chapter that sounds: its sound's file and length too."""

    product: Product

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

    def leaves(self) -> Iterator[Leaf]:
        """The chapters in order, one after the other: those that sound are pages.

        One of which nothing is shown (a table of contents) is left out.
        """
        waiting, number = list(self.products), 0
        for chapter in self.book.chapters:
            if waiting and waiting[0].chapter is chapter:
                number += 1
                product = waiting.pop(0)
                elements = tuple(_elements(product, self.skip))
                yield Page(number, chapter.title, chapter.level, elements, product)
            elif shown := tuple(_silent(chapter, f"u{number + 1}-", self.skip)):
                number += 1
                yield Leaf(number, chapter.title, chapter.level, shown)


def _ms(samples: int) -> int:
    return (samples * 1000 + SAMPLE_RATE // 2) // SAMPLE_RATE


def clock(milliseconds: int) -> str:
    """A SMIL clock value: ``0:00:04.250``."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{rest:03d}"


def _silent(chapter: Chapter, mark: str, skip: frozenset[str]) -> Iterator[Element]:
    """A chapter's blocks without sound; ``mark`` makes their ids their own in a whole book."""
    found = list(_laid(chapter.blocks, {}, mark, skip))
    if any(element.parts for element in found):
        yield from found


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
    yield from _laid(product.chapter.blocks, clips, "", skip)


def _laid(
    blocks: Sequence[Block],
    clips: Mapping[int, list[tuple[Placed, Clip]]],
    mark: str,
    skip: frozenset[str],
) -> Iterator[Element]:
    for number, block in enumerate(blocks):
        parts = tuple(_parts(block, clips.get(number, []), skip))
        name = f"{mark}e{number + 1}"
        if parts:
            spoken = any(part.clip for part in parts)
            roles = {part.role for part in parts}
            kind = block.kind if spoken or "note" not in roles else "note"
            yield Element(kind, block.level, parts, name)
        elif block.kind == "break":
            yield Element("break", 0, (), name)


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
