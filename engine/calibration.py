"""What the waveform stage's tensors reach on emotional lines: the ranges of its int8 form.

Eight lines of as many voices, each with another emotion, strong: what a range has to hold
is decided by shouts and whispers, not by neutral reading, and a channel that is quiet in one
voice is loud in another. The lines are planned as
any other and the stage is run on the first unit of each, in float32, with every tensor
that will be quantised as an output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from engine.backends.protocol import Backend, BackendInfo, Stage, Tensor
from engine.backends.runtime import onnx_runtime
from engine.cancel import CancelToken
from engine.models.int8 import Reach, products
from engine.renderer import Reads, Renderer, Understands, Voices
from engine.stages import Stages
from engine.values import FRAME_SAMPLES, Direction, RenderRequest

LINES = tuple(
    RenderRequest(text, voice, Direction(prompt, intensity))
    for text, voice, prompt, intensity in (
        ("You never told me any of this.", "af_heart", "furious", 1.6),
        ("We are going to the sea tomorrow!", "bf_emma", "overjoyed", 1.6),
        ("There is somebody in the house.", "am_michael", "terrified, whispering", 1.4),
        ("I kept your letters all these years.", "am_fenrir", "weeping", 1.6),
        ("What on earth is that thing?", "bm_lewis", "surprised", 1.5),
        ("Take your time, there is no hurry.", "af_nicole", "calm", 1.0),
        ("Take that away from me at once.", "af_bella", "disgusted", 1.4),
        ("The train leaves at seven from here.", "am_puck", "", 1.0),
    )
)
"""Own sentences; the last is neutral."""

MOST_FRAMES = 72
"""Frames kept of a unit: 1.8 s. Reaches hardly grow after that, the time it takes does."""

Unit = Mapping[str, Tensor]
"""Inputs of the waveform stage, by name."""

Peaks = dict[str, Reach]
"""Largest magnitude of each channel, float32[C], by tensor."""


class Listening:
    """A backend that runs all but the waveform stage, whose inputs it keeps.

    Args:
        inner: runs the other stages.
    """

    def __init__(self, inner: Backend) -> None:
        self._inner = inner
        self.units: list[Unit] = []

    def describe(self) -> BackendInfo:
        """Say what really runs."""
        return self._inner.describe()

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; the waveform stage answers with silence."""
        if stage is not Stage.WAVEFORM:
            return self._inner.run(stage, inputs, token)
        self.units.append({name: np.array(value) for name, value in inputs.items()})
        frames = inputs["aligned_text"].shape[2]
        return {"audio": np.zeros(frames * FRAME_SAMPLES, np.float32)}

    def close(self) -> None:
        """Release nothing: whoever lent the backend closes it."""


def units_of(
    lines: Sequence[RenderRequest],
    backend: Backend,
    parts: tuple[Reads, Understands, Voices],
    token: CancelToken | None = None,
) -> list[Unit]:
    """Return what the waveform stage would get for the first unit of each line, shortened.

    Raises:
        InputError: a line is not usable with these voices.
        Cancelled: the token was cancelled.
    """
    found = []
    for line in lines:
        listening = Listening(backend)
        Renderer(Stages(listening), *parts, delivers=True).render(line, token)
        found.append(shortened(listening.units[0], MOST_FRAMES))
    return found


def with_voices(lines: Sequence[RenderRequest], names: Sequence[str]) -> list[RenderRequest]:
    """Return the lines with voices that are there: others in place of those that are not."""
    return [
        line if line.voice in names else replace(line, voice=names[i % len(names)])
        for i, line in enumerate(lines)
    ]


def shortened(unit: Unit, frames: int) -> Unit:
    """Return the first frames of a unit."""
    cuts = {"aligned_text": frames, "f0": 2 * frames, "energy": 2 * frames}
    return {name: value[..., : cuts.get(name)] for name, value in unit.items()}


def wanted(model: onnx.ModelProto) -> list[str]:
    """Return the tensors whose reach decides about an int8 form: each once."""
    sides = ((each.source, each.out) for each in products(model))
    return list(dict.fromkeys(name for pair in sides for name in pair))


def observe(
    graph: Path | bytes, names: Sequence[str], units: Sequence[Unit], threads: int
) -> Iterator[dict[str, NDArray[Any]]]:
    """Run a graph on each unit; yield the named tensors [1,C,T]."""
    ort = onnx_runtime()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    shown = onnx.load(str(graph)) if isinstance(graph, Path) else onnx.load_from_string(graph)
    given = {each.name for each in shown.graph.input}
    made = [name for name in names if name not in given]
    shown.graph.output.extend(onnx.ValueInfoProto(name=name) for name in made)
    session = ort.InferenceSession(
        shown.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    del shown
    for unit in units:
        values = dict(zip(made, session.run(made, dict(unit)), strict=True))
        yield values | {name: unit[name] for name in names if name in given}


def peaks_of(tensors: Mapping[str, NDArray[Any]]) -> Peaks:
    """Return the largest magnitude of each channel of each tensor [1,C,T]."""
    return {name: np.abs(value).max(axis=(0, 2)) for name, value in tensors.items()}


def largest(seen: Sequence[Peaks]) -> Peaks:
    """Return the reach that holds everything seen."""
    return {name: np.max([each[name] for each in seen], axis=0) for name in seen[0]}
