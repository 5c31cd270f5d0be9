"""The script list: intents for every edit, places in code points, thousands of lines."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.widgets import made_up
from widgets.line_text import LineText
from widgets.script_list import ScriptList, place_of_drop
from widgets.script_row import RowEditor, reads_leftward, two_rows
from widgets.text_field import to_points, to_units
from widgets.views import LineState

OPEN_S = 0.2
SCROLL_S = 0.05
HANG = 5
"""Limits are this much wider than what is expected, since test machines are slow."""


@pytest.fixture
def script(qtbot: QtBot) -> ScriptList:
    made = ScriptList()
    qtbot.addWidget(made)
    made.resize(300, 500)
    made.show_lines(made_up.lines(5))
    made.show()
    made.activateWindow()
    made.show_current("line-1")
    made.setFocus()
    return made


def heard(script: ScriptList) -> list[tuple[object, ...]]:
    """Return a list that fills with what the script asks for."""
    said: list[tuple[object, ...]] = []
    for name in (
        "chosen",
        "text_edited",
        "split",
        "merged",
        "moved",
        "inserted",
        "deleted",
        "pasted",
        "dropped_file",
    ):
        getattr(script, name).connect(lambda *values, name=name: said.append((name, *values)))
    return said


def editor(script: ScriptList) -> RowEditor:
    """Open the current row and return its field."""
    QTest.keyClick(script, Qt.Key.Key_Return)
    found = script.findChildren(RowEditor)
    assert len(found) == 1
    return found[0]


def test_keys_ask_for_edits_of_lines(script: ScriptList) -> None:
    said = heard(script)
    alt = Qt.KeyboardModifier.AltModifier
    QTest.keyClick(script, Qt.Key.Key_Up, alt)
    QTest.keyClick(script, Qt.Key.Key_Down, alt)
    QTest.keyClick(script, Qt.Key.Key_Insert)
    QTest.keyClick(script, Qt.Key.Key_Delete)
    QTest.keyClick(script, Qt.Key.Key_Down)
    assert said == [
        ("moved", "line-1", 0),
        ("moved", "line-1", 2),
        ("inserted", 2, ""),
        ("deleted", ("line-1",)),
        ("chosen", "line-2"),
    ]


def test_the_first_line_cannot_move_up(script: ScriptList) -> None:
    script.show_current("line-0")
    said = heard(script)
    QTest.keyClick(script, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert said == []


def test_a_line_gone_to_is_the_only_one_selected_whatever_keys_are_held(
    script: ScriptList,
) -> None:
    selected: list[object] = []
    script.selected.connect(selected.append)
    handle = script.windowHandle()
    QTest.keyPress(handle, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    script.show_current("line-3")
    QTest.keyRelease(handle, Qt.Key.Key_Control)
    assert selected == [("line-3",)]
    assert script.selected_ids() == ("line-3",)
    script.show_lines(made_up.lines(3))
    assert selected[-1] == script.selected_ids()


def test_a_line_is_edited_in_place(script: ScriptList) -> None:
    said = heard(script)
    field = editor(script)
    field.selectAll()
    QTest.keyClicks(field, "New words")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert said == [("text_edited", "line-1", "New words")]


def test_escape_leaves_a_line_as_it_was(script: ScriptList) -> None:
    said = heard(script)
    field = editor(script)
    QTest.keyClicks(field, "x")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert said == []


def test_splitting_counts_code_points(script: ScriptList) -> None:
    views = list(made_up.lines(3))
    views[1] = replace(views[1], text="😀 one two")
    script.show_lines(tuple(views))
    script.show_current("line-1")
    said = heard(script)
    field = editor(script)
    cursor = field.textCursor()
    cursor.setPosition(6)  # UTF-16 units: behind "😀 one"
    field.setTextCursor(cursor)
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert said == [("split", "line-1", 5)]


def test_backspace_at_the_start_joins_with_the_line_before(script: ScriptList) -> None:
    said = heard(script)
    field = editor(script)
    cursor = field.textCursor()
    cursor.setPosition(0)
    field.setTextCursor(cursor)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert said == [("merged", "line-0")]


def test_paste_and_copy(script: ScriptList) -> None:
    said = heard(script)
    QGuiApplication.clipboard().setText("one\ntwo")
    QTest.keyClick(script, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert said == [("pasted", "one\ntwo")]
    QTest.keyClick(script, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == made_up.lines(5)[1].text


def drop(script: ScriptList, data: QMimeData) -> None:
    """Drop what a file browser or another program drags."""
    event = QDropEvent(
        QPointF(20, 20),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    script.dropEvent(event)


def test_files_and_text_are_dropped(script: ScriptList) -> None:
    said = heard(script)
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(f"/tmp/a.{end}") for end in ("txt", "md", "png")])
    drop(script, files)
    text = QMimeData()
    text.setText("words")
    drop(script, text)
    assert said == [
        ("dropped_file", "/tmp/a.txt"),
        ("dropped_file", "/tmp/a.md"),
        ("pasted", "words"),
    ]


def test_showing_lines_says_nothing_and_keeps_the_place(script: ScriptList) -> None:
    said = heard(script)
    script.show_lines(made_up.lines(5)[::-1])
    assert script.current_id() == "line-1"
    script.show_lines(made_up.lines(4))
    assert script.current_id() == "line-1"
    assert said == []


def test_a_new_state_leaves_an_open_field_alone(script: ScriptList) -> None:
    field = editor(script)
    QTest.keyClicks(field, "typed ")
    text = field.toPlainText()
    views = [replace(view, state=LineState.RENDERING) for view in made_up.lines(5)]
    script.show_lines(tuple(views))
    assert script.findChildren(RowEditor) == [field]
    assert field.toPlainText() == text


def test_a_row_is_read_as_one_sentence(script: ScriptList) -> None:
    view = replace(
        made_up.lines(1)[0],
        text="Hello",
        error="It broke.",
        seconds=2.0,
        prompt="sad",
        state=LineState.FAILED,
    )
    spoken = script.lines.spoken(view)
    assert spoken == "1. Hello, failed, It broke., 2.0 seconds, voice af_heart, sad"


def test_thousands_of_lines_are_quick(script: ScriptList, qtbot: QtBot) -> None:
    views = made_up.lines(3000)
    start = time.perf_counter()
    script.show_lines(views)
    QApplication.processEvents()
    assert time.perf_counter() - start < HANG * OPEN_S
    slowest = 0.0
    bar = script.verticalScrollBar()
    for step in range(20):
        start = time.perf_counter()
        bar.setValue(bar.maximum() * step // 20)
        script.viewport().repaint()
        slowest = max(slowest, time.perf_counter() - start)
    assert slowest < HANG * SCROLL_S
    changed = (*views[:1500], replace(views[1500], state=LineState.STALE), *views[1501:])
    start = time.perf_counter()
    script.show_lines(changed)
    assert time.perf_counter() - start < HANG * SCROLL_S


@pytest.mark.parametrize("text", ["", "plain", "é😀x😀", "😀"])
def test_places_go_there_and_back(text: str) -> None:
    assert [to_points(text, to_units(text, n)) for n in range(len(text) + 1)] == list(
        range(len(text) + 1)
    )


def test_text_is_cut_between_words() -> None:
    assert two_rows("one two three", len, 8) == ("one two", "three")
    assert two_rows("one", len, 8) == ("one", "")
    assert two_rows("abcdefghijkl", len, 5) == ("abcde", "fghijkl")


def test_the_line_text_splits_joins_and_marks(qtbot: QtBot) -> None:
    field = LineText()
    qtbot.addWidget(field)
    field.show_text("😀 one two")
    said: list[tuple[object, ...]] = []
    field.edited.connect(lambda text: said.append(("edited", text)))
    field.split.connect(lambda place: said.append(("split", place)))
    field.merged.connect(lambda: said.append(("merged",)))
    field.merged_back.connect(lambda: said.append(("back",)))
    field.show_word(2, 5)
    assert field.extraSelections()[0].cursor.selectedText() == "one"
    cursor = field.textCursor()
    cursor.setPosition(0)
    field.setTextCursor(cursor)
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    cursor.movePosition(cursor.MoveOperation.End)
    field.setTextCursor(cursor)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(field, "!")
    assert said == [("back",), ("merged",), ("split", 9), ("edited", "😀 one two!")]
    field.show_word(0, 0)
    assert field.extraSelections() == []


@pytest.mark.parametrize(
    ("row", "on", "below", "place"),
    [(2, 0, False, 0), (2, 0, True, 1), (2, 2, False, 2), (2, 3, True, 3), (2, None, False, 4)],
)
def test_a_dragged_line_lands_where_the_mark_is(
    row: int, on: int | None, below: bool, place: int
) -> None:
    lines = list("abcde")
    line = lines.pop(row)
    lines.insert(place_of_drop(row, on, below, 5), line)
    assert place_of_drop(row, on, below, 5) == place
    assert lines[place] == "c"


@pytest.mark.parametrize(
    ("text", "leftward"),
    [("", False), ("12", False), ("Hi שלום", False), ("«שלום» hi", True), ("😀 مرحبا", True)],
)
def test_a_line_begins_on_the_side_of_its_first_letter(text: str, leftward: bool) -> None:
    assert reads_leftward(text) is leftward
