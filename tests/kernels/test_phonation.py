"""Breath and whisper on the waveform, without the voice model."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from kernels.phonation import (
    BREATH_FULL_HZ,
    WHISPER_DROP_DB,
    Floats,
    breathe,
    whisper,
    whisper_level_db,
)

Makes = Callable[..., Floats]

RATE = 24_000
HOP = 300


def vowel(hertz: float = 140.0, seconds: float = 0.6) -> Floats:
    """A buzz of harmonics falling by 12 dB an octave, with a formant at 2.8 kHz."""
    time = np.arange(round(RATE * seconds)) / RATE
    orders = np.arange(1, int(9000 / hertz))
    at = orders * hertz
    level = 1.0 / orders**2 + 0.02 * np.exp(-(((at - 2800) / 400) ** 2))
    phases = 2 * np.pi * (at[:, None] * time + 0.37 * orders[:, None] ** 2)
    sound = (level[:, None] * np.sin(phases)).sum(axis=0)
    loud: Floats = (0.2 * sound / np.abs(sound).max()).astype(np.float32)
    return loud


def shares(audio: Floats, value: float) -> Floats:
    return np.full(-(-audio.size // HOP), value, np.float32)


def band_db(audio: Floats, low: float, high: float) -> float:
    power = np.abs(np.fft.rfft(audio * np.hanning(audio.size))) ** 2
    hertz = np.fft.rfftfreq(audio.size, 1 / RATE)
    return float(10 * np.log10(power[(hertz >= low) & (hertz < high)].sum()))


def periodicity(audio: Floats, hertz: float) -> float:
    """Correlation of a sound with itself one period later: 1 = a perfect voice."""
    lag = round(RATE / hertz)
    one, two = audio[:-lag].astype(np.float64), audio[lag:].astype(np.float64)
    return float(one @ two / np.sqrt((one @ one) * (two @ two)))


@pytest.mark.parametrize("make", [breathe, whisper])
def test_nothing_asked_is_nothing_done(make: Makes) -> None:
    audio = vowel()
    assert make(audio, shares(audio, 0.0), RATE).tobytes() == audio.tobytes()


@pytest.mark.parametrize("make", [breathe, whisper])
def test_a_part_that_asks_for_nothing_stays_as_it_is(make: Makes) -> None:
    audio = vowel()
    curve = shares(audio, 0.0)
    curve[:10] = 0.8
    made = make(audio, curve, RATE)
    rest = 12 * HOP
    assert np.abs(made[rest:] - audio[rest:]).max() < 1e-7
    assert np.abs(made[:rest] - audio[:rest]).max() > 1e-3


def test_breath_is_noise_over_the_harmonics_and_leaves_the_voice_below() -> None:
    audio = vowel()
    last = 1.0
    for amount in (0.25, 0.5, 1.0):
        made = breathe(audio, shares(audio, amount), RATE)
        low = band_db(made, 50, 1200) - band_db(audio, 50, 1200)
        assert abs(low) < 0.05
        upper = [_upper(made), _upper(audio)]
        now = periodicity(upper[0], 140.0)
        assert now < last - 0.05
        last = now
        whole = band_db(made, BREATH_FULL_HZ, 6000) - band_db(audio, BREATH_FULL_HZ, 6000)
        assert -4.0 < whole < 1.0
    assert periodicity(made, 140.0) > 0.95  # it is still a voice


def _upper(audio: Floats) -> Floats:
    spectrum = np.fft.rfft(audio)
    spectrum[np.fft.rfftfreq(audio.size, 1 / RATE) < BREATH_FULL_HZ] = 0
    return np.fft.irfft(spectrum, audio.size).astype(np.float32)


def test_breath_comes_in_puffs_with_the_voice() -> None:
    """Hermes 1991: noise in step with the pulses joins the voice, steady noise stands beside."""
    pulses = np.zeros(RATE // 2, np.float32)
    pulses[:: RATE // 100] = 0.5
    made = breathe(pulses, shares(pulses, 1.0), RATE) - pulses
    power = (made.astype(np.float64) ** 2)[2400:9600].reshape(-1, RATE // 100).mean(axis=0)
    near = power[:30].sum() + power[-30:].sum()
    assert near > 0.95 * power.sum()


def test_a_whisper_takes_the_place_of_the_voice() -> None:
    audio = vowel()
    found = [
        periodicity(whisper(audio, shares(audio, amount), RATE), 140.0)
        for amount in (0.0, 0.3, 0.6, 0.9, 1.0)
    ]
    assert all(a > b for a, b in itertools.pairwise(found))
    assert found[0] > 0.99
    assert abs(found[-1]) < 0.2


@pytest.mark.parametrize("amount", [0.2, 0.5, 0.8, 1.0])
def test_a_whisper_keeps_the_level_and_tells_what_a_gain_has_to_take(amount: float) -> None:
    audio = vowel()
    made = whisper(audio, shares(audio, amount), RATE)
    inner = slice(2400, -2400)
    change = 20 * np.log10(np.std(made[inner]) / np.std(audio[inner]))
    assert abs(change) < 1.0
    told = float(whisper_level_db(np.full(1, amount, np.float32))[0])
    assert -WHISPER_DROP_DB - 1e-6 <= told < 0
    assert float(whisper_level_db(np.ones(1, np.float32))[0]) == pytest.approx(-WHISPER_DROP_DB)


def test_a_whisper_keeps_the_formant() -> None:
    audio = vowel()
    made = whisper(audio, shares(audio, 1.0), RATE)
    around = band_db(made, 2500, 3100) - band_db(made, 1500, 2100)
    assert around > 3.0


@pytest.mark.parametrize("make", [breathe, whisper])
def test_noise_belongs_to_its_place_in_the_line(make: Makes) -> None:
    audio = vowel()
    curve = shares(audio, 0.7)
    whole = make(audio, curve, RATE)
    assert make(audio, curve, RATE).tobytes() == whole.tobytes()
    later = make(audio[3000:], curve[10:], RATE, at=3000)
    other = make(audio[3000:], curve[10:], RATE, at=0)
    inner = slice(1500, -1500)
    assert np.abs(later - whole[3000:])[inner].max() < (0.02 if make is breathe else 0.2)
    assert np.abs(other - whole[3000:])[inner].std() > 3 * np.abs(later - whole[3000:])[inner].std()


@pytest.mark.parametrize("make", [breathe, whisper])
def test_amounts_change_without_a_click(make: Makes) -> None:
    """A step of the share, from one hop to the next, makes no step of the wave."""
    time = np.arange(RATE // 2) / RATE
    audio = (0.3 * np.sin(2 * np.pi * 110 * time)).astype(np.float32)
    curve = shares(audio, 0.0)
    curve[20:] = 0.5
    made = make(audio, curve, RATE).astype(np.float64)
    jump = np.abs(np.diff(made))[5000:7000].max()
    assert jump < 4 * np.abs(np.diff(made))[7500:].max()


def test_what_does_not_fit_is_refused() -> None:
    audio = vowel()
    for make in (breathe, whisper):
        with pytest.raises(ValueError, match="need"):
            make(audio, np.zeros(3, np.float32), RATE)
        with pytest.raises(ValueError, match="shares"):
            make(audio, shares(audio, 1.1), RATE)
        with pytest.raises(ValueError, match="shares"):
            make(audio, shares(audio, float("nan")), RATE)
        with pytest.raises(ValueError, match="hop"):
            make(audio, shares(audio, 0.5), 22_050)
