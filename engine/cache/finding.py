"""Looking up in a mapped table: what is called more than anything else of the cache.

Each function here gives a closure in which all that a look-up needs is bound once, and
the search is written out in both: a call, a ``range`` or an attribute would cost as much
as the search itself. What is not found near its place is looked for by
``engine.cache.table`` the long way.
"""

from __future__ import annotations

import struct
from binascii import unhexlify
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

import xxhash

from engine.cache import table_format as form
from engine.values import Floats

if TYPE_CHECKING:
    from engine.cache.table_file import TableFile

NEAR: Final = 64
"""Numbers of the index that are looked at: two a place. What lies further on is found the
long way; at half load one key in a million does."""

HALVES: Final = struct.Struct(">QQ")
"""A key as two numbers: the upper one has the tag, the lower one the place and the seal."""

WHOLE: Final = struct.Struct("<16sQdQQI68xQ")
"""An entry's fixed-size part (``table_format.META``): key, emotion ID, time, place,
checksum and length of its words, then, passing V/A/D, confidence and deltas, its own sum."""


DIGEST: Final[Callable[..., int]] = xxhash.xxh3_64_intdigest
"""Takes an array as it is, which its type does not say."""


class Found(NamedTuple):
    """An entry as it stands on the map: the vector is a read-only view."""

    emovec: Floats
    emotion: int
    made: float
    words: bytes


def vector_finder(file: TableFile) -> Callable[[str], Floats | None]:
    """Return what finds a vector by its key in 32 hex digits; None if not near its place.

    The index proves key and vector, nothing else, and not that a commit counts it.
    """
    slots, matrix, capacity = file.slots, file.matrix, file.geometry.capacity
    last, end = file.geometry.slots - 1, 2 * file.geometry.slots
    halves, digest = HALVES.unpack, DIGEST

    def vector(key: str) -> Floats | None:
        high, low = halves(unhexlify(key))
        at = first = (low & last) << 1
        tag = high >> 32
        while value := slots[at]:
            if value >> 32 == tag:
                entry = (value & 0xFFFFFFFF) - 1
                if 0 <= entry < capacity:
                    row: Floats = matrix[entry]
                    if digest(row) ^ low == slots[at + 1]:
                        return row
            at += 2
            if at == end or at - first == NEAR:
                break
        return None

    return vector


def entry_finder(file: TableFile) -> Callable[[str, int], Found | None]:
    """Return what finds an entry by its key; None if not near its place, or not whole.

    The second argument is how many entries count.
    """
    view, slots, matrix = file.view, file.slots, file.matrix
    last, end = file.geometry.slots - 1, 2 * file.geometry.slots
    meta_at, words_from = file.geometry.meta_at, file.geometry.words_at
    halves, whole, digest = HALVES.unpack, WHOLE.unpack_from, DIGEST

    def entry_of(key: str, count: int) -> Found | None:
        raw = unhexlify(key)
        high, low = halves(raw)
        at = first = (low & last) << 1
        tag = high >> 32
        while value := slots[at]:
            entry = (value & 0xFFFFFFFF) - 1
            if value >> 32 == tag and 0 <= entry < count:
                row: Floats = matrix[entry]
                seed = digest(row)
                if seed ^ low == slots[at + 1]:
                    at = meta_at + form.META_BYTES * entry
                    own, emotion, made, words_at, words_sum, length, stated = whole(view, at)
                    if own == raw and digest(view[at : at + form.SUMMED], seed) == stated:
                        begin = words_from + words_at
                        words = bytes(view[begin : begin + length])
                        if digest(words) == words_sum:
                            return Found(row, emotion, made, words)
                    break
            at += 2
            if at == end or at - first == NEAR:
                break
        return None

    return entry_of
