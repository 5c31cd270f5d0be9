"""The projects opened last, newest first, in a small file in the data folder."""

from __future__ import annotations

import json
from pathlib import Path

from app.whole_files import write_file

MOST = 10
"""As many as a menu shows without becoming a search."""

FILE = "recent.json"


def recent(data: Path) -> tuple[Path, ...]:
    """The files opened last; a list that cannot be read counts as empty.

    Files that are gone stay on it: their disk may only be unplugged.
    """
    try:
        found = json.loads(data.joinpath(FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ()
    if not isinstance(found, list):
        return ()
    return tuple(Path(each) for each in found if isinstance(each, str))[:MOST]


def remember(data: Path, path: Path) -> None:
    """Put a file at the head of the list.

    Raises:
        ExportError: the list cannot be written.
    """
    path = path.absolute()
    _write(data, (path, *(each for each in recent(data) if each != path)))


def forget(data: Path, path: Path) -> None:
    """Take a file off the list.

    Raises:
        ExportError: the list cannot be written.
    """
    _write(data, tuple(each for each in recent(data) if each != path.absolute()))


def _write(data: Path, paths: tuple[Path, ...]) -> None:
    text = json.dumps([str(path) for path in paths[:MOST]], indent=1)
    write_file(data / FILE, text.encode("utf-8", "surrogateescape"))
