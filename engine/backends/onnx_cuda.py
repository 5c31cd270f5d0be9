"""The CUDA row: ONNX Runtime on an NVIDIA card.

Inputs and outputs are bound to the device they live on; what one stage hands to the next
unchanged stays there. With ``ESPRESSIVO_CUDA_GRAPHS=1`` lengths that come again are run as
captured graphs (``engine.backends.captured``), on graphs that ask for no shape, because a
captured run must not leave the card. Not verified on a GPU: what runs without one (binding,
keeping, cancelling, counting) is tested on the processor, a device of the same library.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine.backends import nvidia
from engine.backends.captured import OPTION, Captured
from engine.backends.facts import Placement, RunFacts, StageFacts
from engine.backends.packages import version_of
from engine.backends.protocol import BackendInfo, Probe, Stage, Tensor
from engine.backends.runtime import onnx_runtime
from engine.backends.trt_buckets import length_of
from engine.cancel import CancelToken, stoppable
from engine.errors import BackendFailed, BackendUnavailable, MissingModel

PROVIDER = "CUDAExecutionProvider"
PROCESSOR = "CPUExecutionProvider"

ARENA_BYTES = 3 * 2**30
"""Most memory on the card that one stage's arena takes: the waveform stage's weights are
0.2 GB and the activations of its longest unit (6 s) about 1.2 GB in float32."""

LIBRARIES_STEP = "pip install 'onnxruntime-gpu[cuda,cudnn]'"


@dataclass(frozen=True, slots=True)
class Target:
    """Where sessions run and tensors lie, in ONNX Runtime's words."""

    provider: str
    options: Mapping[str, str]
    device: str


CARD = Target(
    PROVIDER,
    {
        "device_id": "0",
        "gpu_mem_limit": str(ARENA_BYTES),
        # The default doubles at each growth: after one long unit half of it is never used.
        "arena_extend_strategy": "kSameAsRequested",
        # The default tries every algorithm at every new length, and lengths always differ.
        "cudnn_conv_algo_search": "HEURISTIC",
    },
    "cuda",
)


def probe(library: Path | None = None) -> Probe:
    """Say whether ONNX Runtime gets this machine's card, and all that is missing. Never raises.

    Args:
        library: the driver's library; by default the installed one's.
    """
    machine = nvidia.look(library)
    lacks = list(machine.lacks)
    try:
        ort = onnx_runtime()
    except Exception as error:  # noqa: BLE001 - a broken install raises anything
        step = LIBRARIES_STEP if version_of(["onnxruntime-gpu"]) else nvidia.EXTRA_STEP
        lacks.append(nvidia.Lack(f"onnxruntime cannot be imported: {error}", step))
    else:
        if PROVIDER not in ort.get_available_providers():
            missing = f"onnxruntime {ort.__version__} has no {PROVIDER}"
            lacks.append(nvidia.Lack(missing, nvidia.EXTRA_STEP))
    if not lacks:
        lacks += _lacks_of_a_session(CARD)
    reason, hint = nvidia.said(lacks)
    # Without a card it is not worth a word unasked.
    return Probe("cuda", not lacks, reason, hint, silent=not machine.devices)


def _lacks_of_a_session(target: Target) -> list[nvidia.Lack]:
    """Open the smallest session there is and see what it really got."""
    from onnx import TensorProto, helper

    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in ("x", "y"))
    graph = helper.make_graph([helper.make_node("Exp", ["x"], ["y"])], "probe", [x], [y])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    try:
        session = open_session(model.SerializeToString(), target)
        session.run(None, {"x": np.zeros(1, np.float32)})
    except Exception as error:  # noqa: BLE001 - missing libraries raise anything
        return [nvidia.Lack(f"{target.provider} failed: {error}", LIBRARIES_STEP)]
    got = session.get_providers()[0]
    if got != target.provider:
        return [nvidia.Lack(f"asked for {target.provider}, got {got}", LIBRARIES_STEP)]
    return []


def open_session(model: str | bytes, target: Target, profile: Path | None = None) -> Any:
    """Open a graph where it should run, the processor standing in for operators without a kernel.

    Args:
        model: the graph's path, or the graph.
        target: where.
        profile: prefix of a file to write down what ran where; None for none.
    """
    ort = onnx_runtime()
    options = ort.SessionOptions()
    options.log_severity_level = 3
    if profile is not None:
        options.enable_profiling = True
        options.profile_file_prefix = str(profile)
    providers: list[Any] = [(target.provider, dict(target.options))]
    if target.provider != PROCESSOR:
        providers.append(PROCESSOR)
    return ort.InferenceSession(model, options, providers=providers)


SWITCH = "ESPRESSIVO_CUDA_GRAPHS"
"""Set to 1 in the environment: capture graphs. Off by itself until a card has shown that it
helps here."""


class OnnxCudaBackend:
    """Runs the stage graphs on a card in float32.

    Args:
        graphs: path of each stage's graph.
        model: hash of the prepared model.
        target: where; by default the first card.
        device: the card in words.
        capture: run lengths that come again as captured graphs; None = as ``SWITCH`` says.
    """

    def __init__(
        self,
        graphs: Mapping[Stage, Path],
        model: str,
        target: Target = CARD,
        device: str = "",
        *,
        capture: bool | None = None,
    ) -> None:
        self._graphs, self._model = dict(graphs), model
        self._target, self._device = target, device
        wanted = os.environ.get(SWITCH) == "1" if capture is None else capture
        self.captured = Captured(target.device) if wanted else None
        """The captured graphs; None while nothing is captured."""
        self._remarks: list[str] = []
        self._last: dict[Stage, StageFacts] = {}
        self._sessions: dict[Stage, Any] = {}
        self._kept: dict[int, tuple[weakref.ref[Tensor], Any]] = {}
        self.reused = 0
        """How often an input was already on the device."""

    def describe(self) -> BackendInfo:
        """Say what really runs."""
        return BackendInfo(
            name="cuda",
            device=self._device or nvidia.look().device,
            precision="float32",
            runtime=f"onnxruntime {onnx_runtime().__version__}",
            threads=1,
            model=self._model,
        )

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; see ``Backend.run``."""
        token.check()
        session = self._session(stage)
        options = onnx_runtime().RunOptions()

        def stop() -> None:
            options.terminate = True

        with stoppable(token, stop, partial(_failure, stage)):
            return self._bound_run(stage, session, inputs, options)

    def _bound_run(
        self, stage: Stage, session: Any, inputs: Mapping[str, Tensor], options: Any
    ) -> dict[str, Tensor]:
        provider = session.get_providers()[0]
        if self.captured is not None:
            again = self.captured.run(stage, inputs, options)
            hit, length = again is not None, length_of(stage, inputs)
            self._last[stage] = StageFacts(stage.value, provider, bucket=length, hit=hit)
            if again is not None:
                return again
        else:
            self._last[stage] = StageFacts(stage.value, provider)
        binding = session.io_binding()
        for name, value in inputs.items():
            binding.bind_ortvalue_input(name, self._there(value))
        names = [output.name for output in session.get_outputs()]
        for name in names:
            binding.bind_output(name, self._target.device)
        session.run_with_iobinding(binding, options)
        binding.synchronize_outputs()
        made = dict(zip(names, binding.get_outputs(), strict=True))
        kept = {name: self._keep(value) for name, value in made.items()}
        if self.captured is not None:
            self.captured.saw(stage, session, inputs, kept)
        return kept

    def _there(self, value: Tensor) -> Any:
        """The value on the device: kept from the stage that made it, or copied now."""
        kept = self._kept.get(id(value))
        if kept is not None and kept[0]() is value:
            self.reused += 1
            return kept[1]
        whole = np.ascontiguousarray(value)
        return onnx_runtime().OrtValue.ortvalue_from_numpy(whole, self._target.device, 0)

    def _keep(self, value: Any) -> Tensor:
        """Bring an output back; what lies on the device stays for as long as the array does."""
        array: Tensor = value.numpy()
        key = id(array)

        def forget(_: weakref.ref[Tensor], kept: dict[int, Any] = self._kept) -> None:
            kept.pop(key, None)

        # Who gets the array must not change it: the copy on the device would not follow.
        array.flags.writeable = False
        self._kept[key] = (weakref.ref(array, forget), value)
        return array

    def facts(self) -> RunFacts:
        """Tell where the stages ran last, and how full the card is."""
        used, total, driver = nvidia.memory_and_release()
        stages = tuple(self._last[stage] for stage in Stage if stage in self._last)
        return RunFacts(stages, driver, used, total, tuple(self._remarks))

    def placement(self) -> Placement:
        """Run every stage once more and count which node ran where."""
        return placements(self._graphs, self._target)

    def close(self) -> None:
        """Release the sessions and what was kept on the device."""
        if self.captured is not None:
            self.captured.clear()
        self._kept.clear()
        self._sessions.clear()

    def _session(self, stage: Stage) -> Any:
        if stage not in self._sessions:
            path = self._graphs[stage]
            session = self._capturing(stage, path)
            try:
                session = session or open_session(str(path), self._target)
            except Exception as error:
                raise MissingModel(
                    "model-damaged", subject="model", detail=f"{path}: {error}"
                ) from error
            got = session.get_providers()[0]
            if got != self._target.provider:
                detail = f"asked for {self._target.provider}, got {got}"
                raise BackendUnavailable("backend-unavailable", subject="cuda", detail=detail)
            self._sessions[stage] = session
        return self._sessions[stage]

    def _capturing(self, stage: Stage, path: Path) -> Any:
        """A session that can capture, or None: nothing is captured, or it is refused."""
        if self.captured is None:
            return None
        options = dict(self._target.options)
        if self._target.provider != PROCESSOR:
            options |= OPTION
        try:
            graph = without_shapes(path, stage)
            return open_session(graph, replace(self._target, options=options))
        except Exception as error:  # noqa: BLE001 - plain runs do as well
            self._remarks.append(f"{stage.value}: nothing is captured: {error}")
            return None


def without_shapes(path: Path, stage: Stage) -> bytes:
    """Return a stage's graph without arithmetic on shapes, which runs beside the card."""
    import onnx

    from engine.backends.trt_prepare import prepare_graph

    made = prepare_graph(onnx.load(str(path)), stage, "float32")
    return bytes(made.SerializeToString())


def placements(graphs: Mapping[Stage, Path], target: Target) -> Placement:
    """Run each stage once on a target and count its nodes by provider and operator."""
    from engine.backends.placement import placement
    from engine.backends.trt_prepare import example

    return {
        stage.value: placement(str(path), example(stage, COUNTED_LENGTH), target)
        for stage, path in graphs.items()
    }


COUNTED_LENGTH = 12
"""Tokens or frames of the runs that are only counted: few, since nodes do not depend on it."""


def _failure(stage: Stage, error: Exception) -> BackendFailed:
    words = str(error)
    full = "out of memory" in words.lower() or "failed to allocate" in words.lower()
    reason = f"{stage.value}: {'the card is out of memory: ' if full else ''}{words}"
    return BackendFailed("backend-failed", subject="cuda", detail=reason, hint="cpu")
