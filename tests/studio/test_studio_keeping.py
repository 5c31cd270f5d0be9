"""What the studio keeps belongs to its project, and stays while a long job needs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.keeping import limits
from app.settings import Settings
from app.studio.wiring import Studio
from engine.build import Engine, build_store
from engine.store import TakeStore
from tests.studio.opened import Kept, double, idle, opened, spoken, until
from widgets.themes import Theming

LINE_GB = 0.0001
"""More than a take of one short line, and less than two."""


@pytest.fixture
def storing(own: Settings, fake_engine: Engine) -> Engine:
    """The double with a store of the test's own, in which no project has room for two lines."""
    store = build_store(own.data, limits(replace(own, project_gb=LINE_GB)))
    parts = {name: getattr(fake_engine, name) for name in Engine.__dataclass_fields__}
    parts |= {"store": store, "renderer": fake_engine.renderer.with_store(store)}
    return Kept(**parts)


@pytest.fixture
def kept(own: Settings, theming: Theming, storing: Engine) -> Iterator[Studio]:
    """A studio with that store."""
    with opened(own, theming, lambda: storing) as made:
        until(lambda: made.state.current in made.engine.pictures)
        yield made


def _store(studio: Studio) -> TakeStore:
    assert studio.engine.engine is not None
    assert studio.engine.engine.store is not None
    return studio.engine.engine.store


def _owners(studio: Studio) -> list[str]:
    return sorted(each.project for each in _store(studio).shelf.kept())


def test_takes_are_the_projects_and_within_its_quota(
    kept: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.window.line_text.edited.emit("A line.")
    spoken(kept)
    assert _owners(kept) == [kept.state.project.id]
    monkeypatch.setattr(kept.files.asking, "save_project", lambda _folder: tmp_path / "letters")
    assert kept.files.save()
    for text in ("One.", "Two."):
        kept.window.line_text.edited.emit(text)
        spoken(kept)
    assert _owners(kept) == [kept.state.project.id, "letters"]  # of its two, the newer
    assert kept.files.load(tmp_path / "letters.espressivo")
    kept.files.new()
    kept.window.actions_by_name["edit.insert"].trigger()
    kept.window.line_text.edited.emit("Three.")
    spoken(kept)
    assert kept.state.project.id in _owners(kept)


def test_takes_of_lines_that_are_spoken_one_after_another_stay_till_the_last(kept: Studio) -> None:
    pins = _store(kept).shelf.pins
    kept.window.script.pasted.emit("One is first. Two is second. Three is third.")
    until(lambda: len(kept.state.project.lines) == 4)
    idle(kept)
    backend = double(kept)
    backend.stall()
    kept.engine.speak_all(tuple(line.id for line in kept.state.project.lines[1:]))
    assert backend.wait_stalled(10.0)
    assert pins._job is not None
    backend.release()
    until(lambda: all(line.takes for line in kept.state.project.lines[1:3]))
    until(lambda: pins._job is None)
    idle(kept)
    assert pins.pinned() == set()


def test_takes_of_an_export_stay_till_it_is_written(kept: Studio, tmp_path: Path) -> None:
    pins = _store(kept).shelf.pins
    backend = double(kept)
    backend.stall()
    kept.files.exports.lines_to(tmp_path / "a.wav", None)
    assert backend.wait_stalled(10.0)
    assert pins._job is not None
    backend.release()
    until(lambda: not kept.engine._errands)
    assert (tmp_path / "a.wav").exists()
    assert pins._job is None
