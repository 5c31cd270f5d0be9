"""One understander for all tests: its encoder takes seconds to load."""

from pathlib import Path

import pytest

from engine.emotion.encoder import Encoder
from engine.emotion.understand import Understander


@pytest.fixture(scope="session")
def encoder(data_dir: Path) -> Encoder:
    return Encoder(data_dir / "emotion")


@pytest.fixture(scope="session")
def understander(encoder: Encoder, data_dir: Path) -> Understander:
    return Understander(encoder, data_dir / "emotion")
