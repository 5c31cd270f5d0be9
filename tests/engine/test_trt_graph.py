"""The graphs TensorRT gets: what they hold, and that they say what the CPU row says.

TensorRT itself is not here. Its own table of operators is, and ONNX Runtime runs the same
graphs on the processor (half precision by casts, so with the same roundings).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.protocol import Stage
from engine.backends.runtime import onnx_runtime
from engine.backends.trt_prepare import PRECISIONS, example, prepare_graph, run_part
from engine.calibration import observe, peaks_of, wanted
from engine.cancel import CancelToken
from engine.errors import MissingModel
from engine.models.half import HALF_MAX, halved, islands
from engine.models.int8 import LARGEST, products, spelled_out
from engine.models.prepared import PreparedModel
from engine.models.trt_graph import clean
from engine.models.trt_operators import objections, table
from engine.models.vocab import load_vocab
from kernels.snake_norm import snake_norm

WORDS = "ðə kˈWnt."
VOICES = {"am_michael": 0.6}
"""Voices, and the length of an offset to the prosody half: about that of a strong joy."""

LEAST_HEADROOM = 16.0
"""How many times larger half precision's limit is than anything seen: 248 was the largest."""
HALF_REACH = 2e-3
"""Largest difference of a stage's answer, as a share of its largest value: measured 7e-4
(half precision keeps 5e-4 of a number)."""
SPECTRAL_DB = 1.5
"""Log-spectral distance to the CPU row's sound. Measured 0.8 dB, and 2.0 dB between the CPU
row's sound and itself with F0 moved by 0.01 %: the waveform stage hears its own phases."""

INT8_DB = 2.0
"""The same in int8, with ranges taken from the line itself: measured 1.2 dB."""


def model_of(nodes: list[Any], ins: dict[str, Any], outs: dict[str, Any], **constants: Any) -> Any:
    def values(named: dict[str, Any]) -> list[Any]:
        return [helper.make_tensor_value_info(n, kind, shape) for n, (kind, shape) in named.items()]

    held = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "small", values(ins), values(outs), held)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def run(model: onnx.ModelProto, inputs: dict[str, Any]) -> list[np.ndarray]:
    session = onnx_runtime().InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    found: list[np.ndarray] = session.run(None, inputs)
    return found


def spectral_distance(one: np.ndarray, two: np.ndarray) -> float:
    """Mean over frames of the root mean square difference of log spectra, dB."""

    def spectra(audio: np.ndarray) -> np.ndarray:
        frames = np.lib.stride_tricks.sliding_window_view(audio, 512)[::128] * np.hanning(512)
        return np.asarray(10 * np.log10(np.abs(np.fft.rfft(frames)) ** 2 + 1e-7))

    difference = spectra(one) - spectra(two)
    return float(np.sqrt((difference**2).mean(axis=1)).mean())


@pytest.fixture(scope="module")
def graphs(prepared_model: PreparedModel) -> dict[Stage, onnx.ModelProto]:
    return {
        s: prepare_graph(onnx.load(str(prepared_model.stage(s.value))), s, "float32") for s in Stage
    }


@pytest.fixture(scope="module")
def halves(graphs: dict[Stage, onnx.ModelProto]) -> dict[Stage, onnx.ModelProto]:
    return {stage: halved(graph) for stage, graph in graphs.items()}


@pytest.fixture(scope="module")
def seen(cpu: OnnxCpuBackend, prepared_model: PreparedModel) -> dict[str, Any]:
    """Inputs of the waveform stage and the reach of its tensors on them."""
    unit = all_inputs(cpu, prepared_model.folder / "voices", *next(iter(VOICES.items())))
    names = wanted(onnx.load(str(prepared_model.waveform)))
    (tensors,) = observe(prepared_model.waveform, names, [unit[Stage.WAVEFORM]], 2)
    return {"inputs": unit[Stage.WAVEFORM], "reach": peaks_of(tensors)}


@pytest.fixture(scope="module")
def cpu(prepared_model: PreparedModel) -> Iterator[OnnxCpuBackend]:
    backend = OnnxCpuBackend({s: prepared_model.stage(s.value) for s in Stage}, "test")
    yield backend
    backend.close()


def in_int8(graph: onnx.ModelProto) -> onnx.ModelProto:
    """A graph in int8 with every reach 1, the rest of it in half precision."""
    weights = {each.name: each.dims for each in graph.graph.initializer}
    reach: dict[str, Any] = {}
    for each in products(graph):
        out, into = weights[each.weight][:2]
        reach |= {each.source: np.ones(into, np.float32), each.out: np.ones(out, np.float32)}
    made = halved(spelled_out(graph, reach))
    assert sum(node.op_type == "QuantizeLinear" for node in made.graph.node) > 50
    return made


def all_inputs(
    backend: OnnxCpuBackend, folder: Path, voice: str, spread: float
) -> dict[Stage, Any]:
    """What each stage gets for a short line, from the CPU row; with its answers."""
    vocab, token = load_vocab(), CancelToken()
    tokens = np.array([[0, *(vocab[c] for c in WORDS if c in vocab), 0]], np.int64)
    rows = np.fromfile(folder / f"{voice}.bin", "<f4").reshape(-1, 256)
    row = rows[tokens.size - 3][None].copy()
    row[:, 128:] += np.random.default_rng(3).normal(0, spread / 11.3, 128).astype(np.float32)
    style = row[:, 128:]
    ins: dict[Stage, Any] = {Stage.ENCODE: {"tokens": tokens}}
    out = backend.run(Stage.ENCODE, ins[Stage.ENCODE], token)
    ins[Stage.DURATION] = {"bert": out["bert"], "prosody_style": style}
    timed = backend.run(Stage.DURATION, ins[Stage.DURATION], token)
    frames = np.maximum(np.rint(timed["durations"][0]), 1).astype(np.int64)
    aligned = np.repeat(timed["features"][0].T, frames, axis=1)[None]
    ins[Stage.PROSODY] = {"aligned": aligned, "prosody_style": style}
    curves = backend.run(Stage.PROSODY, ins[Stage.PROSODY], token)
    text = np.repeat(out["text"], frames, axis=2)
    ins[Stage.WAVEFORM] = {"aligned_text": text, **curves, "acoustic_style": row[:, :128]}
    return ins


@pytest.mark.voice
def test_tensorrt_can_read_every_graph_in_every_precision(
    graphs: dict[Stage, onnx.ModelProto],
    halves: dict[Stage, onnx.ModelProto],
) -> None:
    assert PRECISIONS == ("float32", "float16", "int8")
    eighth = in_int8(graphs[Stage.WAVEFORM])  # whatever the ranges are
    for made in (*graphs.values(), *halves.values(), eighth):
        assert objections(made) == []
        kinds = {node.op_type for node in made.graph.node}
        assert not {"Shape", "STFT", "NonZero", "Range", "ScatterND"} & kinds
    for stage, graph in graphs.items():
        assert {each.name for each in graph.graph.input} == set(example(stage, 9))


@pytest.mark.voice
@pytest.mark.parametrize("voice", VOICES)
def test_half_precision_says_what_the_cpu_row_says(
    halves: dict[Stage, onnx.ModelProto],
    cpu: OnnxCpuBackend,
    prepared_model: PreparedModel,
    voice: str,
) -> None:
    """It is made of the float32 form, so this holds for both."""
    ins = all_inputs(cpu, prepared_model.folder / "voices", voice, VOICES[voice])
    for stage in (Stage.ENCODE, Stage.DURATION, Stage.PROSODY):
        wanted = cpu.run(stage, ins[stage], CancelToken())
        for name, got in zip(wanted, run(halves[stage], ins[stage]), strict=True):
            reach = HALF_REACH * np.abs(wanted[name]).max()
            assert np.abs(got - wanted[name]).max() <= reach, (stage, name)


@pytest.mark.voice
@pytest.mark.parametrize("voice", VOICES)
def test_the_sound_in_half_precision_and_its_ranges(
    halves: dict[Stage, onnx.ModelProto],
    cpu: OnnxCpuBackend,
    prepared_model: PreparedModel,
    voice: str,
) -> None:
    ins = all_inputs(cpu, prepared_model.folder / "voices", voice, VOICES[voice])
    inputs = ins[Stage.WAVEFORM]
    wanted = cpu.run(Stage.WAVEFORM, inputs, CancelToken())["audio"]
    made = halves[Stage.WAVEFORM]
    names = islands(made)
    made.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
    audio, *seen = run(made, inputs)
    assert spectral_distance(wanted, audio) < SPECTRAL_DB
    ranges = {name: float(np.abs(value).max()) for name, value in zip(names, seen, strict=True)}
    assert len(ranges) > 150
    assert all(np.isfinite(value) for value in ranges.values())
    widest = max(ranges, key=ranges.__getitem__)
    print(f"{voice}: {len(ranges)} half-precision tensors, widest {ranges[widest]:.0f} in {widest}")
    assert ranges[widest] < HALF_MAX / LEAST_HEADROOM


@pytest.mark.voice
@pytest.mark.soak
def test_the_sound_in_int8_and_its_ranges(
    graphs: dict[Stage, onnx.ModelProto], cpu: OnnxCpuBackend, seen: dict[str, Any]
) -> None:
    eighth = halved(spelled_out(graphs[Stage.WAVEFORM], seen["reach"]))
    wanted_audio = cpu.run(Stage.WAVEFORM, seen["inputs"], CancelToken())["audio"]
    shown = onnx.ModelProto()
    shown.CopyFrom(eighth)
    quantised = [n.input[0] for n in eighth.graph.node if n.op_type == "QuantizeLinear"]
    shown.graph.output.extend(onnx.ValueInfoProto(name=name) for name in quantised)
    audio, *values = run(shown, seen["inputs"])
    assert len(quantised) >= 50
    assert np.isfinite(audio).all()
    print(f"{spectral_distance(wanted_audio, audio):.2f} dB")
    assert spectral_distance(wanted_audio, audio) < INT8_DB
    largest = {name: float(np.abs(v).max()) for name, v in zip(quantised, values, strict=True)}
    widest = max(largest, key=largest.__getitem__)
    print(f"{len(largest)} int8 tensors, the widest reaches {largest[widest]:.0f} of 127: {widest}")
    assert largest[widest] < 2 * LARGEST, "ranges taken from this very line hold it"
    assert min(largest.values()) > LARGEST / 2


@pytest.mark.voice
def test_the_snake_kernels_contract_is_what_the_decoder_does(
    graphs: dict[Stage, onnx.ModelProto],
) -> None:
    """The first normalisation with Snake of the published graph, against our reference."""
    graph = graphs[Stage.WAVEFORM]
    block = "/decoder/decoder/generator/noise_res.0"
    norm = f"{block}/adain2.0"
    makers = {out: node for node in graph.graph.node for out in node.output}
    (source,) = {makers[f"{norm}/Sub_output_0"].input[0]}
    names = [
        source,
        f"{norm}/Slice_output_0",
        f"{norm}/Slice_1_output_0",
        f"{block}/Add_1_output_0",
    ]
    inputs = example(Stage.WAVEFORM, 12)
    inputs["f0"][:] = 180
    inputs["acoustic_style"][:] = np.random.default_rng(2).normal(0, 0.1, (1, 128))
    x, gamma, beta, wanted = run_part(graph, names, inputs)
    (alpha,) = (
        numpy_helper.to_array(each)
        for each in graph.graph.initializer
        if each.name == "decoder.decoder.generator.noise_res.0.alpha2.0"
    )
    got = snake_norm(x[0], gamma.reshape(-1), beta.reshape(-1), alpha.reshape(-1))
    assert np.abs(got - wanted[0]).max() < 1e-5 * np.abs(wanted).max()
    assert np.abs(got - x[0]).max() > 0.1


def test_narrow_layers_and_everything_else_stay_in_float32() -> None:
    x = (TensorProto.FLOAT, [1, 64, "T"])
    nodes = [
        helper.make_node("Conv", ["x", "wide"], ["a"]),
        helper.make_node("Sin", ["a"], ["b"]),
        helper.make_node("Conv", ["b", "slim"], ["y"]),
    ]
    wide, slim = np.ones((64, 64, 1), np.float32), np.ones((1, 64, 1), np.float32)
    model = model_of(nodes, {"x": x}, {"y": (TensorProto.FLOAT, [1, 1, "T"])}, wide=wide, slim=slim)
    made = halved(model)
    assert [node.op_type for node in made.graph.node] == ["Cast", "Conv", "Cast", "Sin", "Conv"]
    assert islands(made) == ["x_half", "a_in_half"]
    assert objections(made) == []
    value = np.full((1, 64, 3), 1 + 2**-12, np.float32)  # half precision rounds this to 1
    assert run(made, {"x": value})[0][0, 0, 0] == pytest.approx(64 * np.sin(64.0), rel=1e-2)
    too_large = model_of(
        nodes, {"x": x}, {"y": (TensorProto.FLOAT, None)}, wide=wide * np.float32(1e6), slim=slim
    )
    with pytest.raises(OverflowError, match="wide holds 1e"):
        halved(too_large)


@pytest.mark.parametrize(
    ("node", "objection"),
    [
        (helper.make_node("DynamicQuantizeLinear", ["x"], ["y", "s", "z"]), "not in the table"),
        (helper.make_node("Reshape", ["x", "n"], ["y"]), "input 1 is worked out at run time"),
        (helper.make_node("CumSum", ["x", "n"], ["y"]), "input 1 is worked out at run time"),
        (helper.make_node("Sin", ["d"], ["y"]), "input 0 is DOUBLE"),
        (helper.make_node("Resize", ["x", "", "k"], ["y"], mode="cubic"), "mode cubic"),
        (helper.make_node("LSTM", ["x", "w", "r"], ["y"], hidden_size=2), "start is not explicit"),
        (
            helper.make_node("LSTM", ["x", "w", "r", "", "n", "h", "h"], ["y"], hidden_size=2),
            "has a length for each sequence",
        ),
    ],
)
def test_what_tensorrt_would_refuse_is_found(node: onnx.NodeProto, objection: str) -> None:
    ins = {"x": (TensorProto.FLOAT, [3, 1, 4]), "n": (TensorProto.INT64, [1])}
    ins["d"] = (TensorProto.DOUBLE, [1])
    w, r, h = (np.ones(s, np.float32) for s in ((1, 8, 4), (1, 8, 2), (1, 1, 2)))
    constants = {"w": w, "r": r, "h": h, "k": np.ones(3, np.float32)}
    model = model_of([node], ins, {"y": (TensorProto.FLOAT, None)}, **constants)
    assert any(objection in each for each in objections(model)), objections(model)


def test_the_table_names_its_source() -> None:
    assert "onnx-tensorrt" in table()["source"]
    assert not set(table()["supported"]) & set(table()["refused"])


def evaluated(model: onnx.ModelProto, names: Any, length: int) -> list[np.ndarray]:
    shown = onnx.ModelProto()
    shown.CopyFrom(model)
    del shown.graph.output[:]
    shown.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
    inputs = {"bert": np.arange(4.0 * length, dtype=np.float32).reshape(1, length, 4)}
    if len(shown.graph.input) > 1:
        inputs["style"] = np.ones((1, 1, 3), np.float32)
    return run(shown, inputs)


BERT = {"bert": (TensorProto.FLOAT, [1, "T", 4])}


def test_shapes_worked_out_in_the_graph_become_constants() -> None:
    nodes = [
        helper.make_node("Shape", ["bert"], ["shape"]),
        helper.make_node("Gather", ["shape", "one"], ["time"], axis=0),
        helper.make_node("Concat", ["first", "time", "two", "two"], ["target"], axis=0),
        helper.make_node("Reshape", ["bert", "target"], ["cut"]),
        helper.make_node("Concat", ["first", "time", "first"], ["long"], axis=0),
        helper.make_node("Expand", ["style", "long"], ["styles"]),
        helper.make_node("Reshape", ["cut", "back"], ["flat"]),
        helper.make_node("Concat", ["flat", "styles"], ["y"], axis=2),
    ]
    one, first, two = (np.array([n], np.int64) for n in (1, 1, 2))
    constants = {"one": one, "first": first, "two": two}
    constants["back"] = np.array([1, -1, 4], np.int64)
    ins = BERT | {"style": (TensorProto.FLOAT, [1, 1, 3])}
    model = model_of(nodes, ins, {"y": (TensorProto.FLOAT, None)}, **constants)
    made = clean(model, evaluated)
    assert objections(made) == []
    for length in (1, 8, 33):
        random = np.random.default_rng(length)
        sizes = {"bert": (1, length, 4), "style": (1, 1, 3)}
        given = {name: random.normal(size=size).astype(np.float32) for name, size in sizes.items()}
        assert run(made, given)[0].tobytes() == run(model, given)[0].tobytes()


def test_a_repetition_that_is_not_broadcast_is_refused() -> None:
    nodes = [
        helper.make_node("Shape", ["bert"], ["shape"]),
        helper.make_node("ConstantOfShape", ["shape"], ["zeros"]),
        helper.make_node("Concat", ["bert", "zeros"], ["y"], axis=2),
    ]
    with pytest.raises(MissingModel, match="zeros depends on the length"):
        clean(model_of(nodes, BERT, {"y": (TensorProto.FLOAT, None)}), evaluated)


def test_two_open_dimensions_are_refused() -> None:
    nodes = [
        helper.make_node("Shape", ["bert"], ["shape"]),
        helper.make_node("Gather", ["shape", "one"], ["time"], axis=0),
        helper.make_node("Concat", ["time", "time"], ["target"], axis=0),
        helper.make_node("ConstantOfShape", ["target"], ["square"]),
        helper.make_node("Shape", ["square"], ["sides"]),
        helper.make_node("MatMul", ["bert", "w"], ["wide"]),
        helper.make_node("Reshape", ["wide", "sides"], ["y"]),
    ]
    model = model_of(
        nodes, BERT, {"y": (TensorProto.FLOAT, None)}, one=np.array([1]), w=np.ones((4, 7), "f4")
    )
    with pytest.raises(MissingModel, match="2 dimensions depend on the length"):
        clean(model, lambda _, names, n: [np.array([n, n])] * len(names))
