"""A book in its real window, rendered by a real process with the double."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QSpinBox

from app.book import keeping as book_keeping
from app.book.control import BookControl
from app.book.means import Means
from app.book.queue import JobState
from app.book.rendering import CALM_MS
from app.book.run import BookRun
from app.book.standing import Standing
from app.book.values import PLAN_FILE
from app.lexicons import own_words
from app.studio.wiring import Studio
from tests.narration.runs import CREATED, files, run, task
from tests.studio.opened import idle, until
from tests.studio.test_book_work import TEXT
from widgets.book.views import MannerView, SpokenState
from widgets.book.window import BookWindow
from widgets.fold import Fold

WHOLE_S = 300.0
"""A book through ffmpeg in four formats, on a machine where ten others are at work."""


@pytest.fixture
def books(studio: Studio, tmp_path: Path) -> Iterator[BookControl]:
    """The books of a studio, with a small play open."""
    path = tmp_path / "play.txt"
    path.write_text(TEXT)
    control = studio.books.control
    opened(control, path)
    until(window_of(control).isActiveWindow)
    yield control
    control.rendering.cancel(None)
    until(lambda: control.rendering.queue.active is None)
    control.rendering.queue.jobs.clear()
    control.board.drop(*(view.id for view in control.board.views))
    window_of(control).close()
    idle(studio)


def opened(control: BookControl, path: Path) -> None:
    control.open(path)
    until(lambda: control.work is not None and control.work.path == path)
    settled(control)


def settled(control: BookControl) -> None:
    """Wait until what is shown is what was decided, and what is known of it."""
    until(
        lambda: (
            control.standing is not None
            and control.standing.laid.work is control.work
            and control.standing.asked
            and not control.aside.busy("speakers")
        )
    )


def shut(control: BookControl) -> None:
    """Keep the book and have none open."""
    control.keep()
    control.work = None


def standing_of(control: BookControl) -> Standing:
    assert control.standing is not None
    return control.standing


def lines_of(control: BookControl) -> int:
    return sum(len(each) for each in standing_of(control).laid.lines)


def window_of(control: BookControl) -> BookWindow:
    assert control.window is not None
    return control.window


def notices(control: BookControl, bar: str) -> list[str]:
    return [card.view.id for card in window_of(control).bars[bar].cards]


def test_a_book_is_shown_with_its_chapters_lines_cast_and_what_is_skipped(
    books: BookControl,
) -> None:
    window = window_of(books)
    assert window.isVisible()
    assert "play" in window.windowTitle()
    assert "3 chapters" in window.says.text()
    assert [view.title for view in window.chapters.model.rows] == ["play", "CHAPTER 1", "CHAPTER 2"]
    window.chapters.table.setFocus()
    QTest.keyClick(window.chapters.table, Qt.Key.Key_Down)
    texts = [(view.text, view.state) for view in window.lines.model.rows]
    assert ("MARA: Who is it?", SpokenState.WAITS) in texts
    assert ("[1]", SpokenState.SKIPPED) in texts
    assert [view.name for view in window.cast.model.rows] == ["MARA", "TOM"]
    window.turn_to("skipped")
    until(lambda: not books.aside.busy("skipped"))
    assert [view.role for view in window.skipped.rules.rows] == ["note", "note-mark"]
    window.turn_to("map")
    assert "No emotion is asked anywhere" in window.map.map.accessibleDescription()
    window.map.as_table.setChecked(True)
    assert len(window.map.model.rows) == lines_of(books)
    window.map.as_table.setChecked(False)
    window.turn_to("lines")


def test_titles_borders_and_voices_are_changed_by_keyboard(books: BookControl) -> None:
    window = window_of(books)
    table = window.chapters.table
    table.setFocus()
    table.go_to(1)
    QTest.keyClick(table, Qt.Key.Key_F2)
    editor = QApplication.focusWidget()
    assert editor is not None
    QTest.keyClicks(editor, "The Door")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    until(lambda: books.work is not None and books.work.plan.chapters[1].title == "The Door")
    assert books.work is not None
    assert window.chapters.model.rows[1].title == "The Door"
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert not books.work.plan.chapters[1].speak
    QTest.keyClick(table, Qt.Key.Key_Space)
    settled(books)
    row = next(n for n, view in enumerate(window.lines.model.rows) if "Only me" in view.text)
    window.lines.table.go_to(row)
    window.lines.begin.click()
    settled(books)
    assert len(window.chapters.model.rows) == 4
    assert window.chapters.table.row() == 2
    window.chapters.join.click()
    settled(books)
    assert [view.title for view in window.chapters.model.rows][1] == "The Door"
    window.turn_to("cast")
    window.cast.table.setFocus()
    window.cast.table.go_to(0)
    assert window.cast.give.isEnabled()
    window.cast.give.click()
    settled(books)
    voices = {line.request.voice for each in standing_of(books).laid.lines for line in each}
    assert len(voices) == 2
    window.cast.take_back.click()
    window.whole.changed.emit(MannerView("bf_emma", "sad", 1.5))
    until(lambda: any(pair != (0.0, 0.0) for pair in standing_of(books).asked.values()))
    window.chapters.restore.click()
    settled(books)
    assert window.chapters.model.rows[1].title == "CHAPTER 1"
    window.turn_to("lines")


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


def test_a_document_that_cannot_be_read_is_said_with_what_to_do(
    books: BookControl, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.epub"
    with zipfile.ZipFile(damaged, "w") as packed:
        packed.writestr("mimetype", "application/epub+zip")
    window = window_of(books)
    for path, code in (
        (damaged, "book-damaged"),
        (tmp_path / "gone.epub", "text-unreadable"),
        (tmp_path, "text-unreadable"),
    ):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(9, 9),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        window.dropEvent(event)
        until(lambda: notices(books, "book") != [])
        assert notices(books, "book") == [code]
        card = window.bars["book"].cards[0]
        assert "Open another book" in card.findChildren(QPushButton)[0].text()
        books.board.drop(code)
    assert books.work is not None
    assert books.work.path.name == "play.txt"


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


def test_rare_options_are_kept_told_as_a_command_and_refused_under_their_field(
    books: BookControl,
) -> None:
    window = window_of(books)
    window.turn_to("delivery")
    means, pauses = window.delivery.means, window.delivery.pauses
    for fold in window.delivery.findChildren(Fold):
        fold.set_open(True)
    pauses.boxes["heading"].setValue(2.0)
    seed, workers = means.fields["seed"], means.fields["workers"]
    assert isinstance(seed, QSpinBox)
    assert isinstance(workers, QSpinBox)
    seed.setValue(7)
    workers.setValue(3)
    settled(books)
    assert books.work is not None
    assert books.work.plan.pauses.heading == 2.0
    assert "--seed=7 --workers 3" in window.delivery.command.text()
    cluster = means.fields["cluster"]
    assert isinstance(cluster, QLineEdit)
    cluster.setFocus()
    QTest.keyClicks(cluster, "somewhere")
    QTest.keyClick(cluster, Qt.Key.Key_Return)
    settled(books)
    assert "HOST:PORT" in means.wrong["cluster"].text()
    assert means.wrong["cluster"].isVisible()
    assert not window.render_bar.go.isEnabled()
    assert "Files" in window.render_bar.says.text()
    cluster.clear()
    QTest.keyClick(cluster, Qt.Key.Key_Return)
    pauses.reset.click()
    settled(books)
    assert not means.wrong["cluster"].isVisible()
    assert window.render_bar.go.isEnabled()
    assert books.work.means == Means(seed=7, workers=3)
    encoding = means.fields["encoding"]
    assert isinstance(encoding, QLineEdit)
    encoding.setText("cp1252")
    encoding.editingFinished.emit()
    until(lambda: books.work is not None and books.work.means.encoding == "cp1252")
    settled(books)
    path = books.work.path
    shut(books)
    opened(books, path)
    assert books.work is not None
    assert books.work.means == Means(seed=7, workers=3, encoding="cp1252")
    window.turn_to("lines")


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


def test_a_dropped_document_is_opened_as_a_book_and_a_text_still_is_a_script(
    books: BookControl, studio: Studio, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>One</h1><p>First.</p><h1>Two</h1><p>Second.</p>")
    studio.window.file_dropped.emit(str(page))
    until(lambda: books.work is not None and books.work.path == page)
    settled(books)
    assert [view.title for view in window_of(books).chapters.model.rows] == ["One", "Two"]


def test_every_part_is_reached_by_tab_and_has_a_name(books: BookControl) -> None:
    window = window_of(books)
    window.activateWindow()
    for page in ("lines", "map", "cast", "skipped", "delivery", "queue", "report"):
        window.turn_to(page)
        window.title.setFocus()
        found: list[str] = []
        for _ in range(80):
            focus = QApplication.focusWidget()
            assert focus is not None
            name = focus.accessibleName() or str(getattr(focus, "text", str)()).replace("&", "")
            assert name, f"{page}: {type(focus).__name__}"
            if found and focus is window.title:
                break
            found.append(name)
            QTest.keyClick(focus, Qt.Key.Key_Tab)
        else:
            raise AssertionError(f"{page}: Tab does not come round: {found}")
        for name in ("Chapters", "Voice of the whole book", "Pages of the book"):
            assert name in found, (page, found)
        assert found.index("Chapters") < found.index("Voice of the whole book")
        assert found.index("Voice of the whole book") < found.index("Pages of the book")
    window.turn_to("lines")


def test_a_window_that_was_shut_comes_back_with_its_book(
    books: BookControl, studio: Studio
) -> None:
    window = window_of(books)
    window.close()
    assert not window.isVisible()
    studio.window.actions_by_name["view.book"].trigger()
    until(window.isVisible)
    assert [view.title for view in window.chapters.model.rows][1] == "CHAPTER 1"


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
