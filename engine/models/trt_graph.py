"""Stage graphs made ready for TensorRT: real time axes, no arithmetic on shapes.

The exported graphs compute their own shapes: a third of the operators only ask how long
something is. Here every such value is found by running the graph at three lengths. What is
the same at all is a constant; what only repeats along time is broadcast; what is the
beginning of a table is gathered from it; a target shape that differs in one place gets -1
there. Anything else is refused, so nothing is ever guessed. The two places where the
waveform stage looks at values instead (its STFT and the edge of the inverse one) are
rewritten as a convolution and as a division by a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from engine.errors import MissingModel

Array = NDArray[Any]
Evaluate = Callable[[onnx.ModelProto, Sequence[str], int], list[Array]]
"""Runs a graph at a length and returns the named tensors."""

LENGTHS = (7, 12, 512)
"""Where shapes are looked at: two odd lengths, and the longest input, which shows a table
whole (tokens are at most 510 and two pads)."""
FRAME_LENGTHS = (7, 12, 19)
"""The same for stages that take frames: they hold no table, and 512 frames take a minute."""

_TIME_SOURCES = ("tokens", "bert")
"""Inputs [1,T,...] a table or a repetition may borrow its length from."""

NO_SINE = 1e-30
"""Added to the imaginary part of the lowest bin, and taken from the highest's, which are 0
but for rounding: the published graph asks for their sign where the real part is negative,
and the CPU row's rounding answers + for the lowest (99.9 % of frames) and - for the highest
(78 %). A whole turn between two rows would be heard."""

NOTHING = 1e-6
"""Magnitude under which a bin holds rounding alone (1e-8..2e-7 in unvoiced frames; the
weakest real ones lie above 2e-6). Its phase is noise that depends on the order of adding,
and the decoder hears it; it is set to what the CPU row has."""

_BROADCAST = frozenset({"Add", "Sub", "Mul", "Div", "Where"})
"""Operators that repeat an axis of length one by themselves."""

_LEFT = frozenset({"Shape", "ConstantOfShape", "Range", "NonZero", "STFT", "ScatterND", "Size"})
"""Operators that may not be left: lengths from values, or arithmetic on shapes."""


def clean(model: onnx.ModelProto, evaluate: Evaluate) -> onnx.ModelProto:
    """Return the graph without arithmetic on shapes.

    Args:
        model: a stage's graph, as ``engine.models.stages`` cut it.
        evaluate: runs it.

    Raises:
        MissingModel: ``model-unsupported``, something is neither of the known cases.
    """
    made = onnx.ModelProto()
    made.CopyFrom(model)
    with_settled_phases(made, evaluate)
    tables = any(each.name == "tokens" for each in made.graph.input)
    with_stft_as_convolution(made.graph)
    with_constant_edge(made.graph)
    prune(made.graph)
    asked = shape_only(made.graph)
    lengths = LENGTHS if tables else FRAME_LENGTHS
    values = list(zip(*(evaluate(made, asked, n) for n in lengths), strict=True)) if asked else []
    for name, found in zip(asked, values, strict=True):
        _fold(made.graph, name, found)
    prune(made.graph)
    left = sorted({node.op_type for node in made.graph.node} & _LEFT)
    if left:
        raise _unsupported(f"still in the graph: {', '.join(left)}")
    _in_order(made.graph)
    return made


def shape_only(graph: onnx.GraphProto) -> list[str]:
    """Return the tensors that depend on shapes alone and feed one that does not."""
    known = {each.name for each in graph.initializer} | {""}
    inner: list[onnx.NodeProto] = []
    for node in graph.node:
        if node.op_type in ("Shape", "Constant") or all(name in known for name in node.input):
            known |= set(node.output)
            inner.append(node)
    made = {name for node in inner for name in node.output}
    ids = {id(node) for node in inner}
    feeds = [name for node in graph.node if id(node) not in ids for name in node.input]
    return list(dict.fromkeys(name for name in feeds if name in made))


def _fold(graph: onnx.GraphProto, name: str, found: tuple[Array, ...]) -> None:
    """Replace a tensor by what it was at every length."""
    users = [node for node in graph.node if name in node.input]
    if all(each.shape == found[0].shape and (each == found[0]).all() for each in found):
        _constant(graph, name, found[0])
    elif all(node.op_type == "Reshape" and node.input[1] == name for node in users):
        _constant(graph, name, _one_open(name, found))
    elif all(node.op_type == "Expand" and node.input[1] == name for node in users):
        for node in users:
            _expand_along_time(graph, node, found)
    elif {node.op_type for node in users} <= _BROADCAST and (flat := _repeated(found)) is not None:
        _constant(graph, name, flat)
    elif (table := _table(found)) is not None:
        _gather_from(graph, name, table)
    else:
        shapes = ", ".join(str(each.shape) for each in found)
        raise _unsupported(f"{name} depends on the length in an unknown way: {shapes}")


def _one_open(name: str, found: Sequence[Array]) -> Array:
    """A target shape with -1 where it follows the length."""
    if len({each.size for each in found}) > 1:
        raise _unsupported(f"{name}: the rank depends on the length")
    stacked = np.stack(found)
    moves = (stacked != stacked[0]).any(axis=0)
    if moves.sum() != 1:
        raise _unsupported(f"{name}: {int(moves.sum())} dimensions depend on the length")
    return np.where(moves, -1, stacked[0])


def _repeated(found: Sequence[Array]) -> Array | None:
    """The tensor with each axis that follows the length cut to one, if it only repeats there."""
    axes = _moving(found)
    last = found[-1]
    flat: Array = last[tuple(slice(0, 1) if k in axes else slice(None) for k in range(last.ndim))]
    return flat if all((each == flat).all() for each in found) else None


def _table(found: Sequence[Array]) -> Array | None:
    """float[N, ...] if the tensor [1, n, ...] is always its first n rows."""
    last = found[-1]
    if _moving(found) != [1] or last.shape[:2] != (1, LENGTHS[-1]):
        return None  # what was not seen whole may go on differently
    same = all((each[0] == last[0, : each.shape[1]]).all() for each in found)
    return last[0] if same else None


def _moving(found: Sequence[Array]) -> list[int]:
    if len({each.ndim for each in found}) > 1:
        return []
    shapes = np.array([each.shape for each in found])
    return [int(k) for k in np.flatnonzero((shapes != shapes[0]).any(axis=0))]


def _constant(graph: onnx.GraphProto, name: str, value: Array) -> None:
    _unmake(graph, name)
    graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(value), name))


def _unmake(graph: onnx.GraphProto, name: str) -> None:
    """The node that made a tensor makes another, which nobody reads."""
    for node in graph.node:
        for place, made in enumerate(node.output):
            if made == name:
                node.output[place] = f"{name}_unread"


def _time_source(graph: onnx.GraphProto) -> str:
    names = [each.name for each in graph.input if each.name in _TIME_SOURCES]
    if not names:
        raise _unsupported("no input to take the length from")
    return str(names[0])


def _zeros(graph: onnx.GraphProto, prefix: str) -> str:
    """A float32 tensor [1,T,1] of zeros, made of an input and not of its shape."""
    source = _time_source(graph)
    nodes = []
    if source == "tokens":
        nodes.append(helper.make_node("Cast", [source], [f"{prefix}_wide"], to=1))
        _constant(graph, f"{prefix}_last", np.array([2], np.int64))
        column = [f"{prefix}_wide", f"{prefix}_last"]
        nodes.append(helper.make_node("Unsqueeze", column, [f"{prefix}_column"]))
    else:
        for end, value in (("from", 0), ("to", 1), ("axis", 2)):
            _constant(graph, f"{prefix}_{end}", np.array([value], np.int64))
        cut = [source, *(f"{prefix}_{end}" for end in ("from", "to", "axis"))]
        nodes.append(helper.make_node("Slice", cut, [f"{prefix}_column"]))
    _constant(graph, f"{prefix}_nil", np.zeros(1, np.float32))
    product = [f"{prefix}_column", f"{prefix}_nil"]
    nodes.append(helper.make_node("Mul", product, [f"{prefix}_zeros"]))
    graph.node.extend(nodes)
    return f"{prefix}_zeros"


def _expand_along_time(
    graph: onnx.GraphProto, node: onnx.NodeProto, found: Sequence[Array]
) -> None:
    """Repeat [1,1,C] along time by adding zeros [1,T,1]."""
    shape = _one_open(node.output[0], found)
    if shape.tolist() != [1, -1, 1]:
        raise _unsupported(f"{node.output[0]} is expanded to {shape.tolist()}")
    value, out = node.input[0], node.output[0]
    node.output[0] = f"{out}_unread"
    sources = [value, _zeros(graph, out)]
    graph.node.append(helper.make_node("Add", sources, [out]))


def _gather_from(graph: onnx.GraphProto, name: str, table: Array) -> None:
    """The first T rows of a table, by counting along time."""
    _unmake(graph, name)
    zeros = _zeros(graph, name)
    for end, value in (
        ("one", np.ones(1, np.float32)),
        ("along", np.array(1, np.int64)),
        ("column_axis", np.array([2], np.int64)),
        ("table", table),
    ):
        _constant(graph, f"{name}_{end}", value)
    steps: tuple[tuple[str, list[str], str, dict[str, int]], ...] = (
        ("Add", [zeros, f"{name}_one"], f"{name}_ones", {}),
        ("CumSum", [f"{name}_ones", f"{name}_along"], f"{name}_count", {}),
        ("Sub", [f"{name}_count", f"{name}_one"], f"{name}_place", {}),
        ("Squeeze", [f"{name}_place", f"{name}_column_axis"], f"{name}_row", {}),
        ("Cast", [f"{name}_row"], f"{name}_index", {"to": onnx.TensorProto.INT64}),
        ("Gather", [f"{name}_table", f"{name}_index"], name, {"axis": 0}),
    )
    graph.node.extend(_node(op, ins, out, more) for op, ins, out, more in steps)


def _node(op: str, ins: Sequence[str], out: str, more: Mapping[str, Any]) -> onnx.NodeProto:
    return helper.make_node(op, ins, [out], **more)


def with_settled_phases(model: onnx.ModelProto, evaluate: Evaluate) -> None:
    """Give bins that hold nothing the phase the CPU row gives them in silence.

    ``evaluate`` has to feed an F0 of 0, so that its frames are such silence.
    """
    graph = model.graph
    if not any(node.op_type == "STFT" for node in graph.node):
        return
    (atan,) = (node for node in graph.node if node.op_type == "Atan")
    makers = {out: node for node in graph.node for out in node.output}
    ends = [
        n for n in graph.node if n.op_type == "Concat" and _comes_from(n.input[1:], atan, makers)
    ]
    if len(ends) != 1 or len(ends[0].input) != 2:
        raise _unsupported("the phases of the source are not used as known")
    size, phase = ends[0].input
    sizes, phases = evaluate(model, [size, phase], FRAME_LENGTHS[0])
    middle = sizes.shape[2] // 2
    settled = np.where(sizes < NOTHING, phases, np.float32(0))[:, :, middle : middle + 1]
    _constant(graph, f"{phase}_silent", settled)
    _constant(graph, f"{size}_nothing", np.array(NOTHING, np.float32))
    weak, made = f"{phase}_weak", f"{phase}_settled"
    graph.node.append(helper.make_node("Less", [size, f"{size}_nothing"], [weak]))
    graph.node.append(helper.make_node("Where", [weak, f"{phase}_silent", phase], [made]))
    ends[0].input[1] = made


def _comes_from(
    names: Sequence[str], wanted: onnx.NodeProto, makers: Mapping[str, onnx.NodeProto]
) -> bool:
    """Whether a node lies at most four steps before one of these tensors."""
    near = set(names)
    for _ in range(4):
        near |= {each for name in near if name in makers for each in makers[name].input}
    return bool(near & set(wanted.output))


def with_stft_as_convolution(graph: onnx.GraphProto) -> None:
    """Rewrite an STFT whose halves are taken apart as one convolution with sines.

    The windowed transform of a frame is a weighted sum of its samples: real part
    ``sum w x cos(2 pi k n / N)``, imaginary part the same with ``-sin``. Where a sine is 0 at
    every sample (the lowest and the highest bin) the weight is exactly 0 too.
    """
    makers = {out: node for node in graph.node for out in node.output}
    constants = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    for stft in [node for node in graph.node if node.op_type == "STFT"]:
        flatten = makers[stft.input[0]]
        step, window = int(constants[stft.input[1]]), constants[stft.input[2]]
        size = window.size
        bins, at = np.arange(size // 2 + 1), np.arange(size)
        turns = np.outer(bins, at) % size
        cosine = np.cos(2 * np.pi * turns / size)
        sine = np.where(turns * 2 % size == 0, 0.0, np.sin(2 * np.pi * turns / size))
        basis = (np.concatenate([cosine, -sine]) * window)[:, None, :].astype(np.float32)
        name = stft.output[0]
        _constant(graph, f"{name}_basis", basis)
        sources = [flatten.input[0], f"{name}_basis"]
        spectrum = f"{name}_spectrum"
        signs = np.zeros(2 * bins.size, np.float32)
        signs[[bins.size, -1]] = NO_SINE, -NO_SINE
        _constant(graph, f"{name}_signs", signs)
        sources.append(f"{name}_signs")
        graph.node.append(helper.make_node("Conv", sources, [spectrum], strides=[step]))
        _constant(graph, f"{name}_halves", np.array([bins.size] * 2, np.int64))
        parts = _halves_of(graph, name, constants)
        halves = [spectrum, f"{name}_halves"]
        graph.node.append(helper.make_node("Split", halves, parts, axis=1))


def _halves_of(graph: onnx.GraphProto, name: str, constants: Mapping[str, Array]) -> list[str]:
    """Names of real and imaginary part [1,bins,frames]; their makers make something else."""
    (turned,) = (node for node in graph.node if name in node.input)
    parts = {}
    for node in [node for node in graph.node if turned.output[0] in node.input]:
        if turned.op_type != "Transpose" or node.op_type != "Gather":
            raise _unsupported(f"{name} is not taken apart as known")
        parts[int(constants[node.input[1]])] = node.output[0]
        _unmake(graph, node.output[0])
    return [parts[0], parts[1]]


def with_constant_edge(graph: onnx.GraphProto) -> None:
    """Rewrite "divide where the window's sum is above 0" as a division by a constant.

    The export fixed that sum's length, so it is a constant of a few values: they divide the
    first samples, and what comes after is divided by nothing.
    """
    makers = {out: node for node in graph.node for out in node.output}
    constants = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    for scatter in [node for node in graph.node if node.op_type == "ScatterND"]:
        sums = [name for name in constants if name.endswith("window_sum")]
        if len(sums) != 1:
            raise _unsupported(f"{scatter.output[0]}: {len(sums)} window sums")
        whole = constants[sums[0]]
        out, source = scatter.output[0], scatter.input[0]
        if makers[source].op_type != "Squeeze":
            raise _unsupported(f"{out} is not made as known")
        divisor = np.where(whole > np.finfo(np.float32).tiny, whole, np.float32(1))[None]
        _unmake(graph, out)
        _constant(graph, f"{out}_divisor", divisor.astype(np.float32))
        for end, value in (("0", 0), ("n", whole.size), ("end", np.iinfo(np.int64).max), ("1", 1)):
            _constant(graph, f"{out}_{end}", np.array([value], np.int64))
        head = [source, f"{out}_0", f"{out}_n", f"{out}_1"]
        tail = [source, f"{out}_n", f"{out}_end", f"{out}_1"]
        graph.node.extend(
            [
                helper.make_node("Slice", head, [f"{out}_head"]),
                helper.make_node("Div", [f"{out}_head", f"{out}_divisor"], [f"{out}_divided"]),
                helper.make_node("Slice", tail, [f"{out}_tail"]),
                helper.make_node("Concat", [f"{out}_divided", f"{out}_tail"], [out], axis=1),
            ]
        )


def prune(graph: onnx.GraphProto) -> None:
    """Remove nodes and constants no output depends on."""
    makers = {out: node for node in graph.node for out in node.output if out}
    waiting = [each.name for each in graph.output]
    needed: set[str] = set()
    kept: set[int] = set()
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        if name in makers:
            kept.add(id(makers[name]))
            waiting += [each for each in makers[name].input if each]
    nodes = [node for node in graph.node if id(node) in kept]
    del graph.node[:], graph.value_info[:]
    graph.node.extend(nodes)
    # One by one from the end: to keep some by making a new list would copy the weights.
    for place in reversed(range(len(graph.initializer))):
        if graph.initializer[place].name not in needed:
            del graph.initializer[place]


def _in_order(graph: onnx.GraphProto) -> None:
    """Sort the nodes so that each comes after what it needs."""
    known = {each.name for each in (*graph.input, *graph.initializer)} | {""}
    waiting, sorted_nodes = list(graph.node), []
    while waiting:
        ready = [node for node in waiting if all(name in known for name in node.input)]
        ids = {id(node) for node in ready}
        if not ready:
            raise _unsupported(f"a circle about {waiting[0].output[0]}")
        known |= {name for node in ready for name in node.output}
        sorted_nodes += ready
        waiting = [node for node in waiting if id(node) not in ids]
    del graph.node[:]
    graph.node.extend(sorted_nodes)


def _unsupported(detail: str) -> MissingModel:
    return MissingModel("model-unsupported", subject="model", detail=detail)
