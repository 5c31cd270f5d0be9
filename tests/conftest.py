"""What all tests share: the voice model, prepared once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from engine.build import build_engine
from engine.models.prepare import PreparedModel, Sources, prepare
from engine.renderer import Renderer
from engine.store import TakeStore

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from widgets.themes import Theming

pytest_plugins = [
    "tests.hygiene.guards",
    "tests.hygiene.coverage_rest",
    "tests.hygiene.sound_card",
    "tests.kernels.standin",
]

REPOSITORY = Path(__file__).resolve().parent.parent

# An example that is slow because the machine is busy is no finding: time is asserted by the
# tests that name a limit, against a peer or with a hang limit.
settings.register_profile("espressivo", deadline=None)
settings.load_profile("espressivo")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The data folder of tests: ESPRESSIVO_DATA, else one under the repository, kept."""
    named = os.environ.get("ESPRESSIVO_DATA")
    return Path(named) if named else REPOSITORY / ".cache" / "espressivo"


@pytest.fixture(scope="session")
def prepared_model(data_dir: Path) -> PreparedModel:
    """The voice model; made on first use (10 s), afterwards only checked."""
    return prepare(Sources(fetch=True), data_dir)


@pytest.fixture(scope="session")
def voice_renderer(
    prepared_model: PreparedModel, data_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Renderer:
    """The real engine on the CPU; its takes last as long as the tests do."""
    del prepared_model  # it is loaded from the data folder, as the program does it
    engine = build_engine(data_dir, "cpu")
    return engine.renderer.with_store(TakeStore(tmp_path_factory.mktemp("takes")))


@pytest.fixture(scope="session")
def theming(qapp: QApplication) -> Theming:
    """The theming of the one application: a program has one, made before its window.

    A second one in a process takes the style from under the windows of the first.
    """
    from widgets.themes import Theming

    return Theming(qapp, qapp)
