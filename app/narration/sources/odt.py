"""ODT: the text as a writer shows it, notes, contents and deleted words told apart.

Source: OASIS OpenDocument 1.3, part 3, sections 5 and 6 (text and its notes), 8 (indexes).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from app.narration.book import Block, Draft, Kind, Run
from app.narration.sources.markup import joined
from app.narration.sources.packed import Packed

Element = etree._Element

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_UNSEEN = frozenset(
    ("annotation", "desc", "event-listeners", "forms", "hidden-paragraph", "hidden-text",
     "index-title-template", "sequence-decls", "title", "tracked-changes", "variable-decls")
)  # fmt: skip
_INDEXES = {
    "table-of-content": "contents", "illustration-index": "contents", "table-index": "contents",
    "bibliography": "bibliography", "alphabetical-index": "index", "user-index": "index",
}  # fmt: skip
_ROLES = _INDEXES | {
    "note-citation": "note-mark",
    "note-body": "note",
    "page-number": "page-number",
}
_BLOCKS = (f"{_TEXT}p", f"{_TEXT}h")


def read_odt(path: Path, encoding: str | None) -> Draft:
    """An OpenDocument text.

    Raises:
        InputError: ``book-damaged``.
    """
    del encoding  # the file says it itself
    with Packed(path) as packed:
        body = packed.xml("content.xml").find(".//{*}body")
        meta = packed.xml("meta.xml") if "meta.xml" in packed.names else None
    walk = _Walk()
    if body is not None:
        walk.element(body, "", "paragraph", 0)
        walk.flush()
    title = _about(meta, "title") or next((b.visible for b in walk.blocks if b.level == 1), "")
    author = _about(meta, "creator")
    return Draft(
        "odt",
        title or path.stem,
        tuple(walk.blocks),
        (author,) if author else (),
        _about(meta, "language"),
    )


def _about(meta: Element | None, name: str) -> str:
    return "" if meta is None else " ".join((meta.findtext(f".//{_DC}{name}") or "").split())


@dataclass(slots=True)
class _Walk:
    """One pass over the body; a note's own paragraphs come after the one that has its mark."""

    blocks: list[Block] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    kind: Kind = "paragraph"
    level: int = 0
    later: list[Element] = field(default_factory=list)

    def element(self, element: Element, role: str, kind: Kind, level: int) -> None:
        tag: object = element.tag
        name = tag.rpartition("}")[2] if isinstance(tag, str) else ""
        if not name or name in _UNSEEN:
            return
        role = role or _ROLES.get(name, "")
        if element.tag in _BLOCKS:
            self._block(element, role, kind)
            return
        if name == "note-body" and self.runs:
            self.later.append(element)
            return
        kind = "item" if name == "list-item" else "row" if element.tag == f"{_TABLE}table" else kind
        self.runs += _blank(element, name, role)
        self._inside(element, role, kind, level)

    def _block(self, element: Element, role: str, kind: Kind) -> None:
        self.flush()
        self.kind, self.level = kind, 0
        if element.tag == f"{_TEXT}h":
            self.kind = "heading"
            self.level = int(element.get(f"{_TEXT}outline-level") or 1)
        self._inside(element, role, self.kind, self.level)
        self.flush()
        waiting, self.later = self.later, []
        for note in waiting:
            self._inside(note, "note", "paragraph", 0)
            self.flush()

    def _inside(self, element: Element, role: str, kind: Kind, level: int) -> None:
        for text, child in _parts(element):
            if text:
                self.runs.append(Run(text, role))
            if child is not None:
                self.element(child, role, kind, level)

    def flush(self) -> None:
        if any(run.text.strip() for run in self.runs):
            self.blocks.append(Block(joined(self.runs), self.kind, self.level))
        self.runs = []


def _parts(element: Element) -> Iterator[tuple[str, Element | None]]:
    """The text and the children of an element in order; text counts only inside paragraphs."""
    inside = any(up.tag in _BLOCKS for up in (element, *element.iterancestors()))
    yield (element.text or "") if inside else "", None
    for child in element:
        yield "", child
        yield (child.tail or "") if inside else "", None


def _blank(element: Element, name: str, role: str) -> list[Run]:
    if name in ("s", "tab", "line-break"):
        return [Run(" ", role)]
    return []
