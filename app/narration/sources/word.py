"""DOCX: the text as Word shows it, notes and deleted words told apart.

python-docx opens the file and knows its styles; the text itself is walked in the
document's own tree, since what stands in tracked insertions, links and text boxes
is as visible as the rest. A text box is kept twice in the file, for new and old
programs: only the first counts.

Source: ECMA-376, part 1, sections 17.3 (paragraphs and runs), 17.11 (notes), 17.13
(revisions).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import docx
from docx.document import Document
from docx.opc.exceptions import PackageNotFoundError
from lxml import etree

from app.narration.book import Block, Draft, Kind, Run
from app.narration.sources.markup import joined
from app.narration.sources.packed import unreadable

Element = etree._Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_GONE = frozenset((f"{_W}del", f"{_W}moveFrom", _FALLBACK))
_HEADING = re.compile(r"heading (\d)|(title)", re.IGNORECASE)
_CONTENTS = re.compile(r"toc (?:\d|heading)|table of figures", re.IGNORECASE)
_SEPARATORS = frozenset(("separator", "continuationSeparator", "continuationNotice"))


def read_docx(path: Path, encoding: str | None) -> Draft:
    """A Word document.

    Raises:
        InputError: ``book-damaged``.
    """
    del encoding  # the file says it itself
    try:
        document = docx.Document(str(path))
        blocks = [*_blocks(document.element.body, _styles(document)), *_notes(document)]
    except (PackageNotFoundError, KeyError, ValueError, OSError, etree.XMLSyntaxError) as error:
        raise unreadable(path, f"it is no Word document ({type(error).__name__})") from error
    about = document.core_properties
    title = about.title or next((b.visible for b in blocks if b.level == 1), "") or path.stem
    authors = tuple(name.strip() for name in (about.author or "").split(";") if name.strip())
    return Draft("docx", title, tuple(blocks), authors, about.language or "")


def _styles(document: Document) -> dict[str, str]:
    return {style.style_id: style.name or "" for style in document.styles}


def _blocks(body: Element, styles: dict[str, str], role: str = "") -> Iterator[Block]:
    for paragraph in body.iter(f"{_W}p"):
        if any(up.tag in _GONE for up in paragraph.iterancestors()):
            continue
        style = paragraph.find(f"{_W}pPr/{_W}pStyle")
        name = styles.get((style.get(f"{_W}val") or "") if style is not None else "", "")
        runs = joined(_runs(paragraph, role or ("contents" if _CONTENTS.match(name) else "")))
        if any(run.text.strip() for run in runs):
            kind, level = _kind(paragraph, name)
            yield Block(runs, kind, level)


def _kind(paragraph: Element, style: str) -> tuple[Kind, int]:
    heading = _HEADING.match(style)
    if heading:
        return "heading", int(heading[1] or 1)
    listed = paragraph.find(f"{_W}pPr/{_W}numPr") is not None or style.startswith("List")
    return ("item", 0) if listed else ("paragraph", 0)


def _runs(paragraph: Element, role: str) -> Iterator[Run]:
    """The runs of one paragraph; a paragraph inside it (a text box) is a block of its own."""
    for run in paragraph.iter(f"{_W}r"):
        if _owner(run) is not paragraph or any(up.tag in _GONE for up in run.iterancestors()):
            continue
        if run.find(f"{_W}rPr/{_W}vanish") is not None:
            continue
        for part in run:
            if part.tag == f"{_W}t":
                yield Run(part.text or "", role)
            elif part.tag in (f"{_W}tab", f"{_W}br", f"{_W}cr"):
                yield Run(" ", role)
            elif part.tag == f"{_W}noBreakHyphen":
                yield Run("-", role)


def _owner(run: Element) -> Element | None:
    return next((up for up in run.iterancestors(f"{_W}p")), None)


def _notes(document: Document) -> Iterator[Block]:
    """Footnotes and endnotes, which Word keeps in parts of their own."""
    for relation in document.part.rels.values():
        kind = relation.reltype.rsplit("/", 1)[-1]
        if kind not in ("footnotes", "endnotes") or relation.is_external:
            continue
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        root = etree.fromstring(relation.target_part.blob, parser)
        for note in root:
            if note.get(f"{_W}type") not in _SEPARATORS:
                yield from _blocks(note, {}, "note")
