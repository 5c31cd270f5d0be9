"""The buttons of notices: another backend, a voice found elsewhere, a saved report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.settings import Settings
from app.studio.wiring import Studio
from app.studio.worker import Unexpected
from engine.backends.fake import FakeBackend
from engine.build import Engine, build_engine
from engine.errors import BackendUnavailable, MissingModel
from engine.models.prepare import PreparedModel
from tests.studio.opened import opened, spoken, until
from widgets.dialogs.crash import CrashDialog
from widgets.themes import Theming


@pytest.fixture
def asked() -> list[str]:
    """The backends an engine was put together with."""
    return []


@pytest.fixture
def broken(
    own: Settings, theming: Theming, fake_engine: Engine, asked: list[str]
) -> Iterator[Studio]:
    """A studio whose backend cannot run; any other can."""

    def build() -> Engine:
        raise BackendUnavailable("backend-unavailable", subject="backend", detail="no card")

    def rebuild(name: str) -> Engine:
        asked.append(name)
        return fake_engine

    own.data.mkdir(parents=True)
    studio = Studio(own, build, theming, rebuild)
    studio.start()
    until(lambda: studio.state.board.views)
    yield studio
    assert studio.stop()
    studio.keep_recovery = True
    studio.window.close()
    studio.window.deleteLater()


def press(studio: Studio, word: str) -> None:
    """Press a notice's button."""
    view = next(v for v in studio.state.board.views if word in [w for w, _ in v.actions])
    studio.window.notice_acted.emit(view.id, word)


def test_automatic_loads_another_backend_and_is_kept(broken: Studio, asked: list[str]) -> None:
    assert broken.engine.engine is None
    press(broken, "automatic")
    until(lambda: broken.engine.pictures)
    assert asked == ["auto"]
    assert broken.state.settings.value("backend") == "auto"
    assert not broken.state.board.views


def test_a_failed_line_is_spoken_again_on_the_cpu(
    own: Settings, theming: Theming, fake_engine: Engine, asked: list[str]
) -> None:
    def rebuild(name: str) -> Engine:
        asked.append(name)
        return fake_engine

    with opened(own, theming, lambda: fake_engine) as studio:
        until(lambda: studio.engine.pictures)
        studio.look.rebuilding._build = rebuild
        backend = fake_engine.backend
        assert isinstance(backend, FakeBackend)
        backend.fail_next("out of memory")
        studio.engine.speak(studio.state.current, play=False)
        until(lambda: studio.engine.failures)
        press(studio, "cpu")
        until(lambda: studio.state.line is not None and studio.state.line.takes)
        assert asked == ["cpu"]
        assert not studio.engine.failures


def test_a_folder_without_a_voice_is_told_and_can_be_located_again(
    broken: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setattr(broken.look.rebuilding.asking, "open_folder", lambda _folder: empty)
    broken.state.board.error(MissingModel("model-missing", subject="model"))
    press(broken, "locate")
    until(lambda: [v for v in broken.state.board.views if v.id == "model-missing"])
    assert str(empty) in broken.state.board.views[-1].says
    assert broken.engine.engine is None


@pytest.mark.voice
@pytest.mark.slow
def test_a_voice_that_is_located_is_copied_and_speaks(
    own: Settings,
    theming: Theming,
    prepared_model: PreparedModel,
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del prepared_model  # it lies in the folder that is located
    shown: list[str] = []
    with opened(own, theming, lambda: build_engine(own.data, "cpu")) as studio:
        until(lambda: studio.state.board.views)
        assert studio.window.engine_state.text() == "The voice is not loaded"
        monkeypatch.setattr(studio.window, "show_engine", shown.append)
        monkeypatch.setattr(studio.look.rebuilding.asking, "open_folder", lambda _: data_dir)
        press(studio, "locate")
        until(lambda: studio.engine.pictures)
        assert shown[:2] == ["Loading the voice…", "Copying the voice…"]
        shares = [int(text[:-1].split()[-1]) for text in shown if text.endswith("%")]
        assert len(shares) > 20
        assert shares == sorted(shares)
        assert shares[-1] == 100
        assert shown[-1] == "Ready: CPU"
        assert not studio.state.board.views
        studio.window.line_text.edited.emit("Yes.")
        spoken(studio)
        line = studio.state.line
        assert line is not None
        assert "cpu" in line.takes[0].made


def test_a_report_of_what_broke_is_saved(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "report.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(place), ""))
    monkeypatch.setattr(CrashDialog, "exec", lambda dialog: dialog.save.click())
    studio.engine.unexpected(Unexpected("speaking", ZeroDivisionError("a reason")))
    press(studio, "report")
    written = place.read_text(encoding="utf-8")
    assert "ZeroDivisionError" in written
    assert studio.state.project.lines[0].text not in written
