"""A line or a project is left while something of it is still to come: it stays behind."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.project import Project
from app.settings import Settings
from app.wiring import Studio, first_project
from tests.studio.opened import double, idle, until
from widgets.knobs import REST_MS

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
    QTest.qWait(LATE_MS)
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
    QTest.qWait(LATE_MS)
    idle(studio)
    assert _takes(studio.state.project) == [0, 0]


def test_the_rest_of_a_drag_does_not_speak_another_project(studio: Studio, own: Settings) -> None:
    QTest.keyClick(studio.window.knobs.knobs["intensity"].slider, Qt.Key.Key_Left)
    other = first_project(own)
    studio.files._begin(other, None, None, None)
    assert studio.state.current == "l1"  # as in the project before: only the project differs
    QTest.qWait(LATE_MS)
    idle(studio)
    assert studio.state.project == other


def test_a_take_under_way_does_not_reach_another_project(studio: Studio, own: Settings) -> None:
    backend = double(studio)
    studio.window.line_text.edited.emit("I still know every word by heart.")
    backend.stall()
    studio.engine.speak(studio.state.current, play=False)
    assert backend.wait_stalled(10.0)
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
