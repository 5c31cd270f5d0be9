"""Can TensorRT's ONNX parser read a graph? Answered from its published table, without it.

The table is data with its source: ``assets/tensorrt/operators.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

import onnx
from onnx import TensorProto, helper, numpy_helper

NAMES: Mapping[int, str] = {
    TensorProto.FLOAT: "FP32",
    TensorProto.FLOAT16: "FP16",
    TensorProto.BFLOAT16: "BF16",
    TensorProto.INT32: "INT32",
    TensorProto.INT64: "INT64",
    TensorProto.INT8: "INT8",
    TensorProto.UINT8: "UINT8",
    TensorProto.BOOL: "BOOL",
    TensorProto.DOUBLE: "DOUBLE",
}

DATA_INPUTS: dict[str, tuple[int, ...]] = {
    "Gather": (0,),
    "Where": (1, 2),
    "Unsqueeze": (0,),
    "Squeeze": (0,),
    "CumSum": (0,),
}
DATA_INPUTS |= {"Reshape": (0,), "Slice": (0,), "Split": (0,), "Pad": (0,), "Expand": (0,)}
DATA_INPUTS |= {"QuantizeLinear": (0,), "DequantizeLinear": (0,)}
DATA_INPUTS |= {"Resize": (0,), "ReduceMean": (0,), "ReduceSum": (0,), "ConstantOfShape": ()}
"""Inputs whose type the table speaks of, where there are others: indices, shapes, a mask."""

CONSTANT_INPUTS: dict[str, tuple[int, ...]] = {
    "Squeeze": (1,),
    "Unsqueeze": (1,),
    "CumSum": (1,),
    "ReduceMean": (1,),
}
CONSTANT_INPUTS |= {"ReduceSum": (1,), "LSTM": (1, 2, 3, 5, 6), "Pad": (1,), "Slice": (1, 2, 3, 4)}
CONSTANT_INPUTS |= {"QuantizeLinear": (1, 2), "DequantizeLinear": (1, 2)}
CONSTANT_INPUTS |= {"Reshape": (1,), "Resize": (2, 3), "Split": (1,), "Expand": (1,)}
"""Inputs that must be constants: the first four by the table (axes), the rest by our own
rule that no shape is worked out on the card and that a recurrence's start is explicit."""

OWN_DOMAIN = "espressivo"
"""Domain of nodes that are our plugins (``engine.backends.trt_plugins``)."""

OWN_OPERATORS: Mapping[str, int] = {"channel_moments": 1, "snake_norm": 5}
"""Plugins a graph may hold, and how many inputs each has; all float32."""

RESIZE_MODES = frozenset({"nearest", "linear"})
RESIZE_TRANSFORMS = frozenset(
    {"half_pixel", "pytorch_half_pixel", "tf_half_pixel_for_nn", "asymmetric", "align_corners"}
)


@lru_cache(maxsize=1)
def table() -> Mapping[str, Any]:
    """Return the table of operators."""
    path = files("assets") / "tensorrt" / "operators.json"
    read: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def objections(model: onnx.ModelProto) -> list[str]:
    """Return what TensorRT would refuse or what would surprise it; empty if nothing.

    Args:
        model: with every type inferable.
    """
    known = table()
    low, high = known["opsets"]
    found = [
        f"domain {each.domain or 'ai.onnx'} opset {each.version}"
        for each in model.opset_import
        if each.domain != OWN_DOMAIN and (each.domain or not low <= each.version <= high)
    ]
    types = _types(model)
    constants = {each.name for each in model.graph.initializer} | {""}
    for node in model.graph.node:
        found += _of_node(node, types, constants, known["supported"])
    return found + _quantisations(model)


def _quantisations(model: onnx.ModelProto) -> list[str]:
    """What TensorRT's guide asks of explicit quantisation: zero points of 0, and a scale for
    each channel of weights alone."""
    held = {each.name: each for each in model.graph.initializer}
    found = []
    for node in model.graph.node:
        if node.op_type not in ("QuantizeLinear", "DequantizeLinear"):
            continue
        where = f"{node.op_type} {node.output[0]}"
        scale, zero = held.get(node.input[1]), held.get("".join(node.input[2:3]))
        if zero is not None and numpy_helper.to_array(zero).any():
            found.append(f"{where}: its zero point is not 0")
        if scale is not None and len(scale.dims) and node.input[0] not in held:
            found.append(f"{where}: a scale for each channel of an activation")
    return found


def _of_node(
    node: onnx.NodeProto,
    types: Mapping[str, int],
    constants: set[str],
    supported: Mapping[str, str],
) -> list[str]:
    where, op = f"{node.op_type} {node.output[0]}", node.op_type
    if node.domain == OWN_DOMAIN:
        return _of_own(node, where, types)
    if node.domain or op not in supported:
        return [f"{where}: not in the table"]
    found = []
    allowed = supported[op].split()
    for place in DATA_INPUTS.get(op, range(len(node.input))):
        name = node.input[place] if place < len(node.input) else ""
        kind = NAMES.get(types.get(name, 0), "unknown") if name else ""
        if name and kind not in allowed:
            found.append(f"{where}: input {place} is {kind}")
    for place in CONSTANT_INPUTS.get(op, ()):
        if place < len(node.input) and node.input[place] not in constants:
            found.append(f"{where}: input {place} is worked out at run time")
    facts = {each.name: helper.get_attribute_value(each) for each in node.attribute}
    return found + [f"{where}: {word}" for word in _restrictions(op, node, facts)]


def _of_own(node: onnx.NodeProto, where: str, types: Mapping[str, int]) -> list[str]:
    if OWN_OPERATORS.get(node.op_type) != len(node.input):
        return [f"{where}: no such plugin"]
    kinds = [NAMES.get(types.get(name, 0), "unknown") for name in node.input]
    return [f"{where}: input {k} is {kind}" for k, kind in enumerate(kinds) if kind != "FP32"]


def _restrictions(op: str, node: onnx.NodeProto, facts: Mapping[str, Any]) -> list[str]:
    """The table's column of restrictions, for what these graphs use."""
    found = []
    if op == "LSTM":
        if facts.get("layout", 0) or facts.get("input_forget", 0):
            found.append("layout and input_forget must be 0")
        if len(node.input) > 4 and node.input[4]:
            found.append("has a length for each sequence")
        if len(node.input) < 7 or not (node.input[5] and node.input[6]):
            found.append("its start is not explicit")
    if op == "Resize":
        mode = facts.get("mode", b"nearest")
        turn = facts.get("coordinate_transformation_mode", b"half_pixel")
        if mode.decode() not in RESIZE_MODES:
            found.append(f"mode {mode.decode()}")
        if turn.decode() not in RESIZE_TRANSFORMS:
            found.append(f"transformation {turn.decode()}")
    if op == "LayerNormalization" and len(node.output) > 1:
        found.append("more than one output")
    return found


def _types(model: onnx.ModelProto) -> dict[str, int]:
    """Element types of all tensors. Weights are left out of the inference: only types count."""
    inferred = onnx.shape_inference.infer_shapes(_without_weights(model), data_prop=False)
    graph = inferred.graph
    found = {
        each.name: each.type.tensor_type.elem_type
        for each in (*graph.value_info, *graph.input, *graph.output)
    }
    return found | {each.name: each.data_type for each in model.graph.initializer}


def _without_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """The graph with its large constants as inputs."""
    light = onnx.ModelProto(ir_version=model.ir_version)
    light.opset_import.extend(model.opset_import)
    light.graph.name = model.graph.name
    light.graph.node.extend(model.graph.node)
    light.graph.input.extend(model.graph.input)
    light.graph.output.extend(model.graph.output)
    # Of our own operators the inference knows nothing: all make float32.
    own = [out for node in model.graph.node if node.domain == OWN_DOMAIN for out in node.output]
    light.graph.value_info.extend(
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in own
    )
    for each in model.graph.initializer:
        if len(each.raw_data) > 1024:
            shape = list(each.dims)
            light.graph.input.append(
                helper.make_tensor_value_info(each.name, each.data_type, shape)
            )
        else:
            light.graph.initializer.append(
                numpy_helper.from_array(numpy_helper.to_array(each), each.name)
            )
    return light
