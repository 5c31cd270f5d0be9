"""Every fault that rivals were reported for has its tests."""

from __future__ import annotations

import pytest

from tests.reading.table import CASES, held_by


@pytest.mark.parametrize("case", CASES)
def test_no_case_is_without_a_test(case: str) -> None:
    assert held_by(case)
