"""The int8 form of the waveform stage: what is exact about it, and how near the rest is."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.backends.runtime import onnx_runtime
from engine.models.int8 import in_int8, products, quantised, spelled_out
from engine.models.trt_operators import objections

CHANNELS, TAPS, SAMPLES = 32, 3, 50


def layer(seed: int = 1, spread: float = 3.0) -> tuple[onnx.ModelProto, np.ndarray]:
    """A convolution with bias whose channels differ by ``10 ** spread``, and an input."""
    draw = np.random.default_rng(seed)
    sizes = 10 ** draw.uniform(-spread, 0, CHANNELS)
    x = (draw.normal(0, 1, (1, CHANNELS, SAMPLES)) * sizes[:, None]).astype(np.float32)
    weight = draw.normal(0, 1, (CHANNELS, CHANNELS, TAPS)) / sizes[:, None]
    held = {"w": weight, "b": draw.normal(0, 10, CHANNELS)}
    graph = helper.make_graph(
        [helper.make_node("Conv", ["x", "w", "b"], ["y"], pads=[1, 1])],
        "layer",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, CHANNELS, "T"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, CHANNELS, "T"])],
        [numpy_helper.from_array(value.astype(np.float32), n) for n, value in held.items()],
    )
    opset = [helper.make_opsetid("", 20)]
    return helper.make_model(graph, opset_imports=opset, ir_version=9), x


def run(model: onnx.ModelProto, x: np.ndarray, *, as_written: bool = False) -> np.ndarray:
    """Run a graph; ``as_written`` operator by operator, not on the int8 kernels."""
    onnx.checker.check_model(model, full_check=True)
    ort = onnx_runtime()
    options = ort.SessionOptions()
    if as_written:
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return np.asarray(session.run(None, {"x": x})[0])


def reaches(model: onnx.ModelProto, x: np.ndarray) -> dict[str, Any]:
    return {name: np.abs(v).max(axis=(0, 2)) for name, v in (("x", x), ("y", run(model, x)))}


def noise(got: np.ndarray, wanted: np.ndarray) -> float:
    """Difference as a share of the largest value, the worst channel's."""
    worst = np.abs(got - wanted).max(axis=(0, 2)) / np.abs(wanted).max(axis=(0, 2))
    return float(worst.max())


@pytest.mark.parametrize("bits", [7, 8])
def test_channels_of_any_size_are_held(bits: int) -> None:
    model, x = layer()
    wanted, ranges = run(model, x), reaches(*layer())
    made = quantised(model, ranges, bits)
    kinds = [node.op_type for node in made.graph.node]
    assert kinds.count("QuantizeLinear") == 2
    assert in_int8(made) == ["x/int8", "y/made_int8"]
    even = {name: np.full_like(reach, reach.max()) for name, reach in ranges.items()}
    assert noise(run(made, x, as_written=True), wanted) < 0.03
    flat = run(quantised(model, even, bits), x, as_written=True)
    assert noise(flat, wanted) > 0.3, "a range per tensor"


def test_the_int8_kernels_say_what_is_written() -> None:
    model, x = layer()
    made = quantised(model, reaches(model, x), 7)
    assert noise(run(made, x), run(made, x, as_written=True)) < 0.01


def test_values_beyond_their_range_end_at_it() -> None:
    model, x = layer()
    ranges = reaches(model, x)
    got = run(quantised(model, ranges, 7), 100 * x)
    assert np.isfinite(got).all()
    assert (np.abs(got).max(axis=(0, 2)) <= 1.02 * ranges["y"]).all()


def test_seven_bits_never_overflow_what_two_products_are_added_in() -> None:
    """All of one sign and full size: the worst case of an instruction that saturates."""
    model, _ = layer()
    weight = np.ones((CHANNELS, CHANNELS, TAPS), np.float32)
    for held in model.graph.initializer:
        value = weight if held.name == "w" else np.zeros(CHANNELS, np.float32)
        held.CopyFrom(numpy_helper.from_array(value, held.name))
    x = np.ones((1, CHANNELS, SAMPLES), np.float32)
    ranges = reaches(model, x)
    assert noise(run(quantised(model, ranges, 7), x), run(model, x)) < 0.02


def test_a_channel_that_was_silent_is_no_division_by_nothing() -> None:
    model, x = layer()
    x[:, 3] = 0
    ranges = reaches(model, x)
    assert ranges["x"][3] == 0
    assert np.isfinite(run(quantised(model, ranges, 7), x)).all()
    assert np.isfinite(run(spelled_out(model, ranges), x)).all()


def test_what_has_no_range_and_what_is_narrow_stays_in_float32() -> None:
    model, x = layer()
    assert run(quantised(model, {}, 7), x).tobytes() == run(model, x).tobytes()
    assert [each.out for each in products(model)] == ["y"]
    for held in model.graph.initializer:
        if held.name == "w":
            slim = numpy_helper.to_array(held)[:31]
            held.CopyFrom(numpy_helper.from_array(slim, "w"))
    assert products(model) == []


def test_the_form_for_tensorrt_is_as_near_and_in_its_table() -> None:
    model, x = layer()
    ranges = reaches(model, x)
    made = spelled_out(model, ranges)
    assert objections(made) == []
    assert noise(run(made, x), run(model, x)) < 0.02
    for form in (quantised(model, ranges, 8), quantised(model, ranges, 7)):
        told = " ".join(objections(form))
        assert "zero point is not 0" in told
        assert "a scale for each channel" in told
    nils = [n for n in made.graph.initializer if n.name == "int8/nil"]
    assert [numpy_helper.to_array(n).dtype for n in nils] == [np.int8], "TensorRT takes no uint8"
