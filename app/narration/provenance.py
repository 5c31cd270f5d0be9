"""What says that a voice was made: tags in every file and a manifest beside them.

On unless it is switched off. A file then says in the tags every player shows that its
speech is synthetic, by which engine and voice, and when; the manifest has the hashes
of the book, of the model and of every file, so that what was delivered can be told
from what was changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from app.narration.book import Book
from engine.build import Engine

MANIFEST = "manifest.json"
SCHEMA = "espressivo.narration/1"
GENRE = "Audiobook"
CREDIT = "This recording was made with a synthetic voice."
"""What is spoken at the end where a spoken credit is wanted."""
_READ_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a recording comes from."""

    engine: str
    model: str
    voices: str
    voice: str
    book: str
    """Name of the book's file."""
    book_hash: str
    date: datetime
    marked: bool = True
    """Whether it is said at all."""

    @property
    def statement(self) -> str:
        """One sentence for a tag."""
        return f"Synthetic speech: {self.engine}, voice {self.voice}, {self.date:%Y-%m-%d}"


def origin_of(
    engine: Engine, voices: Sequence[str], book: Path, date: datetime, *, marked: bool
) -> Origin:
    """The origin of what an engine speaks of a book."""
    info = engine.backend.describe()
    return Origin(
        engine=f"Espressivo {version('espressivo')} ({info.name})",
        model=info.model,
        voices=engine.voices.hash,
        voice=", ".join(dict.fromkeys(voices)),
        book=book.name,
        book_hash=file_hash(book),
        date=date,
        marked=marked,
    )


def file_hash(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_READ_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def tags_of(book: Book, origin: Origin) -> dict[str, str]:
    """Tags of the whole book, by ffmpeg's names."""
    authors = ", ".join(book.authors)
    tags = {"album": book.title, "genre": GENRE, "date": f"{origin.date:%Y-%m-%d}"}
    if authors:
        tags |= {"artist": authors, "album_artist": authors}
    if origin.marked:
        tags |= {"composer": f"Synthetic voice {origin.voice}", "comment": origin.statement}
    return tags


def manifest(book: Book, origin: Origin, out: Path, files: Sequence[Path], profile: str) -> str:
    """The sidecar: what was made of what, by what, with the hash of every file."""
    content: Mapping[str, object] = {
        "schema": SCHEMA,
        "statement": origin.statement,
        "synthetic_speech": True,
        "title": book.title,
        "authors": list(book.authors),
        "date": origin.date.isoformat(),
        "book": {"file": origin.book, "sha256": origin.book_hash},
        "engine": origin.engine,
        "model": origin.model,
        "voices": {"spoken_by": origin.voice, "set": origin.voices},
        "profile": profile,
        "files": [
            {"file": path.relative_to(out).as_posix(), "sha256": file_hash(path)}
            for path in sorted(files)
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
