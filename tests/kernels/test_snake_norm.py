"""The decoder's activation: what it refuses, and what it does to easy curves."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.snake_norm import snake_norm


def ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def test_a_still_channel_becomes_its_shift_and_the_wave_of_it() -> None:
    beta, alpha = np.float32([0.5, -0.25]), np.float32([2.0, 4.0])
    got = snake_norm(7 * ones(2, 9), ones(2), beta, alpha)
    wanted = beta + np.sin(alpha * beta) ** 2 / alpha
    assert np.abs(got - wanted[:, None]).max() < 1e-6


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        snake_norm(ones(2, 9), ones(3), ones(2), ones(2))
    with pytest.raises(ValueError, match="does not fit"):
        snake_norm(ones(2, 0), ones(2), ones(2), ones(2))
    with pytest.raises(ValueError, match="alpha must not be 0"):
        snake_norm(ones(2, 9), ones(2), ones(2), np.float32([1, 0]))
