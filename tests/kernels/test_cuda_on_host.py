"""The CUDA kernels' arithmetic against the NumPy reference, on 200 odd shapes each.

Everything but the Snake counts in doubles and rounds once, so the two may differ in the
last place of a float32 (where a double fell on the other side of a rounding border).
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import DTypeLike

from engine.backends import trt_plugins
from kernels import contour, durations, waveform
from kernels.calls import Kernels, filter_bank
from kernels.compiled import SOURCES, Source
from kernels.snake_norm import EPSILON, snake_norm
from tests.engine import standin_plugins
from tests.engine.standin_plugins import DTYPES
from tests.kernels.on_host import Host, ulps

SHAPES = 200
LAST_PLACE = 1
"""float32 steps a value may be off the reference."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    made = Host(tmp_path_factory.mktemp("host"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def host(built: Host) -> Kernels:
    return Kernels(built)


def curve(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A contour with unvoiced stretches, glides and extremes, and what of it is heard."""
    size = int(random.integers(1, 700))
    f0 = 150 * 2 ** (random.normal(0, 0.7, size))
    f0[random.random(size) < random.choice([0.0, 0.3, 1.0], p=[0.2, 0.75, 0.05])] = 0
    f0[random.random(size) < 0.02] = 10.0
    return f0.astype(np.float32), random.random(size) < random.choice([0.0, 0.8, 1.0])


def bend(random: np.random.Generator) -> dict[str, float]:
    return {
        "level_st": random.normal(0, 4),
        "excursion": 2 ** random.normal(0, 1),
        "declination_st_s": random.normal(0, 2),
        "final_st": random.normal(0, 5),
        "final_span": random.uniform(0.05, 0.6),
        "jitter_st": abs(random.normal(0, 0.5)),
    }


def test_f0_contours(host: Kernels) -> None:
    random, moved = np.random.default_rng(1), 0
    for _ in range(SHAPES):
        f0, sounding = curve(random)
        strength = random.uniform(0, 2, f0.size) * (random.random(f0.size) < 0.9)
        seed, asked = int(random.integers(-9, 2**40)), bend(random)
        wanted = contour.bend_f0(f0, strength=strength, seed=seed, sounding=sounding, **asked)
        got = host.bend_f0(f0, strength=strength, seed=seed, sounding=sounding, **asked)
        assert ulps(got, wanted).max() <= LAST_PLACE
        assert (got[f0 < contour.VOICED_HZ] == f0[f0 < contour.VOICED_HZ]).all()
        moved += int((got != f0).sum())
        bound = contour.continuity_bound(f0, strength=strength, sounding=sounding, **asked)
        both = np.isfinite(bound)
        steps = np.abs(np.diff(12 * np.log2(np.maximum(got, 1).astype(float))))
        assert (steps[both] <= bound[both] + 1e-4).all()
    assert moved > 50 * SHAPES


def test_an_f0_contour_that_is_asked_for_nothing_comes_back(host: Kernels) -> None:
    f0, sounding = curve(np.random.default_rng(2))
    nothing = dict.fromkeys(bend(np.random.default_rng(0)), 0.0)
    nothing |= {"excursion": 1.0, "final_span": 0.3}
    assert (
        host.bend_f0(f0, strength=1.0, sounding=sounding, seed=5, **nothing).tobytes()
        == f0.tobytes()
    )


def test_energy_curves(host: Kernels) -> None:
    random = np.random.default_rng(3)
    for _ in range(SHAPES):
        energy = random.normal(-2, 3, int(random.integers(1, 900))).astype(np.float32)
        strength = random.uniform(0, 2, energy.size)
        excursion, offset = float(2 ** random.normal()), float(random.normal(0, 2))
        wanted = contour.bend_energy(energy, strength=strength, excursion=excursion, offset=offset)
        got = host.bend_energy(energy, strength=strength, excursion=excursion, offset=offset)
        assert ulps(got, wanted).max() <= LAST_PLACE


def test_features_repeated_by_durations(host: Kernels) -> None:
    random = np.random.default_rng(4)
    for _ in range(SHAPES):
        channels, tokens = int(random.integers(1, 40)), int(random.integers(1, 60))
        frames = random.integers(0, 9, tokens)
        frames[int(random.integers(tokens))] += 1
        features = random.normal(size=(channels, tokens)).astype(np.float32)
        wanted = durations.regulate(features, frames)
        assert host.regulate(features, frames).tobytes() == wanted.tobytes()


def snake_truth(x: np.ndarray, *styles: np.ndarray) -> np.ndarray:
    """The same in doubles throughout."""
    gamma, beta, alpha = (each.astype(float)[:, None] for each in styles)
    wide = x.astype(float)
    mean, spread = wide.mean(axis=1, keepdims=True), wide.var(axis=1, keepdims=True)
    y = (1 + gamma) * (wide - mean) / np.sqrt(spread + EPSILON) + beta
    return np.asarray(y + np.sin(alpha * y) ** 2 / alpha)


def test_the_decoders_activation(host: Kernels) -> None:
    """No further from the truth in doubles than the float32 reference, and two last places."""
    random = np.random.default_rng(5)
    for _ in range(SHAPES):
        channels, size = int(random.integers(1, 12)), int(random.integers(1, 1500))
        offset, scale = random.normal(0, 5, (channels, 1)), 10 ** random.uniform(-2, 2)
        x = (random.normal(0, scale, (channels, size)) + offset).astype(np.float32)
        gamma, beta = random.normal(0, 1, (2, channels)).astype(np.float32)
        alpha = random.uniform(0.2, 8, channels).astype(np.float32)
        truth = snake_truth(x, gamma, beta, alpha)
        reference = snake_norm(x, gamma, beta, alpha)
        got = host.snake_norm(x, gamma, beta, alpha)
        allowed = np.abs(reference - truth).max() + 2 * np.spacing(np.abs(reference).max())
        assert np.abs(got - truth).max() <= allowed
        assert np.abs(reference - truth).max() < 1e-3 * max(1.0, np.abs(truth).max())


def test_gain_and_tilt(host: Kernels) -> None:
    random = np.random.default_rng(6)
    banks = {rate: filter_bank(rate) for rate in (8000, 24000)}
    for _ in range(SHAPES):
        rate = int(random.choice(list(banks)))
        hop, size = rate // 80, int(random.integers(1, 1500))
        audio = random.normal(0, 0.2, size).astype(np.float32)
        need = -(-size // hop)
        gain = random.normal(0, 6, need).astype(np.float32)
        centre = random.uniform(-9, 9)  # beyond the limit too
        tilt = (centre + random.uniform(-1, 1, need)).astype(np.float32)
        wanted = waveform.shape(audio, gain, tilt, rate)
        got = host.shape(audio, gain, tilt, banks[rate], rate=rate)
        # Near a zero crossing a last place is tiny: what counts there is the sum's own size.
        floor = 1e-13 * 10 ** (np.abs(gain).max() / 20)
        assert ((ulps(got, wanted) <= LAST_PLACE) | (np.abs(got - wanted) <= floor)).all()


def test_silent_curves_leave_the_sound_alone(host: Kernels) -> None:
    audio = np.random.default_rng(7).normal(0, 0.3, 999).astype(np.float32)
    nothing = np.zeros(-(-999 // 300), np.float32)
    assert (
        host.shape(audio, nothing, nothing, filter_bank(24000), rate=24000).tobytes()
        == audio.tobytes()
    )


def test_the_limiter(host: Kernels) -> None:
    random, limited = np.random.default_rng(8), 0
    for _ in range(SHAPES):
        rate, size = int(random.choice([4000, 8000, 24000])), int(random.integers(1, 1500))
        audio = random.normal(0, 0.1, size).astype(np.float32)
        audio[random.random(size) < 0.003] *= 20
        ceiling = float(random.uniform(0.3, 1.0))
        wanted = waveform.limit(audio, ceiling, rate=rate)
        got = host.limit(audio, ceiling, rate=rate)
        assert ulps(got, wanted).max() <= LAST_PLACE
        assert np.abs(got).max() <= ceiling
        limited += int((got != audio).any())
    assert limited > SHAPES // 4


class AsPlugins:
    """The kernels as TensorRT starts them: a ``Device`` that knows what an entry gives back."""

    def __init__(self, host: Host) -> None:
        trt: Any = types.SimpleNamespace(DataType=IntEnum("DataType", [*DTYPES], start=0))
        self._host, self._plugins = host, standin_plugins.module(trt)
        count = trt_plugins.register(trt, self._plugins, self.code)
        assert count == len(trt_plugins.PLUGINS)
        assert trt_plugins.register(trt, self._plugins, self.code) == 0  # once a process
        self.ran: set[str] = set()

    @staticmethod
    def code(source: Source) -> bytes:
        return "".join(f".visible .entry {each}(" for each in source.entries).encode()

    def put(self, array: np.ndarray) -> np.ndarray:
        whole = np.ascontiguousarray(array)
        carried = {np.dtype(np.float64): np.int64, np.dtype(np.uint8): np.bool_}
        return whole.view(carried.get(whole.dtype, whole.dtype))

    def empty(self, shape: Sequence[int], dtype: DTypeLike) -> np.ndarray:
        return np.full(shape, 0, np.int64 if dtype is np.float64 else dtype)

    def fetch(self, buffer: np.ndarray) -> np.ndarray:
        return buffer

    def launch(self, entry: str, work: int, *arguments: Any) -> None:
        plugin = next(each for each in trt_plugins.PLUGINS if each.entry == entry)
        arrays = [each for each in arguments if isinstance(each, np.ndarray)]
        numbers = [int(each) for each in arguments if not isinstance(each, np.ndarray)]
        inputs, outputs = arrays[: len(plugin.inputs)], arrays[len(plugin.inputs) :]
        given = dict(zip(plugin.attributes, reversed(numbers), strict=False))
        if entry == "shape":
            given = {"hop": numbers[2]}
        made = standin_plugins.run(self._plugins, self._host, plugin.name, inputs, **given)
        for out, now in zip(outputs, made, strict=True):
            assert (out.shape, out.dtype) == (now.shape, now.dtype)
            out[:] = now
        self.ran.add(entry)


def test_every_kernel_as_a_plugin_of_tensorrt(built: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Registered, asked for outputs and launch, started with TensorRT's order of arguments."""
    plugins = AsPlugins(built)
    monkeypatch.setattr(f"{__name__}.SHAPES", 12)  # the arithmetic had its 200
    for test in (
        test_f0_contours,
        test_energy_curves,
        test_features_repeated_by_durations,
        test_the_decoders_activation,
        test_gain_and_tilt,
        test_the_limiter,
    ):
        test(Kernels(plugins))
    assert plugins.ran == {each.entry for each in trt_plugins.PLUGINS}
    assert plugins.ran == {entry for source in SOURCES for entry in source.entries}


BROKEN = {
    "bend_energy": ("excursion, w) - 1.0) +", "excursion, w) - 1.001) +", test_energy_curves),
    "contour_frame": ("total / 2", "(total + 2) / 2", test_f0_contours),
    "regulate": ("> frame", ">= frame", test_features_repeated_by_durations),
    "snake_norm": ("wave * wave", "wave", test_the_decoders_activation),
    "channel_moments": ("i += LANES", "i += LANES + 1", test_the_decoders_activation),
    "shape": ("half - k", "half - k - 1", test_gain_and_tilt),
    "limit_apply": ("k <= 2 * half", "k < 2 * half", test_the_limiter),
}


@pytest.mark.parametrize("entry", BROKEN)
def test_a_broken_kernel_is_caught(tmp_path: Path, entry: str) -> None:
    right, wrong, test = BROKEN[entry]
    source = next(each for each in SOURCES if entry in each.entries)
    assert right in source.text
    broken = Host(tmp_path, [_Broken(source.name, source.entries, source.constants, right, wrong)])
    try:
        with pytest.raises(AssertionError):
            test(Kernels(broken))
    finally:
        broken.close()


@dataclasses.dataclass(frozen=True)
class _Broken(Source):
    right: str = ""
    wrong: str = ""

    @property
    def text(self) -> str:
        return super().text.replace(self.right, self.wrong)
