"""One place where keys are made: canonical bytes in, a hex digest out.

Two values have the same key exactly if every part is equal in type, shape and
bits. Parts are length-framed and type-tagged, so no two lists of parts can
run into one another.
"""

from __future__ import annotations

import dataclasses
import struct
from enum import Enum

import numpy as np
import xxhash

Part = object
"""What may go into a key: see ``canonical``."""


def canonical(part: Part) -> bytes:
    """Return the canonical bytes of a value.

    Known are None, bool, int, float, str, bytes, enums, NumPy arrays, frozen
    dataclasses, and tuples or lists of these. A float is written as its IEEE
    754 double, with -0.0 folded into 0.0.

    Raises:
        TypeError: the value is of another type.
    """
    if part is None:
        return b"n"
    if isinstance(part, Enum):
        return _frame(b"e", canonical(type(part).__name__) + canonical(part.name))
    if isinstance(part, bool):
        return b"t" if part else b"f"
    if isinstance(part, int):
        return _frame(b"i", str(part).encode())
    if isinstance(part, float):
        return b"d" + struct.pack("<d", part + 0.0)
    if isinstance(part, str):
        return _frame(b"s", part.encode("utf-8", "surrogatepass"))
    if isinstance(part, bytes):
        return _frame(b"b", part)
    if isinstance(part, np.ndarray):
        little = np.ascontiguousarray(part, dtype=part.dtype.newbyteorder("<"))
        head = f"{little.dtype.str}{little.shape}".encode()
        return _frame(b"a", _frame(b"h", head) + little.tobytes())
    if isinstance(part, tuple | list):
        return _frame(b"l", b"".join(canonical(item) for item in part))
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        fields = [canonical(getattr(part, f.name)) for f in dataclasses.fields(part)]
        return _frame(b"c", canonical(type(part).__name__) + b"".join(fields))
    msg = f"no canonical bytes for {type(part).__name__}"
    raise TypeError(msg)


def key_of(*parts: Part) -> str:
    """Return the key of some values: 32 hex digits of xxh3-128."""
    return xxhash.xxh3_128_hexdigest(b"".join(canonical(part) for part in parts))


def _frame(tag: bytes, body: bytes) -> bytes:
    return tag + struct.pack("<Q", len(body)) + body
