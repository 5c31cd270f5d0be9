"""Small projects the studio's tests begin with."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.book.control import BookControl
from app.project.lines import insert
from app.project.values import NewLine, Project, new_project
from app.settings import Settings
from app.studio.wiring import Studio, first_project
from engine.build import Engine, build_engine
from engine.values import Direction
from tests.studio import opened_book
from tests.studio.opened import Kept, begun_anew, double, idle, opened, until
from widgets.themes import Theming

CREATED = "2026-01-02T03:04:05Z"


@pytest.fixture
def project() -> Project:
    """Three lines: one plain, one with a manner of its own, one with keyframes to come."""
    empty = new_project("p1", CREATED, "af_heart", Direction("warmly"))
    return insert(
        empty,
        0,
        [
            NewLine("I kept your letters."),
            NewLine("All of them, every one.", "bf_emma", Direction("with anger", 1.5)),
            NewLine("And now?"),
        ],
    )


@pytest.fixture(scope="session")
def fake_engine(data_dir: Path) -> Iterator[Engine]:
    """The double, put together once: its lexicons take seconds to load.

    It keeps nothing but what it understands prompts with, which takes seconds to work out.
    """
    engine = build_engine(None, "fake")
    engine.understander.__init__(folder=data_dir / "emotion")  # type: ignore[misc]
    engine.understander.warm()
    yield Kept(*(getattr(engine, name) for name in Engine.__dataclass_fields__))
    engine.close()


@pytest.fixture
def own(tmp_path: Path) -> Settings:
    """Settings with a data folder of the test's own."""
    return Settings(data=tmp_path / "data", file=tmp_path / "settings.toml")


@pytest.fixture(scope="module")
def house(
    tmp_path_factory: pytest.TempPathFactory, theming: Theming, fake_engine: Engine
) -> Iterator[Studio]:
    """The studio with the double, opened once a module: a window takes seconds to build."""
    folder = tmp_path_factory.mktemp("house")
    settings = Settings(data=folder / "data", file=folder / "settings.toml")
    with opened(settings, theming, lambda: fake_engine) as made:
        until(lambda: made.engine.engine is not None)
        known: list[object] = []
        # Python notes a thread it did not start when it first asks for its name; without
        # this, whichever test is the first to make it ask would seem to have started it.
        made.engine.errand(lambda _engine, _token: threading.current_thread(), known.append)
        until(lambda: known)
        yield made


@pytest.fixture
def studio(house: Studio, own: Settings) -> Iterator[Studio]:
    """The studio with a new project of one line, which is planned."""
    begun_anew(house, first_project(own))
    yield house
    double(house).release()
    house.files.release()
    idle(house)


@pytest.fixture
def fresh(own: Settings, theming: Theming, fake_engine: Engine) -> Iterator[Studio]:
    """A studio of the test's own: nothing of it is left for the next test."""
    with opened(own, theming, lambda: fake_engine) as made:
        until(lambda: made.state.current in made.engine.pictures)
        yield made


@pytest.fixture
def books(studio: Studio, tmp_path: Path) -> Iterator[BookControl]:
    """The books of a studio, with a small play open."""
    path = tmp_path / "play.txt"
    path.write_text(opened_book.PLAY)
    control = studio.books.control
    opened_book.opened(control, path)
    until(opened_book.window_of(control).isActiveWindow)
    yield control
    control.rendering.cancel(None)
    until(lambda: control.rendering.queue.active is None)
    control.rendering.queue.jobs.clear()
    control.board.drop(*(view.id for view in control.board.views))
    opened_book.window_of(control).close()
    idle(studio)
