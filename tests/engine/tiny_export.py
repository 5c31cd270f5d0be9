"""A small graph with the scope names and joints of the voice model, and small voices for it.

It stands in for the 92 MB file wherever a test is about how files are found,
kept and checked: the code under test is the same, a preparation takes 0.1 s.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def whole_graph(seed: int = 0, tokens: str = "tokens", audio: str = "audio") -> onnx.ModelProto:
    """Return tokens int64[1,T], style [1,256], speed [1] -> audio [600 T], all joints named."""
    weights = _weights(seed)
    node = helper.make_node
    nodes = [
        node("Split", ["style", "halves"], ["/decoder/Slice_output_0", "/encoder/Slice_output_0"],
             axis=1),
        node("Gather", ["table", tokens], ["emb"]),
        node("Transpose", ["emb"], ["seq"], perm=[1, 0, 2]),
        node("LSTM", ["seq", "lstm_w", "lstm_r", "lstm_b"], ["lstm"], direction="bidirectional",
             hidden_size=8),
        node("Transpose", ["lstm"], ["by_direction"], perm=[2, 0, 1, 3]),
        node("Reshape", ["by_direction", "as_batch"], ["both"]),
        node("MatMul", ["both", "bert_w"], ["bert_product"]),
        node("Add", ["bert_b", "bert_product"], ["/encoder/bert_encoder/Add_output_0"]),
        node("MatMul", ["both", "text_w"], ["text_product"]),
        node("Transpose", ["text_product"], ["/encoder/text_encoder/Transpose_2_output_0"],
             perm=[0, 2, 1]),
        *_duration_nodes(),
        *_prosody_nodes(),
        *_waveform_nodes(audio),
    ]  # fmt: skip
    graph = helper.make_graph(
        nodes,
        "tiny",
        [
            helper.make_tensor_value_info(tokens, TensorProto.INT64, [1, "T"]),
            helper.make_tensor_value_info("style", TensorProto.FLOAT, [1, 256]),
            helper.make_tensor_value_info("speed", TensorProto.FLOAT, [1]),
        ],
        [helper.make_tensor_value_info(audio, TensorProto.FLOAT, [1, "samples"])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def _duration_nodes() -> list[onnx.NodeProto]:
    node = helper.make_node
    bert, style = "/encoder/bert_encoder/Add_output_0", "/encoder/Slice_output_0"
    features = "/encoder/predictor/text_encoder/Concat_4_output_0"
    return [
        node("Shape", [bert], ["bert_shape"]),
        node("Gather", ["bert_shape", "second"], ["length"]),
        node("Concat", ["one", "length", "one"], ["to_length"], axis=0),
        node("Unsqueeze", [style, "one"], ["style_row"]),
        node("Tile", ["style_row", "to_length"], ["style_rows"]),
        node("Concat", [bert, "style_rows"], [features], axis=2),
        node("MatMul", [features, "duration_w"], ["duration_product"]),
        node("Sigmoid", ["duration_product"], ["chances"]),
        node("ReduceSum", ["chances", "last"], ["/encoder/predictor/ReduceSum_output_0"],
             keepdims=0),
    ]  # fmt: skip


def _prosody_nodes() -> list[onnx.NodeProto]:
    node = helper.make_node
    aligned = "/encoder/MatMul_output_0"
    nodes = [
        node("Transpose", ["/encoder/predictor/text_encoder/Concat_4_output_0"], [aligned],
             perm=[0, 2, 1]),
        node("MatMul", ["/encoder/Slice_output_0", "shift_w"], ["shift"]),
    ]  # fmt: skip
    for curve, out in (("f0", "/encoder/Squeeze_output_0"), ("n", "/encoder/Squeeze_1_output_0")):
        nodes += [
            node("Conv", [aligned, f"{curve}_w", f"{curve}_b"], [f"{curve}_conv"], pads=[1, 1]),
            node("Transpose", [f"{curve}_conv"], [f"{curve}_turned"], perm=[0, 2, 1]),
            node("Reshape", [f"{curve}_turned", "as_curve"], [f"{curve}_flat"]),
            node("Add", [f"{curve}_flat", "shift"], [out]),
        ]
    return nodes


def _waveform_nodes(audio: str) -> list[onnx.NodeProto]:
    node = helper.make_node
    return [
        node("Identity", ["/encoder/text_encoder/Transpose_2_output_0"],
             ["/encoder/MatMul_1_output_0"]),
        node("Conv", ["/encoder/MatMul_1_output_0", "wave_w"], ["wave"]),
        node("ReduceMean", ["/encoder/Squeeze_output_0"], ["f0_mean"]),
        node("ReduceMean", ["/encoder/Squeeze_1_output_0"], ["n_mean"]),
        node("MatMul", ["/decoder/Slice_output_0", "timbre_w"], ["timbre"]),
        node("Sum", ["wave", "f0_mean", "n_mean", "timbre"], ["sum"]),
        node("Transpose", ["sum"], ["by_time"], perm=[0, 2, 1]),
        node("Reshape", ["by_time", "as_batch_audio"], [audio]),
    ]  # fmt: skip


def _weights(seed: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)

    def draw(*shape: int) -> np.ndarray:
        return (rng.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32)

    return {
        "halves": np.array([128, 128]),
        "second": np.array([1]),
        "one": np.array([1]),
        "last": np.array([-1]),
        "as_batch": np.array([1, -1, 16]),
        "as_curve": np.array([1, -1]),
        "as_batch_audio": np.array([1, -1]),
        "table": draw(178, 12),
        "lstm_w": draw(2, 32, 12),
        "lstm_r": draw(2, 32, 8),
        "lstm_b": draw(2, 64),
        "bert_w": draw(16, 512),
        "bert_b": draw(512),
        "text_w": draw(16, 512),
        "duration_w": draw(640, 10),
        "shift_w": draw(128, 1),
        "f0_w": draw(2, 640, 3),
        "f0_b": draw(2),
        "n_w": draw(2, 640, 3),
        "n_b": draw(2),
        "wave_w": draw(600, 512, 1),
        "timbre_w": draw(128, 1),
    }


def write_folder(folder: Path, seed: int = 0) -> Path:
    """Write a float export and two voices the manifest does not know; return ``folder``."""
    (folder / "voices").mkdir(parents=True)
    onnx.save(whole_graph(seed), folder / "tiny.onnx")
    for i, name in enumerate(("af_tiny", "bm_tiny")):
        rows = np.random.default_rng(i).standard_normal((510, 256)).astype("<f4")
        (folder / "voices" / f"{name}.bin").write_bytes(rows.tobytes())
    return folder
