"""The whole window: names for ears, the way of the keyboard, nothing cut off."""

from __future__ import annotations

import gc
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSlider,
    QStyle,
    QStyleOptionToolButton,
    QTableView,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.widgets import made_up
from widgets.actions import apply_shortcuts, make_actions, shortcut_views, specs
from widgets.dialogs.shortcuts import conflicts
from widgets.first_size import first_size
from widgets.main_window import MainWindow
from widgets.themes import Theming


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    made = MainWindow()
    qtbot.addWidget(made)
    made_up.fill(made)
    for fold in made.folds.values():
        fold.set_open(True)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isVisible)
    return made


FOCUSABLE = (
    QPushButton,
    QToolButton,
    QCheckBox,
    QSlider,
    QAbstractSpinBox,
    QComboBox,
    QPlainTextEdit,
    QListView,
    QTableView,
)


def reachable(window: MainWindow) -> list[QWidget]:
    """Press Tab from the script on until it comes round; return where it stopped."""
    window.script.setFocus()
    found: list[QWidget] = []
    while len(found) < 300:
        focus = QApplication.focusWidget()
        assert focus is not None
        if found and focus is found[0]:
            return found
        found.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    raise AssertionError("Tab does not come round")


def told(widget: QWidget) -> str:
    """Return the name a screen reader says."""
    name = widget.accessibleName()
    if not name and isinstance(widget, QAbstractButton):
        name = widget.text().replace("&", "")
    return name


def test_everything_with_the_keyboard_has_a_name(window: MainWindow) -> None:
    window.show_notices(made_up.notices())
    widgets = reachable(window)
    assert len(widgets) > 60
    assert [type(w).__name__ for w in widgets if not told(w)] == []


def test_nothing_that_is_clicked_is_too_small_to_hit(window: MainWindow, theming: Theming) -> None:
    del theming  # it makes the sizes
    clicked = (QAbstractButton, QSlider, QAbstractSpinBox, QComboBox)
    seen = [w for kind in clicked for w in window.findChildren(kind) if w.isVisible()]
    assert len(seen) > 40
    small = {told(w): (w.width(), w.height()) for w in seen if min(w.width(), w.height()) < 24}
    assert small == {}
    preset = next(iter(window.presets.buttons.values()))
    option = QStyleOptionToolButton()
    preset.initStyleOption(option)
    style, part = preset.style(), QStyle.SubControl.SC_ToolButtonMenu
    arrow = style.subControlRect(QStyle.ComplexControl.CC_ToolButton, option, part, preset)
    assert min(arrow.width(), arrow.height()) >= 24


def test_tab_passes_nothing_over(window: MainWindow) -> None:
    stops = {id(w) for w in reachable(window)}
    missed = [
        told(w) or type(w).__name__
        for kind in FOCUSABLE
        for w in window.findChildren(kind)
        if w.isVisible() and w.isEnabled() and id(w) not in stops
        if w.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert missed == []


def test_panes_are_walked_in_reading_order(window: MainWindow) -> None:
    panes = window.panes()
    order = [
        next(n for n, pane in enumerate(panes) if pane.isAncestorOf(w))
        for w in reachable(window)
        if any(pane.isAncestorOf(w) for pane in panes)
    ]
    turns = [a for a, b in zip(order, [*order[1:], -1], strict=True) if a != b]
    start = turns.index(0)
    assert turns[start:] + turns[:start] == [0, 1, 2, 3]


def test_within_a_pane_the_keyboard_goes_down(window: MainWindow) -> None:
    stops = reachable(window)
    for pane in (window.line_pane, window.direction_pane):
        inner = pane.widget() if isinstance(pane, QScrollArea) else pane
        assert inner is not None
        places = [
            (told(w), w.mapTo(inner, QPoint(0, 0)).y()) for w in stops if inner.isAncestorOf(w)
        ]
        row = window.fontMetrics().height() * 2
        backwards = [
            (one, other) for (one, top), (other, below) in pairwise(places) if below < top - row
        ]
        assert backwards == []


def test_f6_goes_round_the_panes(window: MainWindow, qtbot: QtBot) -> None:
    window.script.setFocus()
    for step in (1, -1):
        visited = []
        for _ in range(4):
            window.go_to_pane(step)
            focus = QApplication.focusWidget()
            visited.append(next(n for n, p in enumerate(window.panes()) if p.isAncestorOf(focus)))
        assert visited == ([1, 2, 3, 0] if step == 1 else [3, 2, 1, 0])


def test_notices_stand_under_their_control(window: MainWindow) -> None:
    window.show_notices(made_up.notices())
    shown = {name: [c.view.id for c in bar.cards] for name, bar in window.bars.items()}
    assert shown == {
        "file": ["n2"],
        "text": ["n5"],
        "prompt": ["n1"],
        "voice": ["n4"],
        "player": ["n3"],
    }
    acted: list[tuple[str, str]] = []
    window.notice_acted.connect(lambda *what: acted.append(what))
    window.bars["file"].findChildren(QPushButton)[0].click()
    assert acted == [("n2", "cpu")]
    window.show_notices(())
    assert not any(bar.isVisible() for bar in window.bars.values())


def test_no_two_commands_share_keys(qtbot: QtBot) -> None:
    assert conflicts({spec.name: spec.keys for spec in specs()}) == {}


def test_every_command_is_in_a_menu_with_its_keys(window: MainWindow) -> None:
    placed = {a for menu in window.menus.values() for a in menu.actions() if not a.isSeparator()}
    assert placed == set(window.actions_by_name.values())
    for spec in specs():
        assert window.actions_by_name[spec.name].shortcut().toString() == spec.keys


def test_own_keys_replace_the_defaults(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    acts: dict[str, QAction] = make_actions(owner)
    apply_shortcuts(acts, {"play.toggle": "F9", "gone.command": "F8"})
    keys = {view.action: view.keys for view in shortcut_views(acts)}
    assert keys["play.toggle"] == "F9"
    assert keys["file.save"] == "Ctrl+S"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_label_is_cut_off(
    window: MainWindow, qtbot: QtBot, theming: Theming, scale: float
) -> None:
    theming.apply("light", scale)
    try:
        qtbot.wait(50)
        cut = [
            label.text()
            for label in window.findChildren(QLabel)
            if label.isVisible() and label.text() and not label.wordWrap()
            if label.width() < label.minimumSizeHint().width()
        ]
        cut += [
            button.text()
            for kind in (QPushButton, QToolButton, QCheckBox)
            for button in window.findChildren(kind)
            if button.isVisible() and button.text()
            if button.width() < button.minimumSizeHint().width()
        ]
        assert cut == []
        for pane in (window.line_pane, window.direction_pane):
            assert isinstance(pane, QScrollArea)
            inner = pane.widget()
            assert inner is not None
            assert inner.width() <= pane.viewport().width()
    finally:
        theming.apply("light", 1.0)


def test_the_window_comes_back_as_it_was(qtbot: QtBot) -> None:
    first, second = MainWindow(), MainWindow()
    for one in (first, second):
        qtbot.addWidget(one)
    first.resize(1100, 700)
    first.folds["takes"].set_open(True)
    state = first.layout_state()
    second.restore_layout(*state)
    assert second.size() == first.size()
    assert second.folds["takes"].open
    assert not second.folds["ramp"].open


def test_no_two_access_keys_of_the_window_are_alike(window: MainWindow) -> None:
    titles = [action.text() for action in window.menuBar().actions()]
    titles += [label.text() for label in window.findChildren(QLabel) if label.buddy()]
    titles += [button.text() for button in window.findChildren(QAbstractButton)]
    keys = [QKeySequence.mnemonic(title).toString() for title in titles]
    used = [(key, title) for key, title in zip(keys, titles, strict=True) if key]
    assert len(used) >= len(window.menus) + 5
    twice = {key for key, _ in used if keys.count(key) > 1}
    assert sorted(each for each in used if each[0] in twice) == []


def test_a_window_is_first_no_larger_than_its_screen(window: MainWindow) -> None:
    assert first_size(window, (400, 300)) == QSize(400, 300)
    room = window.screen().availableGeometry().size()
    size = first_size(window, (5 * room.width(), 5 * room.height()))
    assert size.width() == room.width()
    assert room.height() - 40 <= size.height() < room.height()


def test_collecting_garbage_leaves_a_living_window_alone(window: MainWindow, qtbot: QtBot) -> None:
    for row in range(14):
        window.script.show_current(f"line-{row}")
        gc.collect()
    qtbot.wait(1)
    assert window.script.current_id() == "line-13"


def test_every_shortcut_works_while_text_is_typed(window: MainWindow) -> None:
    text = window.line_text.toPlainText()
    given: list[str] = []
    for name, action in window.actions_by_name.items():
        if name not in ("view.next_pane", "view.previous_pane"):  # these take the keyboard away
            action.triggered.connect(lambda _checked=False, name=name: given.append(name))
    wanted = [s for s in specs() if s.keys and not s.name.endswith("_pane")]
    number = window.knobs.knobs["intensity"].number
    voice = window.voice.rows[0].box
    nudge = window.deltas.rows["energy_db"].nudge
    for field in (window.line_text, window.prompt.field, window.script, number, voice, nudge):
        given.clear()
        for spec in wanted:
            field.setFocus()
            chord = QKeySequence.fromString(spec.keys)[0]
            QTest.keyClick(field, chord.key(), chord.keyboardModifiers())
        assert given == [spec.name for spec in wanted], field.accessibleName()
    assert window.line_text.toPlainText() == text


def test_the_curves_and_the_waveform_are_seen_without_scrolling(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    made_up.fill(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitUntil(window.isVisible)
    QTest.qWait(50)
    pane = window.line_pane
    assert isinstance(pane, QScrollArea)
    assert not pane.verticalScrollBar().isVisible()

    def in_one_row() -> bool:
        rows = {b.y() for b in window.presets.buttons.values() if b.isVisible()}
        return rows == {window.presets.save.y()}

    qtbot.waitUntil(in_one_row)
    window.presets.more.click()
    assert all(button.isVisible() for button in window.presets.buttons.values())


def test_in_large_letters_a_voices_name_and_the_pads_numbers_are_seen_whole(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    made_up.fill(window)
    font = window.font()
    font.setPointSizeF(2 * font.pointSizeF())
    window.setFont(font)
    window.resize(1280, 800)
    window.show()
    row = window.voice.rows[0].box.lineEdit()
    assert row is not None

    def whole() -> bool:
        text = row.fontMetrics().horizontalAdvance(row.text())
        return text <= row.width() and window.pad.width() >= window.pad.minimumSizeHint().width()

    qtbot.waitUntil(whole)
    assert window.width() == 1280  # without asking for more than the screen has
    assert window.line_pane.width() > 0.3 * window.width()
    assert window.script_pane.width() > 0.2 * window.width()
    clock, speak = window.transport.time, window.transport.speak
    qtbot.waitUntil(lambda: clock.height() >= clock.fontMetrics().height())
    assert clock.width() >= clock.fontMetrics().horizontalAdvance(clock.text())
    assert speak.width() >= speak.sizeHint().width()
