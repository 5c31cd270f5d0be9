"""The CUDA row's own code, run on the processor: a device of the same library.

Binding, keeping, cancelling, counting and refusing are the same calls there. What a card
does with them is not tested here (``packaging/gpu_check.py``).
"""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from engine.backends import captured, onnx_cuda
from engine.backends.onnx_cuda import PROCESSOR, OnnxCudaBackend, Target
from engine.backends.placement import fallbacks, placement
from engine.backends.protocol import Stage
from engine.cancel import CancelToken
from engine.errors import BackendFailed, BackendUnavailable, Cancelled, MissingModel

HERE = Target(PROCESSOR, {}, "cpu")
FLOAT, INT = TensorProto.FLOAT, TensorProto.INT64


def written(path: Path, graph: onnx.GraphProto) -> Path:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    return path


def encode(folder: Path) -> Path:
    """bert = tokens as float; text = its sine."""
    nodes = [
        helper.make_node("Cast", ["tokens"], ["bert"], to=FLOAT),
        helper.make_node("Sin", ["bert"], ["text"]),
    ]
    tokens = helper.make_tensor_value_info("tokens", INT, [1, "T"])
    outs = [helper.make_tensor_value_info(name, FLOAT, [1, "T"]) for name in ("bert", "text")]
    return written(folder / "encode.onnx", helper.make_graph(nodes, "encode", [tokens], outs))


def duration(folder: Path) -> Path:
    """durations = bert * style[0]."""
    nodes = [helper.make_node("Mul", ["bert", "prosody_style"], ["durations"])]
    ins = [
        helper.make_tensor_value_info("bert", FLOAT, [1, "T"]),
        helper.make_tensor_value_info("prosody_style", FLOAT, [1, 1]),
    ]
    out = helper.make_tensor_value_info("durations", FLOAT, [1, "T"])
    return written(folder / "duration.onnx", helper.make_graph(nodes, "duration", ins, [out]))


def endless(folder: Path) -> Path:
    """A loop of very many steps."""
    step = helper.make_graph(
        [
            helper.make_node("Identity", ["go"], ["go_on"]),
            helper.make_node("Sin", ["x"], ["x_next"]),
        ],
        "step",
        [
            helper.make_tensor_value_info("i", INT, []),
            helper.make_tensor_value_info("go", TensorProto.BOOL, []),
            helper.make_tensor_value_info("x", FLOAT, [1]),
        ],
        [
            helper.make_tensor_value_info("go_on", TensorProto.BOOL, []),
            helper.make_tensor_value_info("x_next", FLOAT, [1]),
        ],
    )
    constants = [
        helper.make_tensor("times", INT, [], [10**9]),
        helper.make_tensor("yes", TensorProto.BOOL, [], [True]),
    ]
    graph = helper.make_graph(
        [helper.make_node("Loop", ["times", "yes", "aligned"], ["f0"], body=step)],
        "endless",
        [helper.make_tensor_value_info("aligned", FLOAT, [1])],
        [helper.make_tensor_value_info("f0", FLOAT, [1])],
        constants,
    )
    return written(folder / "prosody.onnx", graph)


@pytest.fixture
def backend(tmp_path: Path) -> OnnxCudaBackend:
    graphs = {
        Stage.ENCODE: encode(tmp_path),
        Stage.DURATION: duration(tmp_path),
        Stage.PROSODY: endless(tmp_path),
        Stage.WAVEFORM: tmp_path / "none.onnx",
    }
    return OnnxCudaBackend(graphs, "abc", HERE, "the processor")


def test_what_a_stage_hands_on_unchanged_stays_on_the_device(backend: OnnxCudaBackend) -> None:
    tokens = np.array([[3, 5, 7]])
    out = backend.run(Stage.ENCODE, {"tokens": tokens}, CancelToken())
    assert backend.reused == 0
    style = np.full((1, 1), 2, np.float32)
    inputs = {"bert": out["bert"], "prosody_style": style}
    timed = backend.run(Stage.DURATION, inputs, CancelToken())
    assert backend.reused == 1
    assert timed["durations"].tolist() == [[6, 10, 14]]
    copied = {"bert": out["bert"].copy(), "prosody_style": style}
    again = backend.run(Stage.DURATION, copied, CancelToken())
    assert backend.reused == 1
    assert again["durations"].tobytes() == timed["durations"].tobytes()
    with pytest.raises(ValueError, match="read-only"):
        out["bert"][0, 0] = 1  # the copy on the device would not follow


def test_the_device_keeps_nothing_nobody_holds(backend: OnnxCudaBackend) -> None:
    out = backend.run(Stage.ENCODE, {"tokens": np.array([[1, 2]])}, CancelToken())
    assert len(backend._kept) == 2
    del out
    gc.collect()
    assert len(backend._kept) == 0


def test_a_run_is_cancelled_and_the_backend_goes_on(backend: OnnxCudaBackend) -> None:
    token = CancelToken()
    timer = threading.Timer(0.2, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        backend.run(Stage.PROSODY, {"aligned": np.ones(1, np.float32)}, token)
    timer.join()
    assert backend.run(Stage.ENCODE, {"tokens": np.array([[1]])}, CancelToken())["bert"] == 1


def test_a_length_that_comes_again_is_run_in_its_place(tmp_path: Path) -> None:
    """Third run on: the same buffers, another content. That a card replays is not seen here."""
    graphs = {Stage.ENCODE: encode(tmp_path)}
    backend = OnnxCudaBackend(graphs, "abc", HERE, "the processor", capture=True)
    assert backend.captured is not None
    hits = []
    for number in range(4):
        tokens = np.array([[number, 5, 7]])
        out = backend.run(Stage.ENCODE, {"tokens": tokens}, CancelToken())
        assert out["bert"].tolist() == tokens.tolist()
        assert np.abs(out["text"] - np.sin(out["bert"])).max() < 1e-6
        (told,) = backend.facts().stages
        assert (told.stage, told.provider, told.bucket) == ("encode", PROCESSOR, 3)
        hits.append(told.hit)
    assert hits == [False, False, True, True]
    assert (len(backend.captured), backend.captured.runs) == (1, 2)
    for length in range(4, 4 + 2 * captured.MOST):
        for _ in range(2):
            backend.run(Stage.ENCODE, {"tokens": np.ones((1, length), np.int64)}, CancelToken())
    assert len(backend.captured) == captured.MOST
    assert backend.facts().remarks == ()
    backend.close()
    assert len(backend.captured) == 0


def test_what_cannot_be_captured_runs_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, stage: Stage) -> bytes:
        raise MissingModel("model-unsupported", subject="model", detail="a shape is left")

    monkeypatch.setenv(onnx_cuda.SWITCH, "1")
    monkeypatch.setattr(onnx_cuda, "without_shapes", refuse)
    backend = OnnxCudaBackend({Stage.ENCODE: encode(tmp_path)}, "abc", HERE)
    for _ in range(3):
        out = backend.run(Stage.ENCODE, {"tokens": np.array([[1, 2]])}, CancelToken())
        assert out["bert"].tolist() == [[1, 2]]
    (remark,) = backend.facts().remarks
    assert remark.startswith("encode: nothing is captured: ")
    assert "a shape is left" in remark
    monkeypatch.setenv(onnx_cuda.SWITCH, "0")
    assert OnnxCudaBackend({}, "abc", HERE).captured is None


def test_failures_have_a_code(backend: OnnxCudaBackend) -> None:
    with pytest.raises(MissingModel, match=r"none\.onnx"):
        backend.run(Stage.WAVEFORM, {}, CancelToken())
    with pytest.raises(BackendFailed) as caught:
        backend.run(Stage.ENCODE, {"tokens": np.ones((1, 2), np.float32)}, CancelToken())
    assert caught.value.code == "backend-failed"
    full = onnx_cuda._failure(Stage.WAVEFORM, RuntimeError("BFCArena: Failed to allocate memory"))
    assert full.detail.startswith("waveform: the card is out of memory: ")


def test_a_session_that_got_another_provider_is_refused(
    backend: OnnxCudaBackend, tmp_path: Path
) -> None:
    asked = OnnxCudaBackend(
        {Stage.ENCODE: encode(tmp_path)}, "abc", Target("OtherProvider", {}, "cpu"), "none"
    )
    with pytest.raises((BackendUnavailable, MissingModel)):
        asked.run(Stage.ENCODE, {"tokens": np.array([[1]])}, CancelToken())
    (lack,) = onnx_cuda._lacks_of_a_session(Target("OtherProvider", {}, "cpu"))
    assert "OtherProvider" in lack.reason
    assert onnx_cuda._lacks_of_a_session(HERE) == []


def test_describes_what_runs(backend: OnnxCudaBackend) -> None:
    info = backend.describe()
    assert (info.name, info.device, info.model) == ("cuda", "the processor", "abc")
    backend.close()


def test_nodes_are_counted_where_they_ran(tmp_path: Path) -> None:
    found = placement(str(encode(tmp_path)), {"tokens": np.array([[1, 2]])}, HERE)
    assert found == {PROCESSOR: {"Cast": 1, "Sin": 1}}
    assert fallbacks(found, HERE) == {}
    assert fallbacks(found, onnx_cuda.CARD) == {"Cast": 1, "Sin": 1}
