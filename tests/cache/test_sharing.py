"""Two processes, one cache. A file of its own, so that another worker runs beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cache.sharing import both

PAUSE_S = 0.05
"""Of each process after each round, in the minute: it is to last, not to fill both cores."""


@pytest.mark.slow
def test_two_processes_one_cache_for_a_minute(tmp_path: Path) -> None:
    print(both(tmp_path, 60.0, PAUSE_S))


@pytest.mark.soak
def test_two_processes_for_ten_minutes(tmp_path: Path) -> None:
    print(both(tmp_path, 600.0))
