"""Long convolutions at two thirds of their multiplications, exactly.

A stride-one convolution along time is a Toeplitz matrix. Split time into M phases
(``x_i[t] = x[M t + i]``) and it is an M x M block Toeplitz matrix of short filters.
For two phases, with ``s = x_0 + x_1``::

    y_0 = a s + (c - a) x_1          a, b, c: the filters for phase
    y_1 = a s + (b - a) x_0          differences 0, -1 and +1

which takes three half-rate filters in place of four, and no cancelling sums; M = 4 does
this twice and takes nine in place of sixteen. Filters of 11 taps keep 0.66 of their
multiplications, of 7 taps 0.68. A dilated filter is the same with the phases taken ``d``
apart: ``x_i[t] = x[M t + d i]``.

Between these convolutions stand only operators that treat each sample alike, or
normalise over all of them, so the signal stays split from the first convolution to
the last: as ``[phase 0 | phase 1 | ...]`` along the time axis, which such operators do
not notice.

Source: the fast FIR algorithm (Mou and Duhamel 1991; Parhi 1999, chapter 9), here in its
transposed form.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import helper

from engine.models.dequantise import sweep
from engine.models.graph_index import Array, GraphIndex, attribute, put_nodes
from engine.models.signals import Signal, signals_of

PHASES = 4
"""Phases of a split signal; a power of two."""

SHORTEST_KERNEL = 7
"""A signal is split only for filters at least this long; shorter ones gain nothing."""

MOST_CHANNELS = 256
"""Wider layers are few frames long: their time goes into reading weights, which grow here."""

ELEMENTWISE = frozenset(
    {"Add", "Sub", "Mul", "Div", "Sin", "LeakyRelu", "InstanceNormalization", "Pow"}
)
"""Operators that do not care in which order samples lie along time."""

SHORT = 3
"""Taps of the filters that meet a split signal without being long themselves."""

_MIXED = (("Sub", 0, 2), ("Add", 1, 2), ("Sub", 2, 1), ("Sub", 1, 3))
"""What the four products of two outputs of a three-tap filter are of: F(2, 3)."""

_END = np.iinfo(np.int64).max

Filter = dict[int, Array]
"""Taps float64[out, in] by their offset in time steps of a phase."""


def split_phases(model: onnx.ModelProto) -> int:
    """Rewrite the long convolutions of ``model``, and what lies between them, in place.

    Returns:
        How many convolutions were rewritten.
    """
    splitting = _Splitting(model)
    nodes = splitting.run()
    put_nodes(model.graph, nodes)
    sweep(model.graph)
    return splitting.rewritten


class _Splitting:
    """One walk over a graph in order, keeping each tensor whole, split, or both."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self._graph = model.graph
        self._index = GraphIndex(model.graph)
        self._signals = signals_of(model)
        self._nodes: list[onnx.NodeProto] = []
        self._split: dict[str, str] = {}
        """Name of a tensor's split form"""
        self._whole: set[str] = set()
        """Tensors made split that are also there whole"""
        self._sizes: dict[tuple[int, ...], str] = {}
        self._worth = self._worthwhile()
        self.rewritten = 0

    def run(self) -> list[onnx.NodeProto]:
        """Return the new nodes, in order."""
        for node in self._graph.node:
            if self._is_split_conv(node):
                self._convolve(node)
            elif node.op_type in ELEMENTWISE and self._all_alike(node):
                self._carry(node)
            else:
                for name in node.input:
                    self._join(name)
                self._nodes.append(node)
        for output in self._graph.output:
            self._join(output.name)
        return self._nodes

    def _worthwhile(self) -> frozenset[tuple[int, ...]]:
        """Return the lengths of signals that meet a long filter somewhere."""
        return frozenset(
            self._signals[node.input[0]].lengths
            for node in self._graph.node
            if self._same_length_conv(node, SHORTEST_KERNEL)
        )

    def _is_split_conv(self, node: onnx.NodeProto) -> bool:
        return (
            self._same_length_conv(node, 3)
            and self._signals[node.input[0]].lengths in self._worth
            and (node.input[0] in self._split or self._same_length_conv(node, SHORTEST_KERNEL))
        )

    def _same_length_conv(self, node: onnx.NodeProto, shortest: int) -> bool:
        """Say whether a node is a convolution this module knows, of at least so many taps."""
        if node.op_type != "Conv" or node.input[0] not in self._signals:
            return False
        weight = self._index.weight(node.input[1])
        signal = self._signals[node.input[0]]
        if weight is None or weight.ndim != 3 or signal.rest(PHASES) is None:
            return False
        taps = weight.shape[2]
        dilation = attribute(node, "dilations", [1])[0]
        reach = dilation * (taps - 1) // 2
        return bool(
            taps % 2
            and taps >= shortest
            and dilation % 2
            and weight.shape[0] == weight.shape[1] == signal.channels <= MOST_CHANNELS
            and attribute(node, "group", 1) == 1
            and list(attribute(node, "strides", [1])) == [1]
            and list(attribute(node, "pads", [0, 0])) == [reach, reach]
        )

    def _all_alike(self, node: onnx.NodeProto) -> bool:
        """Say whether a node works on a split signal and everything else fits that."""
        signals = [self._signals.get(name) for name in self._timed(node)]
        split = any(name in self._split for name in self._timed(node))
        return split and None not in signals and len({s.lengths for s in signals if s}) == 1

    def _timed(self, node: onnx.NodeProto) -> list[str]:
        """Return the inputs that run along time."""
        if node.op_type == "InstanceNormalization":
            return [node.input[0]]
        return [name for name in node.input if not self._is_constant(name)]

    def _is_constant(self, name: str) -> bool:
        value = self._index.weight(name)
        return value is not None and (value.size == 1 or value.shape[-1] == 1)

    def _carry(self, node: onnx.NodeProto) -> None:
        """Let an operator that treats samples alike work on the split form."""
        timed = set(self._timed(node))
        new = onnx.NodeProto.FromString(node.SerializeToString())
        for i, name in enumerate(node.input):
            if name in timed:
                new.input[i] = self._divide(name)
        new.output[0] = self._made_split(node.output[0])
        self._nodes.append(new)

    def _made_split(self, name: str) -> str:
        self._split[name] = f"{name}/phases"
        return self._split[name]

    def _emit(self, op_type: str, inputs: list[str], out: str, **attributes: Any) -> str:
        self._nodes.append(helper.make_node(op_type, inputs, [out], name=out, **attributes))
        return out

    def _ints(self, *values: int) -> str:
        name = "phases/" + "_".join(str(value) for value in values)
        return self._index.add_weight(name, np.array(values, np.int64))

    def _divide(self, name: str) -> str:
        """Return the split form of a tensor, made from the whole one if need be."""
        if name not in self._split:
            parts = [
                self._emit(
                    "Slice",
                    [name, self._ints(i), self._ints(_END), self._ints(2), self._ints(PHASES)],
                    f"{name}/phase{i}",
                )
                for i in range(PHASES)
            ]
            self._whole.add(name)
            self._emit("Concat", parts, self._made_split(name), axis=2)
        return self._split[name]

    def _join(self, name: str) -> None:
        """Make the whole form of a tensor that is only there split."""
        if name not in self._split or name in self._whole:
            return
        self._whole.add(name)
        signal = self._signals[name]
        parts = [
            self._padded(part, 0, self._short(i, signal))
            for i, part in enumerate(self._parts(name, "joined"))
        ]
        stacked = self._emit("Concat", parts, f"{name}/stacked", axis=0)
        turned = self._emit("Transpose", [stacked], f"{name}/turned", perm=[1, 2, 0])
        shape = self._ints(1, signal.channels, -1)
        surplus = -(signal.rest(PHASES) or 0) % PHASES
        if not surplus:
            self._emit("Reshape", [turned, shape], name)
            return
        long = self._emit("Reshape", [turned, shape], f"{name}/long")
        self._emit("Slice", [long, self._ints(0), self._ints(-surplus), self._ints(2)], name)

    @staticmethod
    def _short(phase: int, signal: Signal) -> int:
        """Return by how much a phase is shorter than phase 0: 0 or 1."""
        rest = signal.rest(PHASES)
        return int(bool(rest) and phase >= (rest or 0))

    def _parts(self, name: str, purpose: str) -> list[str]:
        """Split a split form into its phases."""
        outs = [f"{name}/{purpose}{i}" for i in range(PHASES)]
        split = self._divide(name)
        sizes = self._sizes_of(split, self._signals[name])
        self._nodes.append(helper.make_node("Split", [split, sizes], outs, axis=2))
        return outs

    def _sizes_of(self, split: str, signal: Signal) -> str:
        """Return a tensor with the length of each phase: ceil((T - i) / PHASES)."""
        if signal.lengths not in self._sizes:
            out = f"{split}/sizes"
            shape = self._emit("Shape", [split], f"{out}/shape", start=2, end=3)
            lacking = self._ints(*range(PHASES - 1, -1, -1))
            raised = self._emit("Add", [shape, lacking], f"{out}/raised")
            self._sizes[signal.lengths] = self._emit("Div", [raised, self._ints(PHASES)], out)
        return self._sizes[signal.lengths]

    def _padded(self, name: str, left: int, right: int) -> str:
        if not left and not right:
            return name
        pads = self._ints(0, 0, left, 0, 0, right)
        return self._emit("Pad", [name, pads], f"{name}/padded")

    def _convolve(self, node: onnx.NodeProto) -> None:
        """Replace one convolution by its nine short ones."""
        source, out = node.input[0], node.output[0]
        signal = self._signals[source]
        dilation = attribute(node, "dilations", [1])[0]
        weight = self._index.weight(node.input[1])
        assert weight is not None
        parts = self._parts(source, f"for/{out}/")
        furthest = dilation * (PHASES - 1) // PHASES
        places = [divmod(dilation * i, PHASES) for i in range(PHASES)]
        margins = [
            (furthest - shift, shift + self._short(phase, signal)) for shift, phase in places
        ]
        xs = [
            self._padded(parts[phase], *margin)
            for (_, phase), margin in zip(places, margins, strict=True)
        ]
        bias = node.input[2] if len(node.input) > 2 else ""
        if weight.shape[2] == SHORT:
            ys = self._three_taps(f"{out}/w", weight, xs, bias, dilation)
        else:
            ys = self._product(f"{out}/t", _toeplitz(weight), xs, bias, dilation)
        ordered = [""] * PHASES
        for (_, phase), y, (left, right) in zip(places, ys, margins, strict=True):
            ordered[phase] = self._cropped(y, left, right)
        self._emit("Concat", ordered, self._made_split(out), axis=2)
        self.rewritten += 1

    def _cropped(self, name: str, left: int, right: int) -> str:
        if not left and not right:
            return name
        end = self._ints(-right) if right else self._ints(_END)
        return self._emit("Slice", [name, self._ints(left), end, self._ints(2)], f"{name}/cropped")

    def _product(
        self, name: str, filters: dict[int, Filter], xs: list[str], bias: str, dilation: int
    ) -> list[str]:
        """Multiply a block Toeplitz matrix with a list of phases; the bias goes to each."""
        if len(xs) == 1:
            return [self._leaf(name, filters[0], xs[0], bias, dilation)]
        half = len(xs) // 2
        near = range(1 - half, half)
        same = {i: filters[i] for i in near}
        above = {i: _minus(filters[i + half], same[i]) for i in near}
        below = {i: _minus(filters[i - half], same[i]) for i in near}
        low, high = xs[:half], xs[half:]
        sums = [
            self._emit("Add", [a, b], f"{name}/sum{i}")
            for i, (a, b) in enumerate(zip(low, high, strict=True))
        ]
        shared = self._product(f"{name}s", same, sums, bias, dilation)
        firsts = self._product(f"{name}h", above, high, "", dilation)
        seconds = self._product(f"{name}l", below, low, "", dilation)
        return [
            self._emit("Add", [a, b], f"{b}/added")
            for rest in (firsts, seconds)
            for a, b in zip(shared, rest, strict=True)
        ]

    def _three_taps(
        self, name: str, weight: Array, xs: list[str], bias: str, dilation: int
    ) -> list[str]:
        """Convolve phases with three taps, two outputs at a time with four products."""
        h0, h1, h2 = np.moveaxis(weight.astype(np.float64), 2, 0)
        kernels = (h0, (h0 + h1 + h2) / 2, (h0 - h1 + h2) / 2, h2)
        before = self._shifted(xs[-1], dilation, f"{name}/before")
        after = self._shifted(xs[0], -dilation, f"{name}/after")
        row = [before, *xs, after]
        ys = []
        for i in range(0, len(xs), 2):
            d, at = row[i : i + 4], f"{name}{i}"
            mixed = [
                self._emit(kind, [d[a], d[b]], f"{at}/mixed{j}")
                for j, (kind, a, b) in enumerate(_MIXED)
            ]
            m = [
                self._leaf(f"{at}/{j}", {0: kernels[j]}, mixed[j], bias if j == 1 else "", 1)
                for j in range(4)
            ]
            both = self._emit("Add", [m[1], m[2]], f"{at}/plus")
            apart = self._emit("Sub", [m[1], m[2]], f"{at}/minus")
            ys.append(self._emit("Add", [both, m[0]], f"{at}/even"))
            ys.append(self._emit("Sub", [apart, m[3]], f"{at}/odd"))
        return ys

    def _shifted(self, name: str, steps: int, out: str) -> str:
        """Delay a phase by so many steps; what comes in is zero."""
        pads = self._ints(0, 0, steps, 0, 0, -steps)
        return self._emit("Pad", [name, pads], out)

    def _leaf(self, name: str, taps: Filter, x: str, bias: str, dilation: int) -> str:
        first, last = min(*taps, 0), max(*taps, 0)
        nothing = np.zeros_like(next(iter(taps.values())))
        stacked = np.stack([taps.get(i, nothing) for i in range(first, last + 1)], axis=-1)
        weight = self._index.add_weight(f"{name}/weight", stacked.astype(np.float32))
        return self._emit(
            "Conv",
            [x, weight, *([bias] if bias else [])],
            name,
            dilations=[dilation],
            kernel_shape=[last - first + 1],
            pads=[-first * dilation, last * dilation],
        )


def _toeplitz(weight: Array) -> dict[int, Filter]:
    """Return the filters float64 of a kernel [out, in, taps] by difference of phases."""
    middle = weight.shape[2] // 2
    exact = weight.astype(np.float64)
    return {
        apart: {
            (tap - apart) // PHASES: exact[:, :, tap + middle]
            for tap in range(-middle, middle + 1)
            if (tap - apart) % PHASES == 0
        }
        for apart in range(1 - PHASES, PHASES)
    }


def _minus(first: Filter, second: Filter) -> Filter:
    if not second:
        return first
    nothing = np.zeros_like(next(iter(second.values())))
    return {i: first.get(i, nothing) - second.get(i, nothing) for i in {*first, *second}}
