"""NVIDIA's driver by ``ctypes``: devices, memory, streams, events, kernels, graphs.

The driver comes with the graphics card's own installation; nothing has to be added to
ask it. Names, argument order and numbers are those of ``cuda.h`` 13.0 (the driver API);
calls that changed once have the suffix that header gives them.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"

OUT_OF_MEMORY = 2
NO_DEVICE = 100
NOT_FOUND = 500
"""``CUDA_ERROR_NOT_FOUND``, a named symbol: what a call is answered that a driver lacks."""
LOST = frozenset({46, 214, 700, 702, 709, 715, 716, 717, 718, 719, 999})
"""Faults after which nothing more runs in this process's context: the device unavailable,
uncorrectable memory, an illegal address, a launch that timed out or failed, and the like."""

_STREAM_NON_BLOCKING = 1
_CAPABILITY_MAJOR, _CAPABILITY_MINOR, _L2_BYTES = 75, 76, 38
_HOST_REGISTER_DEVICEMAP, _HOST_REGISTER_READ_ONLY = 2, 8
_CAPTURE_THREAD_LOCAL = 1


class DriverMissing(Exception):
    """There is no NVIDIA driver, or it cannot be loaded."""


class DriverFault(Exception):
    """A call to the driver failed.

    Args:
        call: the call's name.
        code: its result, a ``CUresult``.
        name: that result's name.
    """

    def __init__(self, call: str, code: int, name: str) -> None:
        super().__init__(f"{call}: {name} ({code})")
        self.code = code

    @property
    def out_of_memory(self) -> bool:
        """Whether the device had too little memory left."""
        return self.code == OUT_OF_MEMORY

    @property
    def lost(self) -> bool:
        """Whether the device is lost to this process."""
        return self.code in LOST


@dataclass(frozen=True, slots=True)
class Device:
    """One graphics card."""

    name: str
    capability: tuple[int, int]
    memory_bytes: int
    l2_bytes: int


class Driver:
    """The driver, initialised.

    Args:
        library: the shared library; by default the installed driver's.

    Raises:
        DriverMissing: it is not there.
        DriverFault: it finds no device, or does not fit the kernel module.
    """

    def __init__(self, library: Path | None = None) -> None:
        name = os.fspath(library) if library else LIBRARY
        try:
            self._lib = ctypes.CDLL(name)
        except OSError as error:
            raise DriverMissing(f"{name} cannot be loaded") from error
        self._context = ctypes.c_void_p()
        self._device = ctypes.c_int()
        self.call("cuInit", ctypes.c_uint(0))

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver.

        Raises:
            DriverFault: its result is not 0, or the driver has no such function.
        """
        function = getattr(self._lib, name, None)
        if function is None:
            raise DriverFault(name, NOT_FOUND, "the driver has no such function")
        status = function(*arguments)
        if status:
            words = ctypes.c_char_p()
            with contextlib.suppress(AttributeError):
                self._lib.cuGetErrorName(status, ctypes.byref(words))
            raise DriverFault(name, status, (words.value or b"unknown").decode())

    def version(self) -> tuple[int, int]:
        """Return the newest CUDA release this driver runs, for example ``(13, 0)``."""
        number = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(number))
        return number.value // 1000, number.value % 1000 // 10

    def devices(self) -> tuple[Device, ...]:
        """Return the cards, in the driver's order."""
        count = ctypes.c_int()
        self.call("cuDeviceGetCount", ctypes.byref(count))
        return tuple(self._device_at(index) for index in range(count.value))

    def _device_at(self, index: int) -> Device:
        device, size = ctypes.c_int(), ctypes.c_size_t()
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGet", ctypes.byref(device), index)
        self.call("cuDeviceGetName", name, len(name), device)
        self.call("cuDeviceTotalMem_v2", ctypes.byref(size), device)
        major, minor, l2 = (
            self._attribute(which, device)
            for which in (_CAPABILITY_MAJOR, _CAPABILITY_MINOR, _L2_BYTES)
        )
        return Device(name.value.decode(errors="replace"), (major, minor), size.value, l2)

    def _attribute(self, which: int, device: ctypes.c_int) -> int:
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), which, device)
        return value.value

    def open(self, index: int = 0) -> None:
        """Take a card into use; its own (primary) context is shared with other libraries."""
        self.call("cuDeviceGet", ctypes.byref(self._device), index)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), self._device)
        self.use()

    def use(self) -> None:
        """Make the opened card current on the calling thread."""
        self.call("cuCtxSetCurrent", self._context)

    def close(self) -> None:
        """Give the card back."""
        if self._context.value:
            self.call("cuDevicePrimaryCtxRelease_v2", self._device)
            self._context = ctypes.c_void_p()

    def memory(self) -> tuple[int, int]:
        """Return free and total bytes of the card."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    def allocate(self, size: int) -> int:
        """Return the address of new memory on the card."""
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(max(size, 1)))
        return address.value

    def free(self, address: int) -> None:
        """Free memory on the card."""
        self.call("cuMemFree_v2", ctypes.c_uint64(address))

    def upload(self, address: int, source: int, size: int, stream: int = 0) -> None:
        """Copy from host memory to the card, in the stream's order."""
        self.call(
            "cuMemcpyHtoDAsync_v2", ctypes.c_uint64(address), ctypes.c_void_p(source),
            ctypes.c_size_t(size), ctypes.c_void_p(stream),
        )  # fmt: skip

    def download(self, target: int, address: int, size: int, stream: int = 0) -> None:
        """Copy from the card to host memory, in the stream's order."""
        self.call(
            "cuMemcpyDtoHAsync_v2", ctypes.c_void_p(target), ctypes.c_uint64(address),
            ctypes.c_size_t(size), ctypes.c_void_p(stream),
        )  # fmt: skip

    def copy(self, target: int, source: int, size: int, stream: int = 0) -> None:
        """Copy within the card, in the stream's order."""
        self.call(
            "cuMemcpyDtoDAsync_v2", ctypes.c_uint64(target), ctypes.c_uint64(source),
            ctypes.c_size_t(size), ctypes.c_void_p(stream),
        )  # fmt: skip

    def priorities(self) -> tuple[int, int]:
        """Return the least and the greatest priority of a stream (greater is the lower number)."""
        least, greatest = ctypes.c_int(), ctypes.c_int()
        self.call("cuCtxGetStreamPriorityRange", ctypes.byref(least), ctypes.byref(greatest))
        return least.value, greatest.value

    def stream(self, priority: int = 0) -> int:
        """Return a new stream that waits for no other."""
        handle = ctypes.c_void_p()
        self.call(
            "cuStreamCreateWithPriority", ctypes.byref(handle), _STREAM_NON_BLOCKING, priority
        )
        return handle.value or 0

    def end_stream(self, stream: int) -> None:
        """Destroy a stream."""
        self.call("cuStreamDestroy_v2", ctypes.c_void_p(stream))

    def wait(self, stream: int = 0) -> None:
        """Wait until all that was put into a stream is done."""
        self.call("cuStreamSynchronize", ctypes.c_void_p(stream))

    def event(self) -> int:
        """Return a new event that can be timed."""
        handle = ctypes.c_void_p()
        self.call("cuEventCreate", ctypes.byref(handle), 0)
        return handle.value or 0

    def record(self, event: int, stream: int = 0) -> None:
        """Put an event into a stream."""
        self.call("cuEventRecord", ctypes.c_void_p(event), ctypes.c_void_p(stream))

    def milliseconds(self, first: int, last: int) -> float:
        """Return the time between two events that have passed, once the last has."""
        self.call("cuEventSynchronize", ctypes.c_void_p(last))
        took = ctypes.c_float()
        self.call(
            "cuEventElapsedTime", ctypes.byref(took), ctypes.c_void_p(first), ctypes.c_void_p(last)
        )
        return took.value

    def load(self, code: bytes) -> int:
        """Load PTX or machine code; returns the module."""
        handle = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(handle), ctypes.c_char_p(code))
        return handle.value or 0

    def function(self, module: int, entry: str) -> int:
        """Return an entry of a module."""
        handle = ctypes.c_void_p()
        self.call(
            "cuModuleGetFunction", ctypes.byref(handle), ctypes.c_void_p(module), entry.encode()
        )
        return handle.value or 0

    def launch(
        self, function: int, blocks: int, threads: int, arguments: Sequence[Any], stream: int = 0
    ) -> None:
        """Put a kernel into a stream.

        Args:
            function: from ``function``.
            blocks, threads: of one dimension.
            arguments: ``ctypes`` values in the entry's order, of its types.
            stream: where.
        """
        addresses = (ctypes.c_void_p * len(arguments))(*(ctypes.addressof(a) for a in arguments))
        self.call(
            "cuLaunchKernel", ctypes.c_void_p(function), blocks, 1, 1, threads, 1, 1, 0,
            ctypes.c_void_p(stream), addresses, None,
        )  # fmt: skip

    def capture(self, stream: int) -> None:
        """Begin to write down what is put into a stream instead of running it."""
        self.call("cuStreamBeginCapture_v2", ctypes.c_void_p(stream), _CAPTURE_THREAD_LOCAL)

    def captured(self, stream: int) -> int:
        """End that; returns what was written down, ready to run."""
        graph, ready = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuStreamEndCapture", ctypes.c_void_p(stream), ctypes.byref(graph))
        try:
            self.call(
                "cuGraphInstantiateWithFlags", ctypes.byref(ready), graph, ctypes.c_ulonglong(0)
            )
        finally:
            self.call("cuGraphDestroy", graph)
        return ready.value or 0

    def replay(self, graph: int, stream: int) -> None:
        """Run what was written down."""
        self.call("cuGraphLaunch", ctypes.c_void_p(graph), ctypes.c_void_p(stream))

    def end_graph(self, graph: int) -> None:
        """Destroy what was written down."""
        self.call("cuGraphExecDestroy", ctypes.c_void_p(graph))

    def register(self, address: int, size: int) -> int:
        """Pin host memory that is only read; returns the address the card sees it at.

        Raises:
            DriverFault: the memory cannot be pinned (a map of a file often cannot).
        """
        flags = _HOST_REGISTER_DEVICEMAP | _HOST_REGISTER_READ_ONLY
        self.call("cuMemHostRegister_v2", ctypes.c_void_p(address), ctypes.c_size_t(size), flags)
        seen = ctypes.c_uint64()
        try:
            self.call(
                "cuMemHostGetDevicePointer_v2", ctypes.byref(seen), ctypes.c_void_p(address), 0
            )
        except DriverFault:
            self.unregister(address)
            raise
        return seen.value

    def unregister(self, address: int) -> None:
        """End the pinning; before the memory is unmapped."""
        self.call("cuMemHostUnregister", ctypes.c_void_p(address))
