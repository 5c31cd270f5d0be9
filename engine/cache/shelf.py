"""A folder of records with a cap: found, used, archived, removed (``eviction``).

What is there is what the files say: there is no index to break, and what was there
before a restart counts. A record's modification time is when it was last used, so
processes agree on the order. Writers take turns by a file lock; readers take none.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

from filelock import FileLock, Timeout

from engine.cache.access import PLAIN, Access
from engine.cache.archive import pack, unpack
from engine.cache.eviction import HOT_SHARE, Kept, Leaving, Limits, leaving
from engine.cache.opened import MOST_OPEN, Holds, OpenRecords
from engine.cache.pins import Pins, owner_name
from engine.record_file import (
    Arrays,
    Record,
    parse_record,
    read_record,
    read_whole,
    sweep_parts,
    write_whole,
)

WAIT_S: Final = 5.0
"""Longest a writer waits for another one before it keeps nothing."""

LOOK_S: Final = 300.0
"""At least this often a writer looks at every record: what is too old leaves then. In between
it looks only at folders that have changed."""

FRESH_NS: Final = 2_000_000_000
"""A folder changed so lately may change again within the same tick of its file system (FAT's
is 2 s): its time proves nothing yet."""

HOT: Final = ".take"
COLD: Final = ".cold"


class Shelf:
    """Records by key under one cap. Any number of processes may share the folder.

    Args:
        folder: made when the first record is written.
        limits: how much may be kept.
        project: on whose behalf records are written; "" for nobody's.
        access: how records are mapped.
    """

    def __init__(
        self, folder: Path, limits: Limits, project: str = "", access: Access = PLAIN
    ) -> None:
        self.folder = folder
        self.limits = limits
        self.project = project
        self.access = access
        self.pins = Pins(folder)
        self._open = OpenRecords(access.map, MOST_OPEN if access.keeps else 0)
        self._lock = FileLock(folder / "takes.lock", timeout=WAIT_S)
        self._doomed: set[Path] = set()
        self._sizes: dict[str, tuple[int, int]] = {}
        """Of each folder of records: when it was changed, and the bytes in it then."""
        self._looked = -LOOK_S
        sweep_parts(folder, time.time())

    def path(self, key: str) -> Path:
        """Return where the record of a key is or would be."""
        return self.folder / key[:2] / f"{key}{HOT}"

    def archive_path(self, key: str) -> Path:
        """Return where the archive of a key is or would be."""
        return self.folder / key[:2] / f"{key}{COLD}"

    def read(self, key: str) -> tuple[dict[str, object], Arrays, str]:
        """Return meta, arrays and whether it was ``disk`` or ``cold``; it counts as used now.

        Raises:
            FileNotFoundError: there is no such record.
            CacheDamage: it is damaged; see ``forget``.
            OSError: it cannot be read.
        """
        path = self.path(key)
        if path not in self._doomed:
            with contextlib.suppress(FileNotFoundError):
                meta, arrays = self._open.read(path)
                with contextlib.suppress(OSError):
                    os.utime(path)
                    self.pins.hold(key)
                return meta, arrays, "disk"
        archived = self.archive_path(key)
        content = unpack(read_whole(archived), str(archived))
        meta, arrays = parse_record(content, archived)
        self._warm(key, content)
        return meta, arrays, "cold"

    def look(self, key: str) -> Record:
        """Return meta and arrays of a record in the open without its counting as used.

        Raises:
            FileNotFoundError: there is no such record.
            CacheDamage: it is damaged.
            OSError: it cannot be read.
        """
        return self._open.read(self.path(key))

    def hold_with(self, hot: Holds | None) -> None:
        """Have records held by somebody for as long as they are kept mapped."""
        self._open.hot = hot

    def close(self) -> None:
        """Let go of what is kept mapped; the shelf may be used on."""
        self._open.close()

    def write(self, key: str, content: bytes) -> bool:
        """Keep a record; False if pinned ones or a quota leave no room for it.

        Raises:
            OSError: the disk is full or not writable, or another writer did not let go.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._turn():
            if not (self._has_room(len(content)) or self._left(len(content)).fits):
                return False
            path = self.path(key)
            self._open.drop(path)
            write_whole(path, content)
            self._doomed.discard(path)
            self._remove(self.archive_path(key))
            self.pins.own(key, owner_name(self.project))
            self.pins.hold(key)
        return True

    def forget(self, key: str) -> None:
        """Remove a record and its archive, as far as the system lets us."""
        self._remove(self.path(key))
        self._remove(self.archive_path(key))

    def check(self, each: Kept) -> None:
        """Read a record or archive through, without its counting as used.

        Raises:
            CacheDamage: it is damaged.
            OSError: it cannot be read.
        """
        if each.cold:
            path = self.archive_path(each.key)
            parse_record(unpack(read_whole(path), str(path)), path)
        else:
            read_record(self.path(each.key))

    def drop(self, each: Kept) -> None:
        """Remove a record or an archive, as far as the system lets us."""
        self._remove(self.archive_path(each.key) if each.cold else self.path(each.key))

    def kept(self) -> list[Kept]:
        """Return every record there is, as the files show it."""
        owners, pinned = self.pins.owners(), self.pins.pinned()
        found = []
        for folder in _folders(self.folder):
            for file, stat in _files(folder.path):
                key, dot, kind = file.name.rpartition(".")
                ours = dot + kind in (HOT, COLD) and key[:2] == folder.name
                if not ours or (self._doomed and Path(file.path) in self._doomed):
                    continue
                owner, held = owners.get(key, ""), key in pinned
                cold = dot + kind == COLD
                found.append(Kept(key, stat.st_size, stat.st_mtime, cold, owner, held))
        return found

    def size(self) -> int:
        """Return the bytes of all files of records, half-written ones included."""
        folders = _folders(self.folder)
        return sum(stat.st_size for each in folders for _, stat in _files(each.path))

    def make_room(self, room: int = 0) -> Leaving:
        """Remove and archive what has to leave now; returns what that was.

        Raises:
            OSError: another writer did not let go.
        """
        if not self.folder.exists():
            return Leaving((), (), True)
        with self._turn():
            return self._left(room)

    def clear(self, project: str | None = None) -> int:
        """Remove all records, or those of one project; pinned ones too.

        Returns:
            how many there were.

        Raises:
            OSError: another writer did not let go.
        """
        if not self.folder.exists():
            return 0
        with self._turn():
            wanted = None if project is None else owner_name(project)
            leave = [each for each in self.kept() if wanted in (None, each.project)]
            for each in leave:
                self.forget(each.key)
        return len(leave)

    @contextmanager
    def job(self) -> Iterator[None]:
        """While this is entered, records this shelf reads or writes are not evicted."""
        with self.pins.job(uuid.uuid4().hex):
            yield

    @contextmanager
    def _turn(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except Timeout as error:
            raise TimeoutError(f"{self.folder} is in use") from error

    def _has_room(self, room: int) -> bool:
        """Whether nothing has to leave; no says only that every record is to be looked at."""
        if self._doomed or self.limits.project_bytes or monotonic() - self._looked > LOOK_S:
            return False
        now, total = time.time_ns(), room
        for entry in _folders(self.folder):
            changed = entry.stat().st_mtime_ns
            known = self._sizes.get(entry.name)
            if known is None or known[0] != changed or now - changed < FRESH_NS:
                size = sum(stat.st_size for _, stat in _files(entry.path))
                known = self._sizes[entry.name] = (changed, size)
            total += known[1]
        return total <= HOT_SHARE * self.limits.cap_bytes

    def _left(self, room: int) -> Leaving:
        self._looked = monotonic()
        for path in sorted(self._doomed):
            self._remove(path)
        project = owner_name(self.project)
        plan = leaving(self.kept(), self.limits, room, time.time(), project)
        if not plan.fits or room > self.limits.cap_bytes:
            return Leaving((), (), False)
        for each in plan.removed:
            self.drop(each)
        for each in plan.archived:
            self._archive(each)
        return plan

    def _archive(self, each: Kept) -> None:
        path, archived = self.path(each.key), self.archive_path(each.key)
        with contextlib.suppress(OSError, ValueError):
            write_whole(archived, pack(path.read_bytes()))
            os.utime(archived, (each.used, each.used))
        self._remove(path)

    def _warm(self, key: str, content: bytes) -> None:
        """Put an archived record in the open again; if that fails it stays archived."""
        with contextlib.suppress(OSError):
            if not self.write(key, content):
                os.utime(self.archive_path(key))

    def _remove(self, path: Path) -> None:
        self._open.drop(path)
        try:
            path.unlink()
        except FileNotFoundError:
            pass
        except OSError:  # Windows keeps a mapped file until the last reader is done
            self._doomed.add(path)
            return
        self._doomed.discard(path)


def remove_others(folder: Path, prefix: str, keep: Collection[str]) -> int:
    """Remove the folders of earlier layouts; returns how many."""
    names = [e.name for e in _scan(folder) if e.name.startswith(prefix) and e.name not in keep]
    for name in names:
        shutil.rmtree(folder / name, ignore_errors=True)
    return len(names)


def _folders(folder: Path) -> list[os.DirEntry[str]]:
    """The folders of records: named by the first two digits of their keys."""
    return [entry for entry in _scan(folder) if len(entry.name) == 2 and entry.is_dir()]


def _files(folder: str) -> Iterator[tuple[os.DirEntry[str], os.stat_result]]:
    for file in _scan(folder):
        try:
            if file.is_file():
                yield file, file.stat()
        except OSError:  # gone, or a link to nowhere
            continue


def _scan(folder: Path | str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []
