"""Where a person's lexicons lie, and how they are read and changed.

The user's own lies beside the settings; a project's lies where the project wants
it and counts before the user's. A change holds a lock from reading to writing and
puts a whole new file in place of the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from app import intake
from app.refusals import from_os
from app.settings import Settings
from app.whole_files import write_file
from engine.errors import ExportError, InputError
from engine.models.vocab import load_vocab
from engine.reading.own_words import Entry, OwnWords, merged
from engine.reading.own_words_text import HEADER, entries_in, entry_in, row_of

NAME = "lexicon.tsv"
WAIT_S = 20.0
"""How long a change waits for another program's; one takes milliseconds."""

BEGINNING = (
    "# Words said your way. Columns are parted by tabs: the word, phonemes between",
    "# slashes or a respelling, and a language (none: all).",
    "\t".join(HEADER),
)


def user_file(settings: Settings) -> Path:
    """The user's own lexicon; it need not exist."""
    return settings.file.parent / NAME


def own_words(settings: Settings, project: Path | None = None) -> OwnWords:
    """The user's words and over them a project's.

    Args:
        settings: say where the user's lexicon lies, and perhaps a project's.
        project: a project's lexicon, instead of the settings'.

    Raises:
        InputError: ``lexicon-invalid``; ``lexicon-unreadable``, also if the
            project's file does not exist.
    """
    asked = project or (Path(settings.lexicon).expanduser() if settings.lexicon else None)
    parts = [load(user_file(settings))]
    if asked is not None:
        if not _is_there(asked):
            raise _unreadable(f"{asked}: no such file")
        parts.append(load(asked))
    return OwnWords(merged(parts))


def load(file: Path) -> tuple[Entry, ...]:
    """The entries of a lexicon; none if there is no such file.

    Raises:
        InputError: ``lexicon-invalid``, ``lexicon-unreadable``.
    """
    if not _is_there(file):
        return ()
    try:
        text = intake.from_file(file)
    except InputError as error:
        raise _unreadable(error.detail) from error
    return entries_in(text, file.name, load_vocab())


def _is_there(file: Path) -> bool:
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:  # a name too long, links in a circle, a folder locked
        raise _unreadable(f"{file}: {error.strerror}") from error
    return True


def _unreadable(detail: str) -> InputError:
    return InputError("lexicon-unreadable", subject="file", detail=detail)


def change(file: Path, added: Sequence[Entry], removed: Callable[[Entry], bool]) -> int:
    """Add entries to a table and take others out, comments and order kept.

    Args:
        file: the table; made if it does not exist.
        added: each takes the place of the one with the same key.
        removed: which entries go.

    Returns:
        how many were taken out.

    Raises:
        ExportError: ``output-unwritable``, ``disk-full``.
        InputError: ``lexicon-invalid``: the table has a row that is none;
            ``lexicon-unreadable``.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{file}.lock", timeout=WAIT_S):
            rows, gone = _changed(file, added, removed)
            write_file(file, ("\n".join(rows) + "\n").encode("utf-8"))
    except Timeout as error:
        detail = f"{file}: another program holds it"
        raise ExportError("output-unwritable", subject="file", detail=detail) from error
    except OSError as error:
        raise from_os(error, file) from error
    return gone


def _changed(
    file: Path, added: Sequence[Entry], removed: Callable[[Entry], bool]
) -> tuple[list[str], int]:
    load(file)  # names the row if one is damaged
    rows = intake.from_file(file).splitlines() if file.exists() else list(BEGINNING)
    waiting = {entry.key: entry for entry in added}
    kept: list[str] = []
    gone = 0
    for row in rows:
        entry = entry_in(row.removeprefix("\ufeff"), load_vocab())
        if entry is None:
            kept.append(row)
        elif entry.key in waiting:
            kept.append(row_of(waiting.pop(entry.key)))
        elif removed(entry):
            gone += 1
        else:
            kept.append(row)
    return [*kept, *map(row_of, waiting.values())], gone
