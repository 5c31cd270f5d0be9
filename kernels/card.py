"""A graphics card as a place where the kernels run, by the driver alone.

Neither TensorRT nor CuPy nor a CUDA installation is needed: the driver reads the PTX.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kernels.compiled import ARCHITECTURES, SOURCES, THREADS, Source
from kernels.driver import Driver

if TYPE_CHECKING:
    from types import TracebackType

MOST_BLOCKS = 65_535
"""Blocks of one launch; entries go on in strides where there is more to do."""

_NUMBERS: dict[type[np.generic], type[ctypes._SimpleCData[Any]]] = {
    np.int32: ctypes.c_int32,
    np.uint32: ctypes.c_uint32,
    np.int64: ctypes.c_int64,
    np.float32: ctypes.c_float,
    np.float64: ctypes.c_double,
}


@dataclass(frozen=True, slots=True)
class OnCard:
    """An array on the card."""

    address: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    @property
    def nbytes(self) -> int:
        """Its size."""
        return int(np.prod(self.shape)) * self.dtype.itemsize


class Card:
    """Loads every kernel and runs them in one stream; memory is freed with the ``with`` block.

    Args:
        driver: opened.
        code: gives a source's PTX for this card.

    Raises:
        DriverFault: the driver refuses the code.
    """

    def __init__(self, driver: Driver, code: Callable[[Source], bytes]) -> None:
        self._driver = driver
        self._functions: dict[str, int] = {}
        for source in SOURCES:
            module = driver.load(code(source))
            self._functions |= {name: driver.function(module, name) for name in source.entries}
        self._held: list[int] = []
        self.stream = driver.stream()

    def __enter__(self) -> Card:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()
        self._driver.end_stream(self.stream)

    def clear(self) -> None:
        """Free all memory that was taken here."""
        while self._held:
            self._driver.free(self._held.pop())

    def put(self, array: NDArray[Any]) -> OnCard:
        """Bring an array to the card; see ``kernels.calls.Device``."""
        whole = np.ascontiguousarray(array)
        made = self.empty(whole.shape, whole.dtype)
        self._driver.upload(made.address, whole.ctypes.data, whole.nbytes, self.stream)
        # The source is pageable, so the copy left it before the call came back.
        return made

    def empty(self, shape: Sequence[int], dtype: DTypeLike) -> OnCard:
        """Make room on the card."""
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        address = self._driver.allocate(size)
        self._held.append(address)
        return OnCard(address, tuple(shape), np.dtype(dtype))

    def fetch(self, buffer: OnCard) -> NDArray[Any]:
        """Bring a buffer's content back, when all that was launched is done."""
        array = np.empty(buffer.shape, buffer.dtype)
        self._driver.download(array.ctypes.data, buffer.address, array.nbytes, self.stream)
        self._driver.wait(self.stream)
        return array

    def launch(self, entry: str, work: int, *arguments: Any) -> None:
        """Run an entry; see ``kernels.calls.Device``."""
        blocks = min(max(-(-work // THREADS), 1), MOST_BLOCKS)
        values = [_argument(each) for each in arguments]
        self._driver.launch(self._functions[entry], blocks, THREADS, values, self.stream)


def _argument(value: Any) -> ctypes._SimpleCData[Any]:
    if isinstance(value, OnCard):
        return ctypes.c_uint64(value.address)
    return _NUMBERS[type(value)](value.item())


def nearest_architecture(capability: tuple[int, int]) -> int | None:
    """Return the compute capability to make PTX for, or None for a card that is too old."""
    own = capability[0] * 10 + capability[1]
    return max((each for each in ARCHITECTURES if each <= own), default=None)
