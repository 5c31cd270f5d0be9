"""The valence-arousal pad: dragged, moved by keys, and read aloud."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from widgets.pad import Pad
from widgets.views import PadView

Key = Qt.Key
LANDMARKS = (("joy", 0.8, 0.5), ("anger", -0.6, 0.7), ("calm", 0.5, -0.6))
Left = Qt.MouseButton.LeftButton


@pytest.fixture
def pad(qtbot: QtBot) -> Pad:
    made = Pad()
    qtbot.addWidget(made)
    made.resize(260, made.heightForWidth(260))
    made.show_pad(PadView(0.0, 0.0, 0.1, LANDMARKS))
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_it_says_where_the_prompt_landed(pad: Pad) -> None:
    pad.show_pad(PadView(-0.55, 0.62, 0.1, LANDMARKS))
    said = "valence \N{MINUS SIGN}0.55, arousal +0.62, dominance +0.10, near anger"
    assert pad.accessibleDescription() == said


def test_dragging_tells_each_place_and_the_end(pad: Pad, qtbot: QtBot) -> None:
    told: list[tuple[float, float]] = []
    pad.dragged.connect(lambda valence, arousal: told.append((valence, arousal)))
    middle = pad.point().toPoint()
    qtbot.mousePress(pad, Left, pos=middle)
    qtbot.mouseMove(pad, middle + QPoint(40, -60))
    pad.show_pad(PadView(-1.0, -1.0, 0.3, LANDMARKS))
    assert pad.view.valence == told[-1][0], "what comes back must not tear it from the hand"
    assert pad.view.dominance == 0.3
    qtbot.mouseMove(pad, QPoint(10_000, -10_000))
    with qtbot.waitSignal(pad.released):
        qtbot.mouseRelease(pad, Left, pos=QPoint(10_000, -10_000))
    assert 0 < told[0][0] < 1
    assert 0 < told[0][1] < 1
    assert told[-1] == (1.0, 1.0)
    pad.show_pad(PadView(0.2, 0.1, 0.0, LANDMARKS))
    assert pad.view.valence == 0.2


def test_what_is_drawn_is_where_it_is_grabbed(pad: Pad, qtbot: QtBot) -> None:
    for valence, arousal in ((0.7, -0.3), (-1.0, 1.0), (0.0, 0.0)):
        pad.show_pad(PadView(valence, arousal, 0.0, LANDMARKS))
        at = pad.point().toPoint()
        qtbot.mousePress(pad, Left, pos=at)
        qtbot.mouseRelease(pad, Left, pos=at)
        assert pad.view.valence == pytest.approx(valence, abs=0.01)
        assert pad.view.arousal == pytest.approx(arousal, abs=0.01)


def test_the_keyboard_moves_it(pad: Pad, qtbot: QtBot) -> None:
    ended: list[None] = []
    pad.released.connect(lambda: ended.append(None))
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Up):
        qtbot.keyClick(pad, key)
    qtbot.keyClick(pad, Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert (pad.view.valence, pad.view.arousal) == pytest.approx((0.09, 0.05))
    qtbot.keyClick(pad, Key.Key_PageDown)
    assert pad.view.arousal == pytest.approx(-0.20)
    assert len(ended) == 5
    for _ in range(30):
        qtbot.keyClick(pad, Key.Key_Down)
    assert pad.view.arousal == -1.0
    qtbot.keyClick(pad, Key.Key_Home)
    assert (pad.view.valence, pad.view.arousal) == (0.0, 0.0)
    assert pad.accessibleDescription().startswith("valence 0.00, arousal 0.00")


def test_other_keys_are_left_to_the_window(pad: Pad, qtbot: QtBot) -> None:
    told: list[float] = []
    pad.dragged.connect(lambda valence, _arousal: told.append(valence))
    qtbot.keyClick(pad, Key.Key_A)
    qtbot.mouseMove(pad, QPoint(30, 30))
    assert told == []
