"""Which records nobody may evict, and whose each is: small text files in the folder.

A pin is one file per owner (``pins/NAME``) with a key a line. A running job's is
``pins/job-ID`` beside a lock that ends with the process: what a killed job pinned is
free again. ``owners`` has ``key project`` lines; what is lost of it costs a quota some
accuracy and nothing else.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import xxhash
from filelock import FileLock, Timeout

from engine.record_file import write_whole

JOB: Final = "job-"
LOCK: Final = ".lock"

NO_TEXT: Final = "surrogateescape"
"""A project may be named by a file whose name is no text: its bytes are kept as they are."""


def owner_name(project: str) -> str:
    """Return a project's name as it stands in a line: without breaks and doubled spaces."""
    return " ".join(project.split())


class Pins:
    """Pins and owners of a folder of records."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "pins"
        self._owners = folder / "owners"
        self._job: Path | None = None

    def pin(self, owner: str, keys: Iterable[str]) -> None:
        """Set what an owner pins, in place of what it pinned before; no keys unpin all.

        Raises:
            OSError: it cannot be written.
        """
        path = self._folder / xxhash.xxh3_128_hexdigest(owner.encode("utf-8", "surrogatepass"))
        wanted = sorted(set(keys))
        if wanted:
            write_whole(path, "".join(f"{key}\n" for key in wanted).encode())
        else:
            path.unlink(missing_ok=True)

    def pinned(self) -> set[str]:
        """Return all pinned keys; pins of jobs that ended without a word are dropped."""
        keys: set[str] = set()
        for path in self._listed():
            if path.name.startswith(JOB) and path != self._job and self._is_over(path):
                continue
            with contextlib.suppress(OSError):
                keys.update(path.read_text(encoding="ascii", errors="replace").split())
        return keys

    @contextmanager
    def job(self, name: str) -> Iterator[None]:
        """Pin whatever ``hold`` is told of until this is left.

        A job may run inside another one; the inner one then has what is held.

        Raises:
            OSError: it cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{JOB}{name}"
        lock = FileLock(f"{path}{LOCK}", timeout=0)
        with lock:
            path.touch()
            outer, self._job = self._job, path
            try:
                yield
            finally:
                self._job = outer
                path.unlink(missing_ok=True)
        Path(lock.lock_file).unlink(missing_ok=True)

    def hold(self, key: str) -> None:
        """Pin a record for as long as the running job lasts; without one, nothing happens.

        Raises:
            OSError: it cannot be written.
        """
        if self._job is not None:
            with self._job.open("a", encoding="ascii") as file:
                file.write(f"{key}\n")

    def own(self, key: str, project: str) -> None:
        """Say whose a record is, by ``owner_name``; "" for nobody's.

        Raises:
            OSError: it cannot be written.
        """
        if project and self.owners().get(key) != project:
            with self._owners.open("a", encoding="utf-8", errors=NO_TEXT) as file:
                file.write(f"{key} {project}\n")

    def owners(self) -> dict[str, str]:
        """Return whose each record is; the last to write it counts."""
        try:
            lines = self._owners.read_text(encoding="utf-8", errors=NO_TEXT).split("\n")
        except OSError:
            return {}
        parts = (line.split(" ", 1) for line in lines)
        return {part[0]: part[1] for part in parts if len(part) == 2}

    def tidy(self, keys: Iterable[str]) -> None:
        """Leave out of ``owners`` what is no longer there.

        Raises:
            OSError: it cannot be written.
        """
        there, owners = set(keys), self.owners()
        if owners:
            lines = (f"{key} {owner}\n" for key, owner in owners.items() if key in there)
            write_whole(self._owners, "".join(lines).encode("utf-8", NO_TEXT))

    def _listed(self) -> list[Path]:
        try:
            return sorted(p for p in self._folder.iterdir() if p.suffix != LOCK)
        except OSError:
            return []

    def _is_over(self, path: Path) -> bool:
        """Whether a job's process is gone; if so its pin is removed."""
        lock = FileLock(f"{path}{LOCK}", timeout=0)
        try:
            with lock:
                path.unlink(missing_ok=True)
        except (Timeout, OSError):
            return False
        Path(lock.lock_file).unlink(missing_ok=True)
        return True
