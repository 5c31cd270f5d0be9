"""A seeded book of our own sentences with every trap a real one has, in EPUB 2 or 3.

What a reader sees of it is known word by word, so that a test can say what must be
spoken, what must not, and where the chapters begin.
"""

from __future__ import annotations

import html
import random
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

PEOPLE = ("Mara", "Old Tom", "the baker", "Dr. Hale", "Ines", "nobody", "the ferryman", "Joss")
DEEDS = (
    "carried the lamp down to", "had not yet seen", "kept asking about", "painted over",
    "would not sell", "listened for the bell of", "counted every step towards",
    "wrote a long letter about", "left the keys beside", "walked slowly around",
)  # fmt: skip
THINGS = (
    "the harbour wall", "the blue door", "a row of empty boats", "the garden of her aunt",
    "the last train to the coast", "three jars of honey", "the map on the kitchen table",
    "the school by the river", "an orchard full of wasps", "the clock without hands",
)  # fmt: skip
ENDS = (
    "before the rain came", "as if it were a promise", "and said nothing more about it",
    "because the tide was turning", "while the others slept", "long after the music stopped",
    "for the second time that week", "until the fog was gone",
)  # fmt: skip
TITLES = (
    'Who? When: 1/2 "Past"', "Mara's 100%", "CON", "end.", "The Pond", "The Pond",
    "A title of great length " * 12, "Ångström & søn", "Chapter Nine: <Away>", "Salt",
)  # fmt: skip
SMALL_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154"
    "789c63606060000000040001f61738550000000049454e44ae426082"
)
"""A picture of one dot."""


@dataclass(slots=True)
class Made:
    """A book as it was made: what is seen in each chapter, and what of it is not spoken."""

    title: str
    author: str
    chapters: list[MadeChapter] = field(default_factory=list)

    @property
    def spoken(self) -> str:
        """Everything that must be spoken, in order."""
        return " ".join(text for chapter in self.chapters for text in chapter.spoken)

    @property
    def silent(self) -> list[str]:
        """Everything that is seen and not spoken."""
        return [text for chapter in self.chapters for text in chapter.silent]


@dataclass(slots=True)
class MadeChapter:
    """One chapter: its title in the contents, its paragraphs, its XHTML."""

    title: str
    spoken: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)

    def add(self, text: str, markup: str) -> None:
        """Add a paragraph: its spoken text and its markup."""
        self.spoken.append(text)
        self.rows.append(markup)


def sentence(chance: random.Random) -> str:
    """One of our own sentences."""
    who = chance.choice(PEOPLE)
    text = f"{who} {chance.choice(DEEDS)} {chance.choice(THINGS)} {chance.choice(ENDS)}"
    return f"{text[0].upper()}{text[1:]}{chance.choice('...!?')}"


def make(words: int, seed: int = 1, chapters: int = 10) -> Made:
    """A book of about so many words.

    Two chapters share a file, so that one begins at an anchor; every chapter has a note
    with its mark, lists, a table, emphasis inside words and words in brackets.
    """
    chance = random.Random(seed)
    made = Made("The Sand & the Sea", "A. Writer")
    for number in range(chapters):
        chapter = MadeChapter(" ".join(TITLES[number % len(TITLES)].split()))
        heading = f"Part {number + 1}"
        chapter.add(heading, f'<h2 id="h{number}">{heading}</h2>')
        count = 0
        while count < words // chapters:
            count += _paragraph(chance, chapter)
        _traps(chapter, number)
        made.chapters.append(chapter)
    return made


def _paragraph(chance: random.Random, chapter: MadeChapter) -> int:
    sentences = [sentence(chance) for _ in range(chance.randint(3, 6))]
    text = " ".join(sentences)
    first, *rest = html.escape(text).split(" ")
    chapter.add(text, f"<p><em>{first[0]}</em>{first[1:]} {' '.join(rest)}</p>")
    return len(text.split())


def _traps(chapter: MadeChapter, number: int) -> None:
    mark = f"{number + 1}"
    chapter.add(
        "It was told in full.",
        f'<p>It was told<sup><a epub:type="noteref" href="#n{number}">{mark}</a></sup> '
        "in full.</p>",
    )
    chapter.add("Still [dark] water, and more.", "<p>Still [dark] water[12], and more.</p>")
    chapter.add("Boil water,", "<ol><li><p>Boil water,</p></li>")
    chapter.add("add salt.", "<li><p>add salt.</p></li></ol>")
    chapter.add("Tide, Hour", "<table><tr><th>Tide</th><th>Hour</th></tr>")
    chapter.add("High, seven", "<tr><td>High</td><td>seven</td></tr></table>")
    chapter.add("A word once.", "<div><div>A <b>w</b>ord <!-- not this -->once.</div></div>")
    note = f"Note {mark} is read by nobody."
    chapter.rows.append(f'<aside epub:type="footnote" id="n{number}"><p>{note}</p></aside>')
    chapter.rows.append('<p style="display: none">Hidden from all.</p><hr/>')
    chapter.rows.append(f'<span epub:type="pagebreak" id="page{number}">{number + 7}</span>')
    chapter.silent += [mark, "[12]", note, str(number + 7)]


def write_epub(made: Made, target: Path, version: int = 3, a_file: int = 2) -> Path:
    """Write a book as EPUB 2 (with an NCX) or 3 (with a navigation document).

    ``a_file`` chapters share a file: all but its first begin at an anchor in it.
    """
    files = _files(made, a_file)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        packed.writestr(
            "META-INF/container.xml",
            '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
            '<rootfiles><rootfile full-path="OPS/book.opf" '
            'media-type="application/oebps-package+xml"/></rootfiles></container>',
        )
        packed.writestr("OPS/book.opf", _package(made, list(files), version))
        packed.writestr("OPS/cover.png", SMALL_PNG)
        for name, rows in files.items():
            packed.writestr(f"OPS/{name}", _page(rows))
        packed.writestr(
            "OPS/nav.xhtml" if version == 3 else "OPS/toc.ncx", _contents(made, version, a_file)
        )
    return target


def _files(made: Made, a_file: int) -> dict[str, list[str]]:
    files: dict[str, list[str]] = {}
    for number, chapter in enumerate(made.chapters):
        files.setdefault(f"text {number // a_file}.xhtml", []).extend(chapter.rows)
    return files


def _page(rows: list[str]) -> str:
    body = "\n".join(rows)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
        f"<head><title>Not spoken</title><style>p {{ margin: 0 }}</style></head>"
        f"<body>\n{body}\n<a id='end'/></body></html>"
    )


def _target(number: int, a_file: int) -> str:
    return f"text%20{number // a_file}.xhtml#h{number}"


def _contents(made: Made, version: int, a_file: int) -> str:
    titles = [(html.escape(c.title), _target(n, a_file)) for n, c in enumerate(made.chapters)]
    if version == 3:
        rows = "".join(f'<li><a href="{to}">{title}</a></li>' for title, to in titles)
        return (
            '<html xmlns="http://www.w3.org/1999/xhtml" '
            'xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body>'
            f'<nav epub:type="toc"><h1>Contents</h1><ol>{rows}</ol></nav></body></html>'
        )
    points = "".join(
        f'<navPoint id="p{n}"><navLabel><text>{title}</text></navLabel><content src="{to}"/>'
        "</navPoint>"
        for n, (title, to) in enumerate(titles)
    )
    return (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>'
        f"{points}</navMap></ncx>"
    )


def _package(made: Made, names: list[str], version: int) -> str:
    pages = "".join(
        f'<item id="t{n}" href="{name.replace(" ", "%20")}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(names)
    )
    spine = "".join(f'<itemref idref="t{n}"/>' for n in range(len(names)))
    if version == 3:
        contents = (
            '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        )
        spine = f'<itemref idref="nav"/>{spine}'
        spine_open, cover = "<spine>", ' properties="cover-image"'
        meta = ""
    else:
        contents = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        spine_open, cover = '<spine toc="ncx">', ""
        meta = '<meta name="cover" content="cover"/>'
    return (
        f'<package xmlns="http://www.idpf.org/2007/opf" version="{version}.0" '
        'unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{html.escape(made.title)}</dc:title><dc:creator>{made.author}</dc:creator>"
        f'<dc:language>en</dc:language><dc:identifier id="id">x</dc:identifier>{meta}</metadata>'
        f'<manifest>{contents}{pages}<item id="cover" href="cover.png" media-type="image/png"'
        f"{cover}/></manifest>{spine_open}{spine}</spine></package>"
    )
