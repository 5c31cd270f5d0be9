import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kernels import waveform

RATE = 24_000
HOP = 300
Audio = NDArray[np.float32]


def curve(value: float, audio: Audio) -> Audio:
    return np.full(-(-audio.size // HOP), value, np.float32)


def speech_like(seconds: float = 2.0, level_db: float = -22.0, seed: int = 0) -> Audio:
    """Noise with the long-term spectrum of speech."""
    size = round(seconds * RATE)
    noise = np.fft.rfft(np.random.default_rng(seed).normal(size=size))
    hertz = np.fft.rfftfreq(size, 1 / RATE)
    bands = np.array(waveform.SPEECH_BANDS_HZ, float)
    density = np.array(waveform.SPEECH_BANDS_DB) - 10 * np.log10(bands)
    amplitude = 10 ** (np.interp(np.maximum(hertz, 1), bands, density) / 20)
    audio = np.fft.irfft(noise * np.where(hertz < 50, 0, amplitude), size)
    return (audio * 10 ** (level_db / 20) / np.sqrt((audio**2).mean())).astype(np.float32)


def voice_like(seconds: float = 1.0, f0: float = 150.0) -> Audio:
    """A buzz with a spectrum that falls by 6 dB an octave, silent at its ends."""
    time = np.arange(round(seconds * RATE)) / RATE
    buzz = sum(np.sin(2 * np.pi * f0 * k * time) / k for k in range(1, 40))
    audio = 0.1 * buzz * np.minimum(1, 20 * np.minimum(time, seconds - time))
    return np.asarray(audio, np.float32)


def alpha_db(audio: Audio) -> float:
    power = np.abs(np.fft.rfft(audio.astype(np.float64))) ** 2
    hertz = np.fft.rfftfreq(audio.size, 1 / RATE)
    low = power[(hertz >= 50) & (hertz < 1000)].sum()
    return float(10 * np.log10(power[(hertz >= 1000) & (hertz <= 5000)].sum() / low))


def level_db(audio: Audio) -> float:
    return float(10 * np.log10((audio.astype(np.float64) ** 2).mean()))


def test_zero_curves_pass_the_same_bits() -> None:
    audio = voice_like()
    out = waveform.shape(audio, curve(0, audio), curve(0, audio), RATE)
    assert out.tobytes() == audio.tobytes()
    assert out is not audio


def test_where_both_curves_are_zero_samples_are_untouched() -> None:
    audio = voice_like()
    late = curve(0, audio)
    late[50:] = 3.0
    out = waveform.shape(audio, late, late, RATE)
    assert out[: 49 * HOP].tobytes() == audio[: 49 * HOP].tobytes()
    assert out.tobytes() != audio.tobytes()


@pytest.mark.parametrize("tilt", [-4.0, -2.5, -1.0, 0.5, 2.0, 3.5, 6.0])
def test_tilt_is_the_change_of_the_alpha_ratio(tilt: float) -> None:
    audio = speech_like()
    out = waveform.shape(audio, curve(0, audio), curve(tilt, audio), RATE)
    assert alpha_db(out) - alpha_db(audio) == pytest.approx(tilt, abs=0.1)
    assert level_db(out) == pytest.approx(level_db(audio), abs=0.1)


def test_tilt_moves_no_sound_in_time() -> None:
    pulse = np.zeros(4800, np.float32)
    pulse[2400] = 0.5
    out = waveform.shape(pulse, curve(0, pulse), curve(4.0, pulse), RATE)
    assert int(np.abs(out).argmax()) == 2400
    assert np.allclose(out[2400:2600], out[2400:2200:-1], atol=1e-7)


def test_gain_is_exact_and_glides_between_hops() -> None:
    audio = np.full(6000, 0.1, np.float32)
    out = waveform.shape(audio, curve(6.0, audio), curve(0, audio), RATE)
    assert np.allclose(out, 0.1 * 10 ** (6 / 20), rtol=1e-6)
    step = curve(0, audio)
    step[10:] = -6.0
    out = waveform.shape(audio, step, curve(0, audio), RATE)
    assert np.abs(np.diff(out)).max() < 0.1 * (1 - 10 ** (-6 / 20)) / 100


def test_changing_tilt_makes_no_click() -> None:
    audio = voice_like()
    jump = curve(-4, audio)
    jump[40:] = 6.0
    moved = waveform.shape(audio, curve(0, audio), jump, RATE)
    most = max(
        float(np.abs(np.diff(waveform.shape(audio, curve(0, audio), curve(t, audio), RATE))).max())
        for t in (-4.0, 6.0)
    )
    assert np.abs(np.diff(moved)).max() <= most * 1.01


def test_shape_refuses_what_does_not_fit() -> None:
    audio = voice_like()
    short = curve(0, audio)[:-1]
    with pytest.raises(ValueError, match="need"):
        waveform.shape(audio, short, curve(0, audio), RATE)
    with pytest.raises(ValueError, match="finite"):
        waveform.shape(audio, curve(np.nan, audio), curve(0, audio), RATE)
    with pytest.raises(ValueError, match="hop"):
        waveform.shape(audio, curve(0, audio), curve(0, audio), 22_050)
    empty = np.zeros(0, np.float32)
    assert waveform.shape(empty, empty, empty, RATE).size == 0


def test_limiter_is_absent_below_the_ceiling() -> None:
    audio = voice_like()
    assert np.abs(audio).max() < waveform.CEILING
    assert waveform.limit(audio).tobytes() == audio.tobytes()


@settings(max_examples=40)
@given(gain=st.floats(0.5, 30), ceiling=st.floats(0.1, 1.0), seed=st.integers(0, 99))
def test_limiter_never_passes_the_ceiling(gain: float, ceiling: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    audio = (rng.normal(0, 0.1, 3000) * gain).astype(np.float32)
    audio[rng.integers(0, 3000)] = 5.0
    out = waveform.limit(audio, ceiling)
    assert float(np.abs(out).max()) <= ceiling
    assert (np.sign(out) * np.sign(audio) >= 0).all()


def test_limiter_touches_only_what_is_near_a_peak() -> None:
    audio = voice_like(1.0)
    audio[12_000] = 1.4
    out = waveform.limit(audio)
    near = 2 * round(waveform.LOOK_S * RATE) + 1
    assert out[: 12_000 - near].tobytes() == audio[: 12_000 - near].tobytes()
    assert out[12_001 + near :].tobytes() == audio[12_001 + near :].tobytes()


def test_limiter_moves_its_gain_smoothly() -> None:
    loud = voice_like(1.0, 110.0) * np.float32(6)
    out = waveform.limit(loud)
    used = np.abs(loud) > 0.05
    gain = np.where(used, out / np.where(used, loud, 1), np.nan)
    steps = np.abs(np.diff(gain))
    assert np.nanmax(steps) < 0.01  # under 1 % a sample: no step in level
    # A steady buzz is turned down, not clipped: its shape stays.
    steady = slice(8000, 16000)
    assert np.corrcoef(out[steady], loud[steady])[0, 1] > 0.9999


def test_limiter_refuses_broken_sound() -> None:
    with pytest.raises(ValueError, match="finite"):
        waveform.limit(np.array([np.nan], np.float32))
    with pytest.raises(ValueError, match="ceiling"):
        waveform.limit(np.zeros(1, np.float32), 0.0)


def test_edges_fade_without_changing_the_middle() -> None:
    audio = np.full(1000, 0.5, np.float32)
    out = waveform.fade_edges(audio, 120)
    assert abs(out[0]) < 1e-3
    assert abs(out[-1]) < 1e-3
    assert (np.diff(out[:120]) > 0).all()
    assert (out[120:-120] == 0.5).all()
    assert waveform.fade_edges(audio, 0).tobytes() == audio.tobytes()
    assert waveform.fade_edges(audio[:3], 120).size == 3
    assert waveform.fade_edges(audio[:0], 120).size == 0
    with pytest.raises(ValueError, match="at least 0"):
        waveform.fade_edges(audio, -1)


@settings(max_examples=60)
@given(
    size=st.integers(0, 3000),
    asked=st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 500)), max_size=5),
)
def test_silences_are_exact(size: int, asked: list[tuple[int, int]]) -> None:
    audio = np.full(size, 0.5, np.float32)
    silences = sorted((min(at, size), length) for at, length in asked)
    out = waveform.splice_silences(audio, silences)
    total = sum(length for _, length in silences)
    assert out.size == size + total
    assert (out == 0).sum() == total
    if not total:
        assert out.tobytes() == audio.tobytes()


def test_a_silence_in_loud_sound_makes_no_click() -> None:
    audio = voice_like() * np.float32(3)
    inside = float(np.abs(np.diff(audio)).max())
    out = waveform.splice_silences(audio, [(9_123, 2400), (15_001, 1)])
    assert np.abs(np.diff(out)).max() <= inside
    assert np.abs(out[[9_122, 9_123 + 2400]]).max() <= 0.002
    assert out[: 9_123 - 192].tobytes() == audio[: 9_123 - 192].tobytes()


@pytest.mark.parametrize("wrong", [[(-1, 5)], [(11, 5)], [(5, 2), (3, 2)], [(5, -2)]])
def test_impossible_silences_are_refused(wrong: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match=r"rise|negative"):
        waveform.splice_silences(np.zeros(10, np.float32), wrong)


def test_pcm_never_wraps() -> None:
    audio = np.array([0.0, 1.0, -1.0, 1.5, -7.0, 0.5, 1e-9], np.float32)
    out = waveform.to_pcm16(audio)
    assert out.tolist() == [0, 32767, -32767, 32767, -32767, 16384, 0]
    assert out.dtype == np.int16
    with pytest.raises(ValueError, match="finite"):
        waveform.to_pcm16(np.array([np.inf], np.float32))
