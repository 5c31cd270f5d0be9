"""The CPU row: ONNX Runtime on the processor, the reference for all others."""

from __future__ import annotations

import importlib.metadata
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import onnx

from engine.backends.facts import Placement, RunFacts, StageFacts
from engine.backends.heap import give_memory_back, keep_large_blocks_apart
from engine.backends.lanes import LANES, Lanes, Whole
from engine.backends.protocol import BackendInfo, Probe, Stage, Tensor
from engine.backends.runtime import onnx_runtime
from engine.cancel import CancelToken, stoppable
from engine.errors import BackendFailed, BackendUnavailable, MissingModel
from engine.models.layers import fold_layers
from engine.models.pieces import pieces_of
from engine.models.prepared import form_for_cpu

if TYPE_CHECKING:
    import onnxruntime

PROVIDER = "CPUExecutionProvider"

EXTRA_STEP = "pip install 'espressivo[cpu]'"

RUN_BY_A_KNOB = frozenset({Stage.DURATION, Stage.PROSODY})
"""Stages that run at every step of a dragged knob keep their memory, a few MB: taking it
anew costs a tenth of a plan."""

WEIGHTS_FOLDER = "session.model_external_initializers_file_folder_path"
"""ONNX Runtime's name for where the weights of a graph given as bytes lie."""

IN_LANES = f", {LANES} lanes"
"""Told of the runtime where the waveform stage runs in pieces: its rounding is another."""

CORES_BEFORE_ONE_STAYS_FREE = 4
"""From this many cores on, one is left to the window and the sound card."""


def probe() -> Probe:
    """Say whether ONNX Runtime is here with its CPU provider. Never raises."""
    try:
        ort = onnx_runtime()
    except Exception as error:  # noqa: BLE001 - a broken install raises anything
        return Probe("cpu", False, f"onnxruntime cannot be imported: {error}", EXTRA_STEP)
    if PROVIDER not in ort.get_available_providers():
        return Probe("cpu", False, f"onnxruntime {ort.__version__} has no {PROVIDER}", "")
    return Probe("cpu", True, "")


def thread_count() -> int:
    """Return how many threads to compute with: the affinity mask's cores, less one from four."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    count = cores or 1
    return count - 1 if count >= CORES_BEFORE_ONE_STAYS_FREE else count


class OnnxCpuBackend:
    """Runs the stage graphs with ONNX Runtime's CPU provider, in float32 unless told otherwise.

    Sessions are opened at first use, so planning need not wait for the
    waveform stage to load.

    Args:
        graphs: path of each stage's graph; one rewritten for processors beside it is taken
            instead (``form_for_cpu``).
        model: hash of the prepared model.
        threads: compute threads; 0 = ``thread_count()``.

    Raises:
        BackendUnavailable: ONNX Runtime cannot be imported.
    """

    def __init__(self, graphs: Mapping[Stage, Path], model: str, threads: int = 0) -> None:
        found = probe()
        if not found.available:
            raise BackendUnavailable(
                "backend-unavailable", subject="cpu", detail=found.reason, hint=found.hint
            )
        keep_large_blocks_apart()
        self._graphs = {stage: form_for_cpu(path) for stage, path in graphs.items()}
        self._threads = threads or thread_count()
        self._running: dict[Stage, Whole | Lanes] = {}
        version = importlib.metadata.version("onnxruntime")
        self._info = BackendInfo(
            name="cpu",
            device="CPU",
            precision="float32",
            runtime=f"onnxruntime {version}{IN_LANES if self._threads > 1 else ''}",
            threads=self._threads,
            model=model,
        )

    def describe(self) -> BackendInfo:
        """Say what really runs."""
        return self._info

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; see ``Backend.run``. A cancel stops it within milliseconds."""
        return self.run_for(stage, inputs, token, "")

    def run_for(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken, output: str
    ) -> dict[str, Tensor]:
        """Run what leads to one output, all of a stage for ""; see ``facts.run_for``."""
        ort = onnx_runtime()

        token.check()
        opened = self._opened(stage)
        options = ort.RunOptions()
        # Within a run the arena saves a page fault per tensor and half of the peak;
        # between runs, which differ in length, it would keep the largest it ever held.
        if stage not in RUN_BY_A_KNOB and isinstance(opened, Whole):
            options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")

        def stop() -> None:
            options.terminate = True

        def failure(error: Exception) -> BackendFailed:
            detail = f"{stage.value}: {error}"
            return BackendFailed("backend-failed", subject="cpu", detail=detail)

        try:
            with stoppable(token, stop, failure):
                return opened.run(inputs, options, output)
        finally:
            if stage not in RUN_BY_A_KNOB:
                give_memory_back()

    def open_stage(self, stage: Stage) -> None:
        """Open a stage's sessions now; see ``facts.open_stage``."""
        self._opened(stage)

    def with_waveform(self, graph: Path, precision: str) -> OnnxCpuBackend:
        """Return a backend whose waveform stage is another form of the same graph.

        Args:
            graph: its path.
            precision: what ``BackendInfo`` tells of it.
        """
        made = OnnxCpuBackend(self._graphs, self._info.model, self._threads)
        made._graphs[Stage.WAVEFORM] = graph
        made._info = replace(self._info, precision=precision)
        return made

    def facts(self) -> RunFacts:
        """Tell which stages have run here."""
        return RunFacts(
            tuple(StageFacts(stage.value, PROVIDER) for stage in Stage if stage in self._running)
        )

    def placement(self) -> Placement:
        """Run every stage once more and count which node ran where."""
        from engine.backends.onnx_cuda import Target, placements

        return placements(self._graphs, Target(PROVIDER, {}, "cpu"))

    def close(self) -> None:
        """Release the sessions."""
        self._running.clear()

    def _opened(self, stage: Stage) -> Whole | Lanes:
        if stage not in self._running:
            path = self._graphs[stage]
            try:
                self._running[stage] = self._open(stage, path)
            except BackendUnavailable:
                raise
            except Exception as error:
                raise MissingModel(
                    "model-damaged", subject="model", detail=f"{path}: {error}"
                ) from error
            give_memory_back()  # what cutting and opening took for a moment
        return self._running[stage]

    def _open(self, stage: Stage, path: Path) -> Whole | Lanes:
        if self._threads > 1:
            graph = onnx.load(str(path), load_external_data=False)
            outputs = [output.name for output in graph.graph.output]
            pieces = pieces_of(graph)
            if len(pieces) > 1:
                for piece in pieces:
                    fold_layers(piece.model)
                opens = partial(_session, weights=path.parent)
                keeps = stage in RUN_BY_A_KNOB
                return Lanes(pieces, self._threads, opens, outputs, keeps=keeps)
        return Whole(_session(str(path), self._threads))


def _session(
    graph: str | bytes, threads: int, weights: Path | None = None
) -> onnxruntime.InferenceSession:
    """Open a graph.

    Args:
        graph: its file, or itself.
        threads: compute threads.
        weights: where the files of its weights lie if it is itself.
    """
    ort = onnx_runtime()

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Spinning threads keep the cores busy between runs and starve the window.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Lines differ in length, so no plan of the memory holds from one to the next.
    options.enable_mem_pattern = False
    if weights is not None:
        options.add_session_config_entry(WEIGHTS_FOLDER, str(weights))
        options.add_session_config_entry("session.use_env_allocators", "1")
    session: onnxruntime.InferenceSession = ort.InferenceSession(
        graph, options, providers=[PROVIDER]
    )
    ran = session.get_providers()[0]
    if ran != PROVIDER:
        raise BackendUnavailable("backend-unavailable", subject="cpu", detail=f"got {ran}")
    return session
