"""What was delivered into a folder, written down so that it can be judged again later."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.narration.ledger import FOLDER
from app.whole_files import write_file
from engine.errors import InputError

NAME = "delivered.json"


@dataclass(frozen=True, slots=True)
class SoundOf:
    """A file of sound: of one chapter, or of the whole book with its chapters' ends (s)."""

    file: str
    title: str
    marks: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """A line somebody should listen to, and why."""

    chapter: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Delivered:
    """All that a report needs to know beside the files themselves."""

    title: str
    profile: str
    sounds: tuple[SoundOf, ...]
    files: tuple[str, ...]
    ear: tuple[Heard, ...] = ()
    notes: tuple[str, ...] = ()
    older: tuple[str, ...] = ()
    """Files of earlier runs that are still in the folder: this program made them, not now."""


def left_over(out: Path, known: Sequence[str], made: Sequence[str]) -> tuple[str, ...]:
    """Files that earlier runs made and this one did not, as far as they are still there."""
    new = frozenset(made)
    return tuple(n for n in dict.fromkeys(known) if n not in new and (out / n).exists())


def write(out: Path, delivered: Delivered) -> None:
    """Keep it beside the job.

    Raises:
        ExportError: ``output-unwritable``, ``disk-full``.
    """
    content = {
        "title": delivered.title,
        "profile": delivered.profile,
        "sounds": [[each.file, each.title, list(each.marks)] for each in delivered.sounds],
        "files": list(delivered.files),
        "ear": [[each.chapter, each.text, each.why] for each in delivered.ear],
        "notes": list(delivered.notes),
        "older": list(delivered.older),
    }
    text = json.dumps(content, ensure_ascii=False, indent=1)
    write_file(out / FOLDER / NAME, f"{text}\n".encode())


def read(out: Path) -> Delivered:
    """What was delivered into ``out``.

    Raises:
        InputError: ``report-missing``, ``job-damaged``.
    """
    path = out / FOLDER / NAME
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError("report-missing", subject="file", detail=str(out)) from error
    except (OSError, ValueError) as error:
        raise InputError("job-damaged", subject="file", detail=str(path)) from error
    try:
        return Delivered(
            str(content["title"]),
            str(content["profile"]),
            tuple(
                SoundOf(str(file), str(title), tuple((str(t), float(end)) for t, end in marks))
                for file, title, marks in content["sounds"]
            ),
            tuple(map(str, content["files"])),
            tuple(Heard(*map(str, each)) for each in content["ear"]),
            tuple(map(str, content["notes"])),
            tuple(map(str, content.get("older", ()))),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError("job-damaged", subject="file", detail=str(path)) from error
