"""The person's own presets: in every project, at every start, and heard at once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.project import own_presets
from app.project.values import Preset
from app.settings import Settings
from app.studio.wiring import Studio, first_project
from engine.build import Engine, build_store
from engine.values import Direction, Floats
from tests.studio.opened import HANG_S, Kept, idle, opened, until
from widgets.themes import Theming


def names(studio: Studio) -> list[str]:
    """The person's own presets as they are offered."""
    return [view.name for view in studio.window.presets._views if view.own]


def test_a_preset_is_there_in_other_projects_and_after_a_restart(
    own: Settings, theming: Theming, fake_engine: Engine, tmp_path: Path
) -> None:
    with opened(own, theming, lambda: fake_engine) as studio:
        until(lambda: studio.state.current in studio.engine.pictures)
        studio.window.prompt.prompt_edited.emit("with cold anger")
        studio.window.presets.saved.emit("Frost")
        studio.window.presets.saved.emit("Ice")
        assert names(studio) == ["Frost", "Ice"]
        studio.files._begin(first_project(own), None, None, None)
        assert studio.state.project.presets == ()
        assert names(studio) == ["Frost", "Ice"]
        studio.window.presets.chosen.emit("Frost")
        assert studio.state.direction.prompt == "with cold anger"
        studio.window.presets.renamed.emit("Frost", "Winter")
        studio.window.presets.deleted.emit("Ice")
        assert names(studio) == ["Winter"]
        studio.window.actions_by_name["edit.undo"].trigger()
        assert sorted(names(studio)) == ["Ice", "Winter"]
        studio.window.actions_by_name["edit.redo"].trigger()
        assert names(studio) == ["Winter"]
        idle(studio)
    assert own_presets.own_presets(own.data) == (Preset("Winter", Direction("with cold anger")),)
    with opened(own, theming, lambda: fake_engine) as again:
        assert names(again) == ["Winter"]
        assert again.state.project.presets == ()
        until(lambda: again.state.current in again.engine.pictures)


def test_presets_that_cannot_be_read_are_said_and_stay_as_they_are(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(studio.state, "data", tmp_path)
    damaged = tmp_path / own_presets.FILE
    damaged.write_text("{")
    studio.window.presets.saved.emit("Frost")
    assert "project-damaged" in [view.id for view in studio.state.board.views]
    assert names(studio) == ["Frost"]
    assert damaged.read_text() == "{"


def test_a_preset_is_heard_at_once_when_it_was_heard_before(
    own: Settings, theming: Theming, fake_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = build_store(own.data)
    parts = {name: getattr(fake_engine, name) for name in Engine.__dataclass_fields__}
    parts |= {"store": store, "renderer": fake_engine.renderer.with_store(store)}
    with opened(own, theming, lambda: Kept(**parts)) as studio:
        until(lambda: studio.state.current in studio.engine.pictures)
        heard: list[Floats] = []
        monkeypatch.setattr(studio.playing, "hear_sound", heard.append)
        before = studio.state.project
        took: list[float] = []
        for _ in range(2):
            start = time.monotonic()
            studio.window.presets.auditioned.emit("Angry")
            until(lambda: len(heard) == len(took) + 1)
            took.append(time.monotonic() - start)
        print(f"heard after {took[0]:.3f} s, then after {took[1]:.3f} s")
        assert took[1] < min(5.0, HANG_S)  # 1 s on an idle machine
        assert studio.state.project is before  # it is not applied by hearing it
        assert heard[0].size == heard[1].size
        idle(studio)


def test_what_is_tried_ends_when_the_keyboard_moves_on(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Floats] = []
    stopped: list[bool] = []
    monkeypatch.setattr(studio.playing, "hear_sound", heard.append)
    monkeypatch.setattr(studio.playing.playback, "stop", lambda: stopped.append(True))
    monkeypatch.setattr(studio.playing, "loaded", "")
    studio.window.activateWindow()
    studio.window.prompt.field.setFocus()
    until(studio.window.prompt.field.hasFocus)
    studio.window.presets.auditioned.emit("Angry")
    until(lambda: len(heard) == 1)
    assert not stopped
    studio.window.line_text.setFocus()
    until(studio.window.line_text.hasFocus)
    assert stopped == [True]
    studio.window.presets.auditioned.emit("Angry")
    studio.window.prompt.field.setFocus()  # before it is there: it is not begun any more
    until(studio.window.prompt.field.hasFocus)
    until(lambda: not studio.engine._errands)
    assert len(heard) == 1
