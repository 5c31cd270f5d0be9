"""Blocks out of a tree of HTML or XHTML: each text node once, whatever the nesting.

The tree is walked from its start to its end once. What a reader does not see
(scripts, heads, hidden elements) is left out; what is seen and is no part of the
story gets a role from its ``epub:type``, ARIA role or a class in common use.

Sources: EPUB 3 Structural Semantics Vocabulary, W3C DPUB-ARIA 1.1, the HTML
standard's list of elements that are never rendered.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lxml import etree

from app.narration.book import Block, Kind, Run

Element = etree._Element

_BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
        "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
        "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "nav", "ol", "p", "pre",
        "section", "summary", "table", "tbody", "text", "tfoot", "thead", "tr", "ul",
    )
)  # fmt: skip
_UNSEEN = frozenset(
    (
        "annotation", "annotation-xml", "audio", "canvas", "datalist", "embed", "head", "iframe",
        "map", "math-annotation", "noframes", "noscript", "object", "script", "style",
        "template", "title", "video",
        "clippath", "defs", "desc", "filter", "marker", "mask", "metadata", "pattern", "symbol",
    )
)  # fmt: skip
"""The last row: what an SVG keeps for later use; its ``text`` is seen and is a block."""
_CELLS = frozenset(("td", "th"))
_APART = frozenset(("button", "option", "output", "select", "textarea"))
"""Controls of a form: inside a line, and a word of their own there."""
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

_TYPES: dict[str, str] = {
    "footnote": "note", "footnotes": "note", "endnote": "note", "endnotes": "note",
    "rearnote": "note", "rearnotes": "note", "doc-footnote": "note", "doc-endnote": "note",
    "doc-endnotes": "note", "noteref": "note-mark", "doc-noteref": "note-mark",
    "annoref": "note-mark", "backlink": "note-mark", "doc-backlink": "note-mark",
    "pagebreak": "page-number", "doc-pagebreak": "page-number", "toc": "contents",
    "landmarks": "contents", "page-list": "contents", "doc-toc": "contents",
    "doc-pagelist": "contents", "bibliography": "bibliography",
    "doc-bibliography": "bibliography", "index": "index", "doc-index": "index",
}  # fmt: skip
"""Values of ``epub:type`` and ``role``."""
_CLASSES: dict[str, str] = {
    "footnote": "note", "endnote": "note", "footnotes": "note", "noteref": "note-mark",
    "footnote-ref": "note-mark", "footnote-reference": "note-mark", "fnanchor": "note-mark",
    "footnote-backref": "note-mark", "pagenum": "page-number", "pageno": "page-number",
    "page-number": "page-number",
}  # fmt: skip
"""Classes that converters and transcribers agree on."""
_TAGS = {"nav": "contents", "rt": "reading-aid", "rp": "reading-aid", "rtc": "reading-aid"}
_MARK = re.compile(r"\s*(?:[\[(]\s*)?(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z]|[ivxlc]{1,6})(?:\s*[\])])?\s*")

_EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_KEPT = frozenset(("amp", "lt", "gt", "quot", "apos"))
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?[^>]*>", re.IGNORECASE)
_DECLARED = re.compile(r"^\s*<\?xml[^>]*\?>")


def parse_html(text: str) -> Element | None:
    """The tree of an HTML document, however ill it is formed; None if it holds nothing."""
    text = _DECLARED.sub("", text)
    if not text.strip():
        return None
    return etree.fromstring(text, etree.HTMLParser(no_network=True, huge_tree=True))


def parse_xhtml(text: str) -> Element | None:
    """The tree of an XHTML document; one that is not well-formed is read as HTML.

    Names such as ``&nbsp;`` are resolved here and document types left out, so that
    nothing outside the file is looked for.
    """
    plain = _DOCTYPE.sub("", _DECLARED.sub("", text), count=1)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        return etree.fromstring(_NAMED.sub(_entity, plain), parser)
    except etree.XMLSyntaxError:
        return parse_html(text)


def _entity(match: re.Match[str]) -> str:
    name = match[1]
    if name in _KEPT:
        return match[0]
    found = html.entities.html5.get(f"{name};")
    return match[0] if found is None else found


def blocks_of(root: Element, place: str = "", role: str = "") -> list[Block]:
    """The blocks of a tree in reading order.

    Args:
        root: the document's root.
        place: the file's name; marks are ``place`` for its first block and
            ``place#id`` for what an id leads to.
        role: what everything in the tree is, if it is no part of the story.
    """
    walk = _Walk(place, [role])
    walk.waiting.append(place)
    events = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in events:
        if event == "start":
            walk.open(element)
        else:
            if event == "end":
                walk.close(element)
            if element is not root:
                walk.text(element.tail)
    walk.flush()
    if walk.waiting:
        walk.blocks.append(Block((), "mark", marks=tuple(walk.waiting)))
    return walk.blocks


@dataclass(slots=True)
class _Walk:
    """One pass over a tree."""

    place: str
    roles: list[str]
    blocks: list[Block] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    """Marks that belong to the next block."""
    runs: list[Run] = field(default_factory=list)
    own_marks: list[str] = field(default_factory=list)
    kinds: list[tuple[Kind, int]] = field(default_factory=lambda: [("paragraph", 0)])
    unseen: int = 0

    def open(self, element: Element) -> None:
        if self.unseen or _is_unseen(element):
            self.unseen += 1
            return
        name = _name(element)
        if name in _BLOCKS:
            self.flush()
        elif name in _CELLS and self._is_seen():
            self._part_cells()
        elif name in _APART:
            self.runs.append(Run(" "))
        elif name in ("br", "wbr"):
            self.runs.append(Run(" " if name == "br" else ""))
        if name == "hr":
            self.blocks.append(Block((), "break"))
        self._mark(element)
        self.roles.append(self.roles[-1] or _role(element, name))
        self.kinds.append(_kind(name) or self.kinds[-1])
        self.text(element.text)

    def close(self, element: Element) -> None:
        if self.unseen:
            self.unseen -= 1
            return
        name = _name(element)
        if name in _BLOCKS:
            self.flush()
        elif name in _APART:
            self.runs.append(Run(" "))
        self.roles.pop()
        self.kinds.pop()

    def text(self, text: str | None) -> None:
        if text and not self.unseen:
            self.runs.append(Run(text, self.roles[-1]))

    def flush(self) -> None:
        """End the block that is being gathered."""
        if self._is_seen():
            kind, level = self.kinds[-1]
            marks = (*self.waiting, *self.own_marks)
            self.blocks.append(Block(joined(self.runs), kind, level, marks))
            self.waiting = []
        else:
            self.waiting += self.own_marks
        self.runs, self.own_marks = [], []

    def _mark(self, element: Element) -> None:
        for name in ("id", "name", "{http://www.w3.org/XML/1998/namespace}id"):
            value = element.get(name)
            if value and (name != "name" or _name(element) == "a"):
                self.own_marks.append(f"{self.place}#{value}")

    def _is_seen(self) -> bool:
        return any(run.text.strip() for run in self.runs)

    def _part_cells(self) -> None:
        """Let a comma part two cells of a row, unless the first ends with a mark of its own."""
        while self.runs and not self.runs[-1].text.strip():
            self.runs.pop()
        last = self.runs.pop()
        text = last.text.rstrip()
        self.runs.append(Run(f"{text}{', ' if text[-1].isalnum() else ' '}", last.role))


def joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Runs of one role that follow each other made one; empty ones left out."""
    found: list[Run] = []
    for run in runs:
        if found and found[-1].role == run.role:
            found[-1] = Run(found[-1].text + run.text, run.role)
        elif run.text:
            found.append(run)
    return tuple(found)


def _name(element: Element) -> str:
    """An element's name without its namespace; "" for a comment or an instruction."""
    tag: object = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _kind(name: str) -> tuple[Kind, int] | None:
    if len(name) == 2 and name[0] == "h" and name[1] in "123456":
        return "heading", int(name[1])
    if name in ("li", "dd", "dt"):
        return "item", 0
    return ("row", 0) if name == "tr" else None


def _is_unseen(element: Element) -> bool:
    name = _name(element)
    if not name or name in _UNSEEN:
        return True
    if element.get("hidden") is not None:
        return True
    return _HIDING.search(element.get("style") or "") is not None


def _role(element: Element, name: str) -> str:
    """What an element is, if it is no part of the story."""
    types = f"{element.get(_EPUB_TYPE) or element.get('epub:type') or ''} {element.get('role')}"
    for word in types.lower().split():
        if word in _TYPES:
            return _TYPES[word]
    for word in (element.get("class") or "").lower().split():
        if word in _CLASSES:
            return _CLASSES[word]
    if name in _TAGS:
        return _TAGS[name]
    return "note-mark" if _is_mark(element, name) else ""


def _is_mark(element: Element, name: str) -> bool:
    """Whether a raised link, or a link in brackets, to a place in the book is a note's mark."""
    if name not in ("a", "sup"):
        return False
    text = "".join(str(part) for part in element.itertext())
    if not _MARK.fullmatch(text) or not any(c.isalnum() or c in "*†‡§¶" for c in text):
        return False
    link = element if name == "a" else element.find(".//{*}a")
    if link is None or "#" not in (link.get("href") or ""):
        return False
    around = name == "sup" or text.strip()[:1] in "[("
    return around or any(_name(each) == "sup" for each in element.iter("{*}sup"))
