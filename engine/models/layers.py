"""A transformer whose layers share their weights, folded into one layer that is run in a loop.

The text stage's encoder is ALBERT (Lan et al. 2020): twelve layers of one set of weights,
which the export writes out one after the other. ONNX Runtime optimises each of their 744
nodes anew whenever the stage is opened; folded, it opens in a fifth of the time. A layer
computes what it did before, to the bit.

Source: the ONNX specification of Loop: its body takes the turn, whether to go on and what
is carried from turn to turn, and gives the last two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, pairwise

import onnx
from onnx import TensorProto, helper

from engine.models.graph_index import put_nodes

_ENCODER = "/encoder/bert/encoder/"
_BEFORE = f"{_ENCODER}embedding_hidden_mapping_in/Add_output_0"
"""What the first layer reads."""
_NORM = f"{_ENCODER}albert_layer_groups.0/albert_layers.0/full_layer_layer_norm"
_AFTER = "/LayerNormalization_output_0"
"""Ends the name of what a layer makes, after ``_NORM`` and its number: none, ``_1``, ``_2`` ..."""

_TURN, _GOING, _TURNS = "turn", "going", "turns"

_Layer = list[onnx.NodeProto]


def fold_layers(model: onnx.ModelProto) -> int:
    """Fold the layers of the text stage into a Loop, in place.

    Args:
        model: the stage with its weights; any other graph, or one whose layers differ, stays
            as it is.

    Returns:
        How many layers there were; 0 = nothing was folded.
    """
    graph = model.graph
    ends = [_BEFORE, *_ends({out for node in graph.node for out in node.output})]
    layers = [_between(graph, start, end) for start, end in pairwise(ends)]
    alike = {_drawn(layer, start) for layer, start in zip(layers, ends, strict=False)}
    if len(layers) < 2 or len(alike) > 1 or _is_read(graph, layers, ends[-1]):
        return 0
    weights = {tensor.name for tensor in graph.initializer}
    loop = _loop(layers[0], ends, weights)
    inside = {node.output[0] for layer in layers for node in layer}
    first_end = layers[0][-1].output[0]
    nodes = []
    for node in graph.node:
        if node.output[0] == first_end:
            nodes.append(loop)
        elif node.output[0] not in inside:
            nodes.append(node)
    put_nodes(graph, nodes)
    del graph.value_info[:]
    graph.initializer.append(helper.make_tensor(_TURNS, TensorProto.INT64, [], [len(layers)]))
    graph.initializer.append(helper.make_tensor(_GOING, TensorProto.BOOL, [], [True]))
    return len(layers)


def _ends(made: set[str]) -> Iterator[str]:
    """Yield what each layer makes, in order."""
    for number in count():
        end = f"{_NORM}_{number}{_AFTER}" if number else f"{_NORM}{_AFTER}"
        if end not in made:
            return
        yield end


def _between(graph: onnx.GraphProto, start: str, end: str) -> _Layer:
    """Return the nodes, in order, that rest on ``start`` and that ``end`` rests on."""
    touched, resting = {start}, []
    for node in graph.node:
        if touched.intersection(node.input):
            touched.update(node.output)
            resting.append(node)
    needed, found = {end}, []
    for node in reversed(resting):
        if needed.intersection(node.output):
            needed.update(name for name in node.input if name != start)
            found.append(node)
    return found[::-1]


def _drawn(layer: _Layer, start: str) -> tuple[bytes, ...]:
    """Return a layer's nodes with names for what it makes that are the same in every layer."""
    names = {start: "start"}
    drawn = []
    for number, node in enumerate(layer):
        names |= {out: f"{number}.{i}" for i, out in enumerate(node.output)}
        plain = onnx.NodeProto(op_type=node.op_type, attribute=node.attribute)
        plain.input.extend(names.get(name, name) for name in node.input)
        drawn.append(plain.SerializeToString(deterministic=True))
    return tuple(drawn)


def _is_read(graph: onnx.GraphProto, layers: Sequence[_Layer], last: str) -> bool:
    """Whether anything but the last result is read from outside of the layers."""
    made = {out for layer in layers for node in layer for out in node.output}
    outside = [node for node in graph.node if node.output[0] not in made]
    read = {name for node in outside for name in node.input}
    read.update(output.name for output in graph.output)
    return bool(made & read - {last})


def _loop(layer: _Layer, ends: Sequence[str], weights: set[str]) -> onnx.NodeProto:
    """Return a Loop of one layer, which reads the weights where they are."""
    made = {out for node in layer for out in node.output}
    read = dict.fromkeys(name for node in layer for name in node.input if name)
    unmade = [name for name in read if name not in made and name not in weights]
    carried = [_BEFORE, *(name for name in unmade if name != _BEFORE)]
    nodes = [*layer]
    given = [ends[1]]
    for name in carried[1:]:  # what every layer reads as it is
        given.append(f"{name}/again")
        nodes.append(helper.make_node("Identity", [name], [given[-1]]))
    nodes.append(helper.make_node("Identity", [f"{_GOING}/in"], [f"{_GOING}/out"]))
    body = onnx.GraphProto(name="layer")
    body.node.extend(nodes)
    body.input.append(helper.make_tensor_value_info(_TURN, TensorProto.INT64, []))
    body.input.append(helper.make_tensor_value_info(f"{_GOING}/in", TensorProto.BOOL, []))
    body.input.extend(onnx.ValueInfoProto(name=name) for name in carried)
    body.output.append(helper.make_tensor_value_info(f"{_GOING}/out", TensorProto.BOOL, []))
    body.output.extend(onnx.ValueInfoProto(name=name) for name in given)
    outputs = [ends[-1], *(f"{name}/last" for name in carried[1:])]
    return helper.make_node("Loop", [_TURNS, _GOING, *carried], outputs, name="layers", body=body)
