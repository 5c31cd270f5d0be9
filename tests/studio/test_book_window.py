"""A book in its real window."""

from __future__ import annotations

import zipfile
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QSpinBox

from app.book.control import BookControl
from app.book.means import Means
from app.studio.wiring import Studio
from tests.studio.opened import until
from tests.studio.opened_book import (
    lines_of,
    notices,
    opened,
    settled,
    shut,
    standing_of,
    window_of,
)
from widgets.book.views import MannerView, SpokenState
from widgets.fold import Fold


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
