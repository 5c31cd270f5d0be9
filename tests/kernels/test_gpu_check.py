"""The script for a machine with a card: run here as far as there is one, and on a stand-in.

On the stand-in its whole path is taken, with the kernels' host build behind the launches;
times and rates then mean nothing. What it would find on a card is not known here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from onnx import TensorProto, helper

from engine.backends.onnx_cuda import PROCESSOR, Target
from kernels.compiled import ARCHITECTURES, SOURCES
from tests.engine.standin_tensorrt import World, tensorrt
from tests.kernels.on_host import Host
from tests.kernels.standin import StandIn, standin_driver

ROOT = Path(__file__).parents[2]


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import gpu_check

    return gpu_check


@pytest.fixture
def standin(tmp_path: Path) -> Iterator[StandIn]:
    with standin_driver(tmp_path) as made:
        made.host = Host(tmp_path)
        yield made
        made.host.close()


def test_without_a_card_it_says_so_and_stops(tmp_path: Path) -> None:
    missing = tmp_path / "libcuda.so.1"
    command = [sys.executable, "packaging/gpu_check.py", "run", str(tmp_path)]
    command += ["--driver", str(missing)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 4
    assert done.stdout.startswith("No NVIDIA card can be used here: ")
    assert "Nothing was checked." in done.stdout
    assert list(tmp_path.iterdir()) == []


def packed(folder: Path) -> None:
    """As ``pack`` leaves it, but without compiling again."""
    for source in SOURCES:
        for architecture in ARCHITECTURES:
            path = folder / f"{source.name}-{architecture}.ptx"
            path.write_bytes(b"// .visible .entry\n")


def test_the_whole_way_on_a_stand_in(
    check: ModuleType,
    standin: StandIn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    packed(tmp_path)
    monkeypatch.setattr(check, "SHAPES", 2)
    monkeypatch.setattr(check, "LOOPS", 1)
    monkeypatch.setattr(check, "MAPPED", (3, 50))
    monkeypatch.setattr(check, "bandwidth", lambda *_: {"left_out": "seconds on a processor"})
    status = check.main(["run", str(tmp_path), "--driver", str(standin.path)])
    report = json.loads((tmp_path / "report.json").read_text())
    assert status == 0
    assert report["device"] == "Stand-in 9000"
    assert report["code"] == 86
    assert report["kernels"]["ok"]
    assert set(report["kernels"]["worst_of_allowed"]) == {
        "bend_f0", "bend_energy", "regulate", "snake_norm", "shape", "limit",
    }  # fmt: skip
    assert report["rows"]["left_out"]
    for name in ("decoder", "captured", "engine"):
        assert report[name]["left_out"]
    assert report["pinned"]["pinned"]
    assert report["pinned"]["in_place_ok"]
    assert report["pinned"]["copied_ok"]
    assert not list(tmp_path.glob("*.tmp"))
    assert "of what is allowed" in capsys.readouterr().out
    assert standin.held() == (0, 0, 0)


def test_a_wrong_kernel_is_not_called_right(
    check: ModuleType, standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(tmp_path)
    assert standin.host is not None
    standin.host.entries["limit_hold"] = lambda *_: None
    monkeypatch.setattr(check, "SHAPES", 2)
    monkeypatch.setattr(check, "LOOPS", 1)
    monkeypatch.setattr(check, "MAPPED", (3, 50))
    monkeypatch.setattr(check, "bandwidth", lambda *_: {})
    assert check.main(["run", str(tmp_path), "--driver", str(standin.path)]) == 1
    report = json.loads((tmp_path / "report.json").read_text())
    assert not report["kernels"]["ok"]


def test_a_packed_decoder_is_run_and_compared(
    check: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small graph in the decoder's place, on the processor. (The real one packs to 61 MiB.)"""
    decoder = check.gpu_decoder
    assert decoder.check(tmp_path)["left_out"]
    text = helper.make_tensor_value_info("aligned_text", TensorProto.FLOAT, [1, 2, "F"])
    audio = helper.make_tensor_value_info("audio", TensorProto.FLOAT, None)
    nodes = [
        helper.make_node("Sin", ["aligned_text"], ["wave"]),
        helper.make_node("ReduceMean", ["wave", "axes"], ["audio"], keepdims=0),
    ]
    axes = helper.make_tensor("axes", TensorProto.INT64, [2], [0, 1])
    graph = helper.make_graph(nodes, "small", [text], [audio], [axes])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    (tmp_path / decoder.STAGE).write_bytes(model.SerializeToString())
    given = np.random.default_rng(1).normal(size=(1, 2, 3000)).astype(np.float32)
    sound = np.sin(given).mean(axis=(0, 1))
    np.savez(tmp_path / decoder.UNIT, aligned_text=given, audio=sound)
    here = Target(PROCESSOR, {}, "cpu")
    found = decoder.check(tmp_path, here)
    assert found["ok"], found
    assert found["nodes"] == {PROCESSOR: 2}
    assert found["fallbacks"] == {}
    np.savez(tmp_path / decoder.UNIT, aligned_text=given, audio=sound[::-1])
    assert not decoder.check(tmp_path, here)["ok"]
    assert decoder.check(tmp_path, Target("NoSuchProvider", {}, "cpu"))["left_out"]
    np.savez(tmp_path / decoder.UNIT, aligned_text=given, audio=sound)
    monkeypatch.setattr(decoder, "CAPTURED_RUNS", 4)
    both = decoder.captured(tmp_path, here)
    assert both["plain"]["captured_runs"] == 0
    assert both["captured"]["captured_runs"] == 5  # all but the first two
    assert both["captured"]["remarks"] == []
    assert both["captured"]["difference_db"] == both["plain"]["difference_db"] < 0.01
    assert decoder.engine(tmp_path)["left_out"].startswith("packages are missing: ")


def test_a_packed_decoders_engine_is_built_and_run_on_stand_ins(
    check: ModuleType, standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A graph with the stage's own inputs: each adds its mean to a wave over F0."""
    decoder = check.gpu_decoder
    nodes = [helper.make_node("Sin", ["f0"], ["wave"])]
    given = {"aligned_text": [1, 512, "F"], "energy": [1, "G"], "acoustic_style": [1, 128]}
    for number, name in enumerate(given):
        nodes.append(helper.make_node("ReduceMean", [name], [f"m{number}"], keepdims=0))
    sums = ["wave", "m0", "m1", "m2"]
    for number in range(3):
        out = "audio" if number == 2 else f"s{number}"
        nodes.append(helper.make_node("Add", [sums[0], sums[number + 1]], [out]))
        sums[0] = out
    shapes = {**given, "f0": [1, "G"]}
    ins = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()]
    audio = helper.make_tensor_value_info("audio", TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "small", ins, [audio])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    (tmp_path / decoder.STAGE).write_bytes(model.SerializeToString())
    sizes = {"aligned_text": (1, 512, 40), "f0": (1, 80), "energy": (1, 80)}
    random = np.random.default_rng(1)
    unit = {n: random.normal(size=s).astype(np.float32) for n, s in sizes.items()}
    unit["acoustic_style"] = np.zeros((1, 128), np.float32)
    means = sum(unit[name].mean() for name in given)
    np.savez(tmp_path / decoder.UNIT, audio=np.sin(unit["f0"][0]) + means, **unit)
    world = World()
    monkeypatch.setitem(sys.modules, "tensorrt", tensorrt(world))
    monkeypatch.setattr("kernels.driver.LIBRARY", str(standin.path))
    monkeypatch.setattr(decoder, "spectral_distance", lambda one, two: np.abs(one - two).max())
    found = decoder.engine(tmp_path)
    assert (found["state"], found["ok"]) == ("ready", True), found
    assert found["runs"] == decoder.REPEATS
    assert found["difference_db"] < 1e-5
    assert world.builds == 1
    assert standin.held() == (0, 0, 0)
    world.fail_build = "no tactic"
    (folder,) = (tmp_path / "engines").glob("*.engine")
    folder.unlink()
    failed = decoder.engine(tmp_path)
    assert (failed["state"], failed["ok"]) == ("failed: no tactic", False)
