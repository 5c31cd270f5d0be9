"""A graph seen by its tensors: who makes each, who reads it, which are weights."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

Array = NDArray[Any]


class GraphIndex:
    """An index of one graph, true until nodes are changed by anybody else.

    Args:
        graph: nodes in topological order.
    """

    def __init__(self, graph: onnx.GraphProto) -> None:
        self._graph = graph
        self._weights = {tensor.name: tensor for tensor in graph.initializer}
        self._makers = {out: node for node in graph.node for out in node.output if out}
        self._users: dict[str, list[onnx.NodeProto]] = {}
        for node in graph.node:
            for name in dict.fromkeys(node.input):
                self._users.setdefault(name, []).append(node)
        self._outputs = {output.name for output in graph.output}
        self._drawn: Counter[str] = Counter()

    def maker(self, name: str, op_type: str = "") -> onnx.NodeProto | None:
        """Return the node that makes a tensor, or None if it is not made by an ``op_type``."""
        node = self._makers.get(name)
        return node if node is not None and op_type in ("", node.op_type) else None

    def users(self, name: str) -> list[onnx.NodeProto]:
        """Return the nodes that read a tensor, each once."""
        return self._users.get(name, [])

    def only_user(self, name: str, op_type: str) -> onnx.NodeProto | None:
        """Return the one node that reads a tensor if it is an ``op_type`` and nobody else does."""
        users = self.users(name)
        if name in self._outputs or len(users) != 1 or users[0].op_type != op_type:
            return None
        return users[0]

    def weight(self, name: str) -> Array | None:
        """Return a tensor's stored value, or None if it is not stored."""
        tensor = self._weights.get(name)
        return None if tensor is None else numpy_helper.to_array(tensor)

    def scalar(self, name: str) -> float | None:
        """Return a stored tensor's value if it is one number."""
        value = self.weight(name)
        return float(value.reshape(())) if value is not None and value.size == 1 else None

    def add_weight(self, name: str, value: Array) -> str:
        """Store a tensor under a name like ``name``; return the name it got.

        The same name with the same value is stored once.
        """
        tensor = numpy_helper.from_array(np.ascontiguousarray(value), name)
        known = self._weights.get(name)
        if known is not None and known != tensor:
            self._drawn[name] += 1
            return self.add_weight(f"{name}.{self._drawn[name]}", value)
        if known is None:
            added = self._graph.initializer.add()
            added.CopyFrom(tensor)
            self._weights[name] = added
        return name


def attribute(node: onnx.NodeProto, name: str, default: Any) -> Any:
    """Return a node's attribute, or ``default`` if it has none of this name."""
    for entry in node.attribute:
        if entry.name == name:
            return helper.get_attribute_value(entry)
    return default


def put_nodes(graph: onnx.GraphProto, nodes: list[onnx.NodeProto]) -> None:
    """Let ``nodes`` be those of the graph."""
    kept = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
    del graph.node[:]
    graph.node.extend(kept)
