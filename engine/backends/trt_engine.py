"""One TensorRT engine at work: its buffers on the card, and a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.backends.protocol import Tensor
from kernels.driver import Driver, DriverFault


class EngineRefused(Exception):
    """TensorRT does not take this engine: built elsewhere, or damaged."""


class EngineFull(Exception):
    """The card has too little memory for this engine or its buffers."""


class LoadedEngine:
    """An engine with one context; inputs and outputs keep their place on the card.

    Args:
        trt: the module ``tensorrt``.
        log: its logger.
        driver: opened.
        plan: the engine as it was kept.
        stream: where it works.

    Raises:
        EngineRefused: TensorRT does not take it.
        EngineFull: there is no memory for it.
    """

    def __init__(self, trt: Any, log: Any, driver: Driver, plan: bytes, stream: int) -> None:
        self._trt, self._driver, self._stream = trt, driver, stream
        self._runtime = trt.Runtime(log)
        self._engine = self._runtime.deserialize_cuda_engine(plan)
        if self._engine is None:
            raise EngineRefused("; ".join(log.said) or "it cannot be read")
        self._context = self._engine.create_execution_context()
        if self._context is None:
            raise EngineFull("no execution context")
        self._buffers: dict[str, tuple[int, int]] = {}
        names = [self._engine.get_tensor_name(k) for k in range(self._engine.num_io_tensors)]
        modes = {name: self._engine.get_tensor_mode(name) for name in names}
        self.inputs = [name for name in names if modes[name] == trt.TensorIOMode.INPUT]
        self.layers = int(self._engine.num_layers)
        """Of the engine: what its graph became."""
        self.outputs = [name for name in names if modes[name] == trt.TensorIOMode.OUTPUT]

    def run(self, inputs: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Run once.

        Raises:
            EngineFull: there is no memory for the buffers.
            DriverFault: the card failed.
            EngineRefused: TensorRT does not take the shapes, or failed without a fault.
        """
        held = {name: self._as_wanted(name, inputs[name]) for name in self.inputs}
        for name, value in held.items():
            if not self._context.set_input_shape(name, tuple(value.shape)):
                raise EngineRefused(f"{name} may not be {value.shape}")
            address = self._room(name, value.nbytes)
            self._driver.upload(address, value.ctypes.data, value.nbytes, self._stream)
        made = {name: self._empty(name) for name in self.outputs}
        for name, value in made.items():
            self._room(name, value.nbytes)
        if not self._context.execute_async_v3(self._stream):
            self._driver.wait(self._stream)  # raises what the card says, if it says anything
            raise EngineRefused("TensorRT could not start the run")
        for name, value in made.items():
            address, _ = self._buffers[name]
            self._driver.download(value.ctypes.data, address, value.nbytes, self._stream)
        self._driver.wait(self._stream)
        return made

    def _as_wanted(self, name: str, value: Tensor) -> Tensor:
        kind = self._trt.nptype(self._engine.get_tensor_dtype(name))
        return np.ascontiguousarray(value, dtype=kind)

    def _empty(self, name: str) -> Tensor:
        kind = self._trt.nptype(self._engine.get_tensor_dtype(name))
        return np.empty(tuple(self._context.get_tensor_shape(name)), kind)

    def _room(self, name: str, size: int) -> int:
        """Return where a tensor of this size lies; grows, so that most runs allocate nothing."""
        address, room = self._buffers.get(name, (0, 0))
        if size > room or not address:
            if address:
                del self._buffers[name]
                self._driver.free(address)
            try:
                address = self._driver.allocate(size)
            except DriverFault as fault:
                if fault.out_of_memory:
                    raise EngineFull(f"{name}: {size} bytes") from fault
                raise
            self._buffers[name] = (address, size)
            self._context.set_tensor_address(name, address)
        return address

    def close(self) -> None:
        """Free the buffers, the context and the engine. A lost card frees nothing."""
        for address, _ in self._buffers.values():
            try:
                self._driver.free(address)
            except DriverFault:
                break
        self._buffers.clear()
        self._context = self._engine = self._runtime = None
