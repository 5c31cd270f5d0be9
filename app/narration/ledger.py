"""What of a narration is done: one record a line, and a ledger of what each line's is.

The folder ``.narration`` in the output folder holds::

    job.json        when the job was begun and what the book was
    lock            held while a program works on it
    lines/ab/KEY    the sound of a line, by the exact key of everything that affects it
    ledger.jsonl    one row for each line that was spoken: its request's key, its sound's key,
                    its words and captions with their samples
    masters/, encoded/   chapters, by the keys of what they are made of

A record is written whole or not at all, and its row after it: whatever moment a
program is killed at, at most the line it was at is lost. A row that was cut off is
passed over; the record is found again by its key.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from app.refusals import from_os
from engine.errors import CacheDamage, ExportError, InputError
from engine.record_file import read_record, sweep_parts, write_record, write_whole
from engine.values import Floats

FOLDER = ".narration"
JOB = "job.json"
ROWS = "ledger.jsonl"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Told:
    """A word and the samples (24 kHz, from the line's start) it is spoken in.

    ``start:end`` are offsets in the line's text.
    """

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A caption of a line: samples from the line's start, and its text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """A line that was spoken: ``key`` names its sound, ``faults`` what is wrong with it."""

    key: str
    samples: int
    words: tuple[Told, ...]
    cues: tuple[Shown, ...]
    unread: tuple[str, ...] = ()
    """Visible words nothing was spoken for."""
    faults: tuple[str, ...] = ()
    remarks: tuple[tuple[str, str, str], ...] = ()
    change: tuple[float, ...] = ()
    """What was asked and what is heard of it: see ``app.narration.changes``; none in a row
    that an older release wrote."""


class Ledger:
    """The folder of one narration, held by one program at a time.

    Args:
        out: the output folder; made if it is missing.
        book: hash of the book's file.
        created: seconds since the epoch the job counts as begun at; None = as kept, or now.

    Raises:
        ExportError: ``job-in-use``, ``output-unwritable``.
        InputError: ``job-damaged``.
    """

    def __init__(self, out: Path, book: str, created: int | None) -> None:
        self.folder = out / FOLDER
        self._rows: dict[str, Done] = {}
        try:
            for name in ("lines", "masters", "encoded"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise from_os(error, out) from error
        self._lock = FileLock(self.folder / "lock", timeout=0)
        try:
            self._lock.acquire()
        except Timeout as error:
            raise ExportError("job-in-use", subject="file", detail=str(out)) from error
        except OSError as error:
            raise from_os(error, out) from error
        try:
            self.resumed = (self.folder / JOB).exists()
            self.created = self._begin(book, created)
            self._read_rows()
            sweep_parts(self.folder / "lines", time.time())
        except OSError as error:
            self._lock.release()
            raise from_os(error, out) from error
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let go of the folder."""
        self._lock.release()

    @property
    def date(self) -> datetime:
        """When the job was begun."""
        return datetime.fromtimestamp(self.created, UTC)

    @property
    def lines_known(self) -> int:
        """How many lines an earlier run has spoken."""
        return len(self._rows)

    def done(self, request_key: str) -> Done | None:
        """What is known of a line, if its sound is there."""
        found = self._rows.get(request_key)
        return found if found is not None and self._path(found.key).exists() else None

    def has_sound(self, key: str) -> bool:
        """Whether the sound of that key is there."""
        return self._path(key).exists()

    def audio(self, key: str) -> Floats:
        """The sound of a line: float32[n] at 24 kHz, a view on a memory map.

        Raises:
            CacheDamage: it is damaged; it has been removed, and a second run makes it again.
        """
        try:
            _, arrays = read_record(self._path(key))
        except CacheDamage:
            self._path(key).unlink(missing_ok=True)
            raise
        return np.asarray(arrays["audio"], np.float32)

    def keep_sound(self, key: str, audio: Floats) -> None:
        """Write the sound of a line.

        Raises:
            ExportError: ``disk-full``, ``output-unwritable``.
        """
        try:
            write_record(self._path(key), {}, {"audio": audio})
        except OSError as error:
            raise from_os(error, self.folder) from error

    def keep(self, request_key: str, done: Done) -> None:
        """Write down that a line is done.

        Raises:
            ExportError: ``disk-full``, ``output-unwritable``.
        """
        row = json.dumps([request_key, *_row(done)], ensure_ascii=False)
        try:
            with (self.folder / ROWS).open("a", encoding="utf-8") as file:
                file.write(f"{row}\n")
        except OSError as error:
            raise from_os(error, self.folder) from error
        self._rows[request_key] = done

    def prune(self, keys: Sequence[str], files: Sequence[Path]) -> None:
        """Remove what the narration as it is now does not use: sounds, rows, chapters."""
        used = set(keys)
        for path in self.folder.glob("lines/*/*"):
            if path.name not in used:
                path.unlink(missing_ok=True)
        kept = {path.name for path in files}
        for name in ("masters", "encoded"):
            for path in (self.folder / name).iterdir():
                if path.name not in kept:
                    path.unlink(missing_ok=True)
        rows = (
            json.dumps([key, *_row(done)], ensure_ascii=False)
            for key, done in self._rows.items()
            if done.key in used
        )
        write_whole(self.folder / ROWS, "".join(f"{row}\n" for row in rows).encode())

    def _path(self, key: str) -> Path:
        return self.folder / "lines" / key[:2] / key

    def _begin(self, book: str, created: int | None) -> int:
        path = self.folder / JOB
        kept: int | None = None
        if path.exists():
            try:
                content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                kept, known = int(content["created"]), content["espressivo-narration"] == VERSION
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise InputError("job-damaged", subject="file", detail=str(path)) from error
            if not known:
                raise InputError("job-damaged", subject="file", detail=f"{path}: its version")
        chosen = created if created is not None else kept
        if chosen is None:
            chosen = int(time.time())
        row = {"espressivo-narration": VERSION, "created": chosen, "book": book}
        try:
            write_whole(path, json.dumps(row).encode())
        except OSError as error:
            raise from_os(error, path) from error
        return chosen

    def _read_rows(self) -> None:
        with contextlib.suppress(FileNotFoundError), (self.folder / ROWS).open("r+b") as file:
            self._rows = {key: done for key, done in _rows(file) if not _is_anothers(done)}
            _end_row(file)


def known_lines(out: Path) -> dict[str, Done]:
    """What an earlier run has spoken into ``out``, by each line's request key.

    Only looks, also while a program is narrating there: a row may be half-written, and is
    then passed over.
    """
    try:
        with (out / FOLDER / ROWS).open("rb") as file:
            return dict(_rows(file))
    except OSError:
        return {}


def _rows(file: Iterable[bytes]) -> Iterator[tuple[str, Done]]:
    for row in file:
        with contextlib.suppress(ValueError, TypeError, IndexError, KeyError):
            request_key, *rest = json.loads(row)
            yield str(request_key), _done(rest)


STOOD_IN = "take-stood-in"
"""Code of the remark on a line that another row made, all of it or some stages."""


def _is_anothers(done: Done) -> bool:
    """Whether another row stood in when the line was made: a later run makes it again."""
    return any(code == STOOD_IN for code, _subject, _detail in done.remarks)


def _end_row(file: Any) -> None:
    """End a row that was cut off, so that the next one is not lost with it."""
    size = file.seek(0, os.SEEK_END)
    if size:
        file.seek(size - 1)
        if file.read(1) != b"\n":
            file.write(b"\n")


def _row(done: Done) -> Iterator[Any]:
    yield done.key
    yield done.samples
    yield [[w.start, w.end, w.first, w.last] for w in done.words]
    yield [[c.start, c.end, c.text] for c in done.cues]
    yield list(done.unread)
    yield list(done.faults)
    yield [list(each) for each in done.remarks]
    yield list(done.change)


def _done(row: Sequence[Any]) -> Done:
    key, samples, words, cues, unread, faults, remarks, *more = row
    return Done(
        str(key),
        int(samples),
        tuple(Told(*map(int, word)) for word in words),
        tuple(Shown(int(a), int(b), str(text)) for a, b, text in cues),
        tuple(unread),
        tuple(faults),
        tuple((str(a), str(b), str(c)) for a, b, c in remarks),
        tuple(map(float, more[0])) if more else (),
    )
