"""Our side of the way to a graphics card, on a stand-in for the driver.

Shows what is asked of the driver, in which order and with which arguments; each kernel
goes through memory, argument packing and launch as on a card, with its host build run at
the end. That a real card does the same is not tested here (``packaging/gpu_check.py``).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kernels import contour, durations, waveform
from kernels.calls import Kernels, filter_bank
from kernels.card import Card, nearest_architecture
from kernels.compiled import SOURCES, Source
from kernels.driver import Driver, DriverFault, DriverMissing
from kernels.pinned import OnDevice
from kernels.snake_norm import snake_norm
from tests.kernels.on_host import Host, ulps
from tests.kernels.standin import StandIn


def code(source: Source) -> bytes:
    return f"// {source.name}\n.visible .entry\n".encode()


def opened(standin: StandIn) -> Driver:
    driver = Driver(standin.path)
    driver.open()
    return driver


def test_every_kernel_through_memory_and_launch(standin: StandIn, tmp_path: Path) -> None:
    standin.host = Host(tmp_path)
    random = np.random.default_rng(1)
    driver = opened(standin)
    with Card(driver, code) as card:
        run = Kernels(card)
        f0 = (150 * 2 ** random.normal(0, 0.5, 333)).astype(np.float32)
        f0[random.random(333) < 0.3] = 0
        asked = {"level_st": 2.0, "excursion": 1.4, "declination_st_s": -1.0, "final_st": 3.0}
        asked |= {"final_span": 0.3, "jitter_st": 0.2}
        heard = np.ones(333, bool)
        wanted = contour.bend_f0(f0, strength=0.7, sounding=heard, seed=9, **asked)
        assert (
            ulps(run.bend_f0(f0, strength=0.7, sounding=heard, seed=9, **asked), wanted).max() <= 1
        )
        energy = contour.bend_energy(f0, strength=0.7, excursion=1.4, offset=0.5)
        assert ulps(run.bend_energy(f0, strength=0.7, excursion=1.4, offset=0.5), energy).max() <= 1
        features, frames = random.normal(size=(7, 33)).astype(np.float32), random.integers(1, 5, 33)
        repeated = durations.regulate(features, frames)
        assert run.regulate(features, frames).tobytes() == repeated.tobytes()
        gamma, beta, alpha = random.uniform(0.5, 2, (3, 7)).astype(np.float32)
        active = snake_norm(features, gamma, beta, alpha)
        assert np.abs(run.snake_norm(features, gamma, beta, alpha) - active).max() < 1e-5
        audio = random.normal(0, 0.4, 1777).astype(np.float32)
        gain, tilt = random.normal(0, 3, (2, 6)).astype(np.float32)
        shaped = run.shape(audio, gain, tilt, filter_bank(24000), rate=24000)
        assert np.abs(shaped - waveform.shape(audio, gain, tilt, 24000)).max() < 1e-6
        limited = waveform.limit(audio, 0.8, rate=24000)
        assert ulps(run.limit(audio, 0.8, rate=24000), limited).max() <= 1
        assert standin.held()[0] > 10
    assert standin.held() == (0, 0, 0)
    driver.close()
    entries = [entry for source in SOURCES for entry in source.entries]
    assert sorted({name for name, _, _ in standin.launches}) == sorted(entries)
    assert ("channel_moments", 7, 256) in standin.launches
    assert ("limit_need", 7, 256) in standin.launches
    standin.host.close()


def test_what_the_driver_says_of_the_machine(standin: StandIn) -> None:
    standin.machine(13010, 2)
    driver = Driver(standin.path)
    assert driver.version() == (13, 1)
    assert [device.name for device in driver.devices()] == ["Stand-in 9000"] * 2
    assert driver.devices()[0].capability == (8, 6)
    assert driver.devices()[0].memory_bytes == 8 << 30
    assert driver.devices()[0].l2_bytes == 4 << 20
    driver.open(1)
    assert driver.priorities() == (0, -5)
    assert driver.memory() == (7 << 30, 8 << 30)
    first, last = driver.event(), driver.event()
    driver.record(first)
    driver.record(last)
    assert driver.milliseconds(first, last) == 0.5
    stream = driver.stream(-5)
    driver.capture(stream)
    graph = driver.captured(stream)
    driver.replay(graph, stream)
    driver.end_graph(graph)
    driver.end_stream(stream)
    two = driver.allocate(8), driver.allocate(8)
    array, back = np.arange(2.0, dtype=np.float32), np.zeros(2, np.float32)
    driver.upload(two[0], array.ctypes.data, 8)
    driver.copy(two[1], two[0], 8)
    driver.download(back.ctypes.data, two[1], 8)
    assert (back == array).all()
    for address in two:
        driver.free(address)
    driver.close()


def test_faults_are_told_apart(standin: StandIn) -> None:
    driver = opened(standin)
    standin.fail("cuMemAlloc_v2", 2)
    with pytest.raises(DriverFault, match=r"CUDA_ERROR_OUT_OF_MEMORY \(2\)") as full:
        driver.allocate(1)
    assert full.value.out_of_memory
    assert not full.value.lost
    standin.fail("cuStreamSynchronize", 719)
    with pytest.raises(DriverFault, match="CUDA_ERROR_LAUNCH_FAILED") as lost:
        driver.wait()
    assert lost.value.lost
    with pytest.raises(DriverFault, match=r"cuDeviceGet: unknown \(101\)"):
        driver.open(4)


def test_memory_is_freed_when_a_launch_fails(standin: StandIn) -> None:
    with Card(opened(standin), code) as card:
        standin.fail("cuLaunchKernel", 719)
        with pytest.raises(DriverFault):
            Kernels(card).limit(np.ones(5, np.float32), 0.5, rate=24000)
        assert standin.held()[0] > 0
    assert standin.held() == (0, 0, 0)


def test_no_driver_is_said(tmp_path: Path) -> None:
    with pytest.raises(DriverMissing, match=r"libcuda\.so\.1 cannot be loaded"):
        Driver(tmp_path / "libcuda.so.1")


def test_a_card_gets_the_nearest_code_it_can_run() -> None:
    assert nearest_architecture((7, 0)) is None
    assert nearest_architecture((7, 5)) == 75
    assert nearest_architecture((8, 7)) == 86
    assert nearest_architecture((9, 0)) == 90
    assert nearest_architecture((12, 1)) == 120


@pytest.mark.parametrize("pinned", [True, False])
def test_a_map_is_pinned_in_its_place_or_copied(
    standin: StandIn, tmp_path: Path, pinned: bool
) -> None:
    path = tmp_path / "table"
    np.arange(512, dtype=np.float32).tofile(path)
    table = np.memmap(path, np.float32, "r", shape=(4, 128))
    driver = opened(standin)
    if not pinned:
        standin.fail("cuMemHostRegister_v2", 801)
    with OnDevice(driver, table) as there:
        assert (there.address == table.ctypes.data) == pinned
        assert there.reason == (
            "" if pinned else "cuMemHostRegister_v2: CUDA_ERROR_NOT_SUPPORTED (801)"
        )
        back = np.empty_like(table)
        driver.download(back.ctypes.data, there.address, back.nbytes)
        assert (back == table).all()
        assert standin.held()[:2] == ((0, 1) if pinned else (1, 0))
    assert standin.held() == (0, 0, 0)
    with pytest.raises(ValueError, match="contiguous"):
        OnDevice(driver, table[:, ::2])
    del there, table
