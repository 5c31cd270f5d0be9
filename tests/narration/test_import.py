"""Documents in: every visible word once, chapters where the contents say, what is skipped."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from app.narration.book import ROLES, Asked, Block, Book, Run, words_in
from app.narration.casting import attributed, parts, proposed
from app.narration.chapters import open_book
from app.narration.lines import Directed, book_lines, plain_cut
from app.narration.plan import BookPlan, follow, load, to_text
from app.narration.skipping import skipped
from engine.errors import InputError
from engine.values import Direction
from tests.hygiene.guards import ExpectLog
from tests.narration.book_maker import TITLES, make, write_epub

ALL = frozenset(ROLES)


def spoken(book: Book, skip: frozenset[str] = ALL) -> str:
    return " ".join(text for block in book.blocks if (text := block.spoken(skip)))


def titles(book: Book) -> list[str]:
    return [chapter.title for chapter in book.chapters]


def written(tmp_path: Path, name: str, text: str) -> Book:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return open_book(path)


@pytest.mark.parametrize("version", [2, 3])
def test_an_epub_is_read_word_by_word_with_its_contents(tmp_path: Path, version: int) -> None:
    """NARR-01 and NARR-03: two chapters a file, nested markup, notes, a hidden paragraph."""
    made = make(900)
    book = open_book(write_epub(made, tmp_path / "book.epub", version))
    assert titles(book) == [" ".join(title.split()) for title in TITLES]
    assert spoken(book) == made.spoken
    assert book.title == "The Sand & the Sea"
    assert book.authors == ("A. Writer",)
    assert book.cover is not None
    silent = [run.text.strip() for block in book.blocks for run in block.runs if run.role]
    assert set(made.silent) <= set(silent)
    assert "Hidden" not in "".join(block.visible for block in book.blocks)


def test_three_contents_entries_in_two_files_are_three_chapters(tmp_path: Path) -> None:
    made = make(60, chapters=3)
    books = [open_book(write_epub(made, tmp_path / f"{v}.epub", v)) for v in (2, 3)]
    assert [len(book.chapters) for book in books] == [3, 3]
    assert [block.visible for block in books[0].blocks if block.visible] == [
        block.visible
        for block in books[1].blocks
        if block.visible and {run.role for run in block.runs} != {"contents"}
    ]


def test_five_anchors_into_one_file_give_its_text_once(tmp_path: Path) -> None:
    """NARR-03."""
    made = make(100, chapters=5)
    book = open_book(write_epub(made, tmp_path / "a.epub", a_file=5))
    assert titles(book) == [chapter.title for chapter in made.chapters]
    assert spoken(book) == made.spoken


def test_chapters_of_a_plain_text(tmp_path: Path) -> None:
    """NARR-05."""
    book = written(
        tmp_path,
        "a.txt",
        "A note before.\n\nCHAPTER 1\nHe read Chapter 3 aloud.\nTake the #7 bus.\n1. milk\n\n"
        "Chapter 3 was long, he said.\n\nChapter Two: The Pond\nStill water.\n",
    )
    assert titles(book) == ["a", "CHAPTER 1", "Chapter Two: The Pond"]
    assert spoken(book).split() == [
        "A",
        "note",
        "before.",
        "CHAPTER",
        "1",
        "He",
        "read",
        "Chapter",
        "3",
        "aloud.",
        "Take",
        "the",
        "#7",
        "bus.",
        "1.",
        "milk",
        "Chapter",
        "3",
        "was",
        "long,",
        "he",
        "said.",
        "Chapter",
        "Two:",
        "The",
        "Pond",
        "Still",
        "water.",
    ]


def test_markdown_lists_tables_and_notes(tmp_path: Path) -> None:
    """NARR-03: an item of a list is spoken once."""
    book = written(
        tmp_path,
        "a.md",
        '---\ntitle: "My Book"\nauthor: Ann\n---\n# Book\n\n## One\n\n1. Boil water,\n\n'
        "2. add salt.\n\n| a | b |\n|---|---|\n| c | d |\n\nA claim[^1].\n\n[^1]: Its source.\n\n"
        "## Bibliography\n\nSmith, 1990.\n\n## Two\n\nThe *end*.\n",
    )
    assert (book.title, book.authors) == ("My Book", ("Ann",))
    assert titles(book) == ["Book", "One", "Bibliography", "Two"]
    assert spoken(book) == "Book One Boil water, add salt. a, b c, d A claim. Two The end."
    rules = {each.role: each.text for each in skipped(book, ALL)}
    assert rules["note-mark"] == "[^1]"
    assert rules["note"] == "[^1]: Its source."
    assert rules["bibliography"] == "Bibliography Smith, 1990."
    everything = spoken(book, frozenset())
    assert words_in(everything) == sum(words_in(block.visible) for block in book.blocks)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It is so.[1] Then", "It is so. Then"),
        ("It is so [2, 3], then", "It is so, then"),
        ("It is told.² Then", "It is told. Then"),
        ("a word³ here", "a word here"),
        ("an area of 30 m² here", "an area of 30 m² here"),
        ("E=mc² here", "E=mc² here"),
        ("[dark] water [and more]", "[dark] water [and more]"),
        ("in [1990] it was", "in [1990] it was"),
        ("He came†, and went.", "He came, and went."),
        ("5 * 3 is fifteen", "5 * 3 is fifteen"),
    ],
)
def test_marks_of_notes_are_not_spoken_and_other_brackets_are(
    tmp_path: Path, text: str, said: str
) -> None:
    assert spoken(written(tmp_path, "a.txt", text)) == said


def test_a_page_of_the_web(tmp_path: Path) -> None:
    book = written(
        tmp_path,
        "a.html",
        "<!doctype html><html lang=en><head><title>A page</title><script>no()</script></head>"
        "<body><nav>Home | About</nav><h1>One</h1><p>First<br>line.<p>Second&nbsp;&mdash; one."
        "<h1>Two</h1><p>x<sub>2</sub> is <ruby>漢<rt>kan</rt></ruby>."
        "<textarea hidden>no</textarea>",
    )
    assert titles(book) == ["One", "Two"]
    assert spoken(book) == "One First line. Second — one. Two x2 is 漢."


def test_a_word_document_with_notes_changes_and_a_text_box(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("One", 1)
    paragraph = document.add_paragraph("It was ")
    paragraph.add_run("told").bold = True
    _tracked(paragraph._p, "ins", "w:t", " twice")
    _tracked(paragraph._p, "del", "w:delText", " never")
    document.add_paragraph("item", style="List Bullet")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "left", "right"
    document.add_heading("Two", 1)
    document.add_paragraph("The end.")
    document.core_properties.title = "A document"
    document.core_properties.author = "Ann"
    document.save(str(tmp_path / "a.docx"))
    book = open_book(tmp_path / "a.docx")
    assert titles(book) == ["One", "Two"]
    assert (book.title, book.authors) == ("A document", ("Ann",))
    assert spoken(book) == "One It was told twice item left right Two The end."


def _tracked(paragraph: object, kind: str, tag: str, text: str) -> None:
    change, run, words = OxmlElement(f"w:{kind}"), OxmlElement("w:r"), OxmlElement(tag)
    words.text = text
    words.set(qn("xml:space"), "preserve")
    run.append(words)
    change.append(run)
    paragraph.append(change)  # type: ignore[attr-defined]


def test_an_open_document_with_a_note_and_contents(tmp_path: Path) -> None:
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for short, name in (("office", "office"), ("text", "text"), ("table", "table"))
    )
    body = (
        "<text:table-of-content><text:index-body><text:p>One 1</text:p></text:index-body>"
        "</text:table-of-content>"
        '<text:h text:outline-level="1">One</text:h>'
        "<text:p>It<text:s/>was <text:span>told</text:span><text:note><text:note-citation>1"
        "</text:note-citation><text:note-body><text:p>By her.</text:p></text:note-body>"
        "</text:note> twice.</text:p>"
        "<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list>"
        '<text:h text:outline-level="1">Two</text:h><text:p>The<text:line-break/>end.</text:p>'
    )
    with zipfile.ZipFile(tmp_path / "a.odt", "w") as packed:
        packed.writestr(
            "content.xml",
            f"<office:document-content {names}><office:body><office:text>{body}</office:text>"
            "</office:body></office:document-content>",
        )
    book = open_book(tmp_path / "a.odt")
    assert titles(book) == ["One", "Two"]
    assert spoken(book) == "One It was told twice. item Two The end."
    assert {each.role for each in skipped(book, ALL)} == {"contents", "note", "note-mark"}


def test_a_pdf_with_page_numbers_running_heads_and_divided_words(tmp_path: Path) -> None:
    pages = (
        (
            "The Sand",
            "CHAPTER 1",
            "The long letter was writ-",
            "ten by hand, and it went on to",
            "1",
        ),
        ("The Sand", "the next page without an end.", "Then it was read.", "2"),
        ("The Sand", "Chapter 2: The Pond", "Still water.", "3"),
    )
    with PdfPages(tmp_path / "a.pdf") as file:
        for rows in pages:
            figure = Figure(figsize=(5, 5))
            for place, row in enumerate(rows):
                figure.text(0.1, 0.9 - place * 0.1, row, fontsize=10)
            file.savefig(figure)
    book = open_book(tmp_path / "a.pdf")
    assert titles(book) == ["CHAPTER 1", "Chapter 2: The Pond"]
    assert spoken(book) == (
        "CHAPTER 1 The long letter was written by hand, and it went on to the next page without "
        "an end. Then it was read. Chapter 2: The Pond Still water."
    )
    rules = [(each.role, each.text) for each in skipped(book, ALL)]
    assert {"page-number", "running-head"} == {role for role, _ in rules}


def test_captions_keep_their_times(tmp_path: Path) -> None:
    srt = (
        "1\n00:00:01,500 --> 00:00:03,250\n<i>Hello</i> you\n\n"
        "2\n01:00:04,000 --> 01:00:05,000\nBye\nnow\n"
    )
    vtt = (
        "WEBVTT\n\n00:01.500 --> 00:03.250\n<v Ann>Hello</v> you\n\n"
        "01:00:04.000 --> 01:00:05.000\nBye\nnow\n"
    )
    for name, text in (("a.srt", srt), ("a.vtt", vtt)):
        book = written(tmp_path, name, text)
        assert spoken(book) == "Hello you Bye now"
        slots = [block.slot for block in book.blocks if block.slot]
        assert [(s.start_s, s.end_s) for s in slots] == [(1.5, 3.25), (3604.0, 3605.0)]


def test_a_table_of_lines_with_voices_and_files(tmp_path: Path) -> None:
    book = written(
        tmp_path,
        "a.csv",
        'id,voice,emotion,intensity,text,file\n1,bf_emma,sad,1.5,"Hello, you",one\n2,,,,Bye,two\n',
    )
    assert spoken(book) == "Hello, you Bye"
    assert [chapter.file_name for chapter in book.chapters] == ["one", "two"]
    first = next(book.blocks).asked
    assert first is not None
    assert (first.voice, first.prompt, first.intensity) == ("bf_emma", "sad", 1.5)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.xyz", b"text", "book-unknown"),
        ("a.epub", b"no archive", "book-damaged"),
        ("a.docx", b"no archive", "book-damaged"),
        ("a.odt", b"PK\x03\x04", "book-damaged"),
        ("a.pdf", b"%PDF-1.4 broken", "book-damaged"),
        ("a.vtt", b"no captions", "book-damaged"),
        ("a.txt", b"\x00\x01\x02\x00", "text-not-text"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(
    tmp_path: Path, name: str, data: bytes, code: str, expect_log: ExpectLog
) -> None:
    (tmp_path / name).write_bytes(data)
    if name == "a.pdf":
        expect_log("pypdf")
    with pytest.raises(InputError) as caught:
        open_book(tmp_path / name)
    assert caught.value.code == code
    assert name in caught.value.detail


def test_a_book_under_copy_protection_is_refused(tmp_path: Path) -> None:
    path = write_epub(make(60, chapters=2), tmp_path / "a.epub")
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr(
            "META-INF/encryption.xml",
            '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData>'
            '<EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>'
            "</EncryptedData></encryption>",
        )
    with pytest.raises(InputError) as caught:
        open_book(path)
    assert caught.value.code == "book-protected"


def test_a_plan_moves_borders_and_gives_a_cast_voices(tmp_path: Path) -> None:
    book = written(tmp_path, "a.txt", "MARA: Who is it?\n\nTOM: Only me.\n\nMARA: Come in.\n")
    assert proposed(book.blocks) == {"MARA": 2}
    plan = tmp_path / "plan.json"
    plan.write_text(
        to_text(book)
        .replace('"cast": {}', '"cast": {"Mara": {"voice": "bf_emma", "emotion": "calm"}}')
        .replace('"speak": true}', '"speak": true}, {"from": 2, "title": "Two", "speak": false}')
    )
    planned = follow(book, load(plan))
    assert [(c.title, len(c.blocks)) for c in planned.book.chapters] == [("a", 2), ("Two", 1)]
    assert planned.speak == (True, False)
    first, second, third = planned.book.blocks
    assert (first.spoken(ALL), second.spoken(ALL)) == ("Who is it?", "TOM: Only me.")
    assert first.asked is not None
    assert (first.asked.voice, first.asked.prompt, third.spoken(ALL)) == (
        "bf_emma",
        "calm",
        "Come in.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"espressivo-book-plan": 2}',
        '{"espressivo-book-plan": 1, "chapters": [{"title": "x"}]}',
        '{"espressivo-book-plan": 1, "chapters": [{"from": 0, "title": "x", "tempo": 1}]}',
    ],
)
def test_a_plan_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "plan.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load(path)
    assert caught.value.code == "book-plan-invalid"


def test_borders_outside_the_book_are_refused(tmp_path: Path) -> None:
    book = written(tmp_path, "a.txt", "One.\n\nTwo.")
    plan = tmp_path / "plan.json"
    plan.write_text('{"espressivo-book-plan": 1, "chapters": [{"from": 5, "title": "x"}]}')
    with pytest.raises(InputError):
        follow(book, load(plan))
    assert follow(book, BookPlan()).book == book


def test_a_skipped_run_leaves_no_space_before_a_mark() -> None:
    block = Block((Run("told "), Run("[1]", "note-mark"), Run(" , and")))
    assert block.spoken(ALL) == "told, and"
    assert [piece.at for piece in block.pieces(ALL)] == [0, 4, 4]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("“I won't,” said Mara. “Not today.”", ("Mara",)),
        ('"Come in," Old Tom called.', ("Old Tom",)),
        ("“Why?” asked the Captain, and Mara whispered, “Hush.”", ("the Captain", "Mara")),
        ("“Who is it?” she asked.", ()),
        ("Mara said nothing.", ()),
        ("“Mara said so,” he replied.", ()),
    ],
)
def test_quoted_speech_and_who_speaks_it_are_found(text: str, names: tuple[str, ...]) -> None:
    assert set(attributed(text)) == set(names)
    assert "".join(text[a:b] for a, b, _ in parts(text)) == text


def test_a_cast_name_speaks_what_is_quoted_and_the_narrator_the_rest(tmp_path: Path) -> None:
    book = written(
        tmp_path,
        "a.txt",
        "“I won't,” said Mara. “Not today.”\n\n“Nor I,” said Tom.\n\n“Why?” asked Mara.\n",
    )
    assert proposed(book.blocks) == {"Mara": 2}
    cast = (("MARA", Asked("bf_emma", "firm")),)
    planned = follow(book, BookPlan(cast=cast))
    (lines,) = book_lines(planned, Directed("af_heart", Direction()), ALL, plain_cut("en-us"))
    assert [(each.request.text, each.request.voice) for each in lines] == [
        ("“I won't,”", "bf_emma"),
        ("said Mara.", "af_heart"),
        ("“Not today.”", "bf_emma"),
        ("“Nor I,” said Tom.", "af_heart"),
        ("“Why?”", "bf_emma"),
        ("asked Mara.", "af_heart"),
    ]
    assert [round(each.rest_s, 2) for each in lines] == [0.12, 0.35, 0.8, 0.8, 0.35, 0.8]
    first = next(book.blocks).spoken(ALL)
    assert [first[each.start : each.end] for each in lines[:3]] == [
        each.request.text for each in lines[:3]
    ]
