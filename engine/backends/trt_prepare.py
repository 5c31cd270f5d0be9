"""A stage's graph as TensorRT gets it: cleaned, checked, in a precision."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from engine.backends.protocol import Stage
from engine.backends.runtime import onnx_runtime
from engine.errors import MissingModel
from engine.models.half import halved
from engine.models.int8 import Ranges, spelled_out
from engine.models.plugged import with_plugins
from engine.models.trt_graph import clean, prune
from engine.models.trt_operators import objections

PRECISIONS = ("float32", "float16", "int8")
"""``float16`` is float32 with islands of half precision (``engine.models.half``); ``int8``
is that with products in explicit int8 wherever there are ranges (``engine.models.int8``)."""

NO_RANGES: Ranges = MappingProxyType({})


def prepare_graph(
    model: onnx.ModelProto,
    stage: Stage,
    precision: str,
    *,
    plugins: bool = False,
    ranges: Ranges = NO_RANGES,
) -> onnx.ModelProto:
    """Return the graph TensorRT builds an engine from.

    Args:
        model: the stage's graph as prepared, plain operators only.
        stage: which.
        precision: one of ``PRECISIONS``.
        ranges: of the products that int8 does, taken from ``model``.
        plugins: put our kernels where the graph has their place (``engine.models.plugged``).

    Raises:
        MissingModel: ``model-unsupported``, TensorRT could not read what became of it.
    """

    def evaluate(graph: onnx.ModelProto, names: Sequence[str], length: int) -> list[NDArray[Any]]:
        return run_part(graph, names, example(stage, length))

    made = clean(model, evaluate)
    if plugins:
        with_plugins(made)
    if precision == "int8":
        made = spelled_out(made, ranges)
    if precision in ("float16", "int8"):
        made = halved(made)
    found = objections(made)
    if found:
        detail = "; ".join(found[:5])
        raise MissingModel("model-unsupported", subject="model", detail=detail)
    return made


def run_part(
    model: onnx.ModelProto, names: Sequence[str], inputs: dict[str, NDArray[Any]]
) -> list[NDArray[Any]]:
    """Run only what the named tensors need, on the processor, operator by operator."""
    part = onnx.ModelProto(ir_version=model.ir_version)
    part.opset_import.extend(model.opset_import)
    graph = part.graph
    graph.name = "part"
    graph.node.extend(model.graph.node)
    graph.input.extend(model.graph.input)
    graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
    prune(graph)
    read = {name for node in graph.node for name in node.input}
    graph.initializer.extend(each for each in model.graph.initializer if each.name in read)
    ort = onnx_runtime()
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    session = ort.InferenceSession(
        part.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    found: list[NDArray[Any]] = session.run(list(names), inputs)
    return found


def example(stage: Stage, length: int) -> dict[str, NDArray[Any]]:
    """Return inputs of a length whose F0 is 0: the shapes count, and silence."""
    one = np.float32
    inputs: dict[Stage, dict[str, NDArray[Any]]] = {
        Stage.ENCODE: {"tokens": np.ones((1, length), np.int64)},
        Stage.DURATION: {
            "bert": np.zeros((1, length, 512), one),
            "prosody_style": np.zeros((1, 128), one),
        },
        Stage.PROSODY: {
            "aligned": np.zeros((1, 640, length), one),
            "prosody_style": np.zeros((1, 128), one),
        },
        Stage.WAVEFORM: {
            "aligned_text": np.zeros((1, 512, length), one),
            "f0": np.zeros((1, 2 * length), one),
            "energy": np.zeros((1, 2 * length), one),
            "acoustic_style": np.zeros((1, 128), one),
        },
    }
    return inputs[stage]
