"""Reads a PyTorch checkpoint without PyTorch: plain arrays only, no code of the file is run.

The format before 1.6 (``torch.save`` without zip): pickles of a magic number, a version and
the system's facts; a pickle of the objects, in which a storage is named by a key; a pickle of
the keys in order; for each key an int64 count and the numbers, little-endian.
"""

from __future__ import annotations

import collections
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from engine.errors import MissingModel

MAGIC: Final = 0x1950A86A20F9469CFC6C
VERSION: Final = 1001

TYPES: Final[dict[str, np.dtype[Any]]] = {
    "FloatStorage": np.dtype("<f4"),
    "LongStorage": np.dtype("<i8"),
}
"""Storages by the name of their class."""


@dataclass(frozen=True, slots=True)
class Later:
    """A tensor whose numbers lie further on in the file."""

    key: str
    start: int
    shape: tuple[int, ...]
    steps: tuple[int, ...]
    """Numbers between neighbours along each axis."""

    def array(self, storages: dict[str, NDArray[Any]]) -> NDArray[Any]:
        """Return it as an array of its own."""
        flat = storages[self.key][self.start :]
        steps = [step * flat.itemsize for step in self.steps]
        return np.lib.stride_tricks.as_strided(flat, self.shape, steps).copy()


def read_arrays(path: Path, part: str) -> dict[str, NDArray[Any]]:
    """Return the tensors of one dictionary of a checkpoint, by name.

    Args:
        path: the checkpoint.
        part: which of its dictionaries, such as ``model_state``.

    Raises:
        MissingModel: ``model-damaged``: it is not such a file, or holds other things.
    """
    try:
        with path.open("rb") as file:
            return _read(file, part)
    except (OSError, EOFError, KeyError, ValueError, TypeError, pickle.UnpicklingError) as error:
        detail = f"{path.name}: {error}"
        raise MissingModel("model-damaged", subject="model", detail=detail) from error


def _read(file: BinaryIO, part: str) -> dict[str, NDArray[Any]]:
    if (_Plain(file).load(), _Plain(file).load()) != (MAGIC, VERSION):
        raise ValueError("no checkpoint of this kind")
    _Plain(file).load()
    reader = _Plain(file)
    named: dict[str, Later] = reader.load()[part]
    storages: dict[str, NDArray[Any]] = {}
    for key in _Plain(file).load():
        count = int.from_bytes(file.read(8), "little")
        kind = reader.kinds[key]
        storages[key] = np.frombuffer(file.read(count * kind.itemsize), kind, count)
    return {name: later.array(storages) for name, later in named.items()}


class _Plain(pickle.Unpickler):
    """Unpickles dictionaries of tensors; everything else is refused."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self.kinds: dict[str, np.dtype[Any]] = {}

    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        """Return what stands for the few names that a checkpoint needs."""
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _later
        if module == "torch" and name in TYPES:
            return _Kind(name)
        raise pickle.UnpicklingError(f"{module}.{name} is not read")

    def persistent_load(self, number: Sequence[Any]) -> str:
        """Return the key of a storage; its kind is kept."""
        _word, kind, key, *_rest = number
        self.kinds[key] = TYPES[kind.name]
        return str(key)


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str

    def __call__(self) -> None:
        raise pickle.UnpicklingError(f"{self.name} is not made")


def _later(
    key: str, start: int, shape: Sequence[int], steps: Sequence[int], *_rest: object
) -> Later:
    return Later(key, start, tuple(shape), tuple(steps))
