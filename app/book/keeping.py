"""What was decided for a book, kept in the data folder from one opening to the next.

Two small files a document, named by its place: its plan, as ``espressivo narrate --plan``
reads it, and the rest. They are written whole a moment after an edit, so that a window
that dies loses nothing but what was typed in that moment.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import xxhash

from app.book import means
from app.book.values import FORMATS, BookWork, begin, fitting, plan_text
from app.narration import plan as book_plan
from app.narration.book import ROLES, Asked, Book
from app.narration.profiles import profile_names
from app.settings import knob
from app.whole_files import write_file
from engine.errors import InputError

FOLDER = "books"
FORMAT = "espressivo-book"
VERSION = 1

OUT = "{stem} – audio"
"""Folder beside a document where its files go unless another is chosen."""


def opened(path: Path, book: Book, data: Path, voice: str) -> BookWork:
    """A book as it was left, or as it begins.

    What was kept and cannot be used any more (an older document, a damaged file) gives way
    to the document's own.
    """
    fresh = begin(path, book, voice, path.parent / OUT.format(stem=path.stem))
    kept = _kept(_file(data, path, ".json"))
    if kept is None:
        return fresh
    work = _filled(fresh, kept)
    try:
        plan = book_plan.load(_file(data, path, ".plan.json"))
    except InputError:
        return work
    return replace(work, plan=fitting(plan, book))


def keep(work: BookWork, data: Path, *, running: bool) -> None:
    """Keep it all.

    Args:
        work: the book.
        data: the data folder.
        running: whether it is being rendered: a studio that finds this so was killed.

    Raises:
        ExportError: ``output-unwritable``, ``disk-full``.
    """
    content = {
        FORMAT: VERSION,
        "book": str(work.path),
        "out": str(work.out),
        "formats": list(work.formats),
        "profile": work.profile,
        "speak": sorted(ROLES.keys() - work.skip),
        "voice": work.whole.voice,
        "emotion": work.whole.prompt,
        "intensity": work.whole.intensity,
        "credit": work.credit,
        "suggest": work.suggest,
        "means": means.kept(work.means),
        "running": running,
    }
    folder = _file(data, work.path, "").parent
    folder.mkdir(parents=True, exist_ok=True)
    write_file(_file(data, work.path, ".plan.json"), plan_text(work).encode())
    _write(_file(data, work.path, ".json"), content)


def encoding_of(path: Path, data: Path) -> str | None:
    """The encoding a document was last read in; None = as it says itself."""
    ways = (_kept(_file(data, path, ".json")) or {}).get("means")
    found = means.filled(means.NOTHING, ways if isinstance(ways, dict) else {}).encoding
    return found or None


def mark(work: BookWork, data: Path, *, running: bool) -> None:
    """Note whether a book is being rendered; what was decided for it since stays.

    Raises:
        ExportError: ``output-unwritable``, ``disk-full``.
    """
    file = _file(data, work.path, ".json")
    kept = _kept(file)
    if kept is None:
        keep(work, data, running=running)
    elif kept.get("running") is not running:
        _write(file, kept | {"running": running})


def was_running(path: Path, data: Path) -> bool:
    """Whether a studio was ended while it rendered this document."""
    kept = _kept(_file(data, path, ".json"))
    return kept is not None and kept.get("running") is True


def _file(data: Path, path: Path, ending: str) -> Path:
    name = xxhash.xxh3_64_hexdigest(str(path.absolute()).encode())
    return data / FOLDER / f"{name}{ending}"


def _write(file: Path, content: dict[str, object]) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1)
    write_file(file, f"{text}\n".encode())


def _kept(file: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get(FORMAT) == VERSION else None


def _filled(work: BookWork, kept: dict[str, Any]) -> BookWork:
    """A book with what was kept of it; each field that is not what it should be is passed over."""
    out, profile, speak = kept.get("out"), kept.get("profile"), kept.get("speak")
    formats = kept.get("formats")
    if isinstance(out, str) and out:
        work = replace(work, out=Path(out))
    if profile in profile_names():
        work = replace(work, profile=str(profile))
    if isinstance(speak, list):
        work = replace(work, skip=frozenset(ROLES) - {str(each) for each in speak})
    if isinstance(formats, list):
        work = replace(work, formats=tuple(each for each in FORMATS if each in formats))
    whole = Asked(_text(kept, "voice") or work.whole.voice, _text(kept, "emotion"), _degree(kept))
    credit, suggest = (kept.get(name) is True for name in ("credit", "suggest"))
    ways = kept.get("means")
    filled = means.filled(work.means, ways if isinstance(ways, dict) else {})
    return replace(work, whole=whole, credit=credit, suggest=suggest, means=filled)


def _text(kept: dict[str, Any], name: str) -> str:
    found = kept.get(name)
    return found if isinstance(found, str) else ""


def _degree(kept: dict[str, Any]) -> float:
    try:
        return knob("intensity", kept.get("intensity", 1.0))
    except (InputError, TypeError, ValueError):
        return 1.0
