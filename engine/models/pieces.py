"""A stage in pieces of which two can run side by side.

Half of the waveform stage's operators run on one core, whatever a session is allowed (Sin,
InstanceNormalization, Split, Concat, Pad, STFT, QuantizeLinear ...), and each of the
others wakes a second thread for less than a millisecond. But the generator (HiFi-GAN's,
Kong et al. 2020) is made of branches that know nothing of each other: three residual
blocks after each rise of the rate, and the excitation's own blocks. Each becomes a graph
that computes on one thread, and two of them fill two cores. In the stages before it the
two directions of a recurrent layer, and pitch and energy, are such branches;
what rests on no recurrent layer (the text stage's transformer) has all threads.

A piece is what leads to one tensor and has not been made by a piece before it, so every
node is in exactly one piece and the sums stay in the order of the whole graph.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import onnx
from onnx import helper

from engine.models.directions import part_directions

_GENERATOR = "/decoder/decoder/generator/"

_ENDS = (
    ("ups.0/ConvTranspose_output_0", False),  # the decoder, raised to the first rate
    ("Concat_3_output_0", False),  # the excitation, at the first rate and the second
    ("noise_res.0/Add_8_output_0", False),
    ("Add_2_output_0", False),  # both together
    ("noise_res.1/Add_8_output_0", False),
    ("resblocks.2/Add_8_output_0", False),
    ("resblocks.1/Add_8_output_0", False),
    ("resblocks.0/Add_8_output_0", False),
    ("Add_5_output_0", True),  # raised to the second rate
    ("resblocks.5/Add_8_output_0", False),
    ("resblocks.4/Add_2_output_0", False),  # step by step in turn, so that the last of one
    ("resblocks.3/Add_2_output_0", False),  # is left for the lane that comes from block 5
    ("resblocks.4/Add_5_output_0", False),
    ("resblocks.3/Add_5_output_0", False),
    ("resblocks.4/Add_8_output_0", False),
    ("resblocks.3/Add_8_output_0", False),
)
"""Where pieces end, the longest first among those that run at the same time, and whether
nothing else can run beside one. The last piece ends where the graph ends."""

_SPLIT = "/phases"
"""Ends the name of a tensor that is only there split (``engine.models.phases``)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a graph."""

    model: onnx.ModelProto
    """Its weights may lie in the file the whole graph names."""
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    alone: bool
    """Nothing else can run while it does."""


def pieces_of(model: onnx.ModelProto) -> tuple[Piece, ...]:
    """Return a graph's pieces, each after those it needs.

    Args:
        model: a form of the published waveform stage, whose weights need not be loaded, or a
            graph with recurrent layers that read both ways; these are parted in place.

    Returns:
        One piece, the whole graph, if it is neither.
    """
    makers = {out for node in model.graph.node for out in node.output}
    outputs = [output.name for output in model.graph.output]
    found = []
    for name, alone in _ENDS:
        places = (_GENERATOR + name, _GENERATOR + name + _SPLIT)
        found += [([end], alone) for end in places if end in makers][:1]
    if len(found) == len(_ENDS):
        first = _common(model, [target for targets, _ in found[:2] for target in targets])
        return _cut(model, [(first, True), *found, (outputs, True)])
    both = part_directions(model)
    if not both:
        return _cut(model, [(outputs, True)])
    makes = {out: node for node in model.graph.node for out in node.output}
    ends: list[tuple[list[str], bool]] = []
    for layer in both:
        ways = list(makes[layer].input)
        known = {tensor.name for tensor in model.graph.initializer}
        needs = [name for way in ways for name in makes[way].input if name and name not in known]
        ends += [(list(dict.fromkeys(needs)), True), *(([way], False) for way in ways)]
    layers = {i for i, node in enumerate(model.graph.node) if node.output[0] in both}
    last = [([end], layers.isdisjoint(_roots(model, end))) for end in outputs]
    return _cut(model, [*ends, (_common(model, outputs), True), *last])


def _common(model: onnx.ModelProto, ends: list[str]) -> list[str]:
    """Return the tensors that more than one of these rests on, or one would wait for another."""
    seen: Counter[int] = Counter()
    for end in ends:
        seen.update(_roots(model, end))
    return [out for i, times in seen.items() if times > 1 for out in model.graph.node[i].output]


def _roots(model: onnx.ModelProto, end: str) -> list[int]:
    """Return the nodes that a tensor rests on."""
    makers = {out: i for i, node in enumerate(model.graph.node) for out in node.output}
    return _leading_to([end], model.graph, makers, set())


def _cut(model: onnx.ModelProto, ends: list[tuple[list[str], bool]]) -> tuple[Piece, ...]:
    """Return the pieces that end at these tensors; whether each runs alone is beside it."""
    makers = {out: i for i, node in enumerate(model.graph.node) for out in node.output}
    owned: set[int] = set()
    shares, alone = [], []
    for targets, by_itself in ends:
        share = _leading_to(targets, model.graph, makers, owned)
        if share:
            owned |= set(share)
            shares.append(share)
            alone.append(by_itself)
    return _as_pieces(model, shares, alone)


def _leading_to(
    targets: list[str], graph: onnx.GraphProto, makers: dict[str, int], owned: set[int]
) -> list[int]:
    """Return the nodes, in order, that tensors rest on and nobody owns yet."""
    found: set[int] = set()
    left = list(targets)
    while left:
        place = makers.get(left.pop())
        if place is not None and place not in found and place not in owned:
            found.add(place)
            left += [name for name in graph.node[place].input if name]
    return sorted(found)


def _as_pieces(
    model: onnx.ModelProto, shares: list[list[int]], alone: list[bool]
) -> tuple[Piece, ...]:
    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer}
    kinds = _kinds(model)
    read: list[list[str]] = []
    made: list[list[str]] = []
    for share in shares:
        nodes = [graph.node[i] for i in share]
        own = [out for node in nodes for out in node.output if out]
        names = dict.fromkeys(name for node in nodes for name in node.input if name)
        read.append([name for name in names if name not in weights and name not in set(own)])
        made.append(own)
    last = {output.name for output in graph.output}
    pieces = []
    for i, share in enumerate(shares):
        wanted = last.union(*read[i + 1 :])
        outputs = [name for name in made[i] if name in wanted]
        nodes = [graph.node[j] for j in share]
        kept = [
            weights[n] for n in dict.fromkeys(n for e in nodes for n in e.input) if n in weights
        ]
        # Put together in place: a graph that is made first is copied, weights and all.
        part = onnx.ModelProto(ir_version=model.ir_version, opset_import=model.opset_import)
        part.graph.name = f"{graph.name}/{i}"
        part.graph.node.extend(nodes)
        part.graph.input.extend(helper.make_tensor_value_info(n, kinds[n], None) for n in read[i])
        part.graph.output.extend(helper.make_tensor_value_info(n, kinds[n], None) for n in outputs)
        part.graph.initializer.extend(kept)
        pieces.append(Piece(part, tuple(read[i]), tuple(outputs), alone[i]))
    return tuple(pieces)


def _kinds(model: onnx.ModelProto) -> dict[str, int]:
    """Return the type of each tensor's numbers, as ONNX counts them."""
    weights = model.graph.initializer
    inputs = [helper.make_tensor_value_info(t.name, t.data_type, list(t.dims)) for t in weights]
    # Without the weights: they would be copied four times to be told their types.
    bare = helper.make_model(
        helper.make_graph([], "bare", [*model.graph.input, *inputs], list(model.graph.output)),
        opset_imports=list(model.opset_import),
        ir_version=model.ir_version,
    )
    bare.graph.node.extend(model.graph.node)
    graph = onnx.shape_inference.infer_shapes(bare).graph
    values = (*graph.input, *graph.value_info, *graph.output)
    return {value.name: value.type.tensor_type.elem_type for value in values}
