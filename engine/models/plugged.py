"""The decoder's normalisation and Snake as two nodes of our own, for an engine with plugins.

TensorRT's parser makes a plugin of a node whose operator it does not know if one of that
name is registered: attributes ``plugin_namespace`` and ``plugin_version`` name it, ``aot``
says that its kernel comes compiled (onnx-tensorrt, ``onnxOpImporters.cpp``, importer of
unknown operators). What each does is ``kernels/snake_norm.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx
from onnx import helper

from engine.models.adain import find_snakes
from engine.models.graph_index import GraphIndex, put_nodes
from engine.models.trt_graph import prune
from engine.models.trt_operators import OWN_DOMAIN
from kernels.snake_norm import EPSILON


def with_plugins(model: onnx.ModelProto) -> int:
    """Rewrite every AdaIN that a Snake follows, in place.

    Args:
        model: a stage in float32, clean (``engine.models.trt_graph``).

    Returns:
        How many pairs were rewritten.
    """
    graph = model.graph
    index = GraphIndex(graph)
    placed: dict[str, list[onnx.NodeProto]] = {}
    for norm, snake in find_snakes(graph, index):
        if abs(norm.epsilon - EPSILON) > EPSILON * 1e-6:
            continue  # the kernel has the model's own
        out = snake.end.output[0]
        alpha = index.add_weight(f"{out}/alpha", snake.alpha)
        moments = f"{out}/moments"
        placed[out] = [
            _node("channel_moments", [norm.source], moments),
            _node("snake_norm", [norm.source, moments, *norm.halves, alpha], out),
        ]
    if placed:
        put_nodes(graph, [new for node in graph.node for new in placed.get(node.output[0], [node])])
        model.opset_import.append(helper.make_opsetid(OWN_DOMAIN, 1))
        prune(graph)
    return len(placed)


def _node(entry: str, inputs: Sequence[str], out: str) -> onnx.NodeProto:
    return helper.make_node(
        entry,
        inputs,
        [out],
        domain=OWN_DOMAIN,
        plugin_namespace=OWN_DOMAIN,
        plugin_version="1",
        aot=1,
    )
