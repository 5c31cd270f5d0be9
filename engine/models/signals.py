"""Which tensors of a graph are signals, and how long they are, found by inferring shapes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx
from onnx import helper

PROBES = (16, 19)
"""Frames F at which shapes are inferred: what they agree on holds for every F."""

LARGEST_SHAPE = 64
"""Numbers in the largest weight that can be a shape, a list of pads, or the like."""


@dataclass(frozen=True, slots=True)
class Signal:
    """What is known of a tensor [1, channels, T]."""

    channels: int
    lengths: tuple[int, ...]
    """T at each of ``PROBES``"""

    def rest(self, phases: int) -> int | None:
        """Return T modulo ``phases``, or None if that depends on F."""
        rests = {length % phases for length in self.lengths}
        return rests.pop() if len(rests) == 1 else None


def signals_of(model: onnx.ModelProto) -> dict[str, Signal]:
    """Return what is known of the tensors [1, channels, T] of a model."""
    shapes = [_shapes(model, frames) for frames in PROBES]
    known = {}
    for name, first in shapes[0].items():
        others = [found.get(name) for found in shapes]
        if len(first) == 3 and first[0] == 1 and all(o and o[1] == first[1] for o in others):
            lengths = tuple(o[2] for o in others if o)
            if lengths[0] != lengths[1]:
                known[name] = Signal(first[1], lengths)
    return known


def _shapes(model: onnx.ModelProto, frames: int) -> dict[str, tuple[int, ...]]:
    """Infer the shapes of a model's tensors at so many frames, as far as they follow."""
    graph = model.graph
    probe = helper.make_model(
        helper.make_graph(
            [],
            graph.name,
            [*graph.input, *(_as_input(t) for t in graph.initializer if _is_large(t))],
            list(graph.output),
            [tensor for tensor in graph.initializer if not _is_large(tensor)],
        ),
        opset_imports=list(model.opset_import),
        ir_version=model.ir_version,
    )
    probe.graph.node.extend(graph.node)
    for value in probe.graph.input:
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param:
                dim.dim_value = frames * int(dim.dim_param.removesuffix("F") or 1)
    inferred = onnx.shape_inference.infer_shapes(probe, data_prop=True)
    shapes = {}
    graph = inferred.graph
    for value in (*graph.input, *graph.value_info, *graph.output):
        dims = value.type.tensor_type.shape.dim
        if dims and all(dim.HasField("dim_value") for dim in dims):
            shapes[value.name] = tuple(dim.dim_value for dim in dims)
    return shapes


def _is_large(tensor: onnx.TensorProto) -> bool:
    """Say whether a weight is more than shapes depend on: copying all takes seconds."""
    return int(np.prod(tensor.dims)) > LARGEST_SHAPE


def _as_input(tensor: onnx.TensorProto) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(tensor.name, tensor.data_type, list(tensor.dims))
