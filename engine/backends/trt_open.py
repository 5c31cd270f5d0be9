"""Putting the TensorRT row together from what is installed."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path

import onnx

from engine.backends.protocol import Backend, Stage
from engine.backends.trt import TrtBackend
from engine.backends.trt_prepare import prepare_graph
from engine.backends.trt_probe import STEP
from engine.backends.trt_shelf import EngineShelf
from engine.errors import BackendUnavailable
from kernels.driver import Driver, DriverFault, DriverMissing

PRECISION = "float16"
"""float32 with islands of half precision: half the weights to read, which is what a decoder
of short lines waits for, at a distance nobody hears (``tests/engine/test_trt_graph.py``)."""


def open_trt(
    graphs: Mapping[Stage, Path], model: str, folder: Path, serve: Backend, module: str = "tensorrt"
) -> Backend:
    """Open the first card with TensorRT.

    Args:
        graphs: path of each stage's prepared graph.
        model: hash of the prepared model.
        folder: where engines are kept.
        serve: the row that serves where there is no engine; closed if this fails.
        module: TensorRT's Python module.

    Raises:
        BackendUnavailable: TensorRT cannot be imported, or the card not opened.
    """

    def graph(stage: Stage) -> bytes:
        made = prepare_graph(onnx.load(str(graphs[stage])), stage, PRECISION)
        return bytes(made.SerializeToString())

    try:
        trt = importlib.import_module(module)
        driver = Driver()
        driver.open()
    except (ImportError, OSError, DriverMissing, DriverFault) as error:
        serve.close()
        raise BackendUnavailable(
            "backend-unavailable", subject="trt", detail=str(error), hint=STEP
        ) from error
    return TrtBackend(trt, driver, graph, model, PRECISION, EngineShelf(folder), serve)
