"""A graph in pieces against the same graph whole, and what stops it."""

from __future__ import annotations

import copy
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.backends.lanes import Lanes, Whole
from engine.backends.onnx_cpu import IN_LANES, OnnxCpuBackend, _session
from engine.backends.protocol import Stage
from engine.backends.runtime import onnx_runtime
from engine.cancel import CancelToken
from engine.errors import BackendFailed, Cancelled
from engine.models.directions import part_directions
from engine.models.pieces import pieces_of
from engine.models.stages import write_mapped

GENERATOR = "/decoder/decoder/generator/"
FEEDS = {"text": np.linspace(-1, 1, 64, dtype=np.float32).reshape(1, 8, 8)}


class Drawing:
    """A graph with the published generator's branches, each of a few small operators."""

    def __init__(self, work: int = 1) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.work = work
        self.rng = np.random.default_rng(3)
        self.weights: list[onnx.TensorProto] = []

    def op(self, kind: str, out: str, *inputs: str) -> str:
        self.nodes.append(helper.make_node(kind, list(inputs), [out]))
        return out

    def branch(self, out: str, x: str) -> str:
        for i in range(self.work):
            weight = f"{out}/w{i}"
            value = self.rng.normal(0, 0.4, (1, 8, 8)).astype(np.float32)
            self.weights.append(numpy_helper.from_array(value, weight))
            x = self.op("MatMul", f"{out}/{i}", weight, self.op("Sin", f"{out}/s{i}", x))
        return self.op("Add", GENERATOR + out, x, "text")

    def model(self) -> onnx.ModelProto:
        source = self.op("Sin", GENERATOR + "Concat_3_output_0", "text")
        risen = self.op("Cos", GENERATOR + "ups.0/ConvTranspose_output_0", "text")
        noise = self.branch("noise_res.0/Add_8_output_0", source)
        x = self.op("Add", GENERATOR + "Add_2_output_0", noise, risen)
        outs = [self.branch(f"resblocks.{i}/Add_8_output_0", x) for i in range(3)]
        late = self.branch("noise_res.1/Add_8_output_0", source)
        x = self.op("Sum", GENERATOR + "Add_5_output_0", *outs, late)
        outs = []
        for block in (3, 4, 5):
            step = x
            for end in (2, 5, 8):
                step = self.branch(f"resblocks.{block}/Add_{end}_output_0", step)
            outs.append(step)
        self.op("Sum", "audio", *outs)
        graph = helper.make_graph(
            self.nodes,
            "stage",
            [helper.make_tensor_value_info("text", TensorProto.FLOAT, [1, 8, "F"])],
            [helper.make_tensor_value_info("audio", TensorProto.FLOAT, [1, 8, "F"])],
            self.weights,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
        onnx.checker.check_model(model, full_check=True)
        return model


def plain(op_type: str) -> onnx.ModelProto:
    shape: list[str | int | None] = [1, 8, "F"]
    graph = helper.make_graph(
        [helper.make_node(op_type, ["text"], ["audio"])],
        "stage",
        [helper.make_tensor_value_info("text", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("audio", TensorProto.FLOAT, shape)],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def backend_of(model: onnx.ModelProto, folder: Path, threads: int = 2) -> OnnxCpuBackend:
    """A backend of a stage whose weights lie in a file of their own, as prepared ones do."""
    path = folder / "stage.onnx"
    write_mapped(model, path)
    return OnnxCpuBackend({Stage.WAVEFORM: path}, "test", threads)


def test_every_node_is_in_one_piece_and_pieces_come_after_what_they_need() -> None:
    model = Drawing().model()
    pieces = pieces_of(model)
    assert len(pieces) == 17
    nodes = [node.output[0] for piece in pieces for node in piece.model.graph.node]
    assert sorted(nodes) == sorted(node.output[0] for node in model.graph.node)
    have = {"text"}
    for piece in pieces:
        assert have >= set(piece.inputs)
        have |= set(piece.outputs)
    assert pieces[-1].outputs == ("audio",)


def test_another_graph_stays_whole(tmp_path: Path) -> None:
    (piece,) = pieces_of(plain("Sin"))
    assert piece.inputs == ("text",)
    assert piece.outputs == ("audio",)
    backend = backend_of(plain("Sin"), tmp_path)
    out = backend.run(Stage.WAVEFORM, FEEDS, CancelToken())
    assert np.allclose(out["audio"], np.sin(FEEDS["text"]), atol=1e-6)
    backend.close()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_pieces_give_what_the_whole_gives_every_time(threads: int, tmp_path: Path) -> None:
    model = Drawing(work=3).model()
    whole = Whole(_session(model.SerializeToString(), 1)).run(FEEDS, onnx_runtime().RunOptions())
    backend = backend_of(model, tmp_path, threads)
    runs = [backend.run(Stage.WAVEFORM, FEEDS, CancelToken())["audio"] for _ in range(5)]
    backend.close()
    assert np.allclose(runs[0], whole["audio"], rtol=1e-5, atol=1e-5)
    assert all(np.array_equal(run, runs[0]) for run in runs)


def both_ways(*, constant_states: bool) -> onnx.ModelProto:
    """Two layers that read both ways, and two outputs that share what they rest on."""
    rng, hidden = np.random.default_rng(5), 4
    weights = {"w1": (2, 16, 3), "r1": (2, 16, 4), "b1": (2, 32)}
    weights |= {"w2": (2, 16, 8), "r2": (2, 16, 4), "b2": (2, 32)}
    stored = {name: rng.normal(0, 0.5, shape) for name, shape in weights.items()}
    if constant_states:
        stored["h"] = stored["c"] = rng.normal(0, 0.5, (2, 1, 4))
    lstm: dict[str, Any] = {"direction": "bidirectional", "hidden_size": hidden}
    node = helper.make_node
    nodes = [
        node("LSTM", ["text", "w1", "r1", "b1", "", "h", "c"], ["y1"], **lstm),
        node("Transpose", ["y1"], ["t1"], perm=[0, 2, 1, 3]),
        node("Reshape", ["t1", "flat"], ["x2"]),
        node("LSTM", ["x2", "w2", "r2", "b2", "", "h"], ["y2", "last"], **lstm),
        node("ReduceSum", ["y2"], ["level"]),
        node("Sin", ["level"], ["f0"]),
        node("Cos", ["level"], ["energy"]),
    ]
    if not constant_states:
        nodes.insert(0, node("Identity", ["start"], ["h"]))
        nodes.insert(0, node("Neg", ["start"], ["c"]))
    value = helper.make_tensor_value_info
    inputs = [value("text", TensorProto.FLOAT, ["T", 1, 3])]
    inputs += [] if constant_states else [value("start", TensorProto.FLOAT, [2, 1, 4])]
    graph = helper.make_graph(
        nodes,
        "both ways",
        inputs,
        [value(name, TensorProto.FLOAT, [1, 1, 1, 1]) for name in ("f0", "energy")],
        [numpy_helper.from_array(v.astype(np.float32), name) for name, v in stored.items()]
        + [numpy_helper.from_array(np.array([0, 1, 8]), "flat")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model, full_check=True)
    return model


@pytest.mark.parametrize("constant_states", [True, False])
def test_the_directions_of_recurrent_layers_run_apart_to_the_bit(constant_states: bool) -> None:
    model = both_ways(constant_states=constant_states)
    rng = np.random.default_rng(6)
    feeds = {"text": rng.normal(0, 1, (9, 1, 3)).astype(np.float32)}
    if not constant_states:
        feeds["start"] = rng.normal(0, 1, (2, 1, 4)).astype(np.float32)
    options = onnx_runtime().RunOptions()
    whole = Whole(_session(model.SerializeToString(), 1)).run(feeds, options)
    pieces = pieces_of(model)
    ways = [n for p in pieces for n in p.model.graph.node if n.op_type == "LSTM"]
    assert [helper.get_node_attr_value(n, "direction") for n in ways] == [
        b"forward",
        b"reverse",
    ] * 2
    opens = partial(_session, weights=Path())
    lanes = Lanes(pieces, 2, opens, ["f0", "energy"], keeps=True)
    for _ in range(3):
        apart = lanes.run(feeds, options)
        assert all(np.array_equal(apart[name], whole[name]) for name in ("f0", "energy"))


def test_only_what_leads_to_an_output_runs_and_what_no_layer_leads_to_has_all_threads() -> None:
    model = both_ways(constant_states=True)
    model.graph.node[6].input[0] = "text"  # the energy rests on no layer now
    feeds = {"text": np.random.default_rng(6).normal(0, 1, (9, 1, 3)).astype(np.float32)}
    options = onnx_runtime().RunOptions()
    whole = Whole(_session(model.SerializeToString(), 1)).run(feeds, options)
    pieces = pieces_of(model)
    assert [piece.alone for piece in pieces if piece.outputs == ("energy",)] == [True]
    assert [piece.alone for piece in pieces if piece.outputs == ("f0",)] == [False]
    ran: list[int] = []

    def opens(graph: bytes, threads: int) -> Any:
        session, number = _session(graph, threads, Path()), len(ran)
        ran.append(0)

        class Counted:
            def run_with_ort_values(self, *given: Any) -> Any:
                ran[number] += 1
                return session.run_with_ort_values(*given)

        return Counted()

    lanes = Lanes(pieces, 2, opens, ["f0", "energy"], keeps=True)
    out = lanes.run(feeds, options, "energy")
    assert out.keys() == {"energy"}
    assert np.array_equal(out["energy"], whole["energy"])
    assert sum(ran) == 1
    assert lanes.run(feeds, options).keys() == {"f0", "energy"}


def test_a_layer_whose_last_state_is_read_stays_as_it_is() -> None:
    model = both_ways(constant_states=True)
    model.graph.node[4].input[0] = "last"
    (parted,) = part_directions(model)
    assert parted == "y1"


def test_what_runs_in_lanes_says_so(tmp_path: Path) -> None:
    model = Drawing().model()
    alone, both = (backend_of(copy.deepcopy(model), tmp_path, n).describe() for n in (1, 2))
    assert both.runtime == alone.runtime + IN_LANES


def test_a_cancel_stops_both_lanes(tmp_path: Path) -> None:
    backend = backend_of(Drawing(work=30).model(), tmp_path)
    feeds = {"text": np.zeros((1, 8, 30_000), np.float32)}
    started = time.perf_counter()
    backend.run(Stage.WAVEFORM, feeds, CancelToken())
    takes = time.perf_counter() - started
    token = CancelToken()
    timer = threading.Timer(takes / 4, token.cancel)
    timer.start()
    started = time.perf_counter()
    with pytest.raises(Cancelled):
        backend.run(Stage.WAVEFORM, feeds, token)
    timer.join()
    backend.close()
    assert time.perf_counter() - started < 0.8 * takes


def test_the_fault_of_one_lane_comes_out_of_the_run(tmp_path: Path) -> None:
    backend = backend_of(Drawing().model(), tmp_path)
    with pytest.raises(BackendFailed, match="waveform"):
        backend.run(Stage.WAVEFORM, {"text": np.zeros((1, 7, 4), np.float32)}, CancelToken())
    again = backend.run(Stage.WAVEFORM, FEEDS, CancelToken())
    backend.close()
    assert again["audio"].shape == (1, 8, 8)
