"""A recurrent layer that reads both ways as two layers that read one way each.

ONNX Runtime runs the two directions of an LSTM after each other, on one core. Apart they
can run at the same time, and each computes what it did before, to the bit.

Source: the ONNX specification of LSTM: W, R, B, P and the states have the directions as
their first axis, Y [T, directions, batch, hidden] as its second.
"""

from __future__ import annotations

import onnx
from onnx import helper

from engine.models.dequantise import sweep
from engine.models.graph_index import GraphIndex, attribute, put_nodes

_WAYS = ("forward", "reverse")

_BY_WAY = (1, 2, 3, 7)
"""Inputs W, R, B, P: weights whose first axis is the direction."""
_STATES = (5, 6)
"""Inputs that may be computed, with the same first axis."""


def part_directions(model: onnx.ModelProto) -> list[str]:
    """Part every bidirectional LSTM of ``model`` whose states nobody reads, in place.

    Returns:
        What each of them made, in order. It is now a Concat of what the two ways make.
    """
    graph = model.graph
    index = GraphIndex(graph)
    nodes: list[onnx.NodeProto] = []
    parted = []
    for node in graph.node:
        if _can_be_parted(node, index):
            nodes += _ways_of(node, index)
            parted.append(node.output[0])
        else:
            nodes.append(node)
    put_nodes(graph, nodes)
    sweep(graph)
    return parted


def _can_be_parted(node: onnx.NodeProto, index: GraphIndex) -> bool:
    if node.op_type != "LSTM" or attribute(node, "direction", b"forward") != b"bidirectional":
        return False
    weights = [node.input[i] for i in _BY_WAY if i < len(node.input) and node.input[i]]
    plain = {a.name for a in node.attribute} <= {"direction", "hidden_size", "input_forget"}
    unread = not any(index.users(state) for state in node.output[1:] if state)
    return plain and unread and all(index.weight(name) is not None for name in weights)


def _ways_of(node: onnx.NodeProto, index: GraphIndex) -> list[onnx.NodeProto]:
    out = node.output[0]
    nodes: list[onnx.NodeProto] = []
    inputs = [list(node.input), list(node.input)]
    for i, name in enumerate(node.input):
        value = index.weight(name) if name else None
        if i in (*_BY_WAY, *_STATES) and value is not None:
            for way, row in enumerate(inputs):
                row[i] = index.add_weight(f"{name}/{_WAYS[way]}", value[way : way + 1])
        elif i in _STATES and name:
            halves = [f"{out}/state{i}/{way}" for way in _WAYS]
            nodes.append(helper.make_node("Split", [name], halves, axis=0, num_outputs=2))
            for row, half in zip(inputs, halves, strict=True):
                row[i] = half
    made = [f"{out}/{way}" for way in _WAYS]
    for way, row in enumerate(inputs):
        kept = {"hidden_size": attribute(node, "hidden_size", 0)}
        nodes.append(
            helper.make_node("LSTM", row, [made[way]], name=made[way], direction=_WAYS[way], **kept)
        )
    return [*nodes, helper.make_node("Concat", made, [out], axis=1)]
