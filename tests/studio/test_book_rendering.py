"""A book rendered from its window by a real process with the double."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.book import keeping as book_keeping
from app.book.control import BookControl
from app.book.queue import JobState
from app.book.rendering import CALM_MS
from app.book.run import BookRun
from app.book.values import PLAN_FILE
from app.lexicons import own_words
from app.studio.wiring import Studio
from tests.narration.runs import CREATED, files, run, task
from tests.studio.opened import idle, until
from tests.studio.opened_book import (
    WHOLE_S,
    lines_of,
    notices,
    opened,
    settled,
    standing_of,
    window_of,
)


def test_a_book_is_rendered_paused_and_gone_on_with_and_judged(
    books: BookControl, studio: Studio
) -> None:
    window = window_of(books)
    window.delivery.formats_chosen.emit(("mp3",))
    window.delivery.profile_chosen.emit("accessible")
    settled(books)
    seen: list[str] = []
    books.rendering.spoken.connect(lambda _job, at, line, _fact: seen.append(f"{at}.{line}"))
    window.render_bar.go.click()
    job = books.rendering.queue.active
    assert job is not None
    window.render_bar.pause.click()
    assert job.state is JobState.PAUSED
    assert not window.render_bar.go.isEnabled()
    until(lambda: job.begun or job.state is not JobState.PAUSED)
    assert job.state is JobState.PAUSED, [view.says for view in books.board.views]
    studio.engine.speak(studio.state.current, play=False)  # does not set it going again
    idle(studio)
    QTest.qWait(CALM_MS + 100)
    assert seen == []
    window.render_bar.pause.click()
    until(lambda: job.state is JobState.DONE)
    assert notices(books, "render") == []
    assert len(seen) == lines_of(books)
    assert [view.done for view in window.chapters.model.rows] == [1.0, 1.0, 1.0]
    assert "All 3 chapters pass" in window.report.says.text()
    assert window.report.folder.isEnabled()
    assert books.work is not None
    opened(books, books.work.path)  # what is done is seen at once, from the job's folder
    until(lambda: all(each.done == each.lines for each in standing_of(books).tallies))


def test_what_is_done_in_the_window_goes_before_a_book(books: BookControl, studio: Studio) -> None:
    """A book is told to wait when the window's engine gets a job, and goes on once it rests."""
    told: list[str] = []

    class Heard(BookRun):
        def pause(self) -> None:
            told.append("pause")

        def go(self) -> None:
            told.append("go")

    rendering = books.rendering
    job = rendering.queue.add(standing_of(books).laid)
    job.state, rendering.run = JobState.RUNS, Heard(rendering)
    try:
        studio.engine.speak(studio.state.current, play=False)
        assert told == ["pause"]
        idle(studio)
        until(lambda: told == ["pause", "go"])
        rendering.pause(True)
        studio.engine.speak(studio.state.current, play=False)
        idle(studio)
        QTest.qWait(CALM_MS + 100)
        assert "go" not in told[2:]
    finally:
        job.state, rendering.run = JobState.DONE, None


def test_a_folder_that_cannot_be_written_in_is_said_above_the_render_bar(
    books: BookControl, tmp_path: Path
) -> None:
    window = window_of(books)
    in_the_way = tmp_path / "a file"
    in_the_way.write_text("")
    window.delivery.folder_typed.emit(str(in_the_way / "out"))
    settled(books)
    window.render_bar.go.click()
    assert notices(books, "render") == ["output-unwritable"]
    assert books.rendering.queue.active is None
    card = window.bars["render"].cards[0]
    assert [button.text() for button in card.findChildren(QPushButton)] == [
        "Choose another folder…",
        "Go on",
    ]
    for code in ("disk-full", "tool-missing"):
        event = {"event": "error", "code": code, "subject": "file", "detail": "x", "hint": ""}
        job = books.rendering.queue.jobs[-1]
        books.rendering._told(job, event)
        error = books.rendering._error
        assert error is not None
        books.rendering._fail(job, error)
        assert code in notices(books, "render")
    shown = {card.view.id: card.view.step for card in window.bars["render"].cards}
    assert "free some space" in shown["disk-full"].lower()
    assert "install ffmpeg" in shown["tool-missing"].lower()


def test_a_book_that_was_rendered_when_the_program_died_offers_to_go_on(
    books: BookControl,
) -> None:
    assert books.work is not None
    book_keeping.keep(books.work, books.settings.data, running=True)
    path = books.work.path
    books._keep_soon.stop()
    books.work = None
    opened(books, path)
    assert notices(books, "render") == ["interrupted"]
    button = window_of(books).bars["render"].findChildren(QPushButton)[0]
    assert button.text() == "Go on"


@pytest.mark.soak
def test_a_studio_that_is_closed_ends_its_rendering_and_goes_on_when_opened_again(
    fresh: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "play.txt"
    path.write_text("\n\n".join(f"It is line {n} of many." for n in range(400)))
    control = fresh.books.control
    opened(control, path)
    window_of(control).delivery.formats_chosen.emit(("captions",))
    settled(control)
    window_of(control).render_bar.go.click()
    run_ = control.rendering.run
    assert run_ is not None
    until(lambda: any(tally.done for tally in standing_of(control).tallies), WHOLE_S)
    pid = run_.pid
    assert fresh.stop()
    assert not Path(f"/proc/{pid}").exists()
    assert book_keeping.was_running(path, control.settings.data)


@pytest.mark.soak
def test_a_studio_that_is_killed_takes_its_rendering_with_it_and_goes_on_later(
    books: BookControl, tmp_path: Path
) -> None:
    """The end of its input ends the process; the next run speaks what was left."""
    window = window_of(books)
    window.delivery.formats_chosen.emit(("captions",))
    settled(books)
    window.render_bar.go.click()
    run_ = books.rendering.run
    assert run_ is not None
    until(lambda: any(tally.done for tally in standing_of(books).tallies), WHOLE_S)
    os.kill(run_.pid, 9)
    until(lambda: books.rendering.queue.active is None, WHOLE_S)
    assert notices(books, "render") == ["ended"]
    window.bars["render"].findChildren(QPushButton)[0].click()
    until(lambda: books.rendering.queue.jobs[-1].state is JobState.DONE, WHOLE_S)
    assert any("an earlier run spoke" in note for note in books.rendering.queue.jobs[-1].notes)


@pytest.mark.soak
def test_what_is_rendered_here_is_what_the_command_line_makes(
    books: BookControl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte; and what the command line began is known here."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(CREATED))
    window = window_of(books)
    window.delivery.formats_chosen.emit(("captions", "mp3", "m4b", "epub"))
    window.delivery.profile_chosen.emit("accessible")
    settled(books)
    window.render_bar.go.click()
    until(lambda: books.rendering.queue.jobs[-1].state is JobState.DONE, WHOLE_S)
    assert books.work is not None
    plan = books.work.out / PLAN_FILE
    same = tmp_path / "same"
    formats = "captions,mp3,m4b,epub"
    run(task(books.work.path, same, formats, plan=plan, own=own_words(books.settings)))
    ours = {name: data for name, data in files(books.work.out).items() if name != PLAN_FILE}
    theirs = files(same)
    for name in ("report.html", "report.json"):
        assert ours.pop(name)
        assert theirs.pop(name)
    assert ours == theirs
    window.delivery.folder_typed.emit(str(same))
    settled(books)
    until(lambda: all(each.done == each.lines for each in standing_of(books).tallies))


@pytest.mark.soak
@pytest.mark.parametrize("missing", ["ffmpeg", "room"])
def test_a_rendering_without_ffmpeg_or_room_says_what_to_do(
    books: BookControl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    window = window_of(books)
    window.delivery.formats_chosen.emit(("mp3",))
    if missing == "ffmpeg":
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        window.delivery.folder_typed.emit("/dev/full/out")
    settled(books)
    window.render_bar.go.click()
    until(lambda: notices(books, "render"), WHOLE_S)
    code = "tool-missing" if missing == "ffmpeg" else "output-unwritable"
    assert notices(books, "render") == [code]
