"""Cutting the voice graph into four stages whose joints are open to the plan.

================  ==========================================  ==============================
stage             in                                          out
================  ==========================================  ==============================
encode            tokens int64[1,T]                           bert [1,T,512], text [1,512,T]
duration          bert, prosody_style [1,128]                 durations [1,T],
                                                              features [1,T,640]
prosody           aligned [1,640,F], prosody_style            f0 [1,2F] Hz, energy [1,2F]
waveform          aligned_text [1,512,F], f0, energy,         audio [600F] at 24 kHz
                  acoustic_style [1,128]
================  ==========================================  ==============================

All but ``tokens`` are float32. ``T`` counts tokens with both pads, ``F``
frames of 25 ms. ``durations`` are frames per token before the division by
speed and before rounding. ``aligned`` is ``features`` with each token's
column repeated by its duration, and transposed: ``features`` has time in the
middle, ``aligned`` has it last. ``aligned_text`` is ``text`` repeated likewise
(time is already last).

No stage draws random numbers: the published graph was exported with the sine
source's phase and noise fixed, so equal inputs give equal samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import onnx
from onnx import TensorProto, helper
from onnx.utils import Extractor

from engine.models.dequantise import unsupported

_BERT = "/encoder/bert_encoder/Add_output_0"
_TEXT = "/encoder/text_encoder/Transpose_2_output_0"
_PROSODY_STYLE = "/encoder/Slice_output_0"
_DURATIONS = "/encoder/predictor/ReduceSum_output_0"
_FEATURES = "/encoder/predictor/text_encoder/Concat_4_output_0"
_ALIGNED = "/encoder/MatMul_output_0"
_F0 = "/encoder/Squeeze_output_0"
_ENERGY = "/encoder/Squeeze_1_output_0"
_ALIGNED_TEXT = "/encoder/MatMul_1_output_0"
_ACOUSTIC_STYLE = "/decoder/Slice_output_0"

_Shape = tuple[int | str, ...]

_JOINTS: dict[str, tuple[str, _Shape]] = {
    _BERT: ("bert", (1, "T", 512)),
    _TEXT: ("text", (1, 512, "T")),
    _PROSODY_STYLE: ("prosody_style", (1, 128)),
    _DURATIONS: ("durations", (1, "T")),
    _FEATURES: ("features", (1, "T", 640)),
    _ALIGNED: ("aligned", (1, 640, "F")),
    _F0: ("f0", (1, "2F")),
    _ENERGY: ("energy", (1, "2F")),
    _ALIGNED_TEXT: ("aligned_text", (1, 512, "F")),
    _ACOUSTIC_STYLE: ("acoustic_style", (1, 128)),
}
"""Tensors of the published graph (scope names of its export), clean names, shapes."""

WEIGHTS_SUFFIX = ".weights"
"""Ends the name of the file that holds a graph's weights."""

_LEAST_MAPPED_BYTES = 1024
"""Smaller weights stay in the graph, where shapes are inferred from them."""

_AUDIO_SHAPE: _Shape = ("600F",)
_RAW_AUDIO = "audio_as_exported"
"""The waveform in whatever shape the export gives it, before it is made one-dimensional."""
_FLAT = "audio_flat_shape"


@dataclass(frozen=True, slots=True)
class Stage:
    """One of the four graphs: its name and its named tensors, in order."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def file(self) -> str:
        """Name of the stage's file."""
        return f"{self.name}.onnx"


STAGES = (
    Stage("encode", ("tokens",), ("bert", "text")),
    Stage("duration", ("bert", "prosody_style"), ("durations", "features")),
    Stage("prosody", ("aligned", "prosody_style"), ("f0", "energy")),
    Stage("waveform", ("aligned_text", "f0", "energy", "acoustic_style"), ("audio",)),
)
"""The stages in the order they run."""


def open_joints(model: onnx.ModelProto) -> None:
    """Give the joints between the stages their clean names, in place.

    Afterwards the whole graph has the inputs ``tokens``, ``style``, ``speed``
    and the output ``audio``, whatever the export called them.

    Raises:
        MissingModel: ``model-unsupported``, tensors the stages are cut at are
            absent: this is another model, or an export with other scope names.
    """
    graph = model.graph
    made = {name for node in graph.node for name in node.output}
    absent = [
        name for name, (clean, _) in _JOINTS.items() if name not in made and clean not in made
    ]
    if absent:
        raise unsupported(f"tensors not found: {', '.join(absent)}")
    tokens = [i for i in graph.input if i.type.tensor_type.elem_type == TensorProto.INT64]
    if len(tokens) != 1 or len(graph.output) != 1:
        raise unsupported("expected one integer input (tokens) and one output (audio)")
    _rename(graph, {old: clean for old, (clean, _) in _JOINTS.items()})
    _rename(graph, {tokens[0].name: "tokens"})
    if _RAW_AUDIO not in made:  # else the graph was opened and saved before
        _rename(graph, {graph.output[0].name: _RAW_AUDIO})
        flat = helper.make_tensor(_FLAT, TensorProto.INT64, [1], [-1])
        graph.initializer.append(flat)
        graph.node.append(helper.make_node("Reshape", [_RAW_AUDIO, _FLAT], ["audio"], name="audio"))
    del graph.output[:]
    graph.output.append(_value("audio", _AUDIO_SHAPE))
    del graph.value_info[:]
    graph.value_info.extend(_value(clean, shape) for clean, shape in _JOINTS.values())


def cut(model: onnx.ModelProto, stage: Stage) -> onnx.ModelProto:
    """Return the part of ``model`` that makes one stage, quantised or not as ``model`` is.

    Args:
        model: a whole graph, after ``open_joints``.
        stage: one of ``STAGES``.

    Raises:
        MissingModel: ``model-unsupported``, the part cannot be taken out.
    """
    try:
        part = Extractor(model).extract_model(list(stage.inputs), list(stage.outputs))
    except ValueError as error:
        raise unsupported(f"stage {stage.name}: {error}") from error
    del part.graph.value_info[:]
    part.graph.name = f"espressivo/{stage.name}"
    part.producer_name = "espressivo"
    return part


def write_stage(part: onnx.ModelProto, path: Path) -> None:
    """Write one stage's graph to ``path`` and check it with ONNX's own checker.

    Equal graphs give equal bytes. The check also infers types and shapes, so a
    half-precision export or a part that needs other inputs is found here.

    Raises:
        MissingModel: ``model-unsupported``, the graph is not valid.
        OSError: the file cannot be written.
    """
    path.write_bytes(part.SerializeToString(deterministic=True))
    _check(path)


def write_mapped(part: onnx.ModelProto, path: Path) -> None:
    """Write a graph to ``path`` and its weights beside it, where they can be mapped.

    Processes that run the same graph then share its weights in the page cache. ``part``
    is left without its weights. Errors as ``write_stage``.
    """
    weights = path.with_suffix(WEIGHTS_SUFFIX)
    weights.touch()  # else it is made for its owner alone
    onnx.save_model(
        part,
        path,
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location=weights.name,
        size_threshold=_LEAST_MAPPED_BYTES,
    )
    _check(path)


def _check(path: Path) -> None:
    try:
        onnx.checker.check_model(str(path), full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        raise unsupported(f"stage {path.stem}: {error}") from error


def _value(name: str, shape: _Shape) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def _rename(graph: onnx.GraphProto, names: dict[str, str]) -> None:
    """Rename tensors everywhere they are made or read."""
    for node in graph.node:
        for side in (node.input, node.output):
            for i, name in enumerate(side):
                if name in names:
                    side[i] = names[name]
    for value in (*graph.input, *graph.output):
        value.name = names.get(value.name, value.name)
