"""The emotion table: every EmoVec ever worked out, on one memory map.

Readers take no lock and copy nothing; what they get is a read-only view of the map,
checked by its checksum each time. One writer at a time, across processes, holds a
file lock. A table that is full is copied into a file of twice the capacity, whose
generation is one higher; who still reads the old one is told by a flag in it.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import xxhash
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from engine.cache import table_format as form
from engine.cache.access import PLAIN, Access
from engine.cache.finding import Found
from engine.cache.table_file import (
    Rows,
    TableFile,
    create,
    files_of,
    open_newest,
    repair_newest,
    retire_older,
)
from engine.errors import CacheDamage
from engine.values import EMOVEC_SIZE, Floats

WAIT_S: Final = 5.0
"""Longest a writer waits for another one before it keeps nothing."""

MOST_PROBES: Final = 1024
"""Places looked at for one key. At half load a search of 100 is already one in
millions; more means a damaged index."""


_NOTHING: Final = Rows(np.zeros((0, EMOVEC_SIZE), np.float32), np.zeros(0, form.META), b"")


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of an emotion besides its key.

    ``deltas`` are float[16] on the axes of ``engine.emotion.axes``; ``words`` is
    whatever else belongs to it, at most some kilobytes.
    """

    emovec: Floats
    emotion: int
    vad: tuple[float, float, float]
    confidence: float
    deltas: NDArray[np.floating]
    words: bytes = b""


class EmotionTable:
    """The table of one head in a folder. Any number of processes may share it.

    Args:
        folder: where the files live; made at the first put.
        head: 32 hex digits, the hash of what turns prompts into EmoVecs.
        access: how the file is mapped.
    """

    def __init__(self, folder: Path, head: str, access: Access = PLAIN) -> None:
        self._access = access
        self._folder = folder
        self._head = bytes.fromhex(head)
        self._name = f"emotions-{head}"
        self._file: TableFile | None = None
        self._count = 0
        self._norms: Floats = np.zeros(0, np.float32)
        self._lock = FileLock(folder / f"{self._name}.lock", timeout=WAIT_S)
        self.damaged = ""
        """The way the file is damaged, if it is; the next put repairs it."""
        self.mended = ""
        """The way it was damaged that was last repaired by a put; "" once that was told."""

    def get(self, key: str) -> Found | None:
        """Return the entry of a key (32 hex digits), or None; a damaged one is None."""
        file = self._file or self._current()
        if file is None:
            return None
        near = file.entry(key, self._count)
        if near is not None:
            return near
        raw = bytes.fromhex(key)
        entry = self._find(file, raw)
        if entry is None and file.superseded:
            self._reopen()
            file = self._current()
            entry = self._find(file, raw) if file is not None else None
        return self._found(file, entry) if file is not None and entry is not None else None

    def vector(self, key: str) -> Floats | None:
        """Return the EmoVec of a key (32 hex digits) alone, float32[128], or None.

        Some times faster than ``get``: a read-only view of the map, proven by the index
        and by nothing else, so that what a writer is about to count may answer already.
        """
        file = self._file
        if file is not None and (vector := file.vector(key)) is not None:
            return vector
        found = self.get(key)
        return found.emovec if found is not None else None

    def put(self, key: str, entry: Entry) -> bool:
        """Keep an entry; see ``put_many``."""
        return self.put_many([(key, entry)])

    def put_many(self, entries: Iterable[tuple[str, Entry]]) -> bool:
        """Keep entries under one lock; False if another writer held it too long.

        An entry that is there already stays as it is.

        Raises:
            OSError: the disk is full or not writable; what is there stays readable.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            with self._lock:
                file = self._writable()
                for key, entry in entries:
                    file = self._append(file, bytes.fromhex(key), entry)
        except Timeout:
            return False
        return True

    def __len__(self) -> int:
        file = self._current()
        return self._committed(file).count if file is not None else 0

    def matrix(self) -> Floats:
        """Return float32[n, 128], a read-only view of all EmoVecs on the map."""
        file = self._current()
        if file is None:
            return np.zeros((0, EMOVEC_SIZE), np.float32)
        return file.matrix[: self._committed(file).count]

    def column(self, name: str) -> NDArray[np.generic]:
        """Return one field of ``table_format.META`` for all entries, a view of the map."""
        file = self._current()
        if file is None:
            return np.zeros(0, form.META)[name]
        column: NDArray[np.generic] = file.meta[name][: self._committed(file).count]
        return column

    def nearest(self, emovec: Floats, count: int = 1) -> list[tuple[str, float]]:
        """Return keys and cosines of the entries nearest to a vector, best first.

        Computed on the map; an entry that fails its checksum is passed over.
        """
        matrix = self.matrix()
        norms = self._norms_of(matrix)
        length = float(np.linalg.norm(emovec))
        if length == 0.0 or not len(matrix):
            return []
        with np.errstate(all="ignore"):  # a damaged row may hold anything
            cosines = (matrix @ emovec) / (norms * length)
        cosines[~np.isfinite(cosines)] = -2.0
        most = min(len(cosines), count + 8)
        best = np.argpartition(-cosines, most - 1)[:most]
        best = best[np.argsort(-cosines[best], kind="stable")]
        file = self._file
        assert file is not None
        whole = (int(i) for i in best if file.row_is_whole(int(i)))
        ranked = [(bytes(file.meta["key"][i]).hex(), float(cosines[i])) for i in whole]
        return ranked[:count]

    def verify(self) -> list[str]:
        """Return what is damaged, each as ``way: where``; an empty list if nothing is."""
        self._reopen()
        file = self._current()
        if file is None:
            return [f"{self.damaged}: {self._name}"] if self.damaged else []
        count = self._committed(file).count
        flaws = []
        for entry in range(count):
            key = bytes(file.meta["key"][entry])
            if not file.row_is_whole(entry):
                flaws.append(f"row: {entry}")
            elif file.words(entry) is None:
                flaws.append(f"words: {entry}")
            elif self._find(file, key) is None:
                flaws.append(f"index: {entry}")
        return flaws

    def repair(self) -> tuple[int, int]:
        """Write the table anew from its whole entries; also makes it compact.

        Returns:
            how many entries were kept and how many could not be.

        Raises:
            Timeout: another writer held the lock too long.
            OSError: the disk is full or not writable.
        """
        if not files_of(self._folder, self._name):
            return 0, 0
        with self._lock:
            self._reopen()
            return self._repaired()

    def clear(self) -> None:
        """Remove the table; who reads it keeps what he has."""
        self.close()
        if self._folder.exists():
            with self._lock:
                retire_older(self._folder, self._name, 1 << 62)

    def close(self) -> None:
        """Let go of the map; views that were given out keep it alive."""
        self._file = None
        self._count = 0
        self._norms = np.zeros(0, np.float32)

    def size(self) -> int:
        """Return the bytes of the table's files."""
        return sum(path.lstat().st_size for _, path in files_of(self._folder, self._name))

    def _reopen(self) -> None:
        self.close()

    def _current(self) -> TableFile | None:
        if self._file is None:
            try:
                self._file = open_newest(self._folder, self._name, self._head, self._access)
                self.damaged = ""
            except CacheDamage as found:
                self.damaged = found.detail.split(":")[0]
        return self._file

    def _committed(self, file: TableFile) -> form.Commit:
        try:
            commit = file.commit()
        except CacheDamage:
            self.damaged = "commit"
            commit = form.Commit(0, 0, 0)
        self._count = commit.count
        return commit

    def _find(self, file: TableFile, key: bytes) -> int | None:
        for place, entry in self._probe(file, key):
            if entry is None:
                return None
            if file.key(entry) == key and file.is_proven(place, entry):
                return entry if file.row_is_whole(entry) else None
        return None

    def _probe(self, file: TableFile, key: bytes) -> Iterator[tuple[int, int | None]]:
        """Yield places and counted entries that bear a key's tag; last, a free place."""
        geometry = file.geometry
        place, tag = form.slot_of(key, geometry)
        for _ in range(MOST_PROBES):
            value = file.slot(place)
            if value == 0:
                yield place, None
                return
            entry = (value & 0xFFFFFFFF) - 1
            if value >> 32 == tag and self._counts(file, entry):
                yield place, entry
            place = (place + 1) & (geometry.slots - 1)

    def _counts(self, file: TableFile, entry: int) -> bool:
        if 0 <= entry < self._count:
            return True
        return 0 <= entry < self._committed(file).count

    def _found(self, file: TableFile, entry: int) -> Found | None:
        words = file.words(entry)
        if words is None:
            return None
        emotion, made = struct.unpack_from("<Qd", file.view, file.meta_at(entry) + 16)
        return Found(file.matrix[entry], emotion, made, words)

    def _norms_of(self, matrix: Floats) -> Floats:
        """Lengths of all vectors, float32[n]; only those of new ones are worked out."""
        known = len(self._norms)
        if known < len(matrix):
            with np.errstate(all="ignore"):
                new = np.sqrt(np.einsum("ij,ij->i", matrix[known:], matrix[known:]))
            self._norms = np.concatenate([self._norms, new.astype(np.float32)])
        return self._norms[: len(matrix)]

    def _writable(self) -> TableFile:
        """The newest file, made or repaired where that is needed; the lock is held."""
        file = self._file
        newest = files_of(self._folder, self._name)
        if file is None or not newest or newest[-1][0] != file.generation:
            self._reopen()
            file = self._current()
        if file is not None:
            self._committed(file)
        if self.damaged:
            self._mend(self.damaged)
            file = self._current()
        if file is None:
            geometry = form.Geometry(form.FIRST_CAPACITY)
            create(self._folder, self._name, self._head, geometry, 1, _NOTHING)
            file = self._current()
            assert file is not None
        retire_older(self._folder, self._name, file.generation)
        return file

    def _repaired(self) -> tuple[int, int]:
        counts = repair_newest(self._folder, self._name, self._head)
        self._reopen()
        return counts

    def _mend(self, way: str) -> None:
        kept, lost = self._repaired()
        self.mended = f"{way}: {kept} kept, {lost} lost"

    def _append(self, file: TableFile, key: bytes, entry: Entry) -> TableFile:
        commit = self._committed(file)
        full = commit.count == file.geometry.capacity
        if full or commit.words + len(entry.words) > file.geometry.capacity * form.WORDS_EACH:
            file = self._grown(file, len(entry.words))
            commit = self._committed(file)
        where: int | None = None
        for place, found in self._probe(file, key):
            if found is None:
                where = place if where is None else where
            elif file.key(found) == key:
                whole = file.row_is_whole(found) and file.words(found) is not None
                if whole and file.is_proven(place, found):
                    return file
                where = place  # damaged: the index is to name the new one instead
        if where is None:  # no place in sight: the index is damaged or as good as full
            self._mend("index")
            return self._append(self._writable(), key, entry)
        self._write(file, commit, where, key, entry)
        return file

    def _write(
        self, file: TableFile, commit: form.Commit, where: int, key: bytes, entry: Entry
    ) -> None:
        """Words, vector, meta, index, commit: in this order (see ``table_format``)."""
        meta = np.zeros((), form.META)
        meta["key"] = np.void(key)
        meta["emotion"], meta["made"] = entry.emotion, time.time()
        meta["words_at"], meta["words_length"] = commit.words, len(entry.words)
        meta["words_sum"] = xxhash.xxh3_64_intdigest(entry.words)
        meta["vad"], meta["confidence"] = entry.vad, entry.confidence
        meta["deltas"] = entry.deltas[: form.DELTAS]
        tag = form.slot_of(key, file.geometry)[1]
        room = file.room()
        at = file.geometry.words_at + commit.words
        room[at : at + len(entry.words)] = entry.words
        vector = np.ascontiguousarray(entry.emovec, "<f4").tobytes()
        meta["sum"] = form.row_sum(vector, meta.tobytes())
        at = file.geometry.matrix_at + commit.count * form.ROW_BYTES
        room[at : at + form.ROW_BYTES] = vector
        at = file.meta_at(commit.count)
        room[at : at + form.META_BYTES] = meta.tobytes()
        at = form.PAGE + form.SLOT_BYTES * where
        struct.pack_into("=Q", room, at + 8, form.proof_of(key, vector))
        struct.pack_into("=Q", room, at, tag << 32 | commit.count + 1)
        new = form.Commit(commit.number + 1, commit.count + 1, commit.words + len(entry.words))
        at = form.COMMITS_AT[new.number % 2]
        room[at : at + form.COMMIT.size + form.SUM.size] = form.pack_commit(new)
        self._count = new.count

    def _grown(self, file: TableFile, words: int) -> TableFile:
        capacity = 2 * file.geometry.capacity
        while words > (capacity - file.geometry.capacity) * form.WORDS_EACH:
            capacity *= 2
        geometry, number = form.Geometry(capacity), file.generation + 1
        create(self._folder, self._name, self._head, geometry, number, file.rows())
        self._reopen()
        return self._writable()
