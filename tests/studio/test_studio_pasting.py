"""Texts put into the script: small and large, by paste and by drop, one and another."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.project.values import NewLine
from app.settings import Settings
from app.studio.control.pasting import MOST_TAKEN, SLICE, first_part
from app.studio.pasting import Pasted
from app.studio.wiring import Studio, first_project
from engine.build import Engine
from engine.cancel import CancelToken
from tests.studio.opened import idle, live, until

SENTENCE = "It was a bright cold day in April, and the clocks were striking thirteen. "

BEAT_S = 1.0
"""Longest work of the window at one time, by its own clock, so that what else the machine
does is not counted. On an idle machine it is a tenth of that."""


def done(studio: Studio) -> bool:
    """Whether no text is being put in any more."""
    return not studio.engine._errands and not studio.lines.pasting._left


def test_a_text_of_several_lines_pasted_into_the_line_becomes_lines(studio: Studio) -> None:
    field = studio.window.line_text
    field.setFocus()
    QGuiApplication.clipboard().setText("One is first.\nTwo is second.")
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    until(lambda: len(studio.state.project.lines) == 3)
    texts = [line.text for line in studio.state.project.lines]
    assert texts[1:] == ["One is first.", "Two is second."]
    assert studio.state.current == studio.state.project.lines[1].id
    QGuiApplication.clipboard().setText("Of one line. ")
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert "Of one line." in studio.state.project.lines[1].text
    idle(studio)


def test_ten_megabytes_are_cut_and_put_in_while_the_window_goes_on(
    fresh: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "books.txt"
    path.write_text(SENTENCE * (10_000_000 // len(SENTENCE)), encoding="utf-8")
    taken = first_part(path.read_text(encoding="utf-8"))
    beats: list[float] = []
    before = [time.thread_time()]

    def beat() -> None:
        now = time.thread_time()
        beats.append(now - before[0])
        before[0] = now

    heart = QTimer()
    heart.timeout.connect(beat)
    fresh.window.file_dropped.emit(str(path))
    heart.start(10)
    until(lambda: len(fresh.state.project.lines) > SLICE)
    (card,) = fresh.window.bars["text"].cards
    assert card.view.id == "text-too-long"
    assert "of which the first 499,9" in card.view.says
    assert "begins with “It was a bright cold day" in card.view.step
    fresh.window.prompt.prompt_edited.emit("angry")  # in the middle of it
    assert fresh.state.direction.prompt == "angry"
    until(lambda: done(fresh))
    heart.stop()
    idle(fresh)
    lines = fresh.state.project.lines
    words = " ".join(line.text for line in lines[1:]).split()
    print(f"{len(lines)} lines; longest work of the window {1000 * max(beats):.0f} ms")
    assert words == taken.split()
    assert max(beats) < BEAT_S
    assert fresh.window.statusBar().currentMessage() == ""
    for _ in range(3):  # the lines before the prompt, the prompt, the lines after it
        fresh.window.actions_by_name["edit.undo"].trigger()
    assert len(fresh.state.project.lines) == 1
    idle(fresh)


def test_a_text_without_a_space_is_cut_all_the_same() -> None:
    assert first_part("x" * (MOST_TAKEN + 1)) == "x" * MOST_TAKEN
    assert first_part("x" * MOST_TAKEN) == "x" * MOST_TAKEN


def test_a_text_being_cut_does_not_reach_another_project(studio: Studio, own: Settings) -> None:
    begun, ended = threading.Event(), threading.Event()
    settled: list[int] = []
    studio.engine.workshop.worker.settled.connect(settled.append)

    def cut(_engine: Engine, _token: CancelToken) -> Pasted:
        begun.set()
        assert ended.wait(10.0)
        return Pasted((NewLine("A line of the text that was pasted."),), ())

    studio.engine.errand(cut, studio.lines.pasting._cut)
    assert begun.wait(10.0)
    other = first_project(own)
    studio.files._begin(other, None, None, None)
    ended.set()
    until(lambda: any(ticket < 0 for ticket in settled))
    idle(studio)
    assert studio.state.project == other


def test_a_text_being_put_in_does_not_reach_another_project(studio: Studio, own: Settings) -> None:
    lines = tuple(NewLine(f"Line {number}.") for number in range(3 * SLICE))
    studio.lines.pasting._cut(Pasted(lines, ()))
    assert len(studio.state.project.lines) == 1 + SLICE
    other = first_project(own)
    studio.files._begin(other, None, None, None)
    live(50)
    idle(studio)
    assert studio.state.project == other


def test_a_prompt_takes_no_book(studio: Studio) -> None:
    field = studio.window.prompt.field
    field.setFocus()
    QGuiApplication.clipboard().setText("sad and " * 1_000_000)
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    until(lambda: studio.window.bars["prompt"].cards)
    (card,) = studio.window.bars["prompt"].cards
    assert card.view.id == "prompt-too-long"
    QGuiApplication.clipboard().clear()
    idle(studio)
