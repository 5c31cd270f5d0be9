"""The emotion table's file: where everything stands, and how damage is seen.

Layout (little-endian; ``C`` is the capacity, a power of two)::

    0     8   magic  b"ESPREMO1"
    8     8   u32 version, u32 length of a vector (128)
    16    8   u64 C
    24    16  hash of the head that made the vectors
    40    8   u64 generation: the file's number; each growth makes a new file
    48    8   u64 xxh3-64 of bytes 0..48
    56    8   u64 1 once a newer generation is there
    64    64  two commits, used in turn: u64 number, count, bytes of words, xxh3-64 of these
    4096      index   u64[2C, 2]      0 = free, else (32 bits of the key, entry + 1); then
                                      xxh3-64 of the vector, xor the key's lower half
    ..        matrix  float32[C, 128] the EmoVecs, one after another
    ..        meta    128 bytes [C]   key, emotion ID, time, place of the words, V/A/D,
                                      confidence, deltas, xxh3-64 of the vector and of these
    ..        words   256 bytes [C]   what else is known of each entry, end to end

An entry is written before the index names it and before a commit counts it, so a
writer killed between leaves at most space that is not counted. Ways to be damaged,
each named: ``short``, ``magic``, ``version``, ``header``, ``commit`` (of the file),
``row``, ``words``, ``index`` (of one entry: it alone is not found).

The index proves a vector by itself: one that is looked up by its key needs two places
of the file, not three, and random places are what a look-up costs.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

import numpy as np
import xxhash
from numpy.typing import NDArray

from engine.errors import CacheDamage
from engine.values import EMOVEC_SIZE

MAGIC: Final = b"ESPREMO1"
VERSION: Final = 2
HEADER: Final = struct.Struct("<8sIIQ16sQ")
SUM: Final = struct.Struct("<Q")
COMMIT: Final = struct.Struct("<QQQ")
COMMITS_AT: Final = (64, 96)
SUPERSEDED_AT: Final = 56
PAGE: Final = 4096
"""Bytes; the index begins on a page of its own."""
FIRST_CAPACITY: Final = 1024
"""Entries of a new table: a file of 0.9 MB."""
MOST_CAPACITY: Final = 1 << 24
"""Entries; beyond this a header is not believed."""
WORDS_EACH: Final = 256
"""Bytes of words there is room for, per entry on average; what prompts need is about 200."""
SLOT_BYTES: Final = 16
SLOTS_EACH: Final = 2
"""Places of the index per entry: at most half are taken, so look-ups stay short."""

DELTAS: Final = 11
"""Deltas in a fixed-size part: the axes of prosody, which come first; those of voice quality
are in the words, as all of them are."""

META: Final = np.dtype(
    [
        ("key", "V16"),
        ("emotion", "<u8"),
        ("made", "<f8"),
        ("words_at", "<u8"),
        ("words_sum", "<u8"),
        ("words_length", "<u4"),
        ("vad", "<f4", 3),
        ("confidence", "<f4"),
        ("deltas", "<f4", DELTAS),
        ("spare", "V8"),
        ("sum", "<u8"),
    ]
)
"""One entry's fixed-size part; ``deltas`` are on the first axes of ``engine.emotion.axes``."""
ROW_BYTES: Final = 4 * EMOVEC_SIZE
META_BYTES: Final = META.itemsize
SUMMED: Final = META_BYTES - SUM.size


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the parts of a table of ``capacity`` entries begin, in bytes."""

    capacity: int

    @property
    def slots(self) -> int:
        """Places in the index."""
        return SLOTS_EACH * self.capacity

    @property
    def matrix_at(self) -> int:
        """Start of the vectors."""
        return PAGE + SLOT_BYTES * self.slots

    @property
    def meta_at(self) -> int:
        """Start of the fixed-size parts."""
        return self.matrix_at + ROW_BYTES * self.capacity

    @property
    def words_at(self) -> int:
        """Start of the words."""
        return self.meta_at + META_BYTES * self.capacity

    @property
    def size(self) -> int:
        """Length of the file."""
        return self.words_at + WORDS_EACH * self.capacity


@dataclass(frozen=True, slots=True)
class Commit:
    """How much of a table counts."""

    number: int
    count: int
    words: int


def pack_header(capacity: int, head: bytes, generation: int) -> bytes:
    """Return the first 56 bytes of a table."""
    body = HEADER.pack(MAGIC, VERSION, EMOVEC_SIZE, capacity, head, generation)
    return body + SUM.pack(xxhash.xxh3_64_intdigest(body))


def read_header(view: memoryview) -> tuple[Geometry, bytes, int]:
    """Return geometry, head hash and generation.

    Raises:
        CacheDamage: ``short``, ``magic``, ``version`` or ``header`` in ``detail``.
    """
    if len(view) < PAGE:
        raise damage("short")
    magic, version, size, capacity, head, generation = HEADER.unpack_from(view)
    if magic != MAGIC:
        raise damage("magic")
    if SUM.unpack_from(view, HEADER.size)[0] != xxhash.xxh3_64_intdigest(view[: HEADER.size]):
        raise damage("header")
    if version != VERSION or size != EMOVEC_SIZE or not 0 < capacity <= MOST_CAPACITY:
        raise damage("version")
    geometry = Geometry(capacity)
    if len(view) != geometry.size:
        raise damage("short")
    return geometry, head, generation


def pack_commit(commit: Commit) -> bytes:
    """Return the 32 bytes of a commit."""
    body = COMMIT.pack(commit.number, commit.count, commit.words)
    return body + SUM.pack(xxhash.xxh3_64_intdigest(body))


def read_commit(view: memoryview) -> Commit:
    """Return the newest whole commit.

    Raises:
        CacheDamage: ``commit``: neither of the two is whole.
    """
    found = []
    for at in COMMITS_AT:
        body = view[at : at + COMMIT.size]
        if SUM.unpack_from(view, at + COMMIT.size)[0] == xxhash.xxh3_64_intdigest(body):
            found.append(Commit(*COMMIT.unpack(body)))
    if not found:
        raise damage("commit")
    return max(found, key=lambda commit: commit.number)


def row_sum(vector: memoryview | bytes, meta: memoryview | bytes) -> int:
    """Return the checksum of an entry: its vector and the summed part of its meta."""
    return xxhash.xxh3_64_intdigest(meta[:SUMMED], seed=xxhash.xxh3_64_intdigest(vector))


def slot_of(key: bytes, geometry: Geometry) -> tuple[int, int]:
    """Return where a key's search begins in the index and the tag its entries bear."""
    number = int.from_bytes(key)
    return number & (geometry.slots - 1), number >> 96


def proof_of(key: bytes, vector: memoryview | bytes) -> int:
    """Return what the index has beside an entry: it binds a vector to its key."""
    return xxhash.xxh3_64_intdigest(vector) ^ int.from_bytes(key[8:])


def build_index(
    keys: NDArray[np.void], proofs: NDArray[np.uint64], geometry: Geometry
) -> NDArray[np.uint64]:
    """Return the index, u64[2C, 2], of entries 0..n by their keys, V16[n], and proofs.

    Entries step forward together until each has a place: nobody passes a free one,
    so the search from a key's own place meets it before a gap.
    """
    halves = np.frombuffer(keys.tobytes(), ">u8").reshape(-1, 2).astype(np.uint64)
    index = np.zeros((geometry.slots, 2), np.uint64)
    waiting = np.arange(len(keys))
    place = (halves[:, 1] & np.uint64(geometry.slots - 1)).astype(np.int64)
    values = ((halves[:, 0] >> np.uint64(32)) << np.uint64(32)) | (
        np.arange(len(keys), dtype=np.uint64) + np.uint64(1)
    )
    while len(waiting):
        free = index[place[waiting], 0] == 0
        first, at = np.unique(place[waiting][free], return_index=True)
        placed = waiting[free][at]
        index[first, 0], index[first, 1] = values[placed], proofs[placed]
        waiting = np.setdiff1d(waiting, placed, assume_unique=True)
        place[waiting] = (place[waiting] + 1) & (geometry.slots - 1)
    return index


def damage(way: str, where: str = "") -> CacheDamage:
    """Return the error that names a way to be damaged."""
    return CacheDamage("record-damaged", subject="file", detail=f"{way}: {where or 'emotions'}")
