"""An EPUB 3 with media overlays: the text lights up line by line as it is heard.

Sources: W3C EPUB 3.3 (package, navigation and media overlay documents, container), EPUB
Accessibility 1.1 and its metadata in the schema.org vocabulary.
"""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from app.narration.pages import body, escaped
from app.narration.talking import Leaf, Page, Talking, clock
from app.refusals import from_os

ACTIVE = "-epub-media-overlay-active"
"""The class of what is being heard; the name many readers know."""
_STYLE = f"""\
body {{ line-height: 1.5; }}
.{ACTIVE} {{ background-color: #ffe9a8; color: #000; }}
"""
_CONTAINER = """\
<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
"""
_ZIP_BEGINS, _ZIP_ENDS = 1980, 2107
"""The first year a ZIP archive can name."""
_MEDIA = {"jpg": "image/jpeg", "png": "image/png"}


def write(book: Talking, target: Path) -> None:
    """Write the EPUB, whole or not at all.

    Raises:
        ExportError: ``disk-full``, ``output-unwritable``.
    """
    part = target.with_name(f".part-{target.name}")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as packed:
            _fill(packed, book)
        part.replace(target)
    except OSError as error:
        raise from_os(error, target) from error
    finally:
        part.unlink(missing_ok=True)


def _fill(packed: zipfile.ZipFile, book: Talking) -> None:
    date = book.origin.date
    _add(packed, "mimetype", b"application/epub+zip", date, zipfile.ZIP_STORED)
    _add(packed, "META-INF/container.xml", _CONTAINER.encode(), date)
    leaves = list(book.leaves())
    _add(packed, "EPUB/package.opf", _package(book, leaves).encode(), date)
    _add(packed, "EPUB/nav.xhtml", _navigation(book, leaves).encode(), date)
    _add(packed, "EPUB/style.css", _STYLE.encode(), date)
    if book.book.cover is not None:
        name = f"EPUB/cover.{book.book.cover.kind}"
        _add(packed, name, book.book.cover.data, date, zipfile.ZIP_STORED)
    for page in leaves:
        name = f"EPUB/{_name(page)}"
        _add(packed, f"{name}.xhtml", _page(book, page).encode(), date)
        if not isinstance(page, Page):
            continue
        _add(packed, f"{name}.smil", _overlay(page).encode(), date)
        info = _info(f"{name}.mp3", date, zipfile.ZIP_STORED)
        info.file_size = page.product.encoded["mp3"].stat().st_size
        with page.product.encoded["mp3"].open("rb") as sound, packed.open(info, "w") as inside:
            shutil.copyfileobj(sound, inside)


def _add(
    packed: zipfile.ZipFile,
    name: str,
    data: bytes,
    date: datetime,
    method: int = zipfile.ZIP_DEFLATED,
) -> None:
    packed.writestr(_info(name, date, method), data)


def _info(name: str, date: datetime, method: int) -> zipfile.ZipInfo:
    """An entry that says nothing of the machine or the moment it is made at."""
    year = min(max(date.year, _ZIP_BEGINS), _ZIP_ENDS)
    info = zipfile.ZipInfo(name, (year, date.month, date.day, 0, 0, 0))
    info.create_system = 3
    info.compress_type = method
    info.external_attr = 0o644 << 16
    return info


def _name(page: Leaf) -> str:
    return f"chapter-{page.number:03d}"


def _page(book: Talking, page: Leaf) -> str:
    language = escaped(book.language)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="{language}" xml:lang="{language}">\n'
        f"<head><title>{escaped(page.title)}</title>"
        '<link rel="stylesheet" type="text/css" href="style.css" /></head>\n'
        f'<body>\n<section epub:type="chapter" aria-label="{escaped(page.title)}">\n'
        f"{body(page, semantic=True)}\n</section>\n</body>\n</html>\n"
    )


def _overlay(page: Page) -> str:
    name = _name(page)
    pairs = "\n".join(
        f'<par id="p-{clip.id}"><text src="{name}.xhtml#{clip.id}"/>'
        f'<audio src="{name}.mp3" clipBegin="{clock(clip.start_ms)}" '
        f'clipEnd="{clock(clip.end_ms)}"/></par>'
        for clip in page.clips
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'version="3.0">\n<body>\n<seq id="page" epub:textref="{name}.xhtml" '
        f'epub:type="chapter">\n{pairs}\n</seq>\n</body>\n</smil>\n'
    )


def _navigation(book: Talking, pages: list[Leaf]) -> str:
    language = escaped(book.language)
    rows = "".join(
        f'<li><a href="{_name(page)}.xhtml">{escaped(page.title)}</a></li>\n' for page in pages
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="{language}" xml:lang="{language}">\n'
        f"<head><title>{escaped(book.book.title)}</title></head>\n"
        f'<body>\n<nav epub:type="toc" role="doc-toc" aria-label="{escaped(book.book.title)}">'
        f"\n<ol>\n{rows}</ol>\n</nav>\n</body>\n</html>\n"
    )


def _package(book: Talking, pages: list[Leaf]) -> str:
    language = escaped(book.language)
    items = "\n".join((*_general_items(book), *(_items(page) for page in pages)))
    spine = "\n".join(f'<itemref idref="page-{page.number}"/>' for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        f'unique-identifier="book-id" xml:lang="{language}">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        + "\n".join(_about(book, pages))
        + f"\n</metadata>\n<manifest>\n{items}\n</manifest>\n<spine>\n{spine}\n</spine>\n"
        "</package>\n"
    )


def _general_items(book: Talking) -> Iterator[str]:
    yield ('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>')
    yield '<item id="style" href="style.css" media-type="text/css"/>'
    cover = book.book.cover
    if cover is not None:
        yield (
            f'<item id="cover" href="cover.{cover.kind}" media-type="{_MEDIA[cover.kind]}" '
            'properties="cover-image"/>'
        )


def _items(page: Leaf) -> str:
    number, name = page.number, _name(page)
    if not isinstance(page, Page):
        return f'<item id="page-{number}" href="{name}.xhtml" media-type="application/xhtml+xml"/>'
    return (
        f'<item id="page-{number}" href="{name}.xhtml" media-type="application/xhtml+xml" '
        f'media-overlay="overlay-{number}"/>\n'
        f'<item id="overlay-{number}" href="{name}.smil" media-type="application/smil+xml"/>\n'
        f'<item id="sound-{number}" href="{name}.mp3" media-type="audio/mpeg"/>'
    )


def _about(book: Talking, pages: list[Leaf]) -> Iterator[str]:
    yield f'<dc:identifier id="book-id">{escaped(book.identifier)}</dc:identifier>'
    yield f"<dc:title>{escaped(book.book.title)}</dc:title>"
    yield f"<dc:language>{escaped(book.language)}</dc:language>"
    for author in book.book.authors:
        yield f"<dc:creator>{escaped(author)}</dc:creator>"
    yield f"<dc:date>{book.origin.date:%Y-%m-%d}</dc:date>"
    yield f'<meta property="dcterms:modified">{book.origin.date:%Y-%m-%dT%H:%M:%SZ}</meta>'
    sounding = [page for page in pages if isinstance(page, Page)]
    for page in sounding:
        overlay = f"#overlay-{page.number}"
        yield f'<meta property="media:duration" refines="{overlay}">{clock(_told_ms(page))}</meta>'
    total = sum(_told_ms(page) for page in sounding)
    yield f'<meta property="media:duration">{clock(total)}</meta>'
    yield f'<meta property="media:active-class">{ACTIVE}</meta>'
    if book.origin.marked:
        narrator = escaped(f"Synthetic voice {book.origin.voice}")
        yield f'<meta property="media:narrator">{narrator}</meta>'
        yield f"<dc:description>{escaped(book.origin.statement)}</dc:description>"
    yield from _access()


def _told_ms(page: Page) -> int:
    """Length of a page's clips: the sum that a reader counts with."""
    return sum(clip.end_ms - clip.start_ms for clip in page.clips)


def _access() -> Iterator[str]:
    values = {
        "accessMode": ("textual", "auditory"),
        "accessModeSufficient": ("textual,auditory", "textual", "auditory"),
        "accessibilityFeature": (
            "synchronizedAudioText", "tableOfContents", "readingOrder", "structuralNavigation",
            "displayTransformability",
        ),
        "accessibilityHazard": ("none",),
        "accessibilitySummary": (
            "Text and a narration by a synthetic voice, synchronised line by line. Chapters "
            "can be reached from the contents; notes are shown and not spoken.",
        ),
    }  # fmt: skip
    for name, told in values.items():
        for value in told:
            yield f'<meta property="schema:{name}">{escaped(value)}</meta>'
