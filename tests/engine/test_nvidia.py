"""What is said of an NVIDIA card: from a stand-in for its driver, so on any machine."""

from __future__ import annotations

import _ctypes
import ctypes
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from engine.backends import nvidia, onnx_cuda, packages, trt_probe
from kernels import card
from tests.kernels.standin import StandIn


def test_a_card_that_can_be_used(standin: StandIn) -> None:
    machine = nvidia.look(standin.path)
    assert machine.lacks == ()
    assert machine.device == "Stand-in 9000, 8 GiB"
    assert machine.release == (13, 0)


def test_no_driver(tmp_path: Path) -> None:
    (lack,) = nvidia.look(tmp_path / "libcuda.so.1").lacks
    assert "no NVIDIA driver" in lack.reason
    assert lack.step == "install NVIDIA's driver 580 or newer"


def test_a_driver_that_is_too_old(standin: StandIn) -> None:
    standin.machine(release=12040)
    (lack,) = nvidia.look(standin.path).lacks
    assert lack.reason == "the NVIDIA driver runs CUDA 12.4, 13.0 is needed"
    assert "580" in lack.step


def test_a_driver_without_a_card(standin: StandIn) -> None:
    standin.machine(cards=0)
    assert [lack.reason for lack in nvidia.look(standin.path).lacks] == ["no NVIDIA graphics card"]
    standin.fail("cuInit", 100)
    (lack,) = nvidia.look(standin.path).lacks
    assert "CUDA_ERROR_NO_DEVICE" in lack.reason


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("int nothing;", "cuInit: the driver has no such function (500)"),
        ("int cuInit(unsigned flags) { return (int)flags + 999; }", "cuInit: unknown (999)"),
    ],
)
def test_a_library_that_is_no_whole_driver(tmp_path: Path, source: str, found: str) -> None:
    library = tmp_path / "libcuda.so.1"
    command = ["gcc", "-shared", "-x", "c", "-", "-o", str(library)]
    subprocess.run(command, input=source, text=True, check=True)
    (lack,) = nvidia.look(library).lacks
    handle = ctypes.CDLL(str(library))._handle
    _ctypes.dlclose(handle)  # as often as it was opened: no test leaves a file open
    _ctypes.dlclose(handle)
    assert lack.reason == f"the NVIDIA driver finds no card ({found})"
    assert "driver" in lack.step


def test_a_card_too_old_for_our_code(standin: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "nearest_architecture", lambda capability: None)
    (lack,) = nvidia.look(standin.path).lacks
    assert lack.reason == "Stand-in 9000 has compute capability 8.6, 7.5 is needed"


def test_with_a_card_the_probes_name_the_packages_that_are_missing(standin: StandIn) -> None:
    cuda, trt = onnx_cuda.probe(standin.path), trt_probe.probe(standin.path)
    assert not cuda.available
    assert not cuda.silent
    assert cuda.reason.startswith("onnxruntime ")
    assert cuda.reason.endswith("has no CUDAExecutionProvider")
    assert cuda.hint == "pip uninstall onnxruntime, then pip install 'espressivo[gpu]'"
    assert (trt.reason, trt.hint) == (
        "TensorRT is not installed",
        "pip install 'tensorrt-cu13>=11,<12'",
    )


def test_without_a_card_the_probes_are_silent(standin: StandIn) -> None:
    standin.machine(cards=0)
    assert onnx_cuda.probe(standin.path).silent
    assert trt_probe.probe(standin.path).silent


@pytest.mark.parametrize("version", ["10.13.0.35", "11.4.0.106"])
def test_only_the_release_whose_interface_is_known(
    standin: StandIn, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setattr(packages, "version_of", lambda names: version)
    monkeypatch.setattr(packages, "find_spec", lambda name: name)
    found = trt_probe.probe(standin.path)
    assert found.available == version.startswith("11.")
    assert found.available or found.reason == f"TensorRT {version} is installed, 11.x is needed"


def test_the_gpu_build_is_known_by_its_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def said() -> list[str]:
        return [lack.reason for lack in packages.lacks_of_onnx_runtime()]

    monkeypatch.setattr(packages, "find_spec", lambda name: None)
    assert said() == ["onnxruntime-gpu is not installed"]
    spec = types.SimpleNamespace(origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(packages, "find_spec", lambda name: spec)
    assert said() == ["onnxruntime is built without CUDA"]
    (tmp_path / "capi").mkdir()
    (tmp_path / "capi" / "libonnxruntime_providers_cuda.so").touch()
    assert said() == []


REFUSED = """
import sys
from app.cli import main
code = main(["say", "--backend", sys.argv[1], "Hello."])
heavy = {"numpy", "onnxruntime", "onnx", "engine.build", "importlib.metadata"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
sys.exit(code)
"""
REFUSED_CPU_S = 1.0
"""Measured 0.2 s. Processor time, so that it says the same on a busy machine, where two
seconds are left for waiting."""


@pytest.mark.parametrize("name", ["trt", "cuda"])
def test_a_card_asked_for_by_name_is_refused_at_once(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "ESPRESSIVO_DATA": str(tmp_path)}
    before = os.times()
    ran = subprocess.run(
        [sys.executable, "-c", REFUSED, name], capture_output=True, text=True, env=environment
    )
    after = os.times()
    spent = after.children_user + after.children_system
    assert spent - before.children_user - before.children_system < REFUSED_CPU_S
    assert ran.returncode == 4, ran.stderr
    assert "no NVIDIA driver" in ran.stderr
    assert "TensorRT is not installed" in ran.stderr or name == "cuda"
    assert len(ran.stderr.splitlines()) == 1
