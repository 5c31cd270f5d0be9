"""The sound a form of the waveform stage makes, and what it costs."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.backends.onnx_cpu import thread_count
from engine.backends.runtime import onnx_runtime
from engine.calibration import Unit

Audio = NDArray[np.float32]


def spoken(graph: str | bytes, units: Sequence[Unit]) -> tuple[list[Audio], float]:
    """Return each unit's sound, and the processor seconds of all."""
    options = onnx_runtime().SessionOptions()
    options.intra_op_num_threads = thread_count()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    session = onnx_runtime().InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    started = time.process_time()
    found = [session.run(None, dict(unit))[0].reshape(-1) for unit in units]
    return found, time.process_time() - started
