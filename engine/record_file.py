"""One record, one file: a JSON header and aligned arrays, read through one map.

Layout (all integers little-endian)::

    0   8   magic  b"ESPRREC1"
    8   8   u64    length of the header
    16  8   u64    xxh3-64 of everything from offset 24 to the end
    24  h   JSON   {"meta": {...}, "arrays": {name: {dtype, shape, offset}}}
    ..      zeros up to a multiple of 64
    ..      the arrays, each at a multiple of 64 from the start of the file

A file is written under a temporary name, flushed and renamed, so a reader
sees the whole record or none. Ways to be broken, each named in the error's
detail: ``short``, ``magic``, ``header``, ``checksum``, ``array``.
"""

from __future__ import annotations

import contextlib
import json
import math
import mmap
import os
import struct
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import xxhash
from numpy.typing import NDArray

from engine.errors import CacheDamage

MAGIC = b"ESPRREC1"
ALIGN = 64
"""Bytes; a cache line and an AVX-512 register."""
PREAMBLE = struct.Struct("<8sQQ")

PART_PREFIX = ".part-"
STALE_S = 3600.0
"""Age from which an unfinished file belongs to nobody: a record of some 10 MB is written
within a second, and each write sets its time anew. A process number would say less: it
is given out again, and means nothing to another machine or container on the same folder."""

Arrays = Mapping[str, NDArray[np.generic]]

Record = tuple[dict[str, object], dict[str, NDArray[np.generic]]]
"""Meta values and arrays."""

Mapper = Callable[[int, int], mmap.mmap]
"""File descriptor and size -> the map."""


def write_record(path: Path, meta: Mapping[str, object], arrays: Arrays) -> None:
    """Write a record atomically; a crash leaves the old file or the new one.

    Args:
        path: where the record goes; its folder is created if it is missing.
        meta: JSON values.
        arrays: written in the given order, any fixed-size dtype.

    Raises:
        OSError: the disk is full or not writable; nothing is left behind.
    """
    write_whole(path, record_bytes(meta, arrays))


def record_bytes(meta: Mapping[str, object], arrays: Arrays) -> bytes:
    """Return a record; see ``write_record``. Its length is a multiple of ``ALIGN``."""
    header_length, body = _body(meta, arrays)
    head = PREAMBLE.pack(MAGIC, header_length, xxhash.xxh3_64_intdigest(body))
    return head + body


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name, flush and rename it.

    Raises:
        OSError: the disk is full or not writable; nothing is left behind.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=PART_PREFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def read_whole(path: Path) -> bytes:
    """Return a file's bytes; nothing is waited for where it is a pipe.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb", opener=_at_once) as file:
        return file.read()


def sweep_parts(folder: Path, now: float) -> int:
    """Remove what killed processes left half-written in the folders under ``folder``.

    Only files untouched for ``STALE_S`` go: a younger one may belong to a process
    that is writing it. What cannot be looked at or removed is left.

    Args:
        folder: holds folders of records.
        now: seconds since the epoch.

    Returns:
        how many files were removed.
    """
    removed = 0
    for part in folder.glob(f"*/{PART_PREFIX}*"):
        with contextlib.suppress(OSError):
            if now - part.stat().st_mtime >= STALE_S:
                part.unlink()
                removed += 1
    return removed


def read_meta(path: Path) -> dict[str, object]:
    """Read a record's meta values alone; nothing says that its arrays are whole.

    Raises:
        FileNotFoundError: there is no such record.
        CacheDamage: ``record-damaged``: there is no header to be read.
    """
    with open(path, "rb", opener=_at_once) as file:
        first = file.read(PREAMBLE.size)
        if len(first) < PREAMBLE.size:
            raise _damage("short", path)
        magic, header_length, _ = PREAMBLE.unpack(first)
        if magic != MAGIC:
            raise _damage("magic", path)
        if header_length > os.fstat(file.fileno()).st_size:
            raise _damage("header", path)
        header = file.read(header_length)
    try:
        return dict(json.loads(header)["meta"])
    except (ValueError, KeyError, TypeError) as error:
        raise _damage("array", path) from error


def read_record(path: Path, mapped: Mapper | None = None) -> Record:
    """Read a record: its meta values and read-only views on one memory map.

    Args:
        path: the record.
        mapped: maps a file of a size, another way than plainly.

    Raises:
        FileNotFoundError: there is no such record.
        CacheDamage: ``record-damaged``; ``detail`` starts with the way it is broken.
    """
    return parse_record(map_record(path, mapped)[0], path)


def map_record(path: Path, mapped: Mapper | None = None) -> tuple[mmap.mmap, int]:
    """Map a record without looking at it; returns the map and the file's inode.

    Raises:
        FileNotFoundError: there is no such record.
        CacheDamage: ``short``.
        OSError: it cannot be opened or mapped.
    """
    handle = _at_once(str(path), os.O_RDONLY)  # a file object costs as much as the map
    try:
        stat = os.fstat(handle)
        if stat.st_size < PREAMBLE.size:
            raise _damage("short", path)
        return (mapped or _plainly)(handle, stat.st_size), stat.st_ino
    finally:
        os.close(handle)


def parse_record(view: mmap.mmap | bytes | memoryview, path: Path) -> Record:
    """Return meta values and arrays of a record in memory: views that cannot be written.

    Args:
        view: the whole record.
        path: what an error names.

    Raises:
        CacheDamage: see ``read_record``.
    """
    size = len(view)
    if size < PREAMBLE.size:
        raise _damage("short", path)
    magic, header_length, checksum = PREAMBLE.unpack_from(view)
    if magic != MAGIC:
        raise _damage("magic", path)
    end = PREAMBLE.size + header_length
    # The checksum does not cover the length: one too small would leave some of the
    # header's own spaces behind it, where only zeros are written.
    if end > size or bytes(view[end : _align(end)]).strip(b"\0"):
        raise _damage("header", path)
    if xxhash.xxh3_64_intdigest(memoryview(view)[PREAMBLE.size :]) != checksum:
        raise _damage("checksum", path)
    try:
        header = json.loads(bytes(view[PREAMBLE.size : end]))
        arrays = {name: _view(view, entry) for name, entry in header["arrays"].items()}
        return dict(header["meta"]), arrays
    except (ValueError, KeyError, TypeError) as error:
        raise _damage("array", path) from error


def _body(meta: Mapping[str, object], arrays: Arrays) -> tuple[int, bytes]:
    """Return the header's length and all bytes after the preamble."""
    entries: dict[str, dict[str, object]] = {}
    solid = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    # Offsets stand in the header whose length they depend on: count with wide
    # numbers first, then pad the header with spaces to the length counted.
    for name, array in solid.items():
        entries[name] = {"dtype": array.dtype.str, "shape": list(array.shape)}
        entries[name]["offset"] = 10**15
    room = len(_dump(meta, entries))
    offset = _align(PREAMBLE.size + room)
    for name, array in solid.items():
        entries[name]["offset"] = offset
        offset = _align(offset + array.nbytes)
    header = _dump(meta, entries).ljust(room)
    out = bytearray(offset - PREAMBLE.size)
    out[:room] = header
    for name, array in solid.items():
        start = int(str(entries[name]["offset"])) - PREAMBLE.size
        out[start : start + array.nbytes] = array.tobytes()
    return room, bytes(out)


def _dump(meta: Mapping[str, object], entries: Mapping[str, object]) -> bytes:
    text = json.dumps({"meta": dict(meta), "arrays": entries}, ensure_ascii=False, sort_keys=True)
    return text.encode()


def _view(view: mmap.mmap | bytes | memoryview, entry: Mapping[str, Any]) -> NDArray[np.generic]:
    shape = entry["shape"]
    # Not ``np.ndarray`` on the buffer, which believes a negative offset and pointers.
    array = np.frombuffer(view, str(entry["dtype"]), math.prod(shape), entry["offset"])
    return array if len(shape) == 1 else array.reshape(shape)


def _at_once(path: str, flags: int) -> int:
    """Open a file; a pipe in its place is not waited for, and is then too short."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _plainly(handle: int, size: int) -> mmap.mmap:
    return mmap.mmap(handle, size, access=mmap.ACCESS_READ)


def _align(offset: int) -> int:
    return -(-offset // ALIGN) * ALIGN


def _damage(way: str, path: Path) -> CacheDamage:
    return CacheDamage("record-damaged", subject="file", detail=f"{way}: {path}")
