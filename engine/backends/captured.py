"""Captured CUDA graphs: the launches of a run written down once, then started as one.

ONNX Runtime captures a run whose tensors lie where they lay (``enable_cuda_graph``; the run
option ``gpu_graph_id`` names the graph, -1 captures nothing; both from its documentation of
the CUDA provider). Time axes are real here, nothing is padded, so a graph fits one length:
it is worth keeping where the same length comes again, as it does while a knob bends one
line. A length seen for the second time gets its buffers and its graph; the library has no
way to drop one, so there are at most ``MOST``. Not verified on a GPU.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.backends.protocol import Stage, Tensor
from engine.backends.runtime import onnx_runtime

MOST = 16
"""Graphs kept: four lines' units of the waveform stage, or eight lines that are dragged."""

SEEN_BEFORE = 2
"""Runs of a length after which it gets a graph: most lengths come once."""

GRAPH_ID = "gpu_graph_id"
NO_GRAPH = "-1"

OPTION = {"enable_cuda_graph": "1"}
"""Of the provider."""

Key = tuple[Stage, tuple[tuple[str, tuple[int, ...]], ...]]


class _Fixed:
    """Buffers of one length on the device, bound for good."""

    def __init__(
        self, number: int, session: Any, inputs: Mapping[str, Tensor], made: Mapping[str, Tensor],
        device: str,
    ) -> None:  # fmt: skip
        ort = onnx_runtime()
        self.number, self._session = number, session
        self._binding = session.io_binding()
        self._inputs = {
            name: ort.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(value), device, 0)
            for name, value in inputs.items()
        }
        self.outputs = {
            name: ort.OrtValue.ortvalue_from_shape_and_type(value.shape, value.dtype, device, 0)
            for name, value in made.items()
        }
        for name, value in self._inputs.items():
            self._binding.bind_ortvalue_input(name, value)
        for name, value in self.outputs.items():
            self._binding.bind_ortvalue_output(name, value)

    def run(self, inputs: Mapping[str, Tensor], options: Any) -> dict[str, Tensor]:
        """Run once more, in place."""
        for name, value in self._inputs.items():
            value.update_inplace(np.ascontiguousarray(inputs[name]))
        options.add_run_config_entry(GRAPH_ID, str(self.number))
        self._session.run_with_iobinding(self._binding, options)
        self._binding.synchronize_outputs()
        return {name: np.array(value.numpy()) for name, value in self.outputs.items()}


class Captured:
    """The graphs of one backend. Used by one thread.

    Args:
        device: where tensors lie, in ONNX Runtime's words.
    """

    def __init__(self, device: str) -> None:
        self._device = device
        self._seen: Counter[Key] = Counter()
        self._fixed: dict[Key, _Fixed] = {}
        self.runs = 0
        """Runs a captured graph did, its capture included."""

    def __len__(self) -> int:
        return len(self._fixed)

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], options: Any
    ) -> dict[str, Tensor] | None:
        """Run a length that has its graph; None if it has none, and then nothing is captured."""
        fixed = self._fixed.get(_key(stage, inputs))
        if fixed is None:
            options.add_run_config_entry(GRAPH_ID, NO_GRAPH)
            return None
        made = fixed.run(inputs, options)
        self.runs += 1
        return made

    def saw(
        self, stage: Stage, session: Any, inputs: Mapping[str, Tensor], made: Mapping[str, Tensor]
    ) -> None:
        """Count a run without a graph; the next of this length may get one."""
        key = _key(stage, inputs)
        self._seen[key] += 1
        if self._seen[key] >= SEEN_BEFORE and len(self._fixed) < MOST:
            number = len(self._fixed) + 1
            self._fixed[key] = _Fixed(number, session, inputs, made, self._device)

    def has(self, stage: Stage, inputs: Mapping[str, Tensor]) -> bool:
        """Whether a length has its graph."""
        return _key(stage, inputs) in self._fixed

    def clear(self) -> None:
        """Release all buffers; the sessions are released with them."""
        self._fixed.clear()
        self._seen.clear()


def _key(stage: Stage, inputs: Mapping[str, Tensor]) -> Key:
    names: Sequence[str] = sorted(inputs)
    return stage, tuple((name, inputs[name].shape) for name in names)
