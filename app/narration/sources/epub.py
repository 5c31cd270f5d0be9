"""EPUB 2 and 3: the reading order of the package, the contents list with its anchors.

Sources: W3C EPUB 3.3 (package document, navigation document, container), IDPF OPF 2.0.1
(NCX contents and the guide).
"""

from __future__ import annotations

import posixpath
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from app import intake
from app.narration.book import Block, Draft, Entry, Picture
from app.narration.sources.markup import blocks_of, parse_xhtml
from app.narration.sources.packed import Packed, unreadable
from engine.errors import InputError

Element = etree._Element

_DC = "{http://purl.org/dc/elements/1.1/}"
_PAGES = frozenset(("application/xhtml+xml", "text/html", "text/x-oeb1-document"))
_FONT_COVERS = frozenset(("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"))
"""Algorithms that only obscure fonts; a book under any other one cannot be read."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A file of the package: its name in the archive."""

    name: str
    media: str
    properties: frozenset[str]


def read_epub(path: Path, encoding: str | None) -> Draft:
    """A book in EPUB.

    Raises:
        InputError: ``book-damaged``, ``book-protected``.
    """
    with Packed(path) as packed:
        _refuse_protected(packed)
        package_name = _package_name(packed)
        package = packed.xml(package_name)
        items = _items(package, posixpath.dirname(package_name))
        nav = next((item.name for item in items.values() if "nav" in item.properties), "")
        blocks: list[Block] = []
        for item, linear in _spine(package, items):
            if item.name in packed.names and item.media in _PAGES:
                role = "contents" if item.name == nav else "" if linear else "aside-file"
                blocks += _page(packed, item.name, encoding, role)
        return Draft(
            "epub",
            _first(package, "title") or path.stem,
            tuple(blocks),
            tuple(_all(package, "creator")),
            _first(package, "language"),
            tuple(_contents(packed, package, items, nav)),
            _cover(packed, package, items),
        )


def _refuse_protected(packed: Packed) -> None:
    name = "META-INF/encryption.xml"
    if name not in packed.names:
        return
    for method in packed.xml(name).iter("{*}EncryptionMethod"):
        if method.get("Algorithm") not in _FONT_COVERS:
            raise InputError("book-protected", subject="file", detail=packed.path.name)


def _package_name(packed: Packed) -> str:
    for root in packed.xml("META-INF/container.xml").iter("{*}rootfile"):
        name = root.get("full-path")
        if name:
            return name
    raise unreadable(packed.path, "it names no package document")


def _items(package: Element, folder: str) -> dict[str, _Item]:
    return {
        item.get("id") or "": _Item(
            _inside(folder, item.get("href") or ""),
            (item.get("media-type") or "").lower(),
            frozenset((item.get("properties") or "").split()),
        )
        for item in package.iterfind("{*}manifest/{*}item")
    }


def _inside(folder: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(folder, urllib.parse.unquote(href.split("#")[0])))


def _spine(package: Element, items: dict[str, _Item]) -> Iterator[tuple[_Item, bool]]:
    seen: set[str] = set()
    for each in package.iterfind("{*}spine/{*}itemref"):
        item = items.get(each.get("idref") or "")
        if item is not None and item.name not in seen:
            seen.add(item.name)
            yield item, each.get("linear") != "no"


def _page(packed: Packed, name: str, encoding: str | None, role: str) -> list[Block]:
    data = packed.read(name)
    root = parse_xhtml(intake.decode(data, name, encoding or _declared(data)))
    return [] if root is None else blocks_of(root, name, role)


def _declared(data: bytes) -> str | None:
    """The encoding an XML declaration names, unless it is UTF-8 or a mark says it."""
    head = data[:200].split(b"?>")[0]
    if not head.lstrip().startswith(b"<?xml") or b"encoding" not in head:
        return None
    value = head.split(b"encoding", 1)[1].lstrip(b" =\t\r\n")
    name = value[1:].split(value[:1] or b'"')[0]
    found = name.decode("ascii", "replace")
    return None if found.lower() in ("utf-8", "utf-16") else found


def _contents(
    packed: Packed, package: Element, items: dict[str, _Item], nav: str
) -> Iterator[Entry]:
    if nav in packed.names:
        root = parse_xhtml(packed.read(nav).decode("utf-8", "replace"))
        if root is not None:
            found = list(_nav_entries(root, posixpath.dirname(nav)))
            if found:
                yield from found
                return
    spine = package.find("{*}spine")
    named = items.get((spine.get("toc") or "") if spine is not None else "")
    ncx = named or next((i for i in items.values() if i.media == "application/x-dtbncx+xml"), None)
    if ncx is not None and ncx.name in packed.names:
        yield from _ncx_entries(packed.xml(ncx.name), posixpath.dirname(ncx.name))


def _nav_entries(root: Element, folder: str) -> Iterator[Entry]:
    for nav in root.iter("{*}nav"):
        types = nav.get("{http://www.idpf.org/2007/ops}type") or nav.get("epub:type") or ""
        if "toc" not in types.split():
            continue
        for link in nav.iter("{*}a"):
            depth = sum(1 for up in link.iterancestors("{*}ol")) - 1
            target = _target(folder, link.get("href") or "")
            title = " ".join("".join(str(part) for part in link.itertext()).split())
            yield Entry(title, max(depth, 0), target)


def _ncx_entries(root: Element, folder: str) -> Iterator[Entry]:
    for point in root.iterfind("{*}navMap//{*}navPoint"):
        content = point.find("{*}content")
        depth = sum(1 for up in point.iterancestors("{*}navPoint"))
        title = " ".join((point.findtext("{*}navLabel/{*}text") or "").split())
        source = "" if content is None else content.get("src") or ""
        yield Entry(title, depth, _target(folder, source))


def _target(folder: str, href: str) -> str:
    _, _, fragment = href.partition("#")
    name = _inside(folder, href)
    return f"{name}#{urllib.parse.unquote(fragment)}" if fragment else name


def _all(package: Element, name: str) -> Iterator[str]:
    for each in package.iter(f"{_DC}{name}"):
        words = " ".join("".join(str(part) for part in each.itertext()).split())
        if words:
            yield words


def _first(package: Element, name: str) -> str:
    return next(_all(package, name), "")


def _cover(packed: Packed, package: Element, items: dict[str, _Item]) -> Picture | None:
    named = next((item for item in items.values() if "cover-image" in item.properties), None)
    if named is None:
        meta = package.find("{*}metadata/{*}meta[@name='cover']")
        named = None if meta is None else items.get(meta.get("content") or "")
    if named is None or not named.media.startswith("image/") or named.name not in packed.names:
        return None
    return Picture(packed.read(named.name), named.media.removeprefix("image/"))
