"""Where delivered files go: whole under their names, and never over what is not ours."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from pathlib import Path

from app.refusals import from_os, unwritable
from app.whole_files import write_file


class Outbox:
    """A folder that is delivered into.

    Args:
        out: the folder.
        known: files in it that an earlier run made, which may be replaced.
        journal: names are written down here before they are given, so that a run that
            is killed while it delivers knows its files again.
    """

    def __init__(self, out: Path, known: Collection[str], journal: Path | None = None) -> None:
        self.out = out
        self.files: list[str] = []
        self._journal = journal
        self._known = frozenset((*known, *_names(journal)))

    def place(self, name: str) -> Path:
        """Where a file of that name goes; its folder is made.

        Raises:
            ExportError: ``output-unwritable``, also if a file lies there that this program
                did not make.
        """
        target = self.out / name
        if target.exists() and name not in self._known:
            raise unwritable(target, "a file of that name is there and not from this narration")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            if self._journal is not None and name not in self._known:
                with self._journal.open("a", encoding="utf-8") as file:
                    file.write(f"{name}\n")
        except OSError as error:
            raise from_os(error, target) from error
        self.files.append(name)
        return target

    def copy(self, source: Path, name: str) -> None:
        """Deliver a file that was made elsewhere; the one there is not touched."""
        target = self.place(name)
        part = target.with_name(f".part-{target.name}"[:120])
        try:
            shutil.copyfile(source, part)
            os.replace(part, target)
        except OSError as error:
            raise from_os(error, target) from error
        finally:
            part.unlink(missing_ok=True)

    def text(self, name: str, text: str) -> None:
        """Deliver a text."""
        write_file(self.place(name), text.encode())


def _names(journal: Path | None) -> list[str]:
    """Names an earlier run wrote down; a row cut off names no file that was made."""
    if journal is None or not journal.exists():
        return []
    return journal.read_text(encoding="utf-8", errors="replace").splitlines()
