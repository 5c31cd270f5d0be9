"""Narrating made books with the double, in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.narration.book import ROLES
from app.narration.deliver import formats_of
from app.narration.ledger import FOLDER
from app.narration.narrate import Task, narrate
from app.narration.profiles import profile_of
from app.screen import Screen
from app.settings import Settings
from engine.cancel import CancelToken
from engine.values import Direction

CREATED = 1_700_000_000
"""2023-11-14, so that files can be compared."""


def task(book: Path, out: Path, formats: str = "mp3,srt", **more: Any) -> Task:
    """A narration with the double."""
    named: dict[str, Any] = {
        "profile": profile_of("accessible"),
        "voice": "af_heart",
        "direction": Direction(),
        "skip": frozenset(ROLES),
        "backend": "fake",
        "created": CREATED,
    }
    return Task(book=book, out=out, formats=formats_of(formats), **(named | more))


def run(
    asked: Task,
    token: CancelToken | None = None,
    screen: Screen | None = None,
    data: Path | None = None,
) -> Any:
    """Carry it out; its data folder lies beside the output unless it is named."""
    data = data or asked.out.parent / "data"
    settings = Settings(data=data, file=data / "settings.toml")
    return narrate(asked, settings, screen or Screen(quiet=True), token or CancelToken())


def rows(out: Path) -> list[Any]:
    """The rows of a job's ledger that are whole."""
    found = []
    path = out / FOLDER / "ledger.jsonl"
    for row in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            found.append(json.loads(row))
        except ValueError:
            continue
    return found


def files(out: Path) -> dict[str, bytes]:
    """Every delivered file and its bytes."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and FOLDER not in path.parts
    }
