"""The book's window with made-up views: nothing cut off, the map in words, keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from widgets.book.map import SPANS, lookup
from widgets.book.views import (
    BookLineView,
    ChapterView,
    ChoiceView,
    DeliveryView,
    FileView,
    JobView,
    MapLine,
    MapRow,
    MapView,
    ReportView,
    SpeakerView,
    SpokenState,
)
from widgets.book.window import PAGES, BookWindow
from widgets.plot_colours import cividis_at
from widgets.themes import Theming

LINES = (
    MapLine(2.0, (3.0, 4.0), (2.5, 3.0), "I kept your letters."),
    MapLine(2.0, (0.0, 0.0), None, "All of them."),
)
MAP = MapView((MapRow("One", LINES), MapRow("Two", LINES[1:])), "Two chapters.")
RUNNING = JobView("The Sand", "speaking", 0.4, "4.0 of about 10 min of sound", True, False, False)


@pytest.fixture
def window(qtbot: QtBot, theming: Theming) -> Iterator[BookWindow]:
    formats = (ChoiceView("mp3", "MP3, a file a chapter"), ChoiceView("wav", "WAV"))
    profiles = (ChoiceView("acx", "ACX-spec audio", "The published levels of a store. " * 3),)
    made = BookWindow(formats, profiles, ("RMS", "Length"))
    qtbot.addWidget(made)
    made.show_book("The Sand & the Sea", "EPUB, 2 chapters, 20 words, about 1 min")
    chapters = (
        ChapterView("One", 0, True, 10, 1.0, 0.5, 1),
        ChapterView("Two", 1, False, 10, 1.0, 0.0, 0),
    )
    made.chapters.show_chapters(chapters, 0)
    made.lines.show_lines(
        (
            BookLineView("I kept them.", SpokenState.EAR, "", 1.5, "its end is cut off", "sad", 0),
            BookLineView("[1]", SpokenState.SKIPPED, "skipped: marks of notes", 0.0, "marks"),
        )
    )
    made.map.show_map(MAP)
    made.cast.show_cast((SpeakerView("MARA", 3, None, "bf_emma"),))
    made.delivery.show_delivery(DeliveryView(("mp3",), "acx", "/out", False, "espressivo narrate"))
    made.queue.show_jobs((RUNNING,))
    made.render_bar.show_job(RUNNING, can_render=False, says="")
    failing = FileView("mp3/1.mp3", "One", False, ("-9.0 dB ×", "2 s"), "RMS: -23 dB to -18 dB")
    made.report.show_report(ReportView("1 of 1 do not pass.", (), (failing,), page="/report.html"))
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    theming.apply("light", 1.0)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_nothing_is_cut_off(window: BookWindow, theming: Theming, scale: float) -> None:
    theming.apply("light", scale)
    for page in PAGES:
        window.turn_to(page)
        QTest.qWait(10)
        labels = [each for each in window.findChildren(QLabel) if not each.wordWrap()]
        parts: list[QLabel | QPushButton] = [*labels, *window.findChildren(QPushButton)]
        cut = [
            part.text()
            for part in parts
            if part.isVisible() and part.text()
            if part.width() < part.minimumSizeHint().width()
        ]
        assert cut == [], page


def test_states_are_told_by_sign_and_word(window: BookWindow) -> None:
    model = window.lines.model
    role = Qt.ItemDataRole
    assert model.data(model.index(0, 0)) == "!"
    assert model.data(model.index(0, 0), role.ToolTipRole) == (
        "spoken, to be listened to: its end is cut off"
    )
    assert str(model.data(model.index(1, 0), role.AccessibleTextRole)).endswith("skipped: marks")
    assert not window.lines.table.isColumnHidden(3)
    window.lines.table.go_to(1)
    assert not window.lines.hear.isEnabled()
    chapters = window.chapters.model
    assert chapters.data(chapters.index(0, 3)) == "50 % !"
    assert chapters.data(chapters.index(1, 3), role.ToolTipRole) == "not spoken"
    report = window.report.model
    assert report.data(report.index(0, 0)) == "× fails"
    assert not window.report.table.isColumnHidden(2)


def test_the_map_is_walked_by_keyboard_and_says_what_it_draws(
    window: BookWindow, qtbot: QtBot
) -> None:
    window.turn_to("map")
    drawn = window.map.map
    drawn.setFocus()
    went: list[tuple[int, int]] = []
    window.map.jumped.connect(lambda *place: went.append(place))
    QTest.keyClick(drawn, Qt.Key.Key_Right)
    assert "line 2: asked 0.00 st, not spoken yet" in drawn.accessibleDescription()
    QTest.keyClick(drawn, Qt.Key.Key_Left)
    assert "asked +3.00 st, heard +2.50 st" in drawn.accessibleDescription()
    window.map.kind.setCurrentIndex(1)
    QTest.keyClick(drawn, Qt.Key.Key_Home)
    assert "asked +4.00 dB, heard +3.00 dB" in drawn.accessibleDescription()
    QTest.keyClick(drawn, Qt.Key.Key_Down)
    QTest.keyClick(drawn, Qt.Key.Key_Return)
    assert went == [(1, 0)]
    window.map.kind.setCurrentIndex(0)
    QTest.qWait(20)
    picture = drawn.grab().toImage()
    box = drawn._strip(0, 0, drawn._width_of(0))
    seen = picture.pixelColor(box.left() + 4, box.center().y())
    assert seen == cividis_at(0.5 + 3.0 / (2 * SPANS[0]))
    assert lookup()[255] == cividis_at(1.0).rgb()
    window.map.as_table.click()
    texts = [window.map.model.data(window.map.model.index(0, at)) for at in range(7)]
    assert texts == ["One", "0:00", "I kept your letters.", "+3.00", "+2.50", "+4.00", "+3.00"]


def test_f6_walks_the_panes(window: BookWindow) -> None:
    window.chapters.table.setFocus()
    visited = []
    for _ in range(3):
        window.go_to_pane(1)
        focus = QApplication.focusWidget()
        assert focus is not None
        panes = (window.left, window.tabs, window.render_bar)
        visited.append(next(n for n, pane in enumerate(panes) if pane.isAncestorOf(focus)))
    assert visited == [1, 2, 0]


def test_the_keyboard_stays_where_a_book_is_rendered(window: BookWindow) -> None:
    bar = window.render_bar
    bar.show_job(None, can_render=True, says="")
    bar.go.setFocus()
    bar.show_job(RUNNING, can_render=False, says="")
    assert QApplication.focusWidget() is bar.pause
    bar.show_job(None, can_render=True, says="")
    assert QApplication.focusWidget() is bar.go
