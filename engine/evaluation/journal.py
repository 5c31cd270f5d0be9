"""What a calibration has heard, one line of JSON a finding: a killed run goes on from there.

A line is written whole and flushed to the disk before the next take is spoken; a last line
that is torn is left out when the file is read. Findings of another engine, other lines or
another rule carry another mark and do not count.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from engine.values import Floats

Key = tuple[str, str, float, str, bool]
"""Voice, prompt, intensity, line, whether it is a repeat."""

DIGITS = 5
"""Of an embedding's numbers: a drop is right to 0.0001."""


class Journal:
    """Findings kept in a file. One process writes it at a time.

    Args:
        path: the file; its folder is made.
        mark: of everything that decides what a take sounds like and how it is judged.

    Raises:
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path, mark: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._mark = mark
        self._takes: dict[Key, tuple[Floats, int | None]] = {}
        self._limits: dict[tuple[str, str], float] = {}
        whole = path.read_bytes() if path.exists() else b""
        for row in whole.split(b"\n"):
            self._read(row)
        self._file = path.open("ab")
        if whole and not whole.endswith(b"\n"):
            self._file.write(b"\n")

    def close(self) -> None:
        """Close the file; the journal is not used again."""
        self._file.close()

    def take(self, key: Key) -> tuple[Floats, int | None] | None:
        """Return embedding and wrong words (None = not listened to) of a take, if known."""
        return self._takes.get(key)

    def keep_take(self, key: Key, embedding: Floats, errors: int | None) -> None:
        """Keep what was heard of a take."""
        numbers = [round(float(value), DIGITS) for value in embedding]
        self._takes[key] = (np.array(numbers, np.float32), errors)
        self._write({"take": list(key), "embedding": numbers, "errors": errors})

    def limits(self) -> dict[tuple[str, str], float]:
        """Return the limits found, by voice and family."""
        return dict(self._limits)

    def keep_limit(self, voice: str, family: str, limit: float) -> None:
        """Keep a limit."""
        if self._limits.get((voice, family)) != limit:
            self._limits[voice, family] = limit
            self._write({"limit": [voice, family, limit]})

    def _write(self, finding: dict[str, Any]) -> None:
        row = json.dumps({"mark": self._mark, **finding}, separators=(",", ":"))
        self._file.write(row.encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, row: bytes) -> None:
        try:
            found = json.loads(row)
            if found["mark"] != self._mark:
                return
            if "take" in found:
                voice, prompt, intensity, line, repeat = found["take"]
                key = (str(voice), str(prompt), float(intensity), str(line), bool(repeat))
                embedding = np.array(found["embedding"], np.float32)
                self._takes[key] = (embedding, found["errors"])
            else:
                voice, family, limit = found["limit"]
                self._limits[str(voice), str(family)] = float(limit)
        except (ValueError, KeyError, TypeError):
            return  # torn by a kill, or none of ours
