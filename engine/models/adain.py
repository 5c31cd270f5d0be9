"""Adaptive instance normalisation and Snake, each in as few passes over memory as can be.

The export spells AdaIN out over nine operators and Snake over five, each of which
reads and writes the whole signal. The same values come from::

    y = gain * (x - mean) / sqrt(var + eps) + bias     InstanceNormalization, one pass
    s = y + sin(a y)^2 / a                             Snake with a per channel

and with ``z = a y``, which the normalisation yields if ``a`` is multiplied into its gain
and bias, ``a s = z + sin(z)^2``. The 1/a goes into the input channels of the
convolution that follows. Gain and bias come from the style through a linear layer,
where the 1 that is added to the gain, and ``a``, go into the weights.

Sources: Huang and Belongie 2017 (AdaIN), Ziyin et al. 2020 (Snake), the ONNX
specification of InstanceNormalization (biased variance over the time axis).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx
from onnx import helper

from engine.models.dequantise import sweep
from engine.models.graph_index import Array, GraphIndex, put_nodes

LEAST_ALPHA = 1e-6
"""Snake's ``a`` closer to zero than this is not folded: 1/a would leave float32's comfort."""


@dataclass(frozen=True, slots=True)
class _Norm:
    """One AdaIN: the node that ends it and what it is made of."""

    end: onnx.NodeProto
    source: str
    epsilon: float
    style: str
    weight: Array
    """[style, 2 C]"""
    bias: Array
    """[2 C], the 1 of the gain already in it"""
    halves: tuple[str, str]
    """The tensors [1, C, 1] with the gain less 1 and the bias."""


@dataclass(frozen=True, slots=True)
class _Snake:
    """One Snake between an AdaIN and a convolution."""

    end: onnx.NodeProto
    conv: onnx.NodeProto
    alpha: Array
    """[C]"""


def fuse_adain(model: onnx.ModelProto) -> tuple[int, int]:
    """Rewrite every AdaIN of ``model``, and every Snake after one, in place.

    Returns:
        How many normalisations were fused, and how many of them with their Snake.
    """
    graph = model.graph
    index = GraphIndex(graph)
    placed: dict[str, list[onnx.NodeProto]] = {}
    snakes = 0
    norms = [norm for node in graph.node if (norm := _norm_ending_in(node, index)) is not None]
    for norm in norms:
        snake = _snake_after(norm.end.output[0], index)
        if snake is None:
            placed[norm.end.output[0]] = _normalise(norm, norm.end.output[0], None, index)
            continue
        snakes += 1
        z = f"{norm.end.output[0]}/scaled"
        placed[norm.end.output[0]] = _normalise(norm, z, snake.alpha, index)
        placed[snake.end.output[0]] = _snake_of(z, snake.end.output[0])
        _divide_inputs(snake.conv, snake.alpha, index)
    put_nodes(graph, [new for node in graph.node for new in placed.get(node.output[0], [node])])
    sweep(graph)
    return len(norms), snakes


def find_snakes(graph: onnx.GraphProto, index: GraphIndex) -> list[tuple[_Norm, _Snake]]:
    """Return every AdaIN that is followed by a Snake, and that Snake."""
    norms = [norm for node in graph.node if (norm := _norm_ending_in(node, index)) is not None]
    pairs = [(norm, _snake_after(norm.end.output[0], index)) for norm in norms]
    return [(norm, snake) for norm, snake in pairs if snake is not None]


def _normalise(
    norm: _Norm, out: str, alpha: Array | None, index: GraphIndex
) -> list[onnx.NodeProto]:
    factor = np.float32(1) if alpha is None else np.tile(alpha, 2)
    weight = index.add_weight(f"{out}/style_weight", norm.weight * factor)
    bias = index.add_weight(f"{out}/style_bias", norm.bias * factor)
    flat = index.add_weight("adain/flat", np.array([-1], np.int64))
    node = helper.make_node
    return [
        node("Gemm", [norm.style, weight, bias], [f"{out}/both"]),
        node("Reshape", [f"{out}/both", flat], [f"{out}/flat"]),
        node("Split", [f"{out}/flat"], [f"{out}/gain", f"{out}/bias"], axis=0, num_outputs=2),
        node(
            "InstanceNormalization",
            [norm.source, f"{out}/gain", f"{out}/bias"],
            [out],
            name=out,
            epsilon=norm.epsilon,
        ),
    ]


def _snake_of(z: str, out: str) -> list[onnx.NodeProto]:
    return [
        helper.make_node("Sin", [z], [f"{z}/sin"]),
        helper.make_node("Mul", [f"{z}/sin", f"{z}/sin"], [f"{z}/square"]),
        helper.make_node("Add", [z, f"{z}/square"], [out]),
    ]


def _divide_inputs(conv: onnx.NodeProto, alpha: Array, index: GraphIndex) -> None:
    """Divide what a convolution makes of each input channel by ``alpha`` of that channel."""
    value = index.weight(conv.input[1])
    assert value is not None
    conv.input[1] = index.add_weight(f"{conv.input[1]}/unscaled", value / alpha[None, :, None])


def _norm_ending_in(end: onnx.NodeProto, index: GraphIndex) -> _Norm | None:
    """Match ``(1 + g) * (x - mean x) / sqrt(mean (x - mean x)^2 + eps) + b`` backwards."""
    if end.op_type != "Add":
        return None
    for scaled, bias in (tuple(end.input), tuple(reversed(end.input))):
        product = index.maker(scaled, "Mul")
        if product is None:
            continue
        for gain, normal in (tuple(product.input), tuple(reversed(product.input))):
            core = _normalised(normal, index)
            style = _style_layer(gain, bias, index)
            if core is not None and style is not None:
                return _Norm(end, core[0], core[1], *style)
    return None


def _normalised(name: str, index: GraphIndex) -> tuple[str, float] | None:
    """Match ``(x - mean) / sqrt(var + eps)`` over the last of three axes: x, eps."""
    quotient = index.maker(name, "Div")
    if quotient is None:
        return None
    centred = index.maker(quotient.input[0], "Sub")
    root = index.maker(quotient.input[1], "Sqrt")
    guarded = index.maker(root.input[0], "Add") if root is not None else None
    if centred is None or guarded is None:
        return None
    source = str(centred.input[0])
    variance = index.maker(guarded.input[0], "ReduceMean")
    epsilon = index.scalar(guarded.input[1])
    squared = index.maker(variance.input[0]) if variance is not None else None
    if epsilon is None or squared is None or not _is_square(squared, quotient.input[0], index):
        return None
    means = [index.maker(centred.input[1], "ReduceMean"), variance]
    if any(mean is None or not _over_time(mean, index) for mean in means):
        return None
    return (source, epsilon) if means[0] is not None and means[0].input[0] == source else None


def _is_square(node: onnx.NodeProto, of: str, index: GraphIndex) -> bool:
    if node.op_type == "Pow":
        return node.input[0] == of and index.scalar(node.input[1]) == 2.0
    return node.op_type == "Mul" and list(node.input) == [of, of]


def _over_time(mean: onnx.NodeProto, index: GraphIndex) -> bool:
    axes = index.weight(mean.input[1]) if len(mean.input) > 1 else None
    return axes is not None and axes.reshape(-1).tolist() in ([2], [-1])


def _style_layer(
    gain: str, bias: str, index: GraphIndex
) -> tuple[str, Array, Array, tuple[str, str]] | None:
    """Match gain and bias as the two halves of a linear layer: style, weight, bias, halves."""
    raised = index.maker(gain, "Add")
    if raised is None or 1.0 not in [index.scalar(name) for name in raised.input]:
        return None
    half = next(name for name in raised.input if index.scalar(name) is None)
    split = index.maker(half, "Split")
    if split is None or list(split.output) != [half, bias]:
        return None
    widened = index.maker(split.input[0], "Unsqueeze")
    summed = index.maker(widened.input[0], "Add") if widened is not None else None
    product = index.maker(summed.input[0], "MatMul") if summed is not None else None
    if summed is None or product is None:
        return None
    weight, offset = index.weight(product.input[1]), index.weight(summed.input[1])
    if weight is None or offset is None or weight.ndim != 2 or len(offset) % 2:
        return None
    one = np.repeat(np.array([1, 0], np.float32), len(offset) // 2)
    return str(product.input[0]), weight, offset + one, (half, bias)


def _snake_after(y: str, index: GraphIndex) -> _Snake | None:
    """Match ``y + (1/a) * sin(a y)^2`` and the one convolution that reads it."""
    users = index.users(y)
    product = next((node for node in users if node.op_type == "Mul"), None)
    end = next((node for node in users if node.op_type == "Add"), None)
    if product is None or end is None or len(users) != 2:
        return None
    alpha = index.weight(product.input[0] if product.input[1] == y else product.input[1])
    sine = index.only_user(product.output[0], "Sin")
    square = index.users(sine.output[0]) if sine is not None else []
    if alpha is None or sine is None or len(square) != 1:
        return None
    back = index.only_user(square[0].output[0], "Mul")
    conv = index.only_user(end.output[0], "Conv")
    if not _is_square(square[0], sine.output[0], index) or back is None or conv is None:
        return None
    inverse = next((v for n in back.input if (v := index.weight(n)) is not None), None)
    if inverse is None or end not in index.users(back.output[0]) or not _folds(conv, index):
        return None
    flat = alpha.reshape(-1)
    fits = np.abs(flat).min() >= LEAST_ALPHA and np.allclose(inverse.reshape(-1) * flat, 1, 1e-4)
    return _Snake(end, conv, flat) if fits else None


def _folds(conv: onnx.NodeProto, index: GraphIndex) -> bool:
    """Say whether factors of the input channels can go into a convolution's weights."""
    groups = [a.i for a in conv.attribute if a.name == "group"]
    return index.weight(conv.input[1]) is not None and groups in ([], [1])
