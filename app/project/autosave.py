"""Unsaved work kept beside the program, so that being killed costs at most seconds.

Each running studio has a folder of its own under ``recovery`` in the data folder, with
a lock that ends with its process however that ends. Into it the project is written by
turns under two names, each with a checksum: whatever moment the process or the machine
dies at, one of the two is whole. Nothing here starts a thread or a timer; the window
calls ``tick`` about once a second.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import xxhash
from filelock import FileLock, Timeout

from app.project.file import load
from app.project.text import ProjectWriter, from_text
from app.project.values import Project
from engine.errors import InputError

LATEST_S = 3.0
"""An edit is on the disk at most this long after it was made, if ``tick`` comes in time."""

QUIET_S = 1.0
"""While edits follow each other closer than this, writing waits, up to ``LATEST_S``."""

TICK_S = 0.5
"""How often the window should call ``tick``."""

FOLDER = "recovery"
_SLOTS = ("a", "b")
_LOCK = "lock"


@dataclass(frozen=True, slots=True)
class Lost:
    """Unsaved work of a studio that did not end by itself."""

    folder: Path
    """Where it is kept; see ``forget``."""
    project: Project
    path: Path | None
    """The file it was opened from or saved to; None = never saved."""
    stamp: str
    """Of that file when it was last the same (``app.project.file``); "" = none."""
    written: float
    """When it was kept, seconds since 1970."""


class Autosave:
    """Keeps one project's unsaved work.

    Args:
        data: the program's data folder.
        session: a word no other studio ever has; letters and digits.

    A place that cannot be written is no reason not to work: ``failure`` says what
    happened, and each ``tick`` tries again.
    """

    def __init__(self, data: Path, session: str) -> None:
        self.folder = data / FOLDER / session
        self.failure = ""
        """Why the last try to write failed; "" = it did not."""
        self._writer = ProjectWriter()
        self._slot = 0
        self._number = 0
        self._edited: tuple[float, float] | None = None
        self._path: Path | None = None
        self._stamp = ""
        self._lock = FileLock(self.folder / _LOCK, timeout=0)
        try:
            self._open()
        except (OSError, Timeout) as error:
            self.failure = _reason(self.folder, error)

    def belongs(self, path: Path | None, stamp: str) -> None:
        """Note which file the project has on the disk, and its stamp."""
        self._path, self._stamp = path, stamp

    def edited(self, now: float) -> None:
        """Note that the project has become another at ``now``, seconds, rising."""
        first = now if self._edited is None else self._edited[0]
        self._edited = (first, now)

    def tick(self, project: Project, now: float, wall: float) -> bool:
        """Write ``project`` if it is time to.

        Args:
            project: as it is now.
            now: as for ``edited``.
            wall: seconds since 1970, kept to be shown.

        Returns:
            Whether it was written.
        """
        if self._edited is None:
            return False
        first, last = self._edited
        if now - last < QUIET_S and now - first < LATEST_S - TICK_S:
            return False
        return self.write(project, wall)

    def write(self, project: Project, wall: float) -> bool:
        """Write ``project`` now, edited or not; returns whether that succeeded."""
        kept = self._writer.data(project)
        head = {
            "recovery": 1,
            "number": self._number + 1,
            "written": wall,
            "path": None if self._path is None else os.fspath(self._path),
            "stamp": self._stamp,
            "check": xxhash.xxh3_128_hexdigest(kept),
        }
        try:
            self._open()
            with self.folder.joinpath(_SLOTS[self._slot]).open("wb") as opened:
                opened.writelines((json.dumps(head).encode(), b"\n", kept))
        except (OSError, Timeout) as error:
            self.failure = _reason(self.folder, error)
            return False
        self.failure = ""
        self._number += 1
        self._slot = 1 - self._slot
        self._edited = None
        return True

    def saved(self) -> None:
        """All is in the project's file: what was kept here is of no use any more."""
        self._edited = None
        self._clear()

    def close(self) -> None:
        """Leave nothing behind; what was not saved is given up."""
        if self._lock.is_locked:
            shutil.rmtree(self.folder, ignore_errors=True)
            self._lock.release()

    def _open(self) -> None:
        """Make the folder and hold its lock, which may have been lost with its disk."""
        if self._lock.is_locked and self.folder.joinpath(_LOCK).exists():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._lock.is_locked:
            self._lock.release(force=True)
        self._lock.acquire()

    def _clear(self) -> None:
        for slot in _SLOTS:
            with contextlib.suppress(OSError):
                self.folder.joinpath(slot).unlink()


def lost_work(data: Path) -> tuple[Lost, ...]:
    """Unsaved work of studios that are no longer running, newest first.

    What is left of studios that had nothing unsaved is removed on the way, as is work
    that turns out to lie in its project file.
    """
    found = []
    for folder in _folders(data):
        with contextlib.suppress(OSError, Timeout), FileLock(folder / _LOCK, timeout=0):
            lost = _newest(folder)
            if lost is None or _is_saved(lost):
                shutil.rmtree(folder, ignore_errors=True)
            else:
                found.append(lost)
    return tuple(sorted(found, key=lambda lost: lost.written, reverse=True))


def forget(lost: Lost) -> None:
    """Remove unsaved work for good; call it when it has been saved or is not wanted."""
    shutil.rmtree(lost.folder, ignore_errors=True)


def _reason(folder: Path, error: OSError) -> str:
    return f"{folder}: {error.strerror or type(error).__name__}"


def _folders(data: Path) -> list[Path]:
    try:
        return sorted(each for each in data.joinpath(FOLDER).iterdir() if each.is_dir())
    except OSError:
        return []


def _newest(folder: Path) -> Lost | None:
    """The newer of what is whole in a folder; what is not whole is passed over."""
    kept = [each for each in (_read(folder, slot) for slot in _SLOTS) if each is not None]
    return max(kept, key=lambda each: each[0])[1] if kept else None


def _is_saved(lost: Lost) -> bool:
    """Whether the studio died after saving and before it could say so here."""
    if lost.path is None:
        return False
    try:
        return load(lost.path).project == lost.project
    except InputError:
        return False


def _read(folder: Path, slot: str) -> tuple[int, Lost] | None:
    try:
        first, _, kept = folder.joinpath(slot).read_bytes().partition(b"\n")
        head = json.loads(first)
        if head["check"] != xxhash.xxh3_128_hexdigest(kept):
            return None
        text = kept.decode()
        path = None if head["path"] is None else Path(head["path"])
        lost = Lost(folder, from_text(text), path, str(head["stamp"]), float(head["written"]))
        return int(head["number"]), lost
    except (OSError, ValueError, TypeError, KeyError, InputError):
        return None
