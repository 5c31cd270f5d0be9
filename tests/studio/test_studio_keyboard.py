"""A line made and tuned by keys alone, and every control of the running window named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from app.project.values import direction_of
from app.studio.wiring import Studio
from tests.studio.opened import idle, spoken, until
from tests.widgets.test_names import nameless

MOST_TABS = 150
"""More than the window has stops."""


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def press(*keys: str) -> None:
    """Press keys where the focus is, as a person would."""
    for each in keys:
        chord = QKeySequence.fromString(each)[0]
        QTest.keyClick(focused(), chord.key(), chord.keyboardModifiers())


def write(text: str) -> None:
    press("Ctrl+A")
    QTest.keyClicks(focused(), text)


def tab_to(wanted: QWidget) -> None:
    """Go on with Tab until ``wanted`` has the focus."""
    for _ in range(MOST_TABS):
        if focused() is wanted:
            return
        press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}")


@pytest.fixture
def keyed(studio: Studio) -> Iterator[Studio]:
    """The studio as it is when it has just been opened: the focus is on Speak."""
    window = studio.window
    studio.playing.live = False  # each sound is asked for by a key of the test's
    window.activateWindow()
    until(window.isActiveWindow)
    window.transport.speak.setFocus()
    yield studio
    for fold in window.folds.values():
        fold.set_open(False)


def type_a_line(text: str) -> None:
    press("F6", "F6")
    write(text)


def test_a_line_is_typed_and_rendered(keyed: Studio) -> None:
    type_a_line("Never again.")
    assert focused() is keyed.window.line_text
    press("Ctrl+Return")
    until(lambda: keyed.state.line is not None and keyed.state.line.takes)
    idle(keyed)
    line = keyed.state.line
    assert line is not None
    assert line.text == line.takes[0].text == "Never again."


def test_the_emotion_is_changed(keyed: Studio) -> None:
    before = keyed.engine.pictures[keyed.state.current].plan.emotion
    press("F6", "F6")
    tab_to(keyed.window.prompt.field)
    write("with hot anger")
    until(lambda: keyed.state.direction.prompt == "with hot anger")
    line = keyed.state.current
    until(lambda: keyed.engine.pictures[line].plan.request.direction.prompt == "with hot anger")
    after = keyed.engine.pictures[keyed.state.current].plan.emotion
    assert after.arousal > before.arousal
    tab_to(keyed.window.knobs.knobs["intensity"].slider)
    press("End")
    assert keyed.state.direction.intensity == 2.0
    idle(keyed)


def test_a_keyframe_is_set_moved_and_removed(keyed: Studio) -> None:
    type_a_line("Never, never again.")
    press("Alt+2")
    until(lambda: len(keyed.window.ramp.canvas._view.words) == 3)
    tab_to(keyed.window.ramp.canvas)
    press("Right", "Space", "Up")
    line = keyed.state.line
    assert line is not None
    (frame,) = direction_of(keyed.state.project, line).keyframes
    assert frame.word == 1
    press("PgDown")
    (lower,) = keyed.state.direction.keyframes
    assert lower.word == 1
    assert lower.strength == pytest.approx(frame.strength - 0.25)
    press("Return", "Right", "Return")
    assert [each.word for each in keyed.state.direction.keyframes] == [2]
    press("Del")
    assert keyed.state.direction.keyframes == ()
    idle(keyed)


def test_two_takes_are_compared(keyed: Studio) -> None:
    spoken(keyed)
    type_a_line("Never again.")
    press("Ctrl+Return")
    until(lambda: keyed.state.line is not None and len(keyed.state.line.takes) == 2)
    idle(keyed)
    press("Alt+3")
    compare = keyed.window.takes.compare
    until(compare.hear_a.isEnabled)
    for button in (compare.hear_a, compare.hear_b):
        tab_to(button)
        press("Space")
        until(lambda: keyed.playing.loaded == "" and not keyed.engine._errands)
        assert keyed.playing.playback.length_s > 0.1
    tab_to(compare.prefer_b)
    press("Space")
    (made,) = keyed.state.project.comparisons
    assert (made.preferred, made.first) == (compare.ids()[1], compare.ids()[1])


def test_a_line_is_exported(keyed: Studio, tmp_path: Path) -> None:
    path = tmp_path / "by keys.wav"
    watch = QTimer()

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog) and isinstance(QApplication.focusWidget(), QLineEdit):
            watch.stop()
            write(str(path))
            press("Return")

    watch.timeout.connect(answer)
    watch.start(20)
    press("Ctrl+E")
    assert not watch.isActive()
    until(path.exists)
    idle(keyed)
    until(lambda: not keyed.engine._errands)
    assert soundfile.info(path).duration > 1.0


def test_everything_in_the_running_window_is_named(keyed: Studio) -> None:
    spoken(keyed)
    for fold in keyed.window.folds.values():
        fold.set_open(True)
    keyed.engine.failures.clear()
    assert nameless(keyed.window) == []
    intensity = keyed.window.knobs.knobs["intensity"]
    assert intensity.slider.accessibleName()
