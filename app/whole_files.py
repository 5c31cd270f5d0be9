"""Files that appear under their names whole or not at all, alone or together.

A file is written under a temporary name beside its target and renamed: whoever
looks sees the old file or the new one. The temporary file is locked while its
program lives, so the next run can tell the remains of a killed program from
work in progress and take them away.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import sys
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import Protocol

from app.refusals import from_os, unwritable

if sys.platform != "win32":
    import fcntl

_PART = ".espressivo-part"


def refuse_place(target: Path) -> None:
    """See that a file can be made at ``target`` before any work is done for it.

    Raises:
        ExportError: ``output-unwritable`` says why.
    """
    folder = target.absolute().parent
    kind = _kind(folder, target)
    if kind is None:
        raise unwritable(target, f"the folder {folder} does not exist")
    if not stat.S_ISDIR(kind):
        raise unwritable(target, f"{folder} is not a folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise unwritable(target, f"no permission to write in {folder}")
    kind = _kind(target, target)
    if kind is not None and stat.S_ISDIR(kind):
        raise unwritable(target, "it is a folder")
    if kind is not None and not stat.S_ISREG(kind):
        raise unwritable(target, "it is a device, not a file")


def _kind(path: Path, target: Path) -> int | None:
    """The mode of what lies at ``path``, None if nothing does.

    Raises:
        ExportError: it cannot be looked at: a name too long, links in a circle.
    """
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise from_os(error, target) from error


def write_file(target: Path, data: bytes) -> None:
    """Write a small file (captions, a picture) whole or not at all.

    Raises:
        ExportError: ``output-unwritable`` or ``disk-full``.
    """
    file = SmallFile(target, data)
    try:
        commit_together((file,))
    except BaseException:
        file.abort()
        raise


class Whole(Protocol):
    """A file that is written under a temporary name until it is committed."""

    def finish(self) -> None:
        """See that everything lies on the disk, still under the temporary name."""

    def commit(self, *, undoable: bool = False) -> None:
        """Give the file its name; ``undoable`` keeps what gives way until ``settle``."""

    def undo(self) -> None:
        """Take a commit back: what had the name before has it again."""

    def settle(self) -> None:
        """Let go of what ``undo`` needs."""

    def abort(self) -> None:
        """Remove what was not committed; never raises."""


def commit_together(files: Sequence[Whole]) -> None:
    """Give files their names, all of them or none.

    Everything is on the disk before the first gets its name, and the names
    given are taken back if one cannot be. A program killed between two renames
    leaves the first file and not the second; each is whole.

    Raises:
        ExportError: one cannot be finished or named.
    """
    for file in files:
        file.finish()
    named: list[Whole] = []
    try:
        for file in files:
            file.commit(undoable=True)
            named.append(file)
    except BaseException:
        for file in reversed(named):
            file.undo()
        raise
    for file in named:
        file.settle()


class SmallFile:
    """Captions or a picture: all of its bytes, under a temporary name until committed.

    Raises:
        ExportError: ``output-unwritable`` or ``disk-full``.
    """

    def __init__(self, target: Path, data: bytes) -> None:
        self._part = Part(target)
        try:
            self._part.write_all(data)
        except BaseException:
            self._part.abort()
            raise

    def finish(self) -> None:
        """See that it lies on the disk."""
        self._part.flush()

    def commit(self, *, undoable: bool = False) -> None:
        """Give it its name; a file there is replaced."""
        self._part.commit(replace=True, undoable=undoable)

    def undo(self) -> None:
        """Take a commit back; never raises."""
        self._part.undo()

    def settle(self) -> None:
        """Let go of the file that gave way; never raises."""
        self._part.settle()

    def abort(self) -> None:
        """Remove it unless it was committed; never raises."""
        self._part.abort()


class Part:
    """A temporary file beside its target, locked while this program lives."""

    def __init__(self, target: Path) -> None:
        refuse_place(target)
        self.target = target
        self.error: OSError | None = None
        self._former: Path | None = None
        self._former_lock = contextlib.ExitStack()
        self._stays = False
        folder = target.absolute().parent
        sweep(folder)
        self.path = folder.joinpath(f".{secrets.token_hex(6)}{_PART}")
        try:
            self.file = _open_locked(self.path)
        except OSError as error:
            raise from_os(error, target) from error

    def write(self, data: bytes) -> int:
        """As a file's ``write``, but an error is kept instead of raised.

        libsndfile calls this from C, where no Python error can pass.
        """
        view = memoryview(data)
        try:
            while view and self.error is None:
                view = view[self.file.write(view) :]
        except OSError as error:
            self.error = error
        return len(data) - len(view)

    def write_all(self, data: bytes) -> None:
        """Write all of ``data`` or raise ``ExportError``."""
        self.write(data)
        self.check()

    def check(self) -> None:
        """Raise what stopped an earlier write, as ``ExportError``."""
        if self.error is not None:
            raise from_os(self.error, self.target) from self.error

    def flush(self) -> None:
        """Force what was written onto the disk, or raise ``ExportError``."""
        self.check()
        try:
            if not self.file.closed:
                os.fsync(self.file.fileno())
        except OSError as error:
            raise from_os(error, self.target) from error

    def commit(self, *, replace: bool, undoable: bool = False) -> bool:
        """Give the file its name.

        Args:
            replace: whether a file of that name gives way.
            undoable: keep the file that gives way, for ``undo``, until ``settle``.

        Returns:
            False if the name is taken and ``replace`` is off; the part stays.
        """
        self.flush()
        try:
            if not replace:
                return self._link()
            self._former = self._second_name() if undoable else None
            self._rename()
        except OSError as error:
            raise from_os(error, self.target) from error
        return True

    def _rename(self) -> None:
        """Give the part its target's name, then let go of its lock.

        Let go before, it could be swept away by another program in between.
        """
        if sys.platform == "win32":  # an open file cannot be renamed there, nor swept away
            self.file.close()
        os.replace(self.path, self.target)
        self.file.close()

    def undo(self) -> None:
        """Take a commit back: what had the name before has it again; never raises."""
        with contextlib.suppress(OSError), self._former_lock:
            if self._former is not None:
                os.replace(self._former, self.target)
            elif not self._stays:
                self.target.unlink()

    def settle(self) -> None:
        """Let go of the file that gave way; never raises."""
        if self._former is not None:
            with contextlib.suppress(OSError), self._former_lock:
                self._former.unlink()

    def _second_name(self) -> Path | None:
        """Keep the file that gives way under a second name; None if that cannot be."""
        name = self.path.with_name(f".{secrets.token_hex(6)}{_PART}")
        while True:
            try:
                os.link(self.target, name)
            except FileNotFoundError:
                return None
            except OSError:  # a file system without links: there is no going back
                self._stays = True
                return None
            if sys.platform == "win32":
                return name
            with contextlib.suppress(OSError):  # no right to read it: nor can a sweep
                opened = self._former_lock.enter_context(name.open("rb"))
                fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
            if name.exists():  # else a sweep came between the two steps
                return name
            self._former_lock.close()

    def _link(self) -> bool:
        try:
            os.link(self.path, self.target)
        except FileExistsError:
            return False
        except OSError:  # a file system without links: claim the name, then replace
            try:
                os.close(os.open(self.target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                return False
            self._rename()
            return True
        self.abort()
        return True

    def abort(self) -> None:
        """Close and remove the temporary file; never raises."""
        for step in (self.file.close, self.path.unlink):
            try:
                step()
            except OSError:  # already gone, or its disk is: nothing more can be done
                continue


def _open_locked(path: Path) -> FileIO:
    while True:
        file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666), "r+")
        if sys.platform == "win32":  # an open file cannot be removed there: no lock needed
            return file
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:  # else a sweep came between the two steps
            return file
        file.close()


def sweep(folder: Path) -> None:
    """Remove what killed programs left in ``folder``; never raises."""
    for left in folder.glob(f".*{_PART}"):
        try:
            _remove_unless_locked(left)
        except OSError:  # in use, somebody else's, or gone already
            continue


def _remove_unless_locked(path: Path) -> None:
    """Remove a part whose program is gone.

    The lock is held until it is removed: let go before, a program that has just made
    the part could take the lock in between, find all well and lose the file.

    Raises:
        OSError: it is locked, or cannot be opened or removed.
    """
    if sys.platform == "win32":  # removing it fails by itself there while it is open
        path.unlink()
        return
    with path.open("rb") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
