import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from kernels import contour

STEP_S = 0.0125


def semitones(hertz: NDArray[np.float32]) -> NDArray[np.float64]:
    return 12.0 * np.log2(np.maximum(hertz.astype(np.float64), 1.0))


def voiced_line(size: int = 240) -> NDArray[np.float32]:
    """A falling, accented contour with the gaps and low glides a model plans."""
    time = np.arange(size) * STEP_S
    f0 = 180.0 * 2.0 ** ((2.5 * np.sin(2 * np.pi * 1.1 * time) - 1.5 * time) / 12.0)
    f0[:10] = 7.3
    f0[10] = 24.0
    f0[100:120] = 6.9
    f0[99] = 35.0
    f0[-12:] = 5.2
    return f0.astype(np.float32)


@st.composite
def curves(draw: st.DrawFn) -> NDArray[np.float32]:
    size = draw(st.integers(2, 80))
    voiced = draw(hnp.arrays(np.float32, size, elements=st.floats(10.0, 690.0, width=32)))
    silent = draw(hnp.arrays(np.float32, size, elements=st.floats(0.0, 9.5, width=32)))
    mask = draw(hnp.arrays(np.bool_, size))
    return np.where(mask, voiced, silent)


bends = st.fixed_dictionaries(
    {
        "level_st": st.floats(-6, 8),
        "excursion": st.floats(0.4, 2.0),
        "declination_st_s": st.floats(-4, 4),
        "final_st": st.floats(-5, 5),
        "jitter_st": st.floats(0, 0.8),
    }
)


@settings(max_examples=150)
@given(f0=curves(), bend=bends, ends=st.tuples(st.floats(0, 1.5), st.floats(0, 1.5)))
def test_no_voiced_step_is_larger_than_its_parts_allow(
    f0: NDArray[np.float32], bend: dict[str, float], ends: tuple[float, float]
) -> None:
    strength = np.linspace(*ends, f0.size)
    bent = contour.bend_f0(f0, strength=strength, seed=7, **bend)
    bound = contour.continuity_bound(f0, strength=strength, **bend)
    both = (f0[1:] >= contour.VOICED_HZ) & (f0[:-1] >= contour.VOICED_HZ)
    assert bound.shape == (f0.size - 1,)
    assert np.isinf(bound[~both]).all()
    assert (np.abs(np.diff(semitones(bent)))[both] <= bound[both] * 1.0001 + 1e-3).all()


def test_the_bound_notices_a_contour_that_jumps() -> None:
    f0 = np.full(40, 200.0, np.float32)
    jumping = f0.copy()
    jumping[20:] *= 2.0 ** (3.0 / 12.0)
    bound = contour.continuity_bound(f0, level_st=3.0, declination_st_s=1.0)
    assert np.abs(np.diff(semitones(jumping))).max() > 10 * bound.max()


@settings(max_examples=100)
@given(f0=curves(), bend=bends, strength=st.floats(0, 2))
def test_voicing_and_limits_hold(
    f0: NDArray[np.float32], bend: dict[str, float], strength: float
) -> None:
    bent = contour.bend_f0(f0, strength=strength, seed=1, **bend)
    voiced = f0 >= contour.VOICED_HZ
    assert bent.dtype == np.float32
    assert bent[~voiced].tobytes() == f0[~voiced].tobytes()
    assert (bent[voiced] >= np.minimum(f0[voiced], contour.F0_LOW_HZ) * 0.99999).all()
    assert (bent[voiced] <= np.maximum(f0[voiced], contour.F0_HIGH_HZ) * 1.00001).all()


@given(f0=curves(), strength=st.floats(0, 2))
def test_asking_for_nothing_gives_the_same_bits(f0: NDArray[np.float32], strength: float) -> None:
    assert contour.bend_f0(f0, strength=strength, seed=3).tobytes() == f0.tobytes()
    full = contour.bend_f0(f0, strength=0.0, level_st=4, excursion=1.4, jitter_st=0.5)
    assert full.tobytes() == f0.tobytes()


def test_level_is_a_shift_in_semitones() -> None:
    f0 = voiced_line()
    near = f0 > contour.F0_LOW_HZ
    bent = contour.bend_f0(f0, level_st=3.0)
    assert np.allclose(semitones(bent)[near] - semitones(f0)[near], 3.0, atol=1e-4)


def test_excursion_scales_about_the_voiced_median() -> None:
    f0 = voiced_line()
    voiced = f0 >= contour.VOICED_HZ
    bent = contour.bend_f0(f0, excursion=1.5)
    median = np.median(semitones(f0)[voiced])
    assert np.median(semitones(bent)[voiced]) == pytest.approx(median, abs=1e-3)
    near = voiced & (np.abs(semitones(f0) - median) < contour.EXCURSION_REACH_ST)
    ratio = (semitones(bent)[near] - median) / (semitones(f0)[near] - median)
    assert np.allclose(ratio, 1.5, atol=1e-2)


def test_declination_adds_a_slope_about_the_middle() -> None:
    f0 = np.full(161, 200.0, np.float32)
    change = semitones(contour.bend_f0(f0, declination_st_s=-2.0)) - semitones(f0)
    assert np.allclose(np.diff(change), -2.0 * STEP_S, atol=1e-4)
    assert change[80] == pytest.approx(0.0, abs=1e-5)


def test_final_contour_counts_voiced_time_only() -> None:
    f0 = voiced_line()
    f0[-40:-20] = 6.0  # an unvoiced stretch inside the final span
    voiced = np.flatnonzero(f0 >= contour.VOICED_HZ)
    change = (semitones(contour.bend_f0(f0, final_st=3.0)) - semitones(f0))[voiced]
    span = round(contour.FINAL_SPAN_S / STEP_S)
    assert change[-1] == pytest.approx(3.0, abs=1e-4)
    assert (np.diff(change[-span:]) > 0).all()
    assert np.allclose(change[: -span - 1], 0.0, atol=1e-5)


@settings(max_examples=100)
@given(f0=curves(), most=st.floats(-8, 8))
def test_a_lift_moves_what_is_voiced_within_limits_and_by_no_more(
    f0: NDArray[np.float32], most: float
) -> None:
    lift = most * np.linspace(0.0, 1.0, f0.size)
    lifted = contour.lift_f0(f0, lift)
    still = (f0 < contour.VOICED_HZ) | (lift == 0.0)
    assert lifted[still].tobytes() == f0[still].tobytes()
    assert (lifted[~still] <= np.maximum(f0[~still], contour.F0_HIGH_HZ) * 1.00001).all()
    assert (lifted[~still] >= np.minimum(f0[~still], contour.F0_LOW_HZ) * 0.99999).all()
    free = ~still & (lifted > 60.0) & (lifted < contour.F0_HIGH_KNEE_HZ)
    assert np.allclose((semitones(lifted) - semitones(f0))[free], lift[free], atol=1e-3)
    assert contour.lift_f0(f0, np.zeros(f0.size)).tobytes() == f0.tobytes()


def test_a_lift_of_another_length_or_of_no_number_is_refused() -> None:
    f0 = np.full(4, 200.0, np.float32)
    for lift, words in ((np.zeros(3), "shape"), (np.full(4, np.nan), "finite")):
        with pytest.raises(ValueError, match=words):
            contour.lift_f0(f0, lift)


def test_jitter_is_bounded_slow_and_repeatable() -> None:
    f0 = np.full(4000, 200.0, np.float32)
    first = contour.bend_f0(f0, jitter_st=0.5, seed=11)
    again = contour.bend_f0(f0, jitter_st=0.5, seed=11)
    other = contour.bend_f0(f0, jitter_st=0.5, seed=12)
    change = semitones(first) - semitones(f0)
    assert first.tobytes() == again.tobytes()
    assert np.abs(change).max() <= 0.5 + 1e-4
    assert np.abs(change).max() > 0.4
    assert abs(np.corrcoef(semitones(first), semitones(other))[0, 1]) < 0.2
    power = np.abs(np.fft.rfft(change - change.mean())) ** 2
    hertz = np.fft.rfftfreq(change.size, STEP_S)
    assert power[hertz <= contour.JITTER_KNOTS_HZ].sum() > 0.98 * power.sum()


def test_noise_is_the_same_on_every_machine() -> None:
    # First three hashed knots of seed 5 by MurmurHash3's finaliser, worked in plain integers.
    def knot(number: int, seed: int) -> float:
        state = (number * 0x9E3779B9 + seed) & 0xFFFFFFFF
        state = ((state ^ (state >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
        state = ((state ^ (state >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
        state ^= state >> 16
        return (state >> 8) / 2**23 - 1.0

    step = 1.0 / contour.JITTER_KNOTS_HZ
    heard = contour.smooth_noise(50, seed=5, step_s=step)
    assert np.allclose(heard, [knot(number, 5) for number in range(50)], atol=1e-9)


def test_strength_ramps_the_change() -> None:
    f0 = np.full(101, 200.0, np.float32)
    bent = contour.bend_f0(f0, strength=np.linspace(0, 1, 101), level_st=4.0)
    assert np.allclose(semitones(bent) - semitones(f0), np.linspace(0, 4, 101), atol=1e-4)
    assert bent[0] == f0[0]


def test_a_strong_rise_saturates_without_flattening() -> None:
    f0 = np.linspace(250, 400, 50).astype(np.float32)
    bent = contour.bend_f0(f0, level_st=12.0)
    assert (np.diff(bent) > 0).all()
    assert bent.max() < contour.F0_HIGH_HZ


def test_glides_into_voicing_are_not_thrown_about() -> None:
    f0 = voiced_line()
    bent = contour.bend_f0(f0, excursion=1.55)
    lowest = semitones(bent)[10] - semitones(f0)[10]
    assert lowest >= -contour.EXCURSION_REACH_ST * 0.55 - 1e-3


@pytest.mark.parametrize("f0", [np.zeros(0, np.float32), np.full(9, 7.0, np.float32)])
def test_nothing_voiced_comes_back(f0: NDArray[np.float32]) -> None:
    assert contour.bend_f0(f0, level_st=4, final_st=2, excursion=2).tobytes() == f0.tobytes()
    assert contour.continuity_bound(f0, level_st=4).shape == (max(0, f0.size - 1),)


@pytest.mark.parametrize(
    "wrong",
    [
        {"excursion": 0.0},
        {"excursion": float("nan")},
        {"jitter_st": -0.1},
        {"final_span": 0.0},
        {"step_s": -1.0},
        {"strength": -0.5},
        {"strength": float("inf")},
        {"strength": [1.0, 1.0]},
    ],
)
def test_broken_arguments_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"above 0|negative|strength"):
        contour.bend_f0(np.full(5, 100.0, np.float32), level_st=1.0, **wrong)


def test_energy_is_bent_about_its_median_and_bounded() -> None:
    energy = np.linspace(-9, 8, 101).astype(np.float32)
    louder = contour.bend_energy(energy, offset=2.0)
    assert np.allclose(louder - energy, 2.0, atol=1e-6)
    wider = contour.bend_energy(energy, excursion=1.2)
    assert wider[50] == pytest.approx(energy[50], abs=1e-6)
    assert wider[60] - wider[50] == pytest.approx(1.2 * (energy[60] - energy[50]), abs=1e-5)
    most = contour.bend_energy(energy, excursion=3.0, offset=9.0)
    assert np.abs(most - energy).max() <= contour.ENERGY_LIMIT + 1e-5
    assert contour.bend_energy(energy).tobytes() == energy.tobytes()


def test_gain_follows_strength_smoothly() -> None:
    assert not contour.gain_curve(1.0, 0.0, size=8).any()
    assert (contour.gain_curve(0.5, 6.0, size=8) == 3.0).all()
    step = np.repeat([0.0, 1.0], 50)
    curve = contour.gain_curve(step, 6.0, size=100)
    assert curve[0] == 0.0
    assert curve[-1] == 6.0
    assert (np.diff(curve) >= 0).all()
    assert np.diff(curve).max() < 6.0 / 3
    assert contour.gain_curve(step, -6.0, size=100).min() == -6.0
    assert contour.gain_curve(1.0, 3.0, size=0).size == 0
