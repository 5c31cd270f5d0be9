"""Putting the TensorRT row together from what is installed."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import onnx

from engine.backends.packages import STEP
from engine.backends.protocol import Backend, Stage
from engine.backends.trt import TrtBackend
from engine.backends.trt_plugins import register, version
from engine.backends.trt_prepare import NO_RANGES, prepare_graph
from engine.backends.trt_shelf import EngineShelf
from engine.errors import BackendUnavailable
from engine.models.int8 import Ranges
from kernels.card import nearest_architecture
from kernels.compiled import SOURCES, ptx
from kernels.driver import Driver, DriverFault, DriverMissing
from kernels.nvrtc import Nvrtc

LOG = logging.getLogger(__name__)

CODE = "kernels"
"""Folder beside the engines: our kernels, compiled for this card."""

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
    try:
        trt = importlib.import_module(module)
        driver = Driver()
        driver.open()
    except (ImportError, OSError, DriverMissing, DriverFault) as error:
        serve.close()
        raise BackendUnavailable(
            "backend-unavailable", subject="trt", detail=str(error), hint=STEP
        ) from error
    capability = driver.devices()[0].capability
    plugins, without = plug_in(trt, f"{module}.plugin", folder / CODE, capability)
    graph, shelf = graphs_of(graphs), EngineShelf(folder)
    row = TrtBackend(trt, driver, graph, model, PRECISION, shelf, serve, plugins)
    row.lacks += without
    return row


def graphs_of(
    graphs: Mapping[Stage, Path], ranges: Ranges = NO_RANGES
) -> Callable[[Stage, bool], bytes]:
    """Return what makes a stage's graph for TensorRT, with our plugins in it or without.

    Args:
        graphs: path of each stage's prepared graph.
        ranges: of the waveform stage's products in int8; without any all is in ``PRECISION``.
    """

    def graph(stage: Stage, plugins: bool) -> bytes:
        whole = onnx.load(str(graphs[stage]))
        own = ranges if stage is Stage.WAVEFORM else NO_RANGES
        precision = "int8" if own else PRECISION
        made = prepare_graph(whole, stage, precision, plugins=plugins, ranges=own)
        return bytes(made.SerializeToString())

    return graph


def plug_in(
    trt: Any, module: str, folder: Path, capability: tuple[int, int]
) -> tuple[str, tuple[str, ...]]:
    """Register our kernels with TensorRT for this card.

    Args:
        trt: TensorRT's Python module.
        module: name of its module of plugins.
        folder: where compiled kernels are kept.
        capability: the card's.

    Returns:
        The plugins' version, and why there are none: no compiler for them
        (``nvidia-cuda-nvrtc``), or TensorRT does not take them. Engines are then built
        without, from plain operators.
    """
    architecture = nearest_architecture(capability)
    if architecture is None:
        return "", ("without plugins: the card is too old",)
    try:
        compiler = Nvrtc()
        codes = {each.name: ptx(each, architecture, folder, compiler) for each in SOURCES}
        register(trt, importlib.import_module(module), lambda each: codes[each.name])
    except Exception as error:  # noqa: BLE001 - experimental there; plain operators do as well
        LOG.info("TensorRT gets no plugins: %s", error)
        return "", (f"without plugins: {error}",)
    return version(codes), ()
