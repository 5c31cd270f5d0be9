"""One understander for all tests: its encoder takes seconds to load."""

import pytest

from engine.emotion.encoder import Encoder
from engine.emotion.understand import Understander


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    return Encoder()


@pytest.fixture(scope="session")
def understander(encoder: Encoder) -> Understander:
    return Understander(encoder)
