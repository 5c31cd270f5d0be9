"""One place where keys are made: canonical bytes in, a hex digest out.

Two values have the same key exactly if every part is equal in type, shape and
bits. Parts are length-framed and type-tagged, so no two lists of parts can
run into one another.
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Final

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
    plain = _PLAIN.get(type(part))  # of most parts, and quicker than asking each in turn
    if plain is not None:
        return plain(part)
    if isinstance(part, Enum):
        return _frame(b"e", canonical(type(part).__name__) + canonical(part.name))
    for kind, write in _PLAIN.items():
        if isinstance(part, kind):  # a kind of int or str of its own
            return write(part)
    if isinstance(part, np.ndarray):
        little = np.ascontiguousarray(part, dtype=part.dtype.newbyteorder("<"))
        head = f"{little.dtype.str}{little.shape}".encode()
        return _frame(b"a", _frame(b"h", head) + little.tobytes())
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        fields = [canonical(getattr(part, name)) for name in _names(type(part))]
        fields += [canonical((name, getattr(part, name))) for name in _later(part)]
        return _frame(b"c", canonical(type(part).__name__) + b"".join(fields))
    msg = f"no canonical bytes for {type(part).__name__}"
    raise TypeError(msg)


def key_of(*parts: Part) -> str:
    """Return the key of some values: 32 hex digits of xxh3-128."""
    return xxhash.xxh3_128_hexdigest(b"".join(canonical(part) for part in parts))


def key_of_pairs(pairs: Iterable[tuple[str, bytes]]) -> str:
    """Return the key of names and the canonical bytes of their values.

    It is that of ``key_of(*((name, value), ...))``.
    """
    framed = (_frame(b"l", canonical(name) + written) for name, written in pairs)
    return xxhash.xxh3_128_hexdigest(b"".join(framed))


class Steady:
    """Canonical bytes of values that come again and again, by their identity.

    A dragged knob leaves a line's words and tokens as they are, and writing those out took
    a quarter of a plan of the double. Values must be frozen; the last few are kept.
    """

    MOST = 64

    def __init__(self) -> None:
        self._known: dict[int, tuple[Part, bytes]] = {}

    def canonical(self, part: Part) -> bytes:
        """Return the canonical bytes of a value.

        Raises:
            TypeError: see ``canonical``.
        """
        known = self._known.get(id(part))
        if known is None:  # else it is the value itself: being kept, its id is its own
            while len(self._known) >= self.MOST:
                self._known.pop(next(iter(self._known)))
            known = self._known[id(part)] = part, canonical(part)
        return known[1]


LATER: Final[Mapping[str, bool]] = {"later": True}
"""Metadata of a dataclass's field that came when there were records already: where it is as by
itself it counts for nothing, so that they keep their keys."""


def counted(part: Any) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass's value that count for its key."""
    return (*_names(part.__class__), *_later(part))


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's first fields; there are few dataclasses."""
    fields = dataclasses.fields(kind)
    return tuple(field.name for field in fields if field.metadata != LATER)


@cache
def _later_fields(kind: type) -> tuple[tuple[str, object], ...]:
    """The names of its later fields, and what they are by themselves."""
    fields = dataclasses.fields(kind)
    return tuple((each.name, each.default) for each in fields if each.metadata == LATER)


def _later(part: Any) -> list[str]:
    told = _later_fields(part.__class__)
    return [name for name, usual in told if getattr(part, name) != usual]


def _frame(tag: bytes, body: bytes) -> bytes:
    return tag + struct.pack("<Q", len(body)) + body


def _items(part: Iterable[Part]) -> bytes:
    return _frame(b"l", b"".join([canonical(item) for item in part]))


_PLAIN: Final[Mapping[type, Callable[[Any], bytes]]] = {
    type(None): lambda _part: b"n",
    bool: lambda part: b"t" if part else b"f",  # before int, which it is a kind of
    int: lambda part: _frame(b"i", str(part).encode()),
    float: lambda part: b"d" + struct.pack("<d", part + 0.0),
    str: lambda part: _frame(b"s", part.encode("utf-8", "surrogatepass")),
    bytes: lambda part: _frame(b"b", part),
    tuple: _items,
    list: _items,
}
