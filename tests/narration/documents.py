"""Five documents of real size, built by script: Word, OpenDocument, PDF, a page of the web and
an EPUB 2, each with what writers of its kind put in.

Of each is known which words are spoken, in order, and which are seen and not spoken.
"""

from __future__ import annotations

import html
import random
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import docx
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from tests.narration.book_maker import make, sentence, write_epub

ROWS_A_PAGE = 34
COLUMNS = 68
_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (("office", "office"), ("text", "text"), ("table", "table"))
)


@dataclass(slots=True)
class Words:
    """What is seen of a document: spoken words in order, and the others."""

    path: Path
    spoken: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    def say(self, text: str) -> str:
        """Take in a text that is spoken."""
        self.spoken += text.split()
        return text

    def hush(self, text: str) -> str:
        """Take in a text that is seen and not spoken."""
        self.silent += text.split()
        return text


Chapters = Iterator[tuple[int, str, list[str]]]


def _chapters(words: int, seed: int) -> Chapters:
    """Numbers, titles and paragraphs of our own sentences."""
    chance = random.Random(seed)
    left, number = words, 0
    while left > 0:
        number += 1
        texts = []
        for _ in range(12):
            texts.append(" ".join(sentence(chance) for _ in range(chance.randint(2, 6))))
            left -= len(texts[-1].split())
        yield number, f"The {sentence(chance).split()[-1].strip('.!?')} of {number}", texts


def word(folder: Path, words: int) -> Words:
    """Headings, runs of several kinds, lists, a table a chapter; head and foot of pages."""
    found = Words(folder / "long.docx")
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Head of every page"
    document.sections[0].footer.paragraphs[0].text = "Foot of every page"
    for _, title, texts in _chapters(words, 11):
        document.add_heading(found.say(title), 1)
        for place, text in enumerate(texts):
            found.say(text)
            first, second, rest = text[:9], text[9:23], text[23:]
            style = "List Number" if place % 5 == 4 else None
            paragraph = document.add_paragraph(first, style=style)
            paragraph.add_run(second).italic = True
            paragraph.add_run(rest)
        table = document.add_table(2, 2)
        for cell, text in zip(table._cells, ("Tide", "Hour", "High", "seven"), strict=True):
            cell.text = found.say(text)
    document.save(str(found.path))
    return found


def open_document(folder: Path, words: int) -> Words:
    """Contents, headings, spans, lists, and a note in each chapter."""
    found = Words(folder / "long.odt")
    rows = []
    for number, title, texts in _chapters(words, 12):
        rows.append(f'<text:h text:outline-level="1">{_xml(found.say(title))}</text:h>')
        for place, text in enumerate(texts):
            found.say(text)
            inner = f"{_xml(text[:7])}<text:span>{_xml(text[7:31])}</text:span>{_xml(text[31:])}"
            if place == 3:
                note = found.hush(f"Told by nobody in chapter {number}.")
                inner += (
                    f"<text:note><text:note-citation>{found.hush(str(number))}"
                    f"</text:note-citation><text:note-body><text:p>{note}</text:p>"
                    "</text:note-body></text:note>"
                )
            row = f"<text:p>{inner}</text:p>"
            rows.append(
                f"<text:list><text:list-item>{row}</text:list-item></text:list>"
                if place % 5 == 4
                else row
            )
    contents = "".join(f"<text:p>{_xml(found.hush(f'Part {n}'))}</text:p>" for n in range(3))
    body = (
        f"<text:table-of-content><text:index-body>{contents}</text:index-body>"
        f"</text:table-of-content>{''.join(rows)}"
    )
    with zipfile.ZipFile(found.path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        packed.writestr(
            "content.xml",
            f"<office:document-content {_NAMES}><office:body><office:text>{body}</office:text>"
            "</office:body></office:document-content>",
        )
    return found


def web(folder: Path, words: int) -> Words:
    """Navigation, sections, quotations, definition lists, figures; scripts and comments."""
    found = Words(folder / "long.html")
    rows = [f"<nav><ul><li>{found.hush('Top of it')}</li></ul></nav>"]
    for number, title, texts in _chapters(words, 13):
        rows.append(f"<section id='s{number}'><h2>{html.escape(found.say(title))}</h2>")
        for place, text in enumerate(texts):
            found.say(text)
            inner = html.escape(text)
            head, _, tail = inner.partition(" ")
            rows.append(
                (
                    f"<p>{inner}</p>", f"<p>{head}&nbsp;<b>{tail}</b></p>",
                    f"<blockquote><p>{inner}</p></blockquote>",
                    f"<ul><li>{inner}</li></ul>", f"<div>{head} <span>{tail}</span></div>",
                    f"<figure><figcaption>{inner}</figcaption></figure>",
                )[place % 6]
            )  # fmt: skip
        rows.append("<!-- unseen --><script>unseen()</script><p hidden>Unseen.</p></section>")
    body = "\n".join(rows)
    page = f"<!DOCTYPE html><html lang='en'><head><title>Long</title></head><body>{body}</body>"
    found.path.write_text(page, encoding="utf-8")
    return found


def print_out(folder: Path, words: int) -> Words:
    """Pages with a running head and a number; words divided at the ends of rows."""
    found = Words(folder / "long.pdf")
    rows: list[str] = []
    for number, title, texts in _chapters(words, 14):
        rows += ["", found.say(f"CHAPTER {number}: {title}"), ""]
        for text in texts:
            rows += [*_set(found.say(text)), ""]
    pages = [rows[at : at + ROWS_A_PAGE] for at in range(0, len(rows), ROWS_A_PAGE)]
    with PdfPages(found.path) as file:
        for number, page in enumerate(pages, 1):
            figure = Figure(figsize=(6, 8))
            figure.text(0.1, 0.96, found.hush("The Sand and the Sea"), fontsize=9)
            for place, row in enumerate(page):
                if row:
                    figure.text(0.1, 0.92 - place * 0.025, row, fontsize=9, family="monospace")
            figure.text(0.5, 0.03, found.hush(str(number)), fontsize=9)
            file.savefig(figure)
    return found


def _set(text: str) -> list[str]:
    """A paragraph in rows; a long word at the end of one is divided."""
    rows, row = [], ""
    for each in text.split():
        if len(row) + len(each) + 1 <= COLUMNS:
            row = f"{row} {each}".strip()
        elif len(each) > 7 and each.isalpha() and COLUMNS - len(row) > 5:
            rows.append(f"{row} {each[:4]}-")
            row = each[4:]
        else:
            rows.append(row)
            row = each
    return [*rows, row]


def epub_2(folder: Path, words: int) -> Words:
    """With an NCX, two chapters a file."""
    made = make(words, seed=15, chapters=20)
    found = Words(write_epub(made, folder / "long.epub", version=2))
    found.say(made.spoken)
    for text in made.silent:
        found.hush(text)
    return found


def _xml(text: str) -> str:
    return html.escape(text, quote=False)


BUILDERS: tuple[Callable[[Path, int], Words], ...] = (word, open_document, print_out, web, epub_2)
