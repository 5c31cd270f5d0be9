"""A job that survives: killed, cancelled, damaged, edited; the files are the same."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from mutagen.mp3 import MP3

from app.narration.ledger import FOLDER, Done, Ledger
from app.narration.lines import BookLine
from app.narration.names import numbered, safe, unique
from app.narration.outbox import Outbox
from app.narration.speaking import Pace, Speaking, stamp_of
from app.narration.voicing import unread
from app.screen import Progress, Screen
from engine.backends.fake import FakeBackend
from engine.build import build_engine
from engine.cancel import CancelToken
from engine.errors import Cancelled, ExportError, InputError
from engine.reading.own_words import Entry, OwnWords
from engine.values import Direction, Floats, Reading, RenderRequest
from tests.app.run import environment, start
from tests.narration.book_maker import make, write_epub
from tests.narration.runs import CREATED, files, rows, run, task

FORMATS = "mp3,m4b,epub,srt"
HANG_S = 120


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_epub(make(40, chapters=2), tmp_path_factory.mktemp("book") / "book.epub")


@pytest.fixture(scope="module")
def undisturbed(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "out"
    result = run(task(book, out, FORMATS))
    assert result["passes"]
    assert not result["resumed"]
    return out


def test_killed_twice_it_goes_on_and_the_files_are_the_same(
    book: Path, undisturbed: Path, tmp_path: Path
) -> None:
    """NARR-06: at most one line is spoken again each time; the files are equal to the bit."""
    out = tmp_path / "out"
    whole = len(rows(undisturbed))
    for wanted in (whole // 4, whole // 2):
        _killed_at(book, out, wanted, tmp_path)
    before = len(rows(out))
    assert whole // 2 <= before < whole
    result = run(task(book, out, FORMATS))
    assert result["resumed"]
    assert len(result["spoken_now"]) <= whole - before
    assert files(out) == files(undisturbed)
    assert not list(out.rglob(".part*"))


def _killed_at(book: Path, out: Path, wanted: int, folder: Path) -> None:
    """Narrate in a program of its own and kill it once so many lines are done."""
    arguments = ["narrate", book, "--out", out, "--formats", FORMATS, "--profile", "accessible"]
    env = environment(folder / "data", SOURCE_DATE_EPOCH=str(CREATED))
    program = start([*map(str, arguments), "--backend", "fake", "-q"], folder, env)
    end = time.monotonic() + HANG_S
    while program.poll() is None and len(rows(out)) < wanted:
        assert time.monotonic() < end
        time.sleep(0.002)
    os.kill(program.pid, signal.SIGKILL)
    program.communicate()
    assert program.returncode == -signal.SIGKILL


class Stopping(Screen):
    """A screen that cancels when so many lines were told of."""

    def __init__(self, token: CancelToken, after: int) -> None:
        super().__init__(quiet=True)
        self.token, self.left = token, after

    @contextmanager
    def progress(self, title: str, total: float) -> Iterator[Progress]:
        del title, total
        screen = self

        class Bar(Progress):
            def show(self, done: float, words: str = "", title: str = "") -> None:
                screen.left -= 1
                if not screen.left:
                    screen.token.cancel()

        yield Bar()


def test_cancelled_it_keeps_what_is_done(book: Path, undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    token = CancelToken()
    with pytest.raises(Cancelled):
        run(task(book, out, "srt"), token, Stopping(token, 7))
    assert len(rows(out)) == 7
    assert files(out) == {}
    result = run(task(book, out, "srt"))
    assert len(result["spoken_now"]) == len(rows(undisturbed)) - 7
    name = "The Sand & the Sea.srt"
    assert files(out)[name] == files(undisturbed)[name]


def test_an_edited_line_is_spoken_alone(tmp_path: Path) -> None:
    book, out = tmp_path / "a.txt", tmp_path / "out"
    text = "Chapter 1\n\nThe lamp was lit. Nobody came to the door.\n\nChapter 2\n\nIt was late.\n"
    book.write_text(text)
    first = run(task(book, out, "srt,wav"))
    assert len(first["spoken_now"]) == 5
    wav = files(out)["wav/02 - Chapter 2.wav"]
    book.write_text(text.replace("Nobody came", "Somebody came"))
    again = run(task(book, out, "srt,wav"))
    assert again["spoken_now"] == ["Somebody came to the door."]
    assert files(out)["wav/02 - Chapter 2.wav"] == wav
    lexicon = OwnWords((Entry("lamp", say="lantern"),))
    third = run(task(book, out, "srt,wav", own=lexicon))
    assert third["spoken_now"] == ["The lamp was lit."]


def test_where_takes_may_differ_the_lines_a_change_reaches_are_named(tmp_path: Path) -> None:
    """Below full stability equal lines differ by how often they came before: the later follow."""
    book, out = tmp_path / "a.txt", tmp_path / "out"
    text = "The lamp was lit. It was late again. Nobody came. It was late again. They slept well.\n"
    book.write_text(text)
    asked = task(book, out, "srt", direction=Direction(stability=0.5))
    assert len(run(asked)["spoken_now"]) == 5
    book.write_text(text.replace("lit. It was late again", "lit. It was early", 1))
    assert run(asked)["spoken_now"] == ["It was early."]
    book.write_text(text.replace("It was late again. Nobody", "Nobody", 1))
    assert run(asked)["spoken_now"] == []


def test_a_damaged_sound_is_made_again(book: Path, undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(task(book, out, "srt"))
    key = rows(out)[3][1]
    record = out / FOLDER / "lines" / key[:2] / key
    data = bytearray(record.read_bytes())
    data[-100] ^= 1
    record.write_bytes(data)
    for master in (out / FOLDER / "masters").iterdir():
        master.unlink()
    result = run(task(book, out, FORMATS))
    assert len(result["spoken_now"]) == 1
    assert (
        files(out)["mp3/01 - Who When 1-2 Past.mp3"]
        == files(undisturbed)["mp3/01 - Who When 1-2 Past.mp3"]
    )


def test_tags_keep_the_true_title(undisturbed: Path) -> None:
    """NARR-11."""
    titles = [str(MP3(path).tags["TIT2"]) for path in sorted((undisturbed / "mp3").iterdir())]
    assert titles == ['Who? When: 1/2 "Past"', "Mara's 100%"]


def test_two_programs_do_not_narrate_into_one_folder(book: Path, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "out", "x", None)
    try:
        with pytest.raises(ExportError) as caught:
            run(task(book, tmp_path / "out"))
        assert caught.value.code == "job-in-use"
    finally:
        ledger.close()


def test_a_job_that_is_none_is_told(book: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out" / FOLDER
    folder.mkdir(parents=True)
    (folder / "job.json").write_text("{}")
    with pytest.raises(InputError) as caught:
        run(task(book, tmp_path / "out"))
    assert caught.value.code == "job-damaged"


def test_a_file_that_is_not_ours_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("mine")
    outbox = Outbox(tmp_path, ())
    with pytest.raises(ExportError):
        outbox.text("a.srt", "theirs")
    assert (tmp_path / "a.srt").read_text() == "mine"
    Outbox(tmp_path, ("a.srt",)).text("a.srt", "ours")
    assert (tmp_path / "a.srt").read_text() == "ours"


def test_a_run_killed_while_it_delivers_knows_its_files_again(tmp_path: Path) -> None:
    journal = tmp_path / "placed"
    Outbox(tmp_path, (), journal).text("mp3/a.mp3", "half of a delivery")
    (tmp_path / "b.mp3").write_text("mine")
    again = Outbox(tmp_path, (), journal)
    again.text("mp3/a.mp3", "whole")
    assert (tmp_path / "mp3" / "a.mp3").read_text() == "whole"
    with pytest.raises(ExportError):
        again.text("b.mp3", "theirs")


def test_the_job_keeps_its_date_and_a_row_cut_off_is_passed_over(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, "x", CREATED)
    ledger.keep("one", Done("k1", 5, (), ()))
    ledger.close()
    with (tmp_path / FOLDER / "ledger.jsonl").open("a") as file:
        file.write('["two", "k2", 5, [[1')
    again = Ledger(tmp_path, "x", None)
    again.keep("three", Done("k3", 6, (), ()))
    again.close()
    assert again.created == CREATED
    assert [row[0] for row in rows(tmp_path)] == ["one", "three"]


def test_a_backend_that_fails_once_is_asked_again(tmp_path: Path) -> None:
    with build_engine(backend="fake") as engine:
        assert isinstance(engine.backend, FakeBackend)
        ledger = Ledger(tmp_path, "x", None)
        speaking = Speaking(
            engine.renderer.for_delivery(), ledger, stamp_of(engine, None), CancelToken()
        )
        lines = [BookLine(0, 0, 9, 0.5, RenderRequest("It rained.")) for _ in range(2)]
        pace = Pace(20)
        engine.backend.fail_next("a stumble")
        first, second = speaking.lines(lines, pace)
        ledger.close()
    assert first == second
    assert first.faults == ()
    assert speaking.spoken == ["It rained."]
    assert (pace.done_letters, pace.new_lines, pace.left_s) == (20, 1, None)
    assert pace.minutes == pytest.approx(pace.total_minutes)


def test_a_line_whose_words_are_lost_is_tried_once_more(tmp_path: Path) -> None:
    heard: list[int] = []

    def ear(audio: Floats, reading: Reading) -> tuple[str, ...]:
        heard.append(audio.size)
        return ("words-missing",) if len(heard) in (1, 3, 4) else ()

    with build_engine(backend="fake") as engine:
        ledger = Ledger(tmp_path, "x", None)
        speaks = Speaking(engine.renderer.for_delivery(), ledger, "x", CancelToken(), ear)
        texts = ("It rained.", "It was late.")
        lines = [BookLine(0, 0, 9, 0.5, RenderRequest(text)) for text in texts]
        first, second = speaks.lines(lines, Pace(20))
        ledger.close()
    assert (first.faults, second.faults, len(heard)) == ((), ("words-missing",), 4)


def test_words_nothing_was_spoken_for_are_named() -> None:
    with build_engine(backend="fake") as engine:
        assert unread(engine.reader.read("All of it is said.")) == ()
        assert unread(engine.reader.read("This [laughs] is not.")) == ("[laughs]",)


def test_names_are_valid_everywhere_and_none_comes_twice() -> None:
    """NARR-11."""
    titles = ['Who? When: 1/2 "Past"', "Mara's 100%", "CON", "end.", "x" * 300, "The", "The", "..."]
    names = numbered(titles)
    assert len({name.casefold() for name in names}) == len(titles)
    for name in names:
        assert len(name) <= 116
        assert not set(name) & set('<>:"/\\|?*\n\t\0')
        assert name == name.strip(" .")
    assert names[:4] == (
        "01 - Who When 1-2 Past", "02 - Mara's 100%", "03 - CON -", "04 - end",
    )  # fmt: skip
    assert safe("漢字" * 90).encode().__len__() <= 200
    assert safe("nul.txt") == "nul.txt -"
    assert unique(["a", "A", "a/b", ""]) == ("a", "A (2)", "a-b", "untitled")


def test_what_another_row_stood_in_for_is_made_again_by_a_later_run(tmp_path: Path) -> None:
    stood = (("take-stood-in", "backend", "waveform"),)
    lines = {"own": Done("a" * 32, 4, (), ()), "other": Done("b" * 32, 4, (), (), remarks=stood)}
    ledger = Ledger(tmp_path, "book", CREATED)
    for key, done in lines.items():
        ledger.keep_sound(done.key, np.zeros(4, np.float32))
        ledger.keep(key, done)
    assert [ledger.done(key) for key in lines] == list(lines.values())  # this run goes on with it
    ledger.close()
    later = Ledger(tmp_path, "book", CREATED)
    assert [later.done(key) for key in lines] == [lines["own"], None]
    later.close()
