"""A line or a project is left while something of it is still to come: it stays behind."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.playing.playback import Playback
from app.project.values import Project
from app.settings import Settings
from app.studio.wiring import Studio, first_project
from engine.errors import ExportError
from engine.values import SAMPLE_RATE
from tests.studio.opened import HANG_S, double, idle, live, spoken, until
from widgets.knobs import REST_MS
from widgets.transport import clock

LATE_MS = 3 * REST_MS
"""By now a rest that was to come has come."""


def _two_lines(studio: Studio) -> tuple[str, str]:
    """Put a second line into the project; returns the ids of both, the first current."""
    first = studio.state.current
    studio.window.script.pasted.emit("The second line.")
    until(lambda: len(studio.state.project.lines) == 2)
    second = studio.state.project.lines[1].id
    studio.state.go_to(first)
    idle(studio)
    return first, second


def _takes(project: Project) -> list[int]:
    return [len(line.takes) for line in project.lines]


def test_a_drag_at_rest_speaks_its_line(studio: Studio) -> None:
    _two_lines(studio)
    QTest.keyClick(studio.window.knobs.knobs["intensity"].slider, Qt.Key.Key_Left)
    until(lambda: _takes(studio.state.project) == [1, 0])
    idle(studio)


@pytest.mark.parametrize("what", ["knob", "nudge"])
def test_the_rest_of_a_drag_does_not_speak_the_line_one_went_on_to(
    studio: Studio, what: str
) -> None:
    first, second = _two_lines(studio)
    before = studio.state.direction
    if what == "knob":
        QTest.keyClick(studio.window.knobs.knobs["intensity"].slider, Qt.Key.Key_Left)
    else:
        studio.window.folds["details"].set_open(True)
        until(lambda: studio.window.deltas.rows)
        number = next(iter(studio.window.deltas.rows.values())).nudge
        number.setValue(number.value() + number.singleStep())
    assert studio.state.direction != before
    studio.state.go_to(second)
    live(LATE_MS)
    idle(studio)
    assert _takes(studio.state.project) == [0, 0]
    assert studio.state.project.line(first) is not None


def test_a_slider_held_while_the_line_changes_shows_the_new_line_once_let_go(
    studio: Studio,
) -> None:
    _first, second = _two_lines(studio)
    slider = studio.window.knobs.knobs["intensity"].slider
    slider.setSliderDown(True)
    slider.setValue(37)
    studio.state.go_to(second)
    slider.setSliderDown(False)
    assert slider.value() == round(100 * studio.state.direction.intensity) != 37
    live(LATE_MS)
    idle(studio)
    assert _takes(studio.state.project) == [0, 0]


def test_the_rest_of_a_drag_does_not_speak_another_project(studio: Studio, own: Settings) -> None:
    QTest.keyClick(studio.window.knobs.knobs["intensity"].slider, Qt.Key.Key_Left)
    other = first_project(own)
    studio.files._begin(other, None, None, None)
    assert studio.state.current == "l1"  # as in the project before: only the project differs
    live(LATE_MS)
    idle(studio)
    assert studio.state.project == other


def test_a_take_under_way_does_not_reach_another_project(studio: Studio, own: Settings) -> None:
    backend = double(studio)
    studio.window.line_text.edited.emit("I still know every word by heart.")
    backend.stall()
    studio.engine.speak(studio.state.current, play=False)
    assert backend.wait_stalled(HANG_S)
    pasted: list[object] = []
    studio.engine.errand(lambda _engine, _token: 1, pasted.append)
    other = first_project(own)
    studio.files._begin(other, None, None, None)
    backend.release()
    idle(studio)
    until(lambda: studio.state.current in studio.engine.pictures)
    assert studio.state.project == other
    assert not pasted
    shown = studio.engine.pictures[studio.state.current]
    assert shown.plan.request.text == other.lines[0].text
    assert shown.sound is None


def test_what_is_loaded_for_prompts_is_loaded_though_another_project_is_begun(
    studio: Studio, own: Settings
) -> None:
    until(lambda: studio.warming.done)
    studio.warming._begin()
    studio.warming._warm()
    studio.files._begin(first_project(own), None, None, None)
    until(lambda: studio.warming.done)
    idle(studio)


def test_another_project_is_not_played_with_the_sound_of_the_one_before(
    studio: Studio, own: Settings
) -> None:
    playing, transport = studio.playing, studio.window.transport
    spoken(studio)
    playing.hear_sound(np.zeros(24_000, np.float32))  # as if it were the line's, of one second
    playing.loaded = studio.state.current
    studio.files._begin(first_project(own), None, None, None)
    assert not playing.playback.playing
    assert transport.time.text() == "0:00.0 / 0:00.0"
    until(lambda: studio.state.current in studio.engine.pictures)
    whole = studio.engine.pictures[studio.state.current].plan.plan.samples / SAMPLE_RATE
    assert transport.time.text() == f"0:00.0 / {clock(whole)}"
    studio.playing._seek(0.5)  # there is no sound of this line: it is spoken first
    until(lambda: _takes(studio.state.project) == [1])
    idle(studio)


def test_without_a_device_a_line_is_rendered_and_it_says_why_it_is_not_heard(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing, transport = studio.playing, studio.window.transport
    why = ExportError("player-unavailable", subject="player", detail="no output device was found")
    looked: list[bool] = []
    monkeypatch.setattr(Playback, "why_not", property(lambda _self: why))
    monkeypatch.setattr(playing, "_look", lambda *, told: looked.append(told))
    playing.show()
    assert transport.speak.text() == "Render"
    assert "no output device was found" in transport.why.text()
    assert transport.why.isVisible()
    transport.speak.click()
    until(lambda: _takes(studio.state.project) == [1])
    idle(studio)
    assert not playing.playback.playing
    assert not studio.state.board.views  # the reason stands beside the button
    transport.speak.click()  # there is nothing to be rendered: it looks, and says what it finds
    assert looked == [False, True]


def test_what_is_being_spoken_can_be_stopped_before_it_is_heard(studio: Studio) -> None:
    backend, speak = double(studio), studio.window.transport.speak
    width = speak.width()
    studio.window.line_text.edited.emit("Something that is not spoken.")
    idle(studio)
    backend.stall()
    speak.click()
    assert backend.wait_stalled(HANG_S)
    assert speak.text() == "Stop"
    assert speak.width() == width
    speak.click()
    until(lambda: studio.engine.desk.running is None)
    backend.release()
    assert speak.text() in ("Speak", "Render")
    assert _takes(studio.state.project) == [0]


def test_a_voice_that_is_not_here_is_shown_by_its_name(studio: Studio, own: Settings) -> None:
    elsewhere = replace(first_project(own), voice="af_elsewhere")
    studio.files._begin(elsewhere, None, None, None)
    assert studio.window.voice.rows[0].box.currentText() == "af_elsewhere"
    until(lambda: studio.engine.failures)
    assert [card.view.id for card in studio.window.bars["voice"].cards] == ["voice-unknown"]
    assert "this line failed" in studio.window.heatmap.canvas.accessibleDescription()
    idle(studio)


def test_a_batch_is_counted_and_can_be_cancelled_and_begun_again(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.studio.control.engine.MOST_SHOWN", 2)
    studio.window.script.pasted.emit("One is first. Two is second. Three is third.")
    until(lambda: len(studio.state.project.lines) == 4)
    current = studio.state.project.lines[0].id
    studio.state.go_to(current)
    until(lambda: current in studio.engine.pictures)
    idle(studio)
    backend, cancel = double(studio), studio.window.actions_by_name["render.cancel"]
    backend.stall()
    studio.window.actions_by_name["render.stale"].trigger()
    assert backend.wait_stalled(HANG_S)
    begun = time.monotonic()
    cancel.trigger()
    until(lambda: studio.engine.desk.running is None)
    print(f"cancelled within {time.monotonic() - begun:.2f} s")  # 2 s are promised
    assert time.monotonic() - begun < 10.0
    assert not studio.engine.desk.batching
    assert not studio.engine.rendering
    assert _takes(studio.state.project) == [0, 0, 0, 0]
    backend.release()
    studio.window.actions_by_name["render.stale"].trigger()
    until(lambda: _takes(studio.state.project) == [1, 1, 1, 1])
    idle(studio)
    until(lambda: studio.window.statusBar().currentMessage() == "Rendered 4 lines.")
    assert current in studio.engine.pictures  # however many have come since
