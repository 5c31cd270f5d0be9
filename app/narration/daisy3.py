"""A DAISY 3 book: one DTBook text, an NCX to move about in, SMIL and MP3 for each chapter.

Source: ANSI/NISO Z39.86-2005 (R2012): package file (4), DTBook (5), SMIL (7), NCX (8),
resource file (9).
"""

from __future__ import annotations

from collections.abc import Iterator

from app.narration.outbox import Outbox
from app.narration.pages import escaped
from app.narration.talking import Clip, Element, Leaf, Page, Part, Talking, clock

FOLDER = "daisy3"
GENERATOR = "Espressivo"
_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
_DTBOOK = (
    '<!DOCTYPE dtbook PUBLIC "-//NISO//DTD dtbook 2005-3//EN" '
    '"http://www.daisy.org/z3986/2005/dtbook-2005-3.dtd">\n'
)
_NCX = (
    '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" '
    '"http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">\n'
)
_SMIL = (
    '<!DOCTYPE smil PUBLIC "-//NISO//DTD dtbsmil 2005-2//EN" '
    '"http://www.daisy.org/z3986/2005/dtbsmil-2005-2.dtd">\n'
)
_PACKAGE = (
    '<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" '
    '"http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd">\n'
)
_RESOURCES = (
    f'{_XML}<!DOCTYPE resources PUBLIC "-//NISO//DTD resource 2005-1//EN" '
    '"http://www.daisy.org/z3986/2005/resource-2005-1.dtd">\n'
    '<resources xmlns="http://www.daisy.org/z3986/2005/resource/" version="2005-1">\n'
    '<scope nsuri="http://www.daisy.org/z3986/2005/ncx/"></scope>\n</resources>\n'
)


def write(book: Talking, outbox: Outbox) -> None:
    """Write the book into its folder.

    Raises:
        ExportError: ``disk-full``, ``output-unwritable``.
    """
    leaves = list(book.leaves())
    pages = [leaf for leaf in leaves if isinstance(leaf, Page)]
    before = 0
    for page in pages:
        outbox.text(f"{FOLDER}/{_name(page)}.smil", _smil(book, page, before))
        outbox.copy(page.product.encoded["mp3"], f"{FOLDER}/{_name(page)}.mp3")
        before += page.length_ms
    outbox.text(f"{FOLDER}/book.xml", _text(book, leaves))
    outbox.text(f"{FOLDER}/navigation.ncx", _navigation(book, pages))
    outbox.text(f"{FOLDER}/resources.res", _RESOURCES)
    outbox.text(f"{FOLDER}/package.opf", _package(book, pages))


def _name(page: Page) -> str:
    return f"chapter-{page.product.number:04d}"


def _id(page: Leaf, inner: str) -> str:
    """Ids are one space over the whole text: a chapter's number makes them its own."""
    return f"c{page.number}-{inner}"


def _meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escaped(content)}"/>'


def _text(book: Talking, pages: list[Leaf]) -> str:
    language = escaped(book.language)
    authors = "".join(f"<docauthor>{escaped(name)}</docauthor>\n" for name in book.book.authors)
    chapters = "\n".join(_chapter(page) for page in pages)
    return (
        f'{_XML}{_DTBOOK}<dtbook xmlns="http://www.daisy.org/z3986/2005/dtbook/" '
        f'version="2005-3" xml:lang="{language}">\n<head>\n'
        f"{_meta('dtb:uid', book.identifier)}\n{_meta('dc:Title', book.book.title)}\n</head>\n"
        f"<book>\n<frontmatter>\n<doctitle>{escaped(book.book.title)}</doctitle>\n{authors}"
        f"</frontmatter>\n<bodymatter>\n{chapters}\n</bodymatter>\n</book>\n</dtbook>\n"
    )


def _chapter(page: Leaf) -> str:
    """A chapter as ``level1``; a heading that does not open it becomes a ``bridgehead``."""
    rows: list[str] = []
    listed, headed = False, False
    for element in page.elements:
        item = element.kind == "item"
        if item != listed:
            rows.append('<list type="pl">' if item else "</list>")
            listed = item
        rows.append(_element(page, element, first=not headed and not rows))
        headed = True
    if listed:
        rows.append("</list>")
    if not any(row for row in rows):
        rows.append("<p></p>")
    inner = "\n".join(row for row in rows if row)
    return f'<level1 id="{_id(page, "level")}">\n{inner}\n</level1>'


def _element(page: Leaf, element: Element, *, first: bool) -> str:
    if element.kind == "break":
        return ""
    inner = "".join(_group(page, clip, parts) for clip, parts in element.groups)
    name = _id(page, element.id)
    if element.kind == "heading":
        tag = "h1" if first else "bridgehead"
        return f'<{tag} id="{name}">{inner}</{tag}>'
    if element.kind == "item":
        return f'<li id="{name}">{inner}</li>'
    if element.kind == "note":
        return f'<note id="{name}"><p>{inner}</p></note>'
    return f'<p id="{name}">{inner}</p>'


def _group(page: Leaf, clip: Clip | None, parts: tuple[Part, ...]) -> str:
    inner = "".join(
        f"<sup>{escaped(part.text)}</sup>" if part.role == "note-mark" else escaped(part.text)
        for part in parts
    )
    if clip is None or not isinstance(page, Page):
        return inner
    smil = f"{_name(page)}.smil#{_id(page, f'p{clip.id}')}"
    return f'<sent id="{_id(page, clip.id)}" smilref="{smil}">{inner}</sent>'


def _smil(book: Talking, page: Page, before_ms: int) -> str:
    pairs = "\n".join(
        f'<par id="{_id(page, f"p{clip.id}")}"><text src="book.xml#{_id(page, clip.id)}"/>'
        f'<audio src="{_name(page)}.mp3" clipBegin="{clock(clip.start_ms)}" '
        f'clipEnd="{clock(clip.end_ms)}"/></par>'
        for clip in page.clips
    )
    return (
        f'{_XML}{_SMIL}<smil xmlns="http://www.w3.org/2001/SMIL20/">\n<head>\n'
        f"{_meta('dtb:uid', book.identifier)}\n{_meta('dtb:generator', GENERATOR)}\n"
        f"{_meta('dtb:totalElapsedTime', clock(before_ms))}\n</head>\n<body>\n"
        f'<seq id="{_id(page, "seq")}" dur="{clock(page.length_ms)}">\n{pairs}\n</seq>\n'
        "</body>\n</smil>\n"
    )


def _navigation(book: Talking, pages: list[Page]) -> str:
    points = "\n".join(
        f'<navPoint id="n{number}" playOrder="{number}"><navLabel>'
        f"<text>{escaped(page.title)}</text></navLabel>"
        f'<content src="{_name(page)}.smil#{_id(page, f"p{next(page.clips).id}")}"/></navPoint>'
        for number, page in enumerate(pages, 1)
    )
    head = "\n".join(
        (
            _meta("dtb:uid", book.identifier),
            _meta("dtb:depth", "1"),
            _meta("dtb:totalPageCount", "0"),
            _meta("dtb:maxPageNumber", "0"),
            _meta("dtb:generator", GENERATOR),
        )
    )
    return (
        f'{_XML}{_NCX}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" '
        f'xml:lang="{escaped(book.language)}">\n<head>\n{head}\n</head>\n'
        f"<docTitle><text>{escaped(book.book.title)}</text></docTitle>\n"
        f"<navMap>\n{points}\n</navMap>\n</ncx>\n"
    )


def _package(book: Talking, pages: list[Page]) -> str:
    items = "\n".join(_items(pages))
    spine = "\n".join(f'<itemref idref="smil-{page.product.number}"/>' for page in pages)
    return (
        f'{_XML}{_PACKAGE}<package xmlns="http://openebook.org/namespaces/oeb-package/1.0/" '
        'unique-identifier="uid">\n<metadata>\n'
        '<dc-metadata xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:oebpackage="http://openebook.org/namespaces/oeb-package/1.0/">\n'
        + "\n".join(_about(book))
        + "\n</dc-metadata>\n<x-metadata>\n"
        + "\n".join(_extra(book))
        + f"\n</x-metadata>\n</metadata>\n<manifest>\n{items}\n</manifest>\n"
        f"<spine>\n{spine}\n</spine>\n</package>\n"
    )


def _about(book: Talking) -> Iterator[str]:
    yield f'<dc:Identifier id="uid">{escaped(book.identifier)}</dc:Identifier>'
    yield f"<dc:Title>{escaped(book.book.title)}</dc:Title>"
    for author in book.book.authors:
        yield f"<dc:Creator>{escaped(author)}</dc:Creator>"
    yield f"<dc:Publisher>{GENERATOR}</dc:Publisher>"
    yield f"<dc:Date>{book.origin.date:%Y-%m-%d}</dc:Date>"
    yield f"<dc:Language>{escaped(book.language)}</dc:Language>"
    yield "<dc:Format>ANSI/NISO Z39.86-2005</dc:Format>"
    if book.origin.marked:
        yield f"<dc:Description>{escaped(book.origin.statement)}</dc:Description>"


def _extra(book: Talking) -> Iterator[str]:
    yield _meta("dtb:multimediaType", "audioFullText")
    yield _meta("dtb:multimediaContent", "audio,text")
    yield _meta("dtb:totalTime", clock(book.total_ms))
    yield _meta("dtb:audioFormat", "MP3")
    if book.origin.marked:
        yield _meta("dtb:narrator", f"Synthetic voice {book.origin.voice}")


def _items(pages: list[Page]) -> Iterator[str]:
    yield '<item id="opf" href="package.opf" media-type="text/xml"/>'
    yield '<item id="ncx" href="navigation.ncx" media-type="application/x-dtbncx+xml"/>'
    yield '<item id="text" href="book.xml" media-type="application/x-dtbook+xml"/>'
    yield ('<item id="resource" href="resources.res" media-type="application/x-dtbresource+xml"/>')
    for page in pages:
        number, name = page.product.number, _name(page)
        yield f'<item id="smil-{number}" href="{name}.smil" media-type="application/smil"/>'
        yield f'<item id="sound-{number}" href="{name}.mp3" media-type="audio/mpeg"/>'
