"""Loudness against the standard's own figures and an independent meter."""

from __future__ import annotations

import numpy as np
import pyloudnorm
import pytest

from engine.loudness import SILENCE_LUFS, _high_pass, _shelf, loudness
from engine.values import Floats


def test_the_filters_at_48_khz_are_those_of_the_standard() -> None:
    """ITU-R BS.1770-4, tables 1 and 2."""
    b, a = _shelf(48_000)
    assert b == pytest.approx([1.53512485958697, -2.69169618940638, 1.19839281085285], abs=1e-7)
    assert a == pytest.approx([1.0, -1.69065929318241, 0.73248077421585], abs=1e-7)
    b, a = _high_pass(48_000)
    assert b == [1.0, -2.0, 1.0]
    assert a == pytest.approx([1.0, -1.99004745483398, 0.99007225036621], abs=1e-7)


@pytest.mark.parametrize("rate", [24_000, 48_000])
def test_a_full_scale_sine_reads_as_the_standard_says(rate: int) -> None:
    sine = np.sin(2 * np.pi * 997 * np.arange(5 * rate) / rate).astype(np.float32)
    assert loudness(sine, rate) == pytest.approx(-3.01, abs=0.05)


def speechlike(seed: int) -> Floats:
    """Noise in bursts of uneven level with silence between, as speech is."""
    chance = np.random.default_rng(seed)
    bursts = [
        np.concatenate(
            (
                chance.normal(0, chance.uniform(0.01, 0.1), chance.integers(4_000, 20_000)),
                np.zeros(chance.integers(1_000, 9_000)),
            )
        )
        for _ in range(8)
    ]
    return np.cumsum(np.concatenate(bursts)).astype(np.float32) * np.float32(0.05)


@pytest.mark.parametrize("seed", range(5))
def test_it_agrees_with_another_meter(seed: int) -> None:
    audio = speechlike(seed)
    meter = pyloudnorm.Meter(24_000, filter_class="DeMan")
    assert loudness(audio) == pytest.approx(meter.integrated_loudness(audio), abs=0.1)


def test_silence_and_clicks_are_bounded() -> None:
    assert loudness(np.zeros(0, np.float32)) == SILENCE_LUFS
    assert loudness(np.zeros(24_000, np.float32)) == SILENCE_LUFS
    assert loudness(np.full(10, 0.5, np.float32)) > SILENCE_LUFS


@pytest.mark.parametrize("gain_db", [-12.0, -0.1, 6.0])
def test_gain_moves_it_by_as_much(gain_db: float) -> None:
    audio = speechlike(3)
    louder = audio * np.float32(10 ** (gain_db / 20))
    assert loudness(louder) - loudness(audio) == pytest.approx(gain_db, abs=0.01)
