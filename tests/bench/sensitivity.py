"""How far noise at each layer moves what is read out of the sound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from onnx import helper, numpy_helper

from engine.backends.onnx_cpu import thread_count
from engine.calibration import Peaks, Unit, observe, shortened
from engine.models.graph_index import put_nodes
from engine.models.int8 import products
from tests.bench.closeness import readouts_moved
from tests.bench.spoken import spoken

NOISE = 0.02
"""Noise put on a layer's input to see what it does, as a share of each channel's RMS."""

NOISE_FRAMES = 40
"""Frames of the two units that noise is tried on: 1 s each."""


def noisy(model: onnx.ModelProto, rms: Peaks) -> tuple[bytes, list[str]]:
    """Return the graph with noise at each product's input, turned on by ``gates`` float32[n]."""
    made = onnx.ModelProto()
    made.CopyFrom(model)
    found = {each.out: each for each in products(made)}
    nodes: list[onnx.NodeProto] = []
    for node in made.graph.node:
        if node.output[0] in found:
            at, x = node.output[0], node.input[0]
            scale = numpy_helper.from_array((NOISE * rms[x]).astype(np.float32)[:, None], f"{at}/s")
            place = numpy_helper.from_array(np.array([list(found).index(at)]), f"{at}/i")
            made.graph.initializer.extend([scale, place])
            nodes.append(helper.make_node("RandomNormalLike", [x], [f"{at}/n"], seed=1.0))
            for op, ins, out in (
                ("Mul", [f"{at}/n", f"{at}/s"], f"{at}/sn"),
                ("Gather", ["gates", f"{at}/i"], f"{at}/g"),
                ("Mul", [f"{at}/sn", f"{at}/g"], f"{at}/gn"),
                ("Add", [x, f"{at}/gn"], f"{at}/noisy"),
            ):
                nodes.append(helper.make_node(op, ins, [out]))
            node.input[0] = f"{at}/noisy"
        nodes.append(node)
    put_nodes(made.graph, nodes)
    gates = helper.make_tensor_value_info("gates", onnx.TensorProto.FLOAT, [len(found)])
    made.graph.input.append(gates)
    return made.SerializeToString(), list(found)


def sensitivity(model: onnx.ModelProto, units: Sequence[Unit]) -> dict[str, float]:
    """Return how many listener's steps the read-outs move by noise at each product's input."""
    names = [each.source for each in products(model)]
    total: dict[str, float] = {}
    for unit in (shortened(each, NOISE_FRAMES) for each in units):
        (seen,) = observe(model.SerializeToString(), names, [unit], thread_count())
        rms = {name: np.sqrt((value**2).mean(axis=(0, 2))) for name, value in seen.items()}
        graph, outs = noisy(model, rms)
        gates = np.concatenate([np.zeros((1, len(outs))), np.eye(len(outs))]).astype(np.float32)
        clean, *moved = spoken(graph, [{**unit, "gates": row} for row in gates])[0]
        for out, audio in zip(outs, moved, strict=True):
            total[out] = total.get(out, 0.0) + readouts_moved(clean, audio) / len(units)
    return total


def ranked(model: onnx.ModelProto, steps: Mapping[str, float]) -> dict[str, float]:
    """Return a tensor's rank by the sensitivity of its product, 0 the least, 1 the most."""
    order = sorted(steps, key=steps.__getitem__)
    rank = {name: i / (len(order) - 1) for i, name in enumerate(order)}
    found: dict[str, float] = {}
    for each in products(model):
        for name in (each.source, each.out):
            found[name] = max(found.get(name, 0.0), rank[each.out])
    return found
