"""Layers of one set of weights folded into a loop: the same numbers, or nothing is changed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.backends.lanes import Whole
from engine.backends.onnx_cpu import OnnxCpuBackend, _session
from engine.backends.protocol import Stage, Tensor
from engine.backends.runtime import onnx_runtime
from engine.cancel import CancelToken
from engine.models.layers import fold_layers
from engine.models.prepared import PreparedModel

ENCODER = "/encoder/bert/encoder/"
BEFORE = f"{ENCODER}embedding_hidden_mapping_in/Add_output_0"
NORM = f"{ENCODER}albert_layer_groups.0/albert_layers.0/full_layer_layer_norm"
WIDTH = 6


def layers(count: int, *, mask: str = "mask", read: str = "") -> onnx.ModelProto:
    """A transformer of a product, a mask and a norm a layer; the last may read another mask."""
    rng, node = np.random.default_rng(2), helper.make_node
    weights = {"w": rng.normal(0, 1, (WIDTH, WIDTH)), "scale": np.ones(WIDTH), "low": -np.ones(1)}
    nodes = [node("Neg", ["x"], [BEFORE]), node("Mul", ["x", "low"], ["mask"])]
    nodes.append(node("Abs", ["x"], ["other"]))
    last = BEFORE
    for i in range(count):
        end = f"{NORM}_{i}" if i else NORM
        nodes += [
            node("MatMul", [last, "w"], [f"product{i}"]),
            node("Add", [f"product{i}", mask if i == count - 1 else "mask"], [f"masked{i}"]),
            node("Add", [f"masked{i}", last], [f"sum{i}"]),
            node(
                "LayerNormalization", [f"sum{i}", "scale"], [f"{end}/LayerNormalization_output_0"]
            ),
        ]
        last = nodes[-1].output[0]
    nodes.append(node("Add", [last, read or "other"], ["bert"]))
    value = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "layers",
        [value("x", TensorProto.FLOAT, [1, "T", WIDTH])],
        [value("bert", TensorProto.FLOAT, [1, "T", WIDTH])],
        [numpy_helper.from_array(v.astype(np.float32), name) for name, v in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model, full_check=True)
    return model


def out(model: onnx.ModelProto, length: int = 5) -> Tensor:
    x = np.random.default_rng(length).normal(0, 1, (1, length, WIDTH)).astype(np.float32)
    session = Whole(_session(model.SerializeToString(), 1))
    return session.run({"x": x}, onnx_runtime().RunOptions())["bert"]


def test_folded_layers_give_the_same_bits() -> None:
    model, folded = layers(4), layers(4)
    assert fold_layers(folded) == 4
    assert [node.op_type for node in folded.graph.node].count("LayerNormalization") == 0
    for length in (1, 5, 40):
        assert np.array_equal(out(folded, length), out(model, length))


@pytest.mark.parametrize(
    "model",
    [
        pytest.param(layers(0), id="no layer"),
        pytest.param(layers(1), id="one layer"),
        pytest.param(layers(3, mask="other"), id="the last differs"),
        pytest.param(layers(3, read="sum1"), id="a layer's inside is read"),
        pytest.param(layers(3, read=f"{NORM}/LayerNormalization_output_0"), id="as is a result"),
    ],
)
def test_what_cannot_be_folded_stays_as_it_is(model: onnx.ModelProto) -> None:
    before = model.SerializeToString(deterministic=True)
    assert fold_layers(model) == 0
    assert model.SerializeToString(deterministic=True) == before


@pytest.mark.voice
def test_the_voice_s_text_stage_gives_the_bits_of_the_whole_graph(
    prepared_model: PreparedModel,
) -> None:
    graphs = {stage: prepared_model.stage(stage.value) for stage in Stage}
    tokens = np.random.default_rng(1).integers(16, 150, (1, 40))
    whole = Whole(_session(str(Path(graphs[Stage.ENCODE])), 2))
    plain = whole.run({"tokens": tokens}, onnx_runtime().RunOptions())
    backend = OnnxCpuBackend(graphs, "test", 2)
    made = backend.run(Stage.ENCODE, {"tokens": tokens}, CancelToken())
    backend.close()
    for name in ("bert", "text"):
        assert made[name].tobytes() == plain[name].tobytes()
