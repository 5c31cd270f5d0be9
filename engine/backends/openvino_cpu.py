"""The OpenVINO row: the same stage graphs on the processor, by another library.

It is asked for by name. Where a processor computes bfloat16 in hardware it is the quicker
of the two rows for processors; where not, ONNX Runtime is. Rounding differs between the
two, and the voice's harmonic source carries rounding into phases nobody hears, so their
samples differ while their sounds do not.
"""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.backends.heap import give_memory_back
from engine.backends.onnx_cpu import thread_count
from engine.backends.protocol import BackendInfo, Probe, Stage, Tensor
from engine.cancel import CancelToken, stoppable
from engine.errors import BackendFailed, BackendUnavailable, MissingModel

if TYPE_CHECKING:
    import openvino

NAME = "openvino"
DEVICE = "CPU"
EXTRA_STEP = "pip install 'espressivo[openvino]'"

TELEMETRY = "openvino_telemetry"

FLOAT32, BFLOAT16 = "float32", "bfloat16"
HINTS = {FLOAT32: "f32", BFLOAT16: "bf16"}
"""Our names of precisions, and OpenVINO's for its ``INFERENCE_PRECISION_HINT``."""


def probe() -> Probe:
    """Say whether OpenVINO is here with its processor plugin. Never raises."""
    try:
        devices = _core().available_devices
    except Exception as error:  # noqa: BLE001 - a broken install raises anything
        return Probe(NAME, False, f"openvino cannot be imported: {error}", EXTRA_STEP, silent=True)
    if DEVICE not in devices:
        return Probe(NAME, False, f"openvino has no plugin for the {DEVICE}", EXTRA_STEP)
    return Probe(NAME, True, "")


def computes_bfloat16() -> bool:
    """Whether this processor computes bfloat16 in hardware; it is emulated nowhere."""
    return "BF16" in _core().get_property(DEVICE, "OPTIMIZATION_CAPABILITIES")


@cache
def _core() -> openvino.Core:
    # OpenVINO reports its import to its vendor, from a thread of its own, if the package of
    # its telemetry can be imported; if not, it takes a stub. Nothing this program does may
    # leave the machine, so here it cannot. (None makes an import fail: Python's reference,
    # "The module cache".)
    sys.modules.setdefault(TELEMETRY, None)  # type: ignore[arg-type]
    import openvino

    return openvino.Core()


class OpenVinoBackend:
    """Runs the stage graphs with OpenVINO on the processor.

    Graphs are compiled at first use, so planning need not wait for the waveform stage.

    Args:
        graphs: path of each stage's graph, in plain operators.
        model: hash of the prepared model.
        threads: compute threads; 0 = ``thread_count()``.
        precision: of the waveform stage, ``float32`` or ``bfloat16``; what decides when
            something is spoken always runs in float32.

    Raises:
        BackendUnavailable: OpenVINO cannot be imported, or the processor has no bfloat16.
    """

    def __init__(
        self,
        graphs: Mapping[Stage, Path],
        model: str,
        threads: int = 0,
        precision: str = FLOAT32,
    ) -> None:
        found = probe()
        if not found.available:
            raise BackendUnavailable(
                "backend-unavailable", subject=NAME, detail=found.reason, hint=found.hint
            )
        if precision == BFLOAT16 and not computes_bfloat16():
            raise BackendUnavailable(
                "backend-unavailable",
                subject=NAME,
                detail="this processor does not compute bfloat16",
                hint="--precision exact",
            )
        self._graphs = dict(graphs)
        self._threads = threads or thread_count()
        self._precision = precision
        self._compiled: dict[Stage, Any] = {}
        self._info = BackendInfo(
            name=NAME,
            device=DEVICE,
            precision=precision,
            runtime=f"openvino {importlib.metadata.version('openvino')}",
            threads=self._threads,
            model=model,
        )

    def describe(self) -> BackendInfo:
        """Say what really runs."""
        return self._info

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; see ``Backend.run``. A cancel stops it at the next operator."""
        token.check()
        compiled = self._stage(stage)
        request = compiled.create_infer_request()

        def failure(error: Exception) -> BackendFailed:
            detail = f"{stage.value}: {error}"
            return BackendFailed("backend-failed", subject=NAME, detail=detail)

        with stoppable(token, request.cancel, failure):
            request.start_async(dict(inputs))
            request.wait()
        token.check()
        # Copied: the request's own memory goes when it does.
        found = {
            output.any_name: np.array(request.get_tensor(output).data)
            for output in compiled.outputs
        }
        del request
        if stage is Stage.WAVEFORM:
            give_memory_back()
        return found

    def close(self) -> None:
        """Release the compiled graphs."""
        self._compiled.clear()

    def _stage(self, stage: Stage) -> Any:
        if stage not in self._compiled:
            self._compiled[stage] = self._compile(stage)
        return self._compiled[stage]

    def _compile(self, stage: Stage) -> Any:
        precision = self._precision if stage is Stage.WAVEFORM else FLOAT32
        wishes = {
            "INFERENCE_PRECISION_HINT": HINTS[precision],
            "INFERENCE_NUM_THREADS": self._threads,
            "NUM_STREAMS": 1,
        }
        path = self._graphs[stage]
        try:
            return _core().compile_model(_core().read_model(str(path)), DEVICE, wishes)
        except Exception as error:
            raise MissingModel(
                "model-damaged", subject="model", detail=f"{path}: {error}"
            ) from error
