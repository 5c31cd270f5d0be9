"""Percentiles and medians are NumPy's, to the bit."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.ranks import median, percentile


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_they_are_numpys(kind: type[np.floating]) -> None:
    random = np.random.default_rng(5)
    for size in (1, 2, 3, 4, 7, 20, 33, 101, 488):
        values = random.normal(0.0, 9.0, size).astype(kind)
        ordered = np.sort(values)
        for percent in (0.0, 5.0, 33.3, 50.0, 95.0, 100.0):
            for share in (percent, np.float64(percent)):
                assert percentile(ordered, share) == float(np.percentile(values, share))
        assert median(values) == float(np.median(values))


def test_what_is_no_number_is_told() -> None:
    values = np.array([1.0, np.nan, 2.0], np.float32)
    assert np.isnan(percentile(np.sort(values), 50.0))
    assert np.isnan(median(values))
