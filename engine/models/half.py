"""Half precision where it pays and where it cannot be heard.

The rule, stated once: a convolution or matrix product with constant weights is done in
half precision if its weights have at least ``LEAST_CHANNELS`` channels on both sides.
All else stays in float32: recurrences, normalisations, sums, sines, and the narrow
layers, which carry pitch in Hz, energy, phases and spectra, or make the sound itself.
Each such product is an island of half precision between two casts; TensorRT, strongly
typed, does exactly what is written and joins the casts to their neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LEAST_CHANNELS = 32
"""The source has 9 harmonics, the spectrum 22 rows, F0 and energy one channel: all narrower;
every hidden layer is wider."""

HALF_MAX = float(np.finfo(np.float16).max)

_PRODUCTS = frozenset({"Conv", "ConvTranspose", "MatMul"})


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the graph with its wide products in half precision.

    Args:
        model: float32.

    Raises:
        OverflowError: a weight is beyond what half precision holds.
    """
    made = onnx.ModelProto()
    made.CopyFrom(model)
    graph = made.graph
    weights = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    narrow: set[str] = set()
    nodes: list[onnx.NodeProto] = []
    casts: dict[str, str] = {}
    for node in graph.node:
        if not _is_wide(node, weights):
            nodes.append(node)
            continue
        for place, name in enumerate(node.input):
            if name in weights:
                narrow.add(name)
                node.input[place] = f"{name}_half"
            else:
                if name not in casts:
                    casts[name] = f"{name}_half"
                    nodes.append(_cast(name, casts[name], TensorProto.FLOAT16))
                node.input[place] = casts[name]
        out = node.output[0]
        node.output[0] = f"{out}_in_half"
        nodes += [node, _cast(f"{out}_in_half", out, TensorProto.FLOAT)]
    for name in sorted(narrow):
        graph.initializer.append(_half(name, weights[name]))
    del graph.node[:]
    graph.node.extend(nodes)
    _drop_unused(graph)
    return made


def islands(model: onnx.ModelProto) -> list[str]:
    """Return the tensors that exist in half precision, the products' inputs and outputs."""
    casts = [node for node in model.graph.node if node.op_type == "Cast"]
    into = [node.output[0] for node in casts if node.output[0].endswith("_half")]
    return into + [node.input[0] for node in casts if node.input[0].endswith("_in_half")]


def _is_wide(node: onnx.NodeProto, weights: Mapping[str, NDArray[Any]]) -> bool:
    if node.op_type not in _PRODUCTS or len(node.input) < 2 or node.input[1] not in weights:
        return False
    weight = weights[node.input[1]]
    channels = weight.shape[:2] if node.op_type != "MatMul" else weight.shape[-2:]
    rest = [name for name in node.input[2:] if name]
    known = weight.dtype == np.float32 and all(name in weights for name in rest)
    return known and min(channels) >= LEAST_CHANNELS


def _cast(source: str, target: str, kind: int) -> onnx.NodeProto:
    return helper.make_node("Cast", [source], [target], to=kind)


def _half(name: str, weight: NDArray[Any]) -> onnx.TensorProto:
    largest = float(np.abs(weight).max(initial=0.0))
    if largest > HALF_MAX:
        raise OverflowError(f"{name} holds {largest:g}, half precision {HALF_MAX:g}")
    return numpy_helper.from_array(weight.astype(np.float16), f"{name}_half")


def _drop_unused(graph: onnx.GraphProto) -> None:
    used = {name for node in graph.node for name in node.input}
    del graph.value_info[:]
    for place in reversed(range(len(graph.initializer))):
        if graph.initializer[place].name not in used:
            del graph.initializer[place]
