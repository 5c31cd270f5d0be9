"""The ramp: keyframes on words by keys, by mouse and in the table."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QDoubleSpinBox
from pytestqt.qtbot import QtBot

from tests.widgets.curves import STEP_S, made_words
from widgets.ramp import RampEditor
from widgets.views import RampView

Key = Qt.Key
Left = Qt.MouseButton.LeftButton
WORDS = made_words(4.0)
KEYFRAMES = ((2, 0.5), (6, 1.2))


def made_ramp(keyframes: tuple[tuple[int, float], ...] = KEYFRAMES) -> RampView:
    curve = np.linspace(0.0, 1.5, round(4.0 / STEP_S), dtype=np.float32)
    return RampView(WORDS, keyframes, curve, STEP_S)


class Told:
    """What the editor said, answered as the program does: with the new state."""

    def __init__(self, editor: RampEditor) -> None:
        self.keyframes: list[tuple[tuple[int, float], ...]] = []
        self.cleared = 0
        self._editor = editor
        editor.changed.connect(self._changed)
        editor.cleared.connect(self._cleared)

    def _changed(self, keyframes: tuple[tuple[int, float], ...]) -> None:
        self.keyframes.append(keyframes)
        self._editor.show_ramp(made_ramp(keyframes))

    def _cleared(self) -> None:
        self.cleared += 1
        self._editor.show_ramp(made_ramp(()))


@pytest.fixture
def editor(qtbot: QtBot) -> RampEditor:
    made = RampEditor()
    qtbot.addWidget(made)
    made.resize(420, 240)
    made.show_ramp(made_ramp())
    with qtbot.waitExposed(made):
        made.show()
    return made


def press(editor: RampEditor, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(editor.canvas, key)


def test_keys_go_to_a_keyframe_and_change_it(editor: RampEditor, qtbot: QtBot) -> None:
    told = Told(editor)
    press(editor, qtbot, Key.Key_Right, Key.Key_Right)
    assert editor.canvas.value() == "“will”, keyframe 0.50"
    press(editor, qtbot, Key.Key_Up)
    assert told.keyframes[-1] == ((2, 0.55), (6, 1.2))
    qtbot.keyClick(editor.canvas, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert told.keyframes[-1] == ((2, 0.54), (6, 1.2))
    press(editor, qtbot, *[Key.Key_PageUp] * 8)
    assert told.keyframes[-1] == ((2, 1.5), (6, 1.2))
    assert "keyframe 1.50" in editor.canvas.accessibleDescription()


def test_keys_set_and_take_away(editor: RampEditor, qtbot: QtBot) -> None:
    told = Told(editor)
    press(editor, qtbot, Key.Key_Up)
    assert told.keyframes == [], "nothing to change on a word without keyframe"
    press(editor, qtbot, Key.Key_End, Key.Key_Insert)
    [*_, (word, strength)] = told.keyframes[-1]
    assert word == len(WORDS) - 1
    assert strength == pytest.approx(1.43, abs=0.02), "set where the curve is"
    press(editor, qtbot, Key.Key_Delete)
    assert told.keyframes[-1] == KEYFRAMES
    for word in (2, 6):
        editor.canvas.word = word
        press(editor, qtbot, Key.Key_Delete)
    assert told.cleared == 1, "without keyframes the knob rules"


def test_a_grabbed_keyframe_is_carried_and_put_back(editor: RampEditor, qtbot: QtBot) -> None:
    told = Told(editor)
    editor.canvas.word = 2
    press(editor, qtbot, Key.Key_Return, Key.Key_Right, Key.Key_Right)
    assert told.keyframes[-1] == ((4, 0.5), (6, 1.2))
    assert editor.canvas.value().endswith("grabbed")
    press(editor, qtbot, Key.Key_Return, Key.Key_Right)
    assert told.keyframes[-1] == ((4, 0.5), (6, 1.2)), "let go: only the place moves"
    editor.canvas.word = 4
    press(editor, qtbot, Key.Key_Return, Key.Key_Left, Key.Key_Up, Key.Key_Escape)
    assert told.keyframes[-1] == ((4, 0.5), (6, 1.2))
    assert not editor.canvas.value().endswith("grabbed")


def test_the_mouse_sets_drags_and_takes_away(editor: RampEditor, qtbot: QtBot) -> None:
    told = Told(editor)
    at = editor.canvas.place(2).toPoint()
    qtbot.mousePress(editor.canvas, Left, pos=at)
    qtbot.mouseMove(editor.canvas, at - QPoint(0, 20))
    qtbot.mouseMove(editor.canvas, QPoint(editor.canvas.place(4).toPoint().x(), at.y() - 20))
    qtbot.mouseRelease(editor.canvas, Left)
    [(word, strength), last] = told.keyframes[-1]
    assert word == 4
    assert strength > 0.6
    assert last == (6, 1.2)
    empty = QPoint(editor.canvas.place(0).toPoint().x(), int(editor.canvas.plane().center().y()))
    qtbot.mouseClick(editor.canvas, Left, pos=empty)
    assert told.keyframes[-1][0] == (0, pytest.approx(0.75, abs=0.02))
    qtbot.mouseDClick(editor.canvas, Left, pos=editor.canvas.place(0).toPoint())
    assert [word for word, _ in told.keyframes[-1]] == [4, 6]


def test_the_table_says_and_sets_the_same(editor: RampEditor, qtbot: QtBot) -> None:
    told = Told(editor)
    editor.table_button.click()
    assert editor.table.isVisible()
    model = editor.table.model()
    assert model.rowCount(QModelIndex()) == len(WORDS)
    assert model.index(2, 0).data() == "will"
    assert model.index(2, 2).data() == "0.50 keyframe"
    assert model.index(0, 2).data() == f"{made_ramp().curve[14]:.2f}"
    editor.table.setCurrentIndex(model.index(3, 2))
    qtbot.keyClick(editor.table, Key.Key_Return)
    box = editor.table.findChild(QDoubleSpinBox)
    assert isinstance(box, QDoubleSpinBox)
    box.selectAll()
    qtbot.keyClicks(box, "0.75")
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: bool(told.keyframes), timeout=5000)
    assert told.keyframes[-1] == ((2, 0.5), (3, 0.75), (6, 1.2))
    editor.table.setCurrentIndex(model.index(3, 0))
    qtbot.keyClick(editor.table, Key.Key_Delete)
    assert told.keyframes[-1] == KEYFRAMES


def test_the_knob_can_be_given_back(editor: RampEditor, qtbot: QtBot) -> None:
    told = Told(editor)
    assert editor.clear_button.isEnabled()
    qtbot.mouseClick(editor.clear_button, Left)
    assert told.cleared == 1
    assert not editor.clear_button.isEnabled()
    assert editor.canvas.accessibleDescription().startswith("No keyframes.")


def test_without_words_nothing_can_be_done(editor: RampEditor, qtbot: QtBot) -> None:
    told = Told(editor)
    editor.show_ramp(RampView((), (), np.zeros(0, np.float32), STEP_S))
    press(editor, qtbot, Key.Key_Right, Key.Key_Insert, Key.Key_Up, Key.Key_Delete)
    qtbot.mouseClick(editor.canvas, Left)
    editor.grab()
    assert told.keyframes == []
    assert editor.canvas.value() == "No words to ramp over."
