"""PDF with a text layer: lines made paragraphs, page furniture told apart.

A PDF knows glyphs and places, not paragraphs. What is done here is what can be
done by rule: words divided at a line's end are joined, numbers alone at the edge
of a page and lines that return on most pages are no story, the outline gives the
chapters. What comes out should be looked at with ``check`` before it is rendered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import Destination

from app.narration.book import Block, Draft, Entry, Run
from app.narration.sources.packed import unreadable
from app.narration.sources.plain import text_blocks
from engine.errors import InputError

EDGE_LINES = 2
"""Lines at the top and foot of a page that can be furniture."""
RETURNS = 3
"""A line at an edge that stands on at least this many pages, figures aside, is furniture."""
SHORT = 0.75
"""A line shorter than this share of a usual one, and ended, ends its paragraph."""

_NUMBER = re.compile(r"\W*(?:page\s+)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.I)
_FIGURES = re.compile(r"\d+")
_DIVIDED = re.compile(r"[^\W\d_]-$|\u00ad$")
_ENDED = re.compile(r"[.!?…:\"”’)\]]$")


def read_pdf(path: Path, encoding: str | None) -> Draft:
    """A PDF that has text.

    Raises:
        InputError: ``book-damaged``, ``book-protected``, ``book-without-text``.
    """
    del encoding
    try:
        reader = PdfReader(str(path))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InputError("book-protected", subject="file", detail=path.name)
        pages = [_lines(page.extract_text()) for page in reader.pages]
        contents = tuple(_outline(reader, reader.outline, 0))
        about = reader.metadata
    except (PyPdfError, OSError, ValueError, KeyError, RecursionError) as error:
        raise unreadable(path, f"it cannot be read as PDF ({type(error).__name__})") from error
    if pages and not any(pages):
        raise InputError("book-without-text", subject="file", detail=path.name)
    title = (about.title if about and about.title else "") or path.stem
    authors = (about.author,) if about and about.author else ()
    return Draft("pdf", title, tuple(_blocks(pages)), authors, "", contents)


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def _outline(reader: PdfReader, entries: Sequence[object], level: int) -> Iterator[Entry]:
    for entry in entries:
        if isinstance(entry, list):
            yield from _outline(reader, entry, level + 1)
        elif isinstance(entry, Destination):
            page = reader.get_destination_page_number(entry)
            title = " ".join(str(entry.title or "").split())
            if page is not None and title:
                yield Entry(title, level, f"page-{page}")


def _blocks(pages: Sequence[list[str]]) -> Iterator[Block]:
    """Blocks page by page; a paragraph that runs over the border of two pages is one."""
    furniture = _returning(pages)
    usual = _usual(pages)
    text: list[str] = []
    for number, lines in enumerate(pages):
        mark = f"page-{number}"
        kept, around = _parted(lines, furniture)
        fresh = not text or bool(_ENDED.search(text[-1]))
        if text and fresh:
            yield from text_blocks("\n".join(_joined(text, usual)))
            text = []
        if fresh:
            yield Block((), "mark", marks=(mark,))
        for role, line in around:
            yield Block((Run(line, role),), marks=())
        text += kept
    yield from text_blocks("\n".join(_joined(text, usual)))


def _returning(pages: Sequence[list[str]]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    for lines in pages:
        full = [line for line in lines if line]
        counts.update({_FIGURES.sub("#", x) for x in (*full[:EDGE_LINES], *full[-EDGE_LINES:])})
    least = max(RETURNS, len(pages) // 4)
    return frozenset(line for line, count in counts.items() if count >= least)


def _parted(lines: list[str], furniture: frozenset[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """A page's own lines, and what stands around them with its role."""
    full = [place for place, line in enumerate(lines) if line]
    edges = {*full[:EDGE_LINES], *full[-EDGE_LINES:]}
    kept: list[str] = []
    around: list[tuple[str, str]] = []
    for place, line in enumerate(lines):
        if place in edges and _NUMBER.fullmatch(line):
            around.append(("page-number", line))
        elif place in edges and _FIGURES.sub("#", line) in furniture:
            around.append(("running-head", line))
        else:
            kept.append(line)
    return kept, around


def _usual(pages: Sequence[list[str]]) -> int:
    lengths = sorted(len(line) for lines in pages for line in lines if line)
    return lengths[len(lengths) * 3 // 4] if lengths else 0


def _joined(lines: Sequence[str], usual: int) -> Iterator[str]:
    """Lines with a blank one after each that ends a paragraph, divided words made whole."""
    held = ""
    for line in lines:
        if held:
            line, held = held + line, ""
        if _DIVIDED.search(line):
            held = line[:-1]
            continue
        yield line
        if line and len(line) < usual * SHORT and _ENDED.search(line):
            yield ""
    if held:
        yield f"{held}-"
