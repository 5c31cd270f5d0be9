"""The script at a glance: jump by mouse and by key, at any length."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.overview import Overview
from widgets.views import LineState, OverviewRow

Key = Qt.Key
MINUS = "\N{MINUS SIGN}"


def made_rows(count: int) -> tuple[OverviewRow, ...]:
    states = tuple(LineState)
    return tuple(
        OverviewRow(f"id{n}", n % 7 * 0.9, n % 5 / 2 - 1, 0.5, states[n % 6], f"Line {n + 1}")
        for n in range(count)
    )


@pytest.fixture
def overview(qtbot: QtBot) -> Overview:
    made = Overview()
    qtbot.addWidget(made)
    made.resize(280, 220)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_a_click_jumps_to_the_line_under_it(overview: Overview, qtbot: QtBot) -> None:
    overview.show_overview(made_rows(5))
    for y in range(4, 200, 4):
        told: list[str] = []
        overview.jumped.connect(told.append)
        qtbot.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(100, y))
        overview.jumped.disconnect(told.append)
        if told:
            number = int(told[0].removeprefix("id"))
            assert overview.accessibleDescription().startswith(f"{number + 1} of 5: ")
        else:
            assert y > 5 * 22, "below the last row"


def test_the_keyboard_goes_through_the_lines(overview: Overview, qtbot: QtBot) -> None:
    overview.show_overview(made_rows(300))
    overview.setFocus()
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_PageDown, Key.Key_Up):
        qtbot.keyClick(overview, key)
    with qtbot.waitSignal(overview.jumped) as jumped:
        qtbot.keyClick(overview, Key.Key_Return)
    assert jumped.args == ["id11"]
    said = overview.accessibleDescription()
    assert said == f"12 of 300: Line 12, 3.6 s, arousal {MINUS}0.50, valence +0.50, failed"
    qtbot.keyClick(overview, Key.Key_End)
    assert overview.accessibleDescription().startswith("300 of 300")
    qtbot.keyClick(overview, Key.Key_Home)
    assert "no length yet" in overview.accessibleDescription()


def test_a_long_script_scrolls_and_follows_the_line(overview: Overview, qtbot: QtBot) -> None:
    overview.show_overview(made_rows(1000))
    overview.show_current("id800")
    with qtbot.waitSignal(overview.jumped) as jumped:
        qtbot.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(100, 10))
    assert 700 < int(jumped.args[0].removeprefix("id")) <= 800
    before = jumped.args[0]
    wheel = QWheelEvent(
        QPointF(50, 50),
        QPointF(overview.mapToGlobal(QPoint(50, 50))),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(overview, wheel)
    with qtbot.waitSignal(overview.jumped) as jumped:
        qtbot.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(100, 10))
    assert int(jumped.args[0][2:]) == int(before[2:]) + 3


def test_a_thousand_lines_are_drawn_within_a_beat(overview: Overview) -> None:
    rows = made_rows(1000)
    overview.show_overview(rows)
    overview.grab()
    start = time.perf_counter()
    for number in range(10):
        overview.show_current(f"id{number * 90}")
        overview.grab()
    each = (time.perf_counter() - start) / 10
    print(f"{each * 1000:.1f} ms for a picture of 1,000 lines")
    assert each < 5 * 0.050


def test_every_state_looks_different(overview: Overview) -> None:
    pictures = []
    for state in LineState:
        overview.show_overview((OverviewRow("a", 2.0, 0.0, 0.0, state, "Line"),))
        pictures.append(overview.grab().toImage())
    for one in range(len(pictures)):
        for other in range(one):
            assert pictures[one] != pictures[other]


def test_an_empty_script_says_so(overview: Overview, qtbot: QtBot) -> None:
    overview.show_overview(())
    assert overview.accessibleDescription() == "The script is empty."
    for key in (Key.Key_Down, Key.Key_Return, Key.Key_End):
        qtbot.keyClick(overview, key)
    overview.grab()
