from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.backends.runtime import onnx_runtime
from engine.errors import MissingModel
from engine.models.dequantise import dequantise
from tests.engine.tiny_export import whole_graph

ort = onnx_runtime()
quantization = importlib.import_module("onnxruntime.quantization")

FEED = {
    "tokens": np.arange(1, 31)[None],
    "style": np.random.default_rng(1).standard_normal((1, 256)).astype(np.float32),
    "speed": np.ones(1, np.float32),
}


def run(model: onnx.ModelProto | bytes, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
    content = model if isinstance(model, bytes) else model.SerializeToString()
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    names = {i.name for i in session.get_inputs()}
    return session.run(None, {name: value for name, value in feed.items() if name in names})


@pytest.fixture
def quantised(
    request: pytest.FixtureRequest, tmp_path: Path, expect_log: Callable[[str], None]
) -> bytes:
    """The tiny graph, quantised by ONNX Runtime's own tool: (weight type, one scale a channel)."""
    expect_log("run pre-processing before quantization")
    weight_type, per_channel = request.param
    path = tmp_path / "int8.onnx"
    quantization.quantize_dynamic(
        whole_graph(),
        path,
        weight_type=weight_type,
        per_channel=per_channel,
        op_types_to_quantize=["MatMul", "Conv", "LSTM", "Gather"],
    )
    return path.read_bytes()


every_way = pytest.mark.parametrize(
    "quantised",
    [
        (t, c)
        for t in (quantization.QuantType.QInt8, quantization.QuantType.QUInt8)
        for c in (False, True)
    ],
    indirect=True,
)


@every_way
def test_a_graph_quantised_by_onnx_runtime_becomes_the_float_graph_with_the_rounded_weights(
    quantised: bytes,
) -> None:
    model = onnx.load_model_from_string(quantised)
    kinds = [node.op_type for node in model.graph.node]
    known = ("MatMulInteger", "ConvInteger", "DynamicQuantizeLSTM", "DequantizeLinear")
    assert set(known) <= set(kinds)

    assert dequantise(model) == sum(kinds.count(kind) for kind in known)

    assert [(o.domain, o.version) for o in model.opset_import] == [("", 20)]
    onnx.checker.check_model(model, full_check=True)
    source = whole_graph()
    rounded = {
        tensor.name.removesuffix("_float"): numpy_helper.to_array(tensor)
        for tensor in model.graph.initializer
        if tensor.name.endswith("_float")
    }
    for tensor in source.graph.initializer:
        if tensor.name in rounded:
            tensor.CopyFrom(numpy_helper.from_array(rounded[tensor.name], tensor.name))
    expected = run(source, FEED)[0]
    np.testing.assert_allclose(run(model, FEED)[0], expected, rtol=0, atol=1e-4)
    # The graph it came from also rounds its activations, so it only comes near.
    assert 1e-3 < np.abs(run(quantised, FEED)[0] - expected).max() < 1.0


@every_way
def test_every_weight_is_within_half_a_step_of_the_float_weight(quantised: bytes) -> None:
    model = onnx.load_model_from_string(quantised)
    dequantise(model)
    truth = {t.name: numpy_helper.to_array(t) for t in whole_graph().graph.initializer}
    seen = set()
    for tensor in model.graph.initializer:
        if tensor.name.endswith("_float"):
            name = tensor.name.removesuffix("_float")
            value, exact = numpy_helper.to_array(tensor), truth[name]
            assert value.shape == exact.shape
            # Half of one of the 255 steps over the weight's range, which reaches to 0 at least
            # and, where it is symmetric, as far on both sides.
            assert np.abs(value - exact).max() <= 0.51 * 2 * np.abs(exact).max() / 254
            seen.add(name)
    # Not duration_w: the small graph's sound does not depend on it, so it is swept.
    products = {"bert_w", "text_w", "shift_w", "timbre_w"}
    assert seen == products | {"lstm_w", "lstm_r", "f0_w", "n_w", "wave_w", "table"}


def fused_graph(*extra: onnx.NodeProto) -> onnx.ModelProto:
    rng = np.random.default_rng(3)
    weights = {name: rng.standard_normal(16).astype(np.float32) for name in ("b", "g", "beta")}
    domain = "com.microsoft"
    nodes = [
        helper.make_node("FastGelu", ["x", "b"], ["y"], domain=domain),
        helper.make_node("FastGelu", ["y"], ["y2"], domain=domain),
        helper.make_node("SkipLayerNormalization", ["x", "y2", "g", "beta"], ["z"], domain=domain,
                         epsilon=1e-5),
        helper.make_node("FusedMatMul", ["z", "x"], ["out"], domain=domain, transA=1, transB=0,
                         alpha=1.0),
        *extra,
    ]  # fmt: skip
    graph = helper.make_graph(
        nodes,
        "fused",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, "T", 16])],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, [1, 16, 16])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid(domain, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9)


def test_fused_operators_become_standard_ones_with_the_same_result() -> None:
    model = fused_graph()
    feed = {"x": np.random.default_rng(4).standard_normal((1, 9, 16)).astype(np.float32)}
    before = run(model, feed)[0]
    assert dequantise(model) == 0
    assert {node.domain for node in model.graph.node} == {""}
    np.testing.assert_allclose(run(model, feed)[0], before, rtol=1e-5, atol=1e-4)


def test_a_float_graph_passes_through_with_the_same_samples() -> None:
    model = whole_graph()
    before = run(model, FEED)[0]
    assert dequantise(model) == 0
    assert np.array_equal(run(model, FEED)[0], before)


def test_an_operator_it_does_not_know_is_named() -> None:
    model = fused_graph(helper.make_node("BiasGelu", ["out", "b"], ["w"], domain="com.microsoft"))
    model.graph.output.append(helper.make_tensor_value_info("w", TensorProto.FLOAT, [1, 16, 16]))
    with pytest.raises(MissingModel, match="BiasGelu") as caught:
        dequantise(model)
    assert caught.value.code == "model-unsupported"


def test_a_fused_product_with_another_transpose_is_refused() -> None:
    model = fused_graph()
    product = next(n for n in model.graph.node if n.op_type == "FusedMatMul")
    next(a for a in product.attribute if a.name == "transB").i = 1
    with pytest.raises(MissingModel, match="FusedMatMul") as caught:
        dequantise(model)
    assert caught.value.code == "model-unsupported"
