"""Documents and requests nobody would write, and somebody hands in."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

from app.cli import main
from app.commands.narrate import LATEST, created_of
from app.narration.book import ROLES, Picture
from app.narration.chapters import open_book
from app.narration.covers import usable
from app.narration.deliver import formats_of
from app.narration.delivered import Delivered, left_over, read, write
from app.narration.epub_book import _info
from app.narration.ledger import FOLDER
from app.narration.measured import FileReport
from app.narration.minding import older_words
from app.narration.report import sentence_of
from app.parser import UsageError
from engine.cancel import CancelToken
from engine.errors import InputError
from engine.metering import Reading

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
    '<rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Odd</dc:title></metadata><manifest>'
    '<item id="n" href="n.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="c" href="c.webp" media-type="image/webp" properties="cover-image"/>'
    '</manifest><spine><itemref idref="a"/></spine></package>'
)
CONTENTS = (
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>'
    '<nav epub:type="landmarks"><ol><li><a href="a.xhtml">Start</a></li></ol></nav>'
    '<nav epub:type="toc"><ol><li><a href="a.xhtml#one">The “CON”</a></li>'
    '<li><a href="a.xhtml#two"><img src="two.png"/></a></li></ol></nav></body></html>'
)
PAGE = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1 id="one">One</h1><p>Hello.</p>'
    '<h1 id="two">Two</h1><p>Bye.</p></body></html>'
)


def webp() -> bytes:
    with io.BytesIO() as file:
        Image.new("RGB", (8, 12), "red").save(file, "webp")
        return file.getvalue()


def spoken(path: Path) -> list[str]:
    blocks = (block.spoken(frozenset(ROLES)) for block in open_book(path).blocks)
    return [" ".join(text.split()) for text in blocks if text.strip()]


def test_an_entry_of_the_contents_without_words_has_its_headings(tmp_path: Path) -> None:
    path = tmp_path / "odd.epub"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("mimetype", "application/epub+zip")
        packed.writestr("META-INF/container.xml", CONTAINER)
        for name, text in (("c.opf", PACKAGE), ("n.xhtml", CONTENTS), ("a.xhtml", PAGE)):
            packed.writestr(name, text)
        packed.writestr("c.webp", webp())
    book = open_book(path)
    assert [chapter.title for chapter in book.chapters] == ["The “CON”", "Two"]
    assert book.cover is not None
    assert book.cover.kind == "webp"


def test_what_is_drawn_and_what_is_pressed_is_read_a_word_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "form.html"
    path.write_text(
        "<p>Now<button>Press</button><select><option>one</option><option>two</option></select>"
        "</p><svg><title>unseen</title><defs><text>later</text></defs><text>Drawn <tspan>words"
        "</tspan></text></svg><p>End.</p>"
    )
    assert spoken(path) == ["Now Press one two", "Drawn words", "End."]


def test_a_table_with_semicolons_may_have_commas_in_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "lines.csv"
    path.write_bytes("\ufeffid;text;intensity\r\n1;Eins;1,5\r\n2;Zwei; \r\n".encode())
    assert [block.asked and block.asked.intensity for block in open_book(path).blocks] == [
        1.5,
        None,
    ]
    path.write_bytes(b"id;text;intensity\r\n1;Eins;1,5\r\n2;Zwei;3,5\r\n")
    with pytest.raises(InputError) as caught:
        open_book(path)
    assert (caught.value.code, caught.value.detail) == (
        "knob-out-of-range",
        "3.5, line 2 of the table",
    )


def test_a_cover_is_made_one_that_players_take_or_left_out(tmp_path: Path) -> None:
    token = CancelToken()
    made, told = usable(Picture(webp(), "webp"), ("m4b",), tmp_path, token)
    assert made is not None
    assert made.kind == "png"
    assert Image.open(io.BytesIO(made.data)).size == (8, 12)
    assert "as PNG" in told
    assert usable(Picture(made.data, "jpeg"), ("epub",), tmp_path, token) == (made, "")
    assert usable(made, ("mp3",), tmp_path, token) == (None, "")
    none, told = usable(Picture(made.data[:40], "png"), ("m4b",), tmp_path, token)
    assert none is None
    assert "left out" in told
    assert list(tmp_path.iterdir()) == []


def test_files_of_earlier_runs_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "mp3").mkdir()
    (tmp_path / FOLDER).mkdir()
    for name in ("a.srt", "mp3/1.mp3", "mp3/2.mp3"):
        (tmp_path / name).write_bytes(b"x")
    older = left_over(tmp_path, ("a.srt", "mp3/1.mp3", "mp3/2.mp3", "gone.m4b"), ("a.srt",))
    assert older == ("mp3/1.mp3", "mp3/2.mp3")
    assert older_words(older)[0].endswith("not of this one: mp3")
    assert older_words(()) == ()
    record = Delivered("Odd", "raw", (), ("a.srt",), older=older)
    write(tmp_path, record)
    assert read(tmp_path) == record


def test_chapters_in_two_kinds_of_file_are_counted_once() -> None:
    heard = Reading(44_100, 44_100, -20.0, -3.0, -3.0, -18.0, -70.0, 0.5, 1.0)
    names = ("mp3/1.mp3", "mp3/2.mp3", "a.m4b", "a.m4b")
    good = [FileReport(Path(name), "One", 1, (), heard, (), ()) for name in names]
    assert "All 2 chapters pass in each of 2 kinds" in sentence_of(good)
    assert "All 2 chapters pass, measured" in sentence_of(good[:2])
    bad = FileReport(Path("mp3/1.mp3"), "One", 1, (), heard, (), ("silent",))
    assert "1 of 4 chapters in 2 kinds of file do not" in sentence_of([bad, *good[1:]])


@pytest.mark.parametrize("asked", ["", " , ,", "mp3,mp4"])
def test_formats_that_are_none_are_refused(asked: str) -> None:
    with pytest.raises(InputError) as caught:
        formats_of(asked)
    assert caught.value.code == "delivery-unknown"
    assert formats_of("MP3,, srt,") == ("mp3", "srt")


@pytest.mark.parametrize("given", ["-5", "1e9", " 7", f"{LATEST + 1}", "9" * 5000])
def test_a_date_outside_the_calendar_is_refused(given: str) -> None:
    with pytest.raises(UsageError):
        created_of({"SOURCE_DATE_EPOCH": given})
    assert created_of({"SOURCE_DATE_EPOCH": f"{LATEST}"}) == LATEST
    assert _info("a", datetime.fromtimestamp(LATEST, UTC), 0).date_time[0] == 2107


def test_a_folder_without_a_name_and_a_book_that_is_a_folder_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["narrate", "a.txt", "--out", ""]) == 2
    assert "name a folder" in capsys.readouterr().err
    assert main(["check", str(tmp_path)]) == 2
    assert "it is a folder" in capsys.readouterr().err
