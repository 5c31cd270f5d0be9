"""Projects on the disk: opened, saved whole or not at all, and held by one studio.

The text is in ``app.project.text``. While a studio has a project open it holds a lock
on a hidden file beside it, so that a second one opens it to look at or as a copy.
"""

from __future__ import annotations

import contextlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

import xxhash
from filelock import FileLock, Timeout

from app.project.text import ProjectWriter, from_text
from app.project.values import Project
from app.whole_files import Part
from engine.errors import ExportError, InputError

SUFFIX = ".espressivo"
"""Ending of a project file's name."""

MOST_BYTES = 512 * 2**20
"""Largest project file that is read: over a hundred books with their takes."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A project from the disk. ``stamp`` tells later whether the file is still the same."""

    project: Project
    stamp: str


def load(path: Path) -> Opened:
    """Read a project file.

    Raises:
        InputError: ``project-unreadable``, ``project-damaged`` or ``project-newer``.
    """
    data = _read(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        detail = f"{path.name}: it is no project"
        raise InputError("project-damaged", subject="project", detail=detail) from error
    return Opened(from_text(text, path.name), _stamp(data))


def save(project: Project, path: Path, stamp: str | None = None) -> str:
    """Write a project file: the old one stays until the new one is whole.

    Args:
        project: what to write.
        path: where; a link is followed.
        stamp: of the file that may be replaced, as last opened or saved; None
            replaces whatever is there.

    Returns:
        The new file's stamp.

    Raises:
        ExportError: ``project-changed`` if another program wrote the file meanwhile;
            ``project-unwritable`` or ``disk-full``.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if stamp is not None and mode is not None and _stamp(_read(target)) != stamp:
        raise ExportError("project-changed", subject="project", detail=str(path))
    if mode is not None and not mode & 0o222:
        raise _unwritable(path, "it is marked as not to be written")
    data = ProjectWriter().data(project)
    try:
        _write(target, data, mode)
    except ExportError as error:
        if error.code != "output-unwritable":
            raise
        raise ExportError("project-unwritable", subject="project", detail=error.detail) from error
    return _stamp(data)


def named(path: Path) -> Path:
    """``path`` with the ending of a project file, if it has none."""
    return path if path.suffix else path.with_name(path.name + SUFFIX)


class ProjectLock:
    """Held while a project file is open to be changed; one holder at a time.

    Raises:
        ExportError: ``project-in-use`` if another holds it.
    """

    def __init__(self, path: Path) -> None:
        target = Path(os.path.realpath(path))
        self._lock = FileLock(target.with_name(f".{target.name}.lock"), timeout=0)
        self.writable = target.parent.is_dir() and os.access(target.parent, os.W_OK)
        """False where no lock can be made: the folder does not let itself be written."""
        if not self.writable:
            return
        try:
            self._lock.acquire()
        except Timeout as error:
            raise ExportError("project-in-use", subject="project", detail=str(path)) from error
        except (OSError, NotImplementedError):
            self.writable = False

    def release(self) -> None:
        """Let another studio have it; may be called twice."""
        if self._lock.is_locked:
            # First gone, then free: who opens the name in between makes a new file.
            with contextlib.suppress(OSError):
                os.unlink(self._lock.lock_file)
            self._lock.release()


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        detail = f"{path}: {error.strerror or type(error).__name__}"
        raise InputError("project-unreadable", subject="project", detail=detail) from error
    if len(data) > MOST_BYTES:
        detail = f"{path} is over {MOST_BYTES // 2**20} MiB"
        raise InputError("project-unreadable", subject="project", detail=detail)
    return data


def _write(target: Path, data: bytes, mode: int | None) -> None:
    part = Part(target)
    try:
        part.write_all(data)
        if mode is not None:
            with contextlib.suppress(OSError):  # somebody else's file: it gets our usual mode
                part.path.chmod(mode)
        part.commit(replace=True)
    except BaseException:
        part.abort()
        raise


def _mode(target: Path) -> int | None:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except OSError:
        return None


def _unwritable(path: Path, reason: str) -> ExportError:
    return ExportError("project-unwritable", subject="project", detail=f"{path}: {reason}")


def _stamp(data: bytes) -> str:
    return xxhash.xxh3_128_hexdigest(data)
