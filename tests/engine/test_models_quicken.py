"""The rewritten waveform stage against the same graph as it was exported, on small graphs."""

from __future__ import annotations

import copy
from collections import Counter

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.backends.runtime import onnx_runtime
from engine.models.adain import fuse_adain
from engine.models.phases import split_phases
from engine.models.plugged import with_plugins
from engine.models.quicken import quicken
from engine.models.trt_operators import objections

ort = onnx_runtime()

CHANNELS = 8
STYLE = 4

ROUNDING_DB = 100.0
"""Float32 keeps 150 dB of one number; sums of a hundred in another order keep more than this."""

FRAMES = (5, 8, 23)
"""Lengths that no probe of the rewriting has seen."""


class Drawing:
    """Writes AdaIN, Snake and convolutions the way the published export spells them."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.nodes: list[onnx.NodeProto] = []
        self.weights: dict[str, np.ndarray] = {
            "one": np.float32(1),
            "two": np.float32(2),
            "eps": np.float32(1e-5),
            "axis": np.array([2]),
            "halves": np.array([CHANNELS, CHANNELS]),
        }

    def op(self, kind: str, *inputs: str, **attributes: object) -> str:
        out = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [out], **attributes))
        return out

    def draw(self, *shape: int) -> str:
        name = f"w{len(self.weights)}"
        self.weights[name] = (0.5 * self.rng.standard_normal(shape)).astype(np.float32)
        return name

    def adain(self, x: str) -> str:
        style = self.op("MatMul", "style", self.draw(STYLE, 2 * CHANNELS))
        wide = self.op("Unsqueeze", self.op("Add", style, self.draw(2 * CHANNELS)), "axis")
        gain, bias = f"g{len(self.nodes)}", f"b{len(self.nodes)}"
        self.nodes.append(helper.make_node("Split", [wide, "halves"], [gain, bias], axis=1))
        centred = self.op("Sub", x, self.op("ReduceMean", x, "axis"))
        square = self.op("Mul", centred, centred)
        guarded = self.op("Add", self.op("ReduceMean", square, "axis"), "eps")
        normal = self.op("Div", centred, self.op("Sqrt", guarded))
        return self.op("Add", self.op("Mul", self.op("Add", gain, "one"), normal), bias)

    def snake(self, y: str, *, least: float = 0.3) -> str:
        alpha, inverse = f"alpha{len(self.nodes)}", f"inverse{len(self.nodes)}"
        value = self.rng.uniform(least, 3, (1, CHANNELS, 1)).astype(np.float32)
        if least == 0:
            value[0, 0] = 0
        with np.errstate(divide="ignore"):
            self.weights |= {alpha: value, inverse: 1 / value}
        sine = self.op("Sin", self.op("Mul", alpha, y))
        return self.op("Add", y, self.op("Mul", inverse, self.op("Pow", sine, "two")))

    def conv(self, x: str, taps: int, dilation: int = 1) -> str:
        weight = self.draw(CHANNELS, CHANNELS, taps)
        self.weights[weight] /= np.float32(np.sqrt(CHANNELS * taps))
        reach = dilation * (taps - 1) // 2
        bias = self.draw(CHANNELS)
        return self.op("Conv", x, weight, bias, dilations=[dilation], pads=[reach, reach])

    def block(self, x: str, taps: int) -> str:
        """One residual block of the decoder: two convolutions at each of three dilations."""
        for dilation in (1, 3, 5):
            inner = self.conv(self.snake(self.adain(x)), taps, dilation)
            x = self.op("Add", self.conv(self.snake(self.adain(inner)), taps), x)
        return x

    def model(self, out: str, length: str) -> onnx.ModelProto:
        self.nodes.append(helper.make_node("LeakyRelu", [out], ["audio"]))
        graph = helper.make_graph(
            self.nodes,
            "drawing",
            [
                helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, CHANNELS, length]),
                helper.make_tensor_value_info("style", TensorProto.FLOAT, [1, STYLE]),
            ],
            [helper.make_tensor_value_info("audio", TensorProto.FLOAT, [1, CHANNELS, None])],
            [numpy_helper.from_array(np.asarray(v), k) for k, v in self.weights.items()],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
        onnx.checker.check_model(model, full_check=True)
        return model


def run(model: onnx.ModelProto, *lengths: int) -> list[np.ndarray]:
    """Run a model on noise of each length."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    content = model.SerializeToString()
    session = ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    outs = []
    for length in lengths:
        rng = np.random.default_rng(length)
        feed = {
            "x": rng.standard_normal((1, CHANNELS, length)).astype(np.float32),
            "style": rng.standard_normal((1, STYLE)).astype(np.float32),
        }
        outs.append(session.run(None, feed)[0])
    return outs


def assert_equal_but_for_rounding(one: onnx.ModelProto, other: onnx.ModelProto, unit: int) -> None:
    """Hold two models together at lengths that are multiples of ``unit``."""
    lengths = [unit * frames for frames in FRAMES]
    for a, b in zip(run(one, *lengths), run(other, *lengths), strict=True):
        assert distance_db(a, b) > ROUNDING_DB


def distance_db(one: np.ndarray, other: np.ndarray) -> float:
    """How far below ``one`` the difference lies."""
    assert one.shape == other.shape
    gap = np.mean((one - other).astype(np.float64) ** 2)
    return float(10 * np.log10(np.mean(one.astype(np.float64) ** 2) / max(gap, 1e-300)))


def kinds(model: onnx.ModelProto) -> Counter[str]:
    return Counter(node.op_type for node in model.graph.node)


def decoder() -> onnx.ModelProto:
    """Blocks of 3, 7 and 11 taps behind one of 7, as in one stage of the published decoder."""
    drawing = Drawing()
    noise = drawing.op("Add", "x", drawing.block("x", 7))
    blocks = [drawing.block(noise, taps) for taps in (3, 7, 11)]
    return drawing.model(drawing.op("Add", drawing.op("Add", *blocks[:2]), blocks[2]), "20F")


def test_adain_and_snake_become_one_normalisation_and_three_passes() -> None:
    model = decoder()
    before = copy.deepcopy(model)
    assert fuse_adain(model) == (24, 24)
    onnx.checker.check_model(model, full_check=True)
    assert kinds(model)["InstanceNormalization"] == 24
    assert not kinds(model).keys() & {"ReduceMean", "Sqrt", "Div", "Pow", "Sub"}
    assert_equal_but_for_rounding(before, model, 20)


def own_functions() -> list[onnx.FunctionProto]:
    """What our two plugins do, in plain operators, for a library that has no plugins."""
    op, own = helper.make_node, "espressivo"
    opsets = [helper.make_opsetid("", 20)]
    axes = numpy_helper.from_array(np.array([2], np.int64))
    flat = numpy_helper.from_array(np.array([-1], np.int64))
    last = numpy_helper.from_array(np.array([1, -1, 1], np.int64))
    pairs = numpy_helper.from_array(np.array([1, -1, 2], np.int64))
    least = numpy_helper.from_array(np.array(1e-5, np.float32))
    attributes = ["plugin_namespace", "plugin_version", "aot"]
    moments = [
        op("Constant", [], ["axes"], value=axes),
        op("Constant", [], ["flat"], value=flat),
        op("Constant", [], ["least"], value=least),
        op("ReduceMean", ["x", "axes"], ["mean"]),
        op("Sub", ["x", "mean"], ["centred"]),
        op("Mul", ["centred", "centred"], ["square"]),
        op("ReduceMean", ["square", "axes"], ["spread"]),
        op("Add", ["spread", "least"], ["guarded"]),
        op("Sqrt", ["guarded"], ["root"]),
        op("Reciprocal", ["root"], ["inverse"]),
        op("Concat", ["mean", "inverse"], ["both"], axis=2),
        op("Reshape", ["both", "flat"], ["moments"]),
    ]
    snake = [
        op("Constant", [], ["last"], value=last),
        op("Constant", [], ["pairs"], value=pairs),
        op("Reshape", ["moments", "pairs"], ["both"]),
        op("Split", ["both"], ["mean", "inverse"], axis=2, num_outputs=2),
        op("Sub", ["x", "mean"], ["centred"]),
        op("Mul", ["centred", "inverse"], ["normal"]),
        op("Mul", ["gamma", "normal"], ["scaled"]),
        op("Add", ["normal", "scaled"], ["raised"]),
        op("Add", ["raised", "beta"], ["y"]),
        op("Reshape", ["alpha", "last"], ["a"]),
        op("Mul", ["a", "y"], ["turns"]),
        op("Sin", ["turns"], ["wave"]),
        op("Mul", ["wave", "wave"], ["square"]),
        op("Div", ["square", "a"], ["added"]),
        op("Add", ["y", "added"], ["out"]),
    ]
    inputs = ["x", "moments", "gamma", "beta", "alpha"]
    return [
        helper.make_function(
            own, "channel_moments", ["x"], ["moments"], moments, opsets, attributes
        ),
        helper.make_function(own, "snake_norm", inputs, ["out"], snake, opsets, attributes),
    ]


def test_our_plugins_take_the_place_of_adain_and_snake() -> None:
    model = decoder()
    before = copy.deepcopy(model)
    assert with_plugins(model) == 24
    own = Counter(node.op_type for node in model.graph.node if node.domain == "espressivo")
    assert own == {"channel_moments": 24, "snake_norm": 24}
    assert not kinds(model).keys() & {"ReduceMean", "Sqrt", "Pow", "Sub", "Sin"}
    assert objections(model) == []
    assert all("no such plugin" in each for each in objections(with_an_input_less(model)))
    assert len(objections(with_an_input_less(model))) == 1
    model.functions.extend(own_functions())
    assert_equal_but_for_rounding(before, model, 20)


def with_an_input_less(model: onnx.ModelProto) -> onnx.ModelProto:
    made = copy.deepcopy(model)
    del next(node for node in made.graph.node if node.op_type == "snake_norm").input[4]
    return made


def test_a_snake_whose_factor_reaches_zero_keeps_its_own_operators() -> None:
    drawing = Drawing()
    model = drawing.model(drawing.conv(drawing.snake(drawing.adain("x"), least=0), 3), "20F")
    assert fuse_adain(model) == (1, 0)
    assert kinds(model)["Pow"] == 1


def test_what_only_looks_like_adain_is_left_as_it_is() -> None:
    drawing = Drawing()
    y = drawing.adain("x")
    means = [node for node in drawing.nodes if node.op_type == "ReduceMean"]
    drawing.weights["channels"] = np.array([1])  # over the channels: a layer norm
    for mean in means:
        mean.input[1] = "channels"
    model = drawing.model(y, "20F")
    was = kinds(model)
    assert fuse_adain(model) == (0, 0)
    assert kinds(model) == was


@pytest.mark.parametrize("length", ["20F", "4F", "12F"])
def test_split_convolutions_give_the_same_samples(length: str) -> None:
    model = decoder()
    model.graph.input[0].type.tensor_type.shape.dim[2].dim_param = length
    before = copy.deepcopy(model)
    fuse_adain(model)
    assert split_phases(model) == 24
    onnx.checker.check_model(model, full_check=True)
    taps = {t.dims[-1] for t in model.graph.initializer if len(t.dims) == 3 and t.dims[0] > 1}
    assert max(taps) <= 4
    assert_equal_but_for_rounding(before, model, int(length.removesuffix("F")))


@pytest.mark.parametrize("surplus", [1, 2, 3])
def test_a_signal_that_does_not_divide_into_phases_is_split_too(surplus: int) -> None:
    drawing = Drawing()
    drawing.weights["more"] = np.array([0, 0, surplus, 0, 0, 0])
    model = drawing.model(drawing.block(drawing.op("Pad", "x", "more"), 7), "20F")
    before = copy.deepcopy(model)
    fuse_adain(model)
    assert split_phases(model) == 6
    assert_equal_but_for_rounding(before, model, 20)


def test_a_signal_of_no_settled_rest_is_left_whole() -> None:
    drawing = Drawing()
    model = drawing.model(drawing.block("x", 7), "F")
    was = kinds(model)
    assert split_phases(model) == 0
    assert kinds(model) == was


def test_short_filters_alone_are_not_worth_splitting() -> None:
    drawing = Drawing()
    assert split_phases(drawing.model(drawing.block("x", 3), "20F")) == 0


def test_what_is_needed_whole_and_split_is_made_once_in_each_form() -> None:
    drawing = Drawing()
    split = drawing.conv("x", 7)
    whole = drawing.op("Abs", split)
    again = drawing.op("Tanh", split)
    model = drawing.model(drawing.op("Add", drawing.op("Add", whole, split), again), "20F")
    before = copy.deepcopy(model)
    assert split_phases(model) == 1
    assert kinds(model)["Transpose"] == 2  # the convolution's sum, and what is played
    assert_equal_but_for_rounding(before, model, 20)


def test_both_rewritings_together_give_the_same_samples_and_nothing_new_the_second_time() -> None:
    model = decoder()
    quicken(model)
    onnx.checker.check_model(model, full_check=True)
    assert kinds(model)["InstanceNormalization"] == 24
    assert_equal_but_for_rounding(decoder(), model, 20)
    assert fuse_adain(model) == (0, 0)
