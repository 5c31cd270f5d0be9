"""One file of the emotion table: opened, made, mended, retired (``table_format``)."""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, cast

import numpy as np
import xxhash
from numpy.typing import NDArray

from engine.cache import table_format as form
from engine.cache.access import PLAIN, Access
from engine.cache.finding import entry_finder, vector_finder
from engine.errors import CacheDamage
from engine.values import EMOVEC_SIZE, Floats

SUFFIX: Final = ".emo"
BLOCK: Final = bytes(1 << 20)
"""What room is reserved with where the system cannot do it by itself."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Entries on their way into a new file; places of words count from ``words``' start."""

    matrix: Floats
    meta: NDArray[np.void]
    words: bytes


class TableFile:
    """One generation of a table, mapped.

    Raises:
        CacheDamage: the file as a whole is damaged; ``detail`` names the way.
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path, head: bytes, access: Access = PLAIN) -> None:
        self.path = path
        self._map = _mapped(path, access)
        self.view = memoryview(self._map)
        self.geometry, found, self.generation = form.read_header(self.view)
        if found != head:
            raise form.damage("header", str(path))
        self.commit()
        where, capacity = self.geometry, self.geometry.capacity
        self._matrix_at, self._meta_at = where.matrix_at, where.meta_at
        self._words_at = where.words_at
        self.matrix: Floats = np.frombuffer(
            self._map, "<f4", capacity * EMOVEC_SIZE, where.matrix_at
        ).reshape(capacity, EMOVEC_SIZE)
        self.meta: NDArray[np.void] = np.frombuffer(self._map, form.META, capacity, where.meta_at)
        self.slots = self.view[form.PAGE : where.matrix_at].cast("Q")
        self.vector = vector_finder(self)
        self.entry = entry_finder(self)
        self._room: mmap.mmap | None = None

    @property
    def superseded(self) -> bool:
        """Whether a newer generation is there."""
        return self.view[form.SUPERSEDED_AT] != 0

    def commit(self) -> form.Commit:
        """Return how much counts, as of now; never more than there is room for."""
        commit = form.read_commit(self.view)
        if commit.count > self.geometry.capacity:
            raise form.damage("commit", str(self.path))
        return commit

    def slot(self, place: int) -> int:
        """Return a place of the index."""
        return self.slots[2 * place]

    def is_proven(self, place: int, entry: int) -> bool:
        """Whether a place of the index and an entry's key and vector belong together."""
        at = self._matrix_at + form.ROW_BYTES * entry
        proof = form.proof_of(self.key(entry), self.view[at : at + form.ROW_BYTES])
        return self.slots[2 * place + 1] == proof

    def meta_at(self, entry: int) -> int:
        """Return where an entry's fixed-size part begins."""
        return self._meta_at + form.META_BYTES * entry

    def key(self, entry: int) -> bytes:
        """Return an entry's key, 16 bytes."""
        at = self.meta_at(entry)
        return bytes(self.view[at : at + 16])

    def row_is_whole(self, entry: int) -> bool:
        """Whether an entry's vector and fixed-size part are as they were written."""
        at = self._matrix_at + form.ROW_BYTES * entry
        vector = self.view[at : at + form.ROW_BYTES]
        at = self._meta_at + form.META_BYTES * entry
        meta = self.view[at : at + form.META_BYTES]
        stated: int = form.SUM.unpack_from(meta, form.SUMMED)[0]
        return stated == form.row_sum(vector, meta)

    def words(self, entry: int) -> bytes | None:
        """Return what else is known of a whole entry; None if that is damaged."""
        at, stated, length = struct.unpack_from("<QQI", self.view, self.meta_at(entry) + 32)
        begin = self._words_at + at
        words = bytes(self.view[begin : begin + length])
        return words if xxhash.xxh3_64_intdigest(words) == stated else None

    def room(self) -> memoryview:
        """Return the map for writing; the table's lock is held."""
        if self._room is None:
            self._room = _mapped(self.path, None)
        return memoryview(self._room)

    def rows(self) -> Rows:
        """Return all that counts, as it is."""
        commit = self.commit()
        at = self.geometry.words_at
        return Rows(
            self.matrix[: commit.count],
            self.meta[: commit.count],
            bytes(self.view[at : at + commit.words]),
        )


def files_of(folder: Path, name: str) -> list[tuple[int, Path]]:
    """Return the table's generations and files, the newest last."""
    pattern = re.compile(re.escape(name) + r"-(\d{8})" + re.escape(SUFFIX))
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    matches = (pattern.fullmatch(each) for each in names)
    return sorted((int(m[1]), folder / m[0]) for m in matches if m)


def open_newest(folder: Path, name: str, head: bytes, access: Access = PLAIN) -> TableFile | None:
    """Open the newest generation; None if there is none.

    Raises:
        CacheDamage: it is damaged as a whole.
    """
    while files := files_of(folder, name):
        try:
            return TableFile(files[-1][1], head, access)
        except FileNotFoundError:  # retired between the two looks
            continue
        except OSError as error:
            raise form.damage("unreadable", f"{files[-1][1]}: {error.strerror}") from error
    return None


def create(
    folder: Path, name: str, head: bytes, geometry: form.Geometry, generation: int, rows: Rows
) -> None:
    """Write a generation under another name, reserve all its room, then rename it.

    Room is reserved first so that a disk that is full is an error here and never a
    fault of a page under somebody's map.

    Raises:
        OSError: the disk is full or not writable; nothing is left behind.
    """
    path = folder / f"{name}-{generation:08d}{SUFFIX}"
    part = path.with_suffix(".part")
    try:
        with part.open("wb+") as file:
            reserve(file.fileno(), geometry.size)
            file.flush()
            with mmap.mmap(file.fileno(), geometry.size, access=mmap.ACCESS_WRITE) as room:
                _fill(room, head, geometry, generation, rows)
                room.flush()
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def retire_older(folder: Path, name: str, generation: int) -> None:
    """Tell readers of older generations, and remove those files.

    Where a mapped file cannot be removed (Windows) the next writer does it.
    """
    for number, path in files_of(folder, name):
        if number < generation:
            with contextlib.suppress(OSError, ValueError):
                with path.open("rb+") as file:
                    file.seek(form.SUPERSEDED_AT)
                    file.write(form.SUM.pack(1))
                path.unlink()


def repair_newest(folder: Path, name: str, head: bytes) -> tuple[int, int]:
    """Write the newest generation anew from its whole entries; the lock is held.

    Returns:
        how many entries were kept, and how many of those that counted were lost.
    """
    generation, path = files_of(folder, name)[-1]
    kept, lost = _salvaged(_content(path))
    capacity = form.FIRST_CAPACITY
    while capacity < 2 * len(kept.meta) or capacity * form.WORDS_EACH < 2 * len(kept.words):
        capacity *= 2
    create(folder, name, head, form.Geometry(capacity), generation + 1, kept)
    retire_older(folder, name, generation + 1)
    return len(kept.meta), lost


def reserve(handle: int, size: int) -> None:
    """Give a new file its length with every block on the disk.

    Raises:
        OSError: there is not room for it.
    """
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(handle, 0, size)
        return
    for at in range(0, size, len(BLOCK)):
        os.write(handle, BLOCK[: size - at])


def _mapped(path: Path, access: Access | None) -> mmap.mmap:
    """The map of a whole file: to be read, or to be written with no access given."""
    with _opened(path, "rb" if access is not None else "rb+") as file:
        size = os.fstat(file.fileno()).st_size
        if size < form.PAGE:
            raise form.damage("short", str(path))
        if access is not None:
            return access.map(file.fileno(), size)
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_WRITE)


def _fill(
    room: mmap.mmap, head: bytes, geometry: form.Geometry, generation: int, rows: Rows
) -> None:
    count = len(rows.meta)
    proofs = [
        form.proof_of(key.tobytes(), vector.tobytes())
        for key, vector in zip(rows.meta["key"], rows.matrix, strict=True)
    ]
    index = form.build_index(rows.meta["key"], np.array(proofs, np.uint64), geometry)
    for at, part in (
        (0, form.pack_header(geometry.capacity, head, generation)),
        (form.COMMITS_AT[1], form.pack_commit(form.Commit(1, count, len(rows.words)))),
        (form.PAGE, index),
        (geometry.matrix_at, np.ascontiguousarray(rows.matrix)),
        (geometry.meta_at, np.ascontiguousarray(rows.meta)),
        (geometry.words_at, rows.words),
    ):
        content = memoryview(part).cast("B") if isinstance(part, bytes) else part.tobytes()
        room[at : at + len(content)] = bytes(content)


def _content(path: Path) -> bytes:
    """As much of a file as its layout has; nothing of what is no file."""
    try:
        with _opened(path, "rb") as file:
            first = file.read(form.PAGE)
            size = os.fstat(file.fileno()).st_size
            geometry = _geometry_of(first, size)
            return first if geometry is None else first + file.read(geometry.size - len(first))
    except OSError:
        return b""


def _opened(path: Path, mode: str) -> BinaryIO:
    """Open a file, and nothing that would be waited for.

    Raises:
        OSError: there is none, or it cannot be opened.
    """
    if not path.is_file():
        path.lstat()  # what is not there at all is another error
        raise OSError(errno.EINVAL, "it is no file", str(path))
    return cast(BinaryIO, path.open(mode))


def _salvaged(content: bytes) -> tuple[Rows, int]:
    """Return the whole entries of a file in whatever state, and how many are lost."""
    view = memoryview(content)
    geometry = _geometry_of(content, len(content))
    if geometry is None:
        return Rows(np.zeros((0, EMOVEC_SIZE), np.float32), np.zeros(0, form.META), b""), 0
    stated = _stated_count(view, geometry)
    # Where no commit is whole, every entry that proves itself counts.
    most = geometry.capacity if stated is None else stated
    reach = (len(content) - geometry.meta_at) // form.META_BYTES
    metas, vectors, words, seen = [], [], [], set()
    place = 0
    for entry in range(max(0, min(most, reach))):
        meta, vector, told = _entry(view, geometry, entry)
        key = bytes(meta[:16])
        if told is None or key in seen:
            continue
        seen.add(key)
        moved = bytearray(meta)
        struct.pack_into("<Q", moved, 32, place)
        form.SUM.pack_into(moved, form.SUMMED, form.row_sum(vector, bytes(moved)))
        metas.append(bytes(moved))
        vectors.append(bytes(vector))
        words.append(told)
        place += len(told)
    meta_rows = np.frombuffer(b"".join(metas), form.META)
    matrix = np.frombuffer(b"".join(vectors), "<f4").reshape(-1, EMOVEC_SIZE)
    lost = 0 if stated is None else stated - len(metas)
    return Rows(matrix, meta_rows, b"".join(words)), lost


def _entry(
    view: memoryview, geometry: form.Geometry, entry: int
) -> tuple[memoryview, memoryview, bytes | None]:
    """Meta, vector and words of an entry; no words if any of the three is damaged."""
    at = geometry.meta_at + form.META_BYTES * entry
    meta = view[at : at + form.META_BYTES]
    at = geometry.matrix_at + form.ROW_BYTES * entry
    vector = view[at : at + form.ROW_BYTES]
    begin, stated, length = struct.unpack_from("<QQI", meta, 32)
    if form.SUM.unpack_from(meta, form.SUMMED)[0] != form.row_sum(vector, meta):
        return meta, vector, None
    begin += geometry.words_at
    words = bytes(view[begin : begin + length])
    whole = len(words) == length and xxhash.xxh3_64_intdigest(words) == stated
    # An entry of zeros only was never written: its key is not one.
    return meta, vector, words if whole and any(meta[:16]) else None


def _geometry_of(first: bytes, size: int) -> form.Geometry | None:
    """The layout of a file that begins so, by its header, else by its size, which only one
    capacity has.
    """
    if len(first) >= form.PAGE:
        body = first[: form.HEADER.size]
        if form.SUM.unpack_from(first, form.HEADER.size)[0] == xxhash.xxh3_64_intdigest(body):
            capacity = form.HEADER.unpack(body)[3]
            return form.Geometry(capacity) if 0 < capacity <= form.MOST_CAPACITY else None
    capacity = form.FIRST_CAPACITY
    while capacity <= form.MOST_CAPACITY:
        if form.Geometry(capacity).size == size:
            return form.Geometry(capacity)
        capacity *= 2
    return None


def _stated_count(view: memoryview, geometry: form.Geometry) -> int | None:
    try:
        count = form.read_commit(view).count
    except CacheDamage:
        return None
    return count if count <= geometry.capacity else None
