"""Rewriting the dynamically quantised voice graph in plain ONNX operators.

The published int8 graph holds its weights as 8-bit integers and quantises
every activation anew at run time, with operators that only ONNX Runtime knows.
Here each of them becomes the standard operator it stands for, working on
``float32`` weights ``(q - zero_point) * scale``. Activations are no longer
rounded, so the result is a little more exact than the graph it comes from.

A graph without such operators passes through unchanged: a float export, or a
graph rewritten before.

Source of the operators' meaning: the ONNX operator specification (opset 20)
and ONNX Runtime's ``ContribOperators.md``.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from engine.errors import MissingModel

STANDARD_DOMAINS = ("", "ai.onnx")
"""Names of the operator domain every backend knows."""

_BY_DIRECTION = -3
"""Marks LSTM weights [direction, in, 4 hidden]: the axis their scales start from."""

_GELU_OPSET = 20
"""The first standard operator set with ``Gelu``."""


def dequantise(model: onnx.ModelProto) -> int:
    """Rewrite ``model`` in place so that it uses the standard domain only.

    Args:
        model: a graph with its weights, nodes in topological order.

    Returns:
        How many quantised operators were replaced (the int8 graph has 148
        matrix products, 87 convolutions and 6 LSTMs, which make 241, and 4
        looked-up tables).

    Raises:
        MissingModel: ``model-unsupported``, an operator is used in a way this
            rewriting does not know.
    """
    replaced = _Rewriting(model).run()
    sweep(model.graph)
    standard = opset(model)
    del model.opset_import[:]
    model.opset_import.append(helper.make_opsetid("", standard))
    foreign = {node.op_type for node in model.graph.node if node.domain not in STANDARD_DOMAINS}
    if foreign:
        raise unsupported(f"operators outside the standard: {', '.join(sorted(foreign))}")
    return replaced


def opset(model: onnx.ModelProto) -> int:
    """Return the version of the standard operator set that ``model`` uses."""
    return max((o.version for o in model.opset_import if o.domain in STANDARD_DOMAINS), default=1)


def sweep(graph: onnx.GraphProto) -> None:
    """Drop the nodes and weights of ``graph`` that no output needs, and stale shape notes."""
    needed = {output.name for output in graph.output}
    kept: list[onnx.NodeProto] = []
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            kept.append(node)
            needed.update(node.input)
    kept.reverse()
    del graph.node[:]
    graph.node.extend(kept)
    for i in reversed(range(len(graph.initializer))):
        if graph.initializer[i].name not in needed:
            del graph.initializer[i]
    del graph.value_info[:]


def unsupported(detail: str) -> MissingModel:
    """Return the error for a graph that is not the one this program knows."""
    return MissingModel("model-unsupported", subject="model", detail=detail)


class _Rewriting:
    """One pass over a graph: finds each pattern and puts its replacement at the pattern's end."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self._model = model
        self._graph = model.graph
        self._made_by = {out: node for node in self._graph.node for out in node.output if out}
        self._used_by: dict[str, list[onnx.NodeProto]] = {}
        for node in self._graph.node:
            for name in node.input:
                self._used_by.setdefault(name, []).append(node)
        self._weights = {tensor.name: tensor for tensor in self._graph.initializer}
        self._new: set[str] = set()
        self._at: dict[str, list[onnx.NodeProto]] = {}

    def run(self) -> int:
        """Replace every known pattern; return how many were quantised operators."""
        quantised: dict[str, Callable[[onnx.NodeProto], None]] = {
            "MatMulInteger": self._matmul,
            "ConvInteger": self._conv,
            "DynamicQuantizeLSTM": self._lstm,
            "DequantizeLinear": self._table,
        }
        fused: dict[str, Callable[[onnx.NodeProto], None]] = {
            "FastGelu": self._gelu,
            "SkipLayerNormalization": self._skip_norm,
            "FusedMatMul": self._fused_matmul,
        }
        replaced = 0
        for node in list(self._graph.node):
            if node.op_type in quantised:
                quantised[node.op_type](node)
                replaced += 1
            elif node.op_type in fused:
                fused[node.op_type](node)
        nodes = [new for node in self._graph.node for new in self._at.get(node.output[0], [node])]
        del self._graph.node[:]
        self._graph.node.extend(nodes)
        return replaced

    def _matmul(self, node: onnx.NodeProto) -> None:
        """``(x_q @ W_q) * (x_scale * w_scale)`` becomes ``x @ W``."""
        end, scale = self._scaled(self._only_user(node, "Cast"))
        weight = self._dequantised(node.input[1], scale, node.input[3], axis=-1)
        self._put(end, "MatMul", [self._float_of(node), weight])

    def _conv(self, node: onnx.NodeProto) -> None:
        """``(x_q * W_q + floor(b / s)) * s`` becomes ``x * W + b``, without the floor."""
        after = self._only_user(node)
        bias = []
        if after.op_type == "Add":
            bias = [self._bias(after.input[1] if after.input[0] in node.output else after.input[0])]
            after = self._only_user(after, "Cast")
        end, scale = self._scaled(after)
        weight = self._dequantised(node.input[1], scale, node.input[3], axis=0)
        self._put(end, "Conv", [self._float_of(node), weight, *bias], list(node.attribute))

    def _lstm(self, node: onnx.NodeProto) -> None:
        """Weights [direction, in, 4 hidden] become the standard's [direction, 4 hidden, in]."""
        shared, (w_scale, w_zero, r_scale, r_zero) = list(node.input[:8]), node.input[8:12]
        shared[1] = self._dequantised(shared[1], w_scale, w_zero, axis=_BY_DIRECTION)
        shared[2] = self._dequantised(shared[2], r_scale, r_zero, axis=_BY_DIRECTION)
        new = helper.make_node("LSTM", shared, list(node.output), name=node.name)
        new.attribute.extend(node.attribute)
        self._at[node.output[0]] = [new]

    def _table(self, node: onnx.NodeProto) -> None:
        """A looked-up 8-bit table, dequantised after, becomes a float table looked up."""
        gather = self._made_by.get(node.input[0])
        if gather is None or gather.op_type != "Gather" or gather.input[0] not in self._weights:
            raise unsupported(f"{node.name}: dequantises something that is not a table")
        table = self._dequantised(gather.input[0], node.input[1], node.input[2], axis=None)
        self._put(node, "Gather", [table, gather.input[1]], list(gather.attribute))

    def _gelu(self, node: onnx.NodeProto) -> None:
        """``FastGelu(x, b)`` is the tanh form of Gelu on ``x + b``."""
        if opset(self._model) < _GELU_OPSET:
            raise unsupported(f"{node.name}: FastGelu in an operator set before {_GELU_OPSET}")
        summed = node.output[0] + "_biased"
        inputs = [name for name in node.input if name]
        add = [helper.make_node("Add", inputs, [summed])] if len(inputs) > 1 else []
        gelu = helper.make_node(
            "Gelu", [summed if add else inputs[0]], list(node.output), approximate="tanh"
        )
        self._at[node.output[0]] = [*add, gelu]

    def _skip_norm(self, node: onnx.NodeProto) -> None:
        """``SkipLayerNormalization(x, skip, g, b)`` is a layer norm of ``x + skip``."""
        if len([name for name in node.output if name]) > 1 or len(node.input) > 4:
            raise unsupported(f"{node.name}: SkipLayerNormalization with bias or second output")
        summed = node.output[0] + "_summed"
        add = helper.make_node("Add", list(node.input[:2]), [summed])
        epsilon = next((a.f for a in node.attribute if a.name == "epsilon"), 1e-12)
        norm = helper.make_node(
            "LayerNormalization", [summed, *node.input[2:]], [node.output[0]], epsilon=epsilon
        )
        self._at[node.output[0]] = [add, norm]

    def _fused_matmul(self, node: onnx.NodeProto) -> None:
        """``FusedMatMul`` with ``transA`` is a transpose of a 3-D tensor and a product."""
        options = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        if {name for name, value in options.items() if value} - {"alpha"} != {"transA"} or (
            options.get("alpha", 1.0) != 1.0
        ):
            raise unsupported(f"{node.name}: FusedMatMul with {options}")
        turned = node.output[0] + "_turned"
        turn = helper.make_node("Transpose", [node.input[0]], [turned], perm=[0, 2, 1])
        product = helper.make_node("MatMul", [turned, node.input[1]], list(node.output))
        self._at[node.output[0]] = [turn, product]

    def _put(
        self,
        end: onnx.NodeProto,
        op_type: str,
        inputs: list[str],
        attributes: list[onnx.AttributeProto] | None = None,
    ) -> None:
        """Let a standard operator make what the pattern ending in ``end`` made."""
        node = helper.make_node(
            op_type, inputs, list(end.output), name=f"{end.output[0]}/{op_type}"
        )
        node.attribute.extend(attributes or [])
        self._at[end.output[0]] = [node]

    def _only_user(self, node: onnx.NodeProto, op_type: str = "") -> onnx.NodeProto:
        """Return the one node that reads ``node``'s first output."""
        users = self._used_by.get(node.output[0], [])
        if len(users) != 1 or (op_type and users[0].op_type != op_type):
            raise unsupported(f"{node.name}: expected one {op_type or 'node'} after it")
        return users[0]

    def _scaled(self, cast: onnx.NodeProto) -> tuple[onnx.NodeProto, str]:
        """Return the Mul that scales an integer result back, and the weight's scale in it."""
        if cast.op_type != "Cast":
            raise unsupported(f"{cast.name}: expected a Cast to float")
        end = self._only_user(cast, "Mul")
        product = self._made_by.get(next(n for n in end.input if n not in cast.output))
        scales = [n for n in product.input if n in self._weights] if product is not None else []
        if len(scales) != 1:
            raise unsupported(f"{end.name}: the scale is not input scale x weight scale")
        return end, scales[0]

    def _float_of(self, node: onnx.NodeProto) -> str:
        """Return the float tensor that was quantised to feed ``node``."""
        source = self._made_by.get(node.input[0])
        if source is None or source.op_type != "DynamicQuantizeLinear":
            raise unsupported(f"{node.name}: its input is not quantised at run time")
        return str(source.input[0])

    def _bias(self, name: str) -> str:
        """Walk back over reshape, cast, floor and division to the float bias."""
        for op_type in ("Reshape", "Cast", "Floor", "Div"):
            node = self._made_by.get(name)
            if node is None or node.op_type != op_type:
                raise unsupported(f"{name}: not the known chain of a quantised bias")
            name = node.input[0]
        if name not in self._weights:
            raise unsupported(f"{name}: a bias that is not a weight")
        return name

    def _dequantised(self, quantised: str, scale: str, zero: str, *, axis: int | None) -> str:
        """Add the float weight ``(q - zero) * scale``; return its name.

        ``axis`` is the one along which scale and zero point run if they are
        not scalars; the weights of an LSTM also get their last two axes
        exchanged.
        """
        name = quantised.removesuffix("_quantized") + "_float"
        if name in self._new:
            return name
        self._new.add(name)
        q = self._array(quantised).astype(np.float32)
        spread = [self._spread(self._array(name), q.ndim, axis) for name in (zero, scale)]
        # The product is exact to float32 rounding: |q - zero| <= 255 needs 8 bits of the 24.
        value = (q - spread[0]) * spread[1]
        if axis == _BY_DIRECTION:
            value = np.ascontiguousarray(value.swapaxes(-1, -2))
        self._graph.initializer.add().CopyFrom(numpy_helper.from_array(value, name))
        return name

    def _array(self, name: str) -> NDArray[np.generic]:
        if name not in self._weights:
            raise unsupported(f"{name}: a quantised weight that is not stored in the file")
        return numpy_helper.to_array(self._weights[name])

    @staticmethod
    def _spread(value: NDArray[np.generic], ndim: int, axis: int | None) -> NDArray[np.float32]:
        """Shape a scalar or vector so that it broadcasts along ``axis`` of ``ndim`` axes."""
        flat = value.astype(np.float32).reshape(-1)
        if flat.size == 1:
            return flat.reshape(())
        if axis is None:
            raise unsupported("a table with more than one scale")
        if axis == _BY_DIRECTION:  # one a direction, or one a direction and gate row
            return flat.reshape(value.shape[0], 1, -1)
        shape = [1] * ndim
        shape[axis] = flat.size
        return flat.reshape(shape)
