"""An array where a card can read it: pinned in its place, or copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kernels.driver import Driver, DriverFault

if TYPE_CHECKING:
    from types import TracebackType


class OnDevice:
    """Makes a read-only array readable by the card, for as long as the ``with`` block lasts.

    A map of a file is pinned as it lies (``cudaHostRegister``, read-only), so the card
    reads it over the bus and nothing is copied. Not every system allows that; then the
    array is copied to the card, and ``reason`` says why. The block must end before the
    array is unmapped.

    Args:
        driver: opened.
        array: C-contiguous; not changed while this lasts.

    Raises:
        DriverFault: it can neither be pinned nor copied.
        ValueError: it is not contiguous.
    """

    def __init__(self, driver: Driver, array: NDArray[Any]) -> None:
        if not array.flags.c_contiguous:
            raise ValueError("only a contiguous array can be given to a card")
        self._driver = driver
        self._array = array  # held, so that the map outlives the pinning
        self.reason = ""
        """Why it was copied; empty if it is pinned."""
        try:
            self.address = driver.register(array.ctypes.data, array.nbytes)
        except DriverFault as fault:
            self.reason = str(fault)
            self.address = driver.allocate(array.nbytes)
            try:
                driver.upload(self.address, array.ctypes.data, array.nbytes)
                driver.wait()
            except DriverFault:
                driver.free(self.address)
                raise

    def holds(self, array: NDArray[Any]) -> bool:
        """Whether this is the array it was made of."""
        return self._array is array

    def __enter__(self) -> OnDevice:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.reason:
            self._driver.free(self.address)
        else:
            self._driver.unregister(self._array.ctypes.data)
        self._array = np.empty(0)
