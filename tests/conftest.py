"""What all tests share: the voice model, prepared once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.models.prepare import PreparedModel, Sources, prepare

pytest_plugins = ["tests.hygiene.guards", "tests.hygiene.sound_card"]

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The data folder of tests: ESPRESSIVO_DATA, else one under the repository, kept."""
    named = os.environ.get("ESPRESSIVO_DATA")
    return Path(named) if named else REPOSITORY / ".cache" / "espressivo"


@pytest.fixture(scope="session")
def prepared_model(data_dir: Path) -> PreparedModel:
    """The voice model; made on first use (10 s), afterwards only checked."""
    return prepare(Sources(fetch=True), data_dir)
