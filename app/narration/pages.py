"""A page of a talking book as XHTML: what EPUB and DAISY 2.02 show while it is heard."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from app.narration.talking import Clip, Element, Leaf, Part

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters no XML 1.0 document may have (its section 2.2)."""

ROLES: dict[str, tuple[str, str]] = {
    "note-mark": ("noteref", "doc-noteref"),
    "note": ("footnote", "doc-footnote"),
    "bibliography": ("bibliography", "doc-bibliography"),
}
"""Role -> ``epub:type`` and ARIA role, where both vocabularies have a word."""


def escaped(text: str) -> str:
    """Text between tags or in an attribute's quotes, without what XML cannot hold."""
    return html.escape(_NOT_XML.sub("", text), quote=True)


def body(page: Leaf, *, semantic: bool) -> str:
    """A chapter's elements in order, lists opened and closed.

    Args:
        page: the chapter.
        semantic: say what things are in EPUB's vocabulary, which XHTML 1.0 does not have.
    """
    rows: list[str] = []
    listed = False
    for element in page.elements:
        item = element.kind == "item"
        if item != listed:
            rows.append("<ul>" if item else "</ul>")
            listed = item
        rows.append(_element(element, semantic=semantic))
    if listed:
        rows.append("</ul>")
    return "\n".join(rows)


def _element(element: Element, *, semantic: bool) -> str:
    if element.kind == "break":
        return "<hr />"
    inner = "".join(_group(clip, parts) for clip, parts in element.groups)
    if element.kind == "heading":
        level = min(max(element.level, 1), 6)
        return f'<h{level} id="{element.id}">{inner}</h{level}>'
    if element.kind == "item":
        return f'<li id="{element.id}">{inner}</li>'
    if element.kind == "note" and semantic:
        return f'<aside id="{element.id}" epub:type="footnote"><p>{inner}</p></aside>'
    return f'<p id="{element.id}">{inner}</p>'


def _group(clip: Clip | None, parts: Iterable[Part]) -> str:
    inner = "".join(_part(part) for part in parts)
    return inner if clip is None else f'<span id="{clip.id}">{inner}</span>'


def _part(part: Part) -> str:
    text = escaped(part.text)
    return f"<sup>{text}</sup>" if part.role == "note-mark" else text
