"""What tests of the engine share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.tiny_export import write_folder
from tests.engine.trt_row import Row
from tests.kernels.standin import StandIn


@pytest.fixture
def here(standin: StandIn, tmp_path: Path) -> Iterator[Row]:
    made = Row(standin, tmp_path)
    yield made
    made.row.close()
    assert standin.held() == (0, 0, 0)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder with a tiny voice model to prepare."""
    return write_folder(tmp_path / "source")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that is not there yet."""
    return tmp_path / "data"
