"""The waveform stage in pieces of which two can run side by side.

Half of the stage's operators run on one core, whatever a session is allowed (Sin,
InstanceNormalization, Split, Concat, Pad, STFT, QuantizeLinear ...), and each of the
others wakes a second thread for less than a millisecond. But the generator (HiFi-GAN's,
Kong et al. 2020) is made of branches that know nothing of each other: three residual
blocks after each rise of the rate, and the excitation's own blocks. Each becomes a graph
that computes on one thread, and two of them fill two cores.

A piece is what leads to one tensor and has not been made by a piece before it, so every
node is in exactly one piece and the sums stay in the order of the whole graph.
"""

from __future__ import annotations

from dataclasses import dataclass

import onnx
from onnx import helper

_GENERATOR = "/decoder/decoder/generator/"

_ENDS = (
    ("Concat_3_output_0", False),  # the excitation, at the first rate and the second
    ("ups.0/ConvTranspose_output_0", False),  # the decoder, raised to the first rate
    ("noise_res.0/Add_8_output_0", False),
    ("Add_2_output_0", False),  # both together
    ("noise_res.1/Add_8_output_0", False),
    ("resblocks.2/Add_8_output_0", False),
    ("resblocks.1/Add_8_output_0", False),
    ("resblocks.0/Add_8_output_0", False),
    ("Add_5_output_0", True),  # raised to the second rate
    ("resblocks.5/Add_8_output_0", False),
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
        model: a form of the published waveform stage; its weights need not be loaded.

    Returns:
        One piece, the whole graph, if it is not that stage.
    """
    graph = model.graph
    makers = {out: i for i, node in enumerate(graph.node) for out in node.output}
    ends: list[tuple[list[str], bool]] = []
    for name, alone in _ENDS:
        place = _GENERATOR + name
        found = next((end for end in (place, place + _SPLIT) if end in makers), None)
        if found is not None:
            ends.append(([found], alone))
    if len(ends) < len(_ENDS):
        ends = []
    ends.append(([output.name for output in graph.output], True))
    owned: set[int] = set()
    shares = []
    for targets, _ in ends:
        share = _leading_to(targets, graph, makers, owned)
        owned |= set(share)
        shares.append(share)
    return _as_pieces(model, shares, [alone for _, alone in ends])


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
        part = helper.make_model(
            helper.make_graph(
                nodes,
                f"{graph.name}/{i}",
                [helper.make_tensor_value_info(n, kinds[n], None) for n in read[i]],
                [helper.make_tensor_value_info(n, kinds[n], None) for n in outputs],
                kept,
            ),
            opset_imports=list(model.opset_import),
            ir_version=model.ir_version,
        )
        pieces.append(Piece(part, tuple(read[i]), tuple(outputs), alone[i]))
    return tuple(pieces)


def _kinds(model: onnx.ModelProto) -> dict[str, int]:
    """Return the type of each tensor's numbers, as ONNX counts them."""
    graph = onnx.shape_inference.infer_shapes(model).graph
    values = (*graph.input, *graph.value_info, *graph.output)
    return {value.name: value.type.tensor_type.elem_type for value in values}
