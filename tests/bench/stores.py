"""The cache's rivals, each doing the table's work: a key in, a checked read-only array out.

All hold the same vectors under the same keys. Each value has its xxh3 in front, which
is looked at on every read as the table does; none of these stores checks a value itself.
Whole records bring their own sum and are opened by what opens them for the program.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import diskcache
import lmdb
import numpy as np
import xxhash

Read = Callable[[str], object]
Values = Callable[[], Iterator[tuple[str, bytes]]]
"""Gives all keys and values, anew each time."""

Open = Callable[[bytes | memoryview], object]
"""Checks a value and makes of it what the caller can use."""

SUM = struct.Struct("<Q")


def sealed(content: bytes) -> bytes:
    return SUM.pack(xxhash.xxh3_64_intdigest(content)) + content


def opened(raw: bytes | memoryview) -> np.ndarray:
    """float32[n], read-only as long as ``raw`` is."""
    body = memoryview(raw)[SUM.size :]
    if SUM.unpack_from(raw)[0] != xxhash.xxh3_64_intdigest(body):
        raise ValueError("damaged")
    return np.frombuffer(body, np.float32)


@contextmanager
def in_lmdb(folder: Path, values: Values, opened: Open = opened) -> Iterator[dict[str, Read]]:
    """LMDB as fast as it goes, on one snapshot, and as one has to use it to see what is new."""
    with lmdb.open(str(folder), map_size=8 << 30, sync=False) as store:
        with store.begin(write=True) as writing:
            for key, value in values():
                writing.put(bytes.fromhex(key), value)

        def anew(key: str) -> object:
            with store.begin(buffers=True) as reading:
                return opened(reading.get(bytes.fromhex(key)))

        with store.begin(buffers=True) as held:
            yield {
                "LMDB, one snapshot": lambda key: opened(held.get(bytes.fromhex(key))),
                "LMDB, a transaction each": anew,
            }


@contextmanager
def in_diskcache(folder: Path, values: Values, opened: Open = opened) -> Iterator[dict[str, Read]]:
    with diskcache.Cache(str(folder), size_limit=8 << 30) as store:
        with store.transact():
            for key, value in values():
                store[bytes.fromhex(key)] = value
        yield {"DiskCache": lambda key: opened(store[bytes.fromhex(key)])}


@contextmanager
def in_sqlite(folder: Path, values: Values, opened: Open = opened) -> Iterator[dict[str, Read]]:
    folder.mkdir()
    base = sqlite3.connect(folder / "values.db")
    base.execute("create table kept (key blob primary key, value blob) without rowid")
    rows = ((bytes.fromhex(key), value) for key, value in values())
    base.executemany("insert into kept values (?, ?)", rows)
    base.commit()

    def read(key: str) -> object:
        found = base.execute("select value from kept where key = ?", (bytes.fromhex(key),))
        return opened(found.fetchone()[0])

    yield {"SQLite": read}
    base.close()


@contextmanager
def all_of(folder: Path, values: Values, opened: Open = opened) -> Iterator[dict[str, Read]]:
    folder.mkdir(parents=True)
    with (
        in_lmdb(folder / "lmdb", values, opened) as one,
        in_diskcache(folder / "diskcache", values, opened) as two,
        in_sqlite(folder / "sqlite", values, opened) as three,
    ):
        yield one | two | three
