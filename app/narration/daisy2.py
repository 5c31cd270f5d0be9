"""A DAISY 2.02 book: text and sound for the players many libraries lend out.

``ncc.html`` leads to SMIL 1.0 files, one a chapter, which pair each line of an XHTML page
with its stretch of an MP3. Source: DAISY 2.02 Specification, Recommendation of 28 February
2001 (NCC metadata, SMIL metadata, file names).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.narration.outbox import Outbox
from app.narration.pages import body, escaped
from app.narration.talking import Leaf, Page, Talking

FOLDER = "daisy202"
_XHTML = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" '
    '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n'
    '<html xmlns="http://www.w3.org/1999/xhtml" lang="{0}" xml:lang="{0}">\n'
)
_SMIL = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 1.0//EN" '
    '"http://www.w3.org/TR/REC-smil/SMIL10.dtd">\n'
)
GENERATOR = "Espressivo"


def write(book: Talking, outbox: Outbox) -> None:
    """Write the book into its folder.

    Raises:
        ExportError: ``disk-full``, ``output-unwritable``.
    """
    held = _held(list(book.leaves()))
    pages = [page for page, _ in held]
    before = 0
    for page, shown in held:
        name = _name(page)
        outbox.text(f"{FOLDER}/{name}.html", _page(book, page, shown))
        outbox.text(f"{FOLDER}/{name}.smil", _smil(book, page, before))
        outbox.copy(page.product.encoded["mp3"], f"{FOLDER}/{name}.mp3")
        before += page.length_ms
    outbox.text(f"{FOLDER}/master.smil", _master(book, pages))
    outbox.text(f"{FOLDER}/ncc.html", _ncc(book, pages))


def _held(leaves: Sequence[Leaf]) -> list[tuple[Page, tuple[Leaf, ...]]]:
    """The pages, each with what stands on it: chapters without sound are led to by nothing,
    so they stand after the one before them, at the book's beginning before the first.
    """
    held: list[tuple[Page, tuple[Leaf, ...]]] = []
    waiting: tuple[Leaf, ...] = ()
    for leaf in leaves:
        if isinstance(leaf, Page):
            held.append((leaf, (*waiting, leaf)))
            waiting = ()
        elif held:
            held[-1] = (held[-1][0], (*held[-1][1], leaf))
        else:
            waiting = (*waiting, leaf)
    return held


def _name(page: Page) -> str:
    """Eight characters and three, as the oldest players want it."""
    return f"chap{page.product.number:04d}"


def _time(milliseconds: int) -> str:
    seconds = (milliseconds + 500) // 1000
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _meta(name: str, content: str, scheme: str = "") -> str:
    extra = f' scheme="{scheme}"' if scheme else ""
    return f'<meta name="{name}" content="{escaped(content)}"{extra} />'


def _page(book: Talking, page: Page, shown: Sequence[Leaf]) -> str:
    inner = "\n".join(body(leaf, semantic=False) for leaf in shown)
    return (
        _XHTML.format(escaped(book.language))
        + '<head><meta http-equiv="Content-type" content="text/html; charset=utf-8" />'
        f"<title>{escaped(page.title)}</title></head>\n"
        f'<body>\n<div id="top">\n{inner}\n</div>\n</body>\n</html>\n'
    )


def _smil(book: Talking, page: Page, before_ms: int) -> str:
    name = _name(page)
    pairs = "\n".join(
        f'<par endsync="last" id="p{clip.id}"><text src="{name}.html#{clip.id}" id="t{clip.id}" />'
        f'<seq><audio src="{name}.mp3" clip-begin="npt={clip.start_ms / 1000:.3f}s" '
        f'clip-end="npt={clip.end_ms / 1000:.3f}s" id="a{clip.id}" /></seq></par>'
        for clip in page.clips
    )
    head = "\n".join(
        (
            _meta("dc:format", "Daisy 2.02"),
            _meta("dc:identifier", book.identifier),
            _meta("dc:title", book.book.title),
            _meta("title", page.title),
            _meta("ncc:generator", GENERATOR),
            _meta("ncc:totalElapsedTime", _time(before_ms)),
            _meta("ncc:timeInThisSmil", _time(page.length_ms)),
        )
    )
    return (
        f'{_SMIL}<smil>\n<head>\n{head}\n<layout><region id="txtView" /></layout>\n</head>\n'
        f'<body>\n<seq dur="{page.length_ms / 1000:.3f}s">\n{pairs}\n</seq>\n</body>\n</smil>\n'
    )


def _master(book: Talking, pages: list[Page]) -> str:
    refs = "\n".join(
        f'<ref src="{_name(page)}.smil" title="{escaped(page.title)}" '
        f'id="r{page.product.number}" />'
        for page in pages
    )
    head = "\n".join(
        (
            _meta("dc:format", "Daisy 2.02"),
            _meta("dc:identifier", book.identifier),
            _meta("dc:title", book.book.title),
            _meta("ncc:generator", GENERATOR),
            _meta("ncc:timeInThisSmil", _time(book.total_ms)),
        )
    )
    return (
        f'{_SMIL}<smil>\n<head>\n{head}\n<layout><region id="txtView" /></layout>\n</head>\n'
        f"<body>\n{refs}\n</body>\n</smil>\n"
    )


def _ncc(book: Talking, pages: list[Page]) -> str:
    language = escaped(book.language)
    return (
        _XHTML.format(language)
        + "<head>\n"
        + '<meta http-equiv="Content-type" content="text/html; charset=utf-8" />\n'
        + f"<title>{escaped(book.book.title)}</title>\n"
        + "\n".join(_about(book, pages))
        + f"\n</head>\n<body>\n{_headings(pages)}\n</body>\n</html>\n"
    )


def _headings(pages: list[Page]) -> str:
    """One heading a chapter; a level is never skipped, the first is a title of level 1."""
    rows, depth = [], 0
    for number, page in enumerate(pages):
        depth = 1 if not number else min(page.level + 1, depth + 1, 6)
        first = next(page.clips)
        kind = ' class="title"' if not number else ""
        rows.append(
            f'<h{depth} id="h{number + 1}"{kind}><a href="{_name(page)}.smil#t{first.id}">'
            f"{escaped(page.title)}</a></h{depth}>"
        )
    return "\n".join(rows)


def _about(book: Talking, pages: list[Page]) -> Iterator[str]:
    origin = book.origin
    yield _meta("dc:title", book.book.title)
    for author in book.book.authors or ("unknown",):
        yield _meta("dc:creator", author)
    yield _meta("dc:date", f"{origin.date:%Y-%m-%d}", "yyyy-mm-dd")
    yield _meta("dc:identifier", book.identifier)
    yield _meta("dc:language", book.language, "ISO 639")
    yield _meta("dc:format", "Daisy 2.02")
    yield _meta("dc:publisher", GENERATOR)
    if origin.marked:
        yield _meta("ncc:narrator", f"Synthetic voice {origin.voice}")
        yield _meta("dc:description", origin.statement)
    yield _meta("ncc:charset", "utf-8")
    yield _meta("ncc:generator", GENERATOR)
    yield _meta("ncc:multimediaType", "audioFullText")
    yield _meta("ncc:tocItems", str(len(pages)))
    for kind in ("pageFront", "pageNormal", "pageSpecial", "footnotes", "prodNotes", "sidebars"):
        yield _meta(f"ncc:{kind}", "0")
    yield _meta("ncc:maxPageNormal", "0")
    yield _meta("ncc:setInfo", "1 of 1")
    depth = max((page.level for page in pages), default=0) + 1
    yield _meta("ncc:depth", str(min(depth, 6)))
    yield _meta("ncc:files", str(3 * len(pages) + 2))
    yield _meta("ncc:totalTime", _time(book.total_ms), "hh:mm:ss")
