"""A document of any known kind, opened by the ending of its name."""

from __future__ import annotations

import importlib
import stat
from collections.abc import Callable
from pathlib import Path

from app.narration.book import Draft
from engine.errors import InputError

_READERS: dict[str, tuple[str, str]] = {
    "txt": ("plain", "read_text"),
    "text": ("plain", "read_text"),
    "md": ("plain", "read_markdown"),
    "markdown": ("plain", "read_markdown"),
    "html": ("plain", "read_html"),
    "htm": ("plain", "read_html"),
    "xhtml": ("plain", "read_html"),
    "epub": ("epub", "read_epub"),
    "docx": ("word", "read_docx"),
    "odt": ("odt", "read_odt"),
    "pdf": ("pdf", "read_pdf"),
    "srt": ("cues", "read_cues"),
    "vtt": ("cues", "read_cues"),
    "csv": ("sheet", "read_sheet"),
}
"""Ending -> module and function: only what is needed is loaded."""

ENDINGS = tuple(_READERS)


def open_draft(path: Path, encoding: str | None = None) -> Draft:
    """Read a document.

    Args:
        path: its file; the ending says its kind.
        encoding: of text files; None = by their mark, else UTF-8.

    Raises:
        InputError: ``book-unknown`` for another ending, ``book-damaged``,
            ``book-protected``, ``book-without-text``, and those of ``app.intake``.
    """
    mode = _mode(path)
    if stat.S_ISDIR(mode):
        raise InputError("text-unreadable", subject="file", detail=f"{path}: it is a folder")
    ending = path.suffix.lower().removeprefix(".")
    if ending not in _READERS:
        known = ", ".join(f".{each}" for each in ENDINGS)
        raise InputError("book-unknown", subject="file", detail=path.name, hint=known)
    if not stat.S_ISREG(mode):
        raise InputError("text-unreadable", subject="file", detail=f"{path}: no such file")
    module, function = _READERS[ending]
    found = importlib.import_module(f"app.narration.sources.{module}")
    read: Callable[[Path, str | None], Draft] = getattr(found, function)
    return read(path, encoding)


def _mode(path: Path) -> int:
    """What lies at ``path``; 0 for nothing."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return 0
    except OSError as error:
        detail = f"{path}: {error.strerror}"
        raise InputError("text-unreadable", subject="file", detail=detail) from error
