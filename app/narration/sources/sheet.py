"""CSV: a row for each line, with its own voice and emotion.

Columns by name, in any order and case: ``text`` and, if wanted, ``id``, ``voice``,
``emotion``, ``intensity`` and ``file``. Without a row of names: those six in the
order id, voice, emotion, intensity, text, file.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from app import intake
from app.narration.book import Asked, Block, Draft, Entry, Run
from app.narration.sources.packed import unreadable
from app.settings import knob
from engine.errors import InputError

COLUMNS = ("id", "voice", "emotion", "intensity", "text", "file")
_OTHERS = {"file name": "file", "filename": "file", "path": "file", "prompt": "emotion"}


def read_sheet(path: Path, encoding: str | None) -> Draft:
    """A table of lines; rows that name a file become chapters of their own.

    Raises:
        InputError: ``book-damaged``, ``knob-out-of-range``.
    """
    text = intake.from_file(path, encoding)
    try:
        dialect = csv.Sniffer().sniff(text[:8192], ",;\t|")
    except csv.Error:
        dialect = csv.excel
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), dialect) if any(row)]
    except csv.Error as error:
        raise unreadable(path, f"it cannot be read as a table ({error})") from error
    names = [_OTHERS.get(n, n) for n in (cell.strip().lower() for cell in rows[0])] if rows else []
    if "text" in names:
        rows = rows[1:]
    else:
        names = list(COLUMNS)
    blocks, contents = [], []
    for number, row in enumerate(rows):
        cells = dict(zip(names, (cell.strip() for cell in row), strict=False))
        marks = (f"row-{number}",)
        asked = _asked(cells, number + 1, dialect.delimiter)
        blocks.append(Block((Run(cells.get("text", "")),), marks=marks, asked=asked))
        if cells.get("file"):
            contents.append(Entry(cells["file"], 0, marks[0]))
    return Draft("csv", path.stem, tuple(blocks), contents=tuple(contents))


def _asked(cells: dict[str, str], line: int, delimiter: str) -> Asked:
    """What a row asks for; where commas do not part cells, they may stand in numbers."""
    degree = cells.get("intensity") or ""
    if delimiter != ",":
        degree = degree.replace(",", ".")
    try:
        found = knob("intensity", degree) if degree else None
    except InputError as error:
        detail = f"{error.detail}, line {line} of the table"
        raise InputError(
            error.code, subject=error.subject, detail=detail, hint=error.hint
        ) from error
    return Asked(cells.get("voice") or None, cells.get("emotion") or None, found)
