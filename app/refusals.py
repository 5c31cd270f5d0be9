"""What the operating system refuses, as the error people are told about."""

from __future__ import annotations

import errno
from collections.abc import Iterable
from pathlib import Path

from engine.errors import ExportError

STANDARD_OUTPUT = "standard output"


def from_os(error: OSError, target: object) -> ExportError:
    """The error for a refusal to write ``target``: a full disk, or any other reason."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return ExportError("disk-full", subject="file", detail=f"while writing {target}")
    if error.errno == errno.EPIPE:
        return unwritable(target, "the program that was reading it has ended")
    if error.errno == errno.EBADF:
        return unwritable(target, "it is closed")
    return unwritable(target, error.strerror or type(error).__name__)


def data_refused(error: OSError, data: Path) -> ExportError:
    """The error for a data folder that the system will not have read or written."""
    full = error.errno in {errno.ENOSPC, errno.EDQUOT}
    told = f"{error.filename or data}: {error.strerror or type(error).__name__}"
    return ExportError(
        "data-full" if full else "data-unwritable", subject="file", detail=told, hint=str(data)
    )


def unwritable(target: object, reason: str) -> ExportError:
    """The error for a place that cannot be written."""
    return ExportError("output-unwritable", subject="file", detail=f"{target}: {reason}")


def kind_of(target: Path, known: Iterable[str], what: str = "") -> str:
    """The kind of file a name asks for: its extension, in lower case without the dot.

    Args:
        target: the name.
        known: the extensions that can be written.
        what: what is to be written, when it is not the sound ("captions").

    Raises:
        ExportError: ``output-format-unknown``.
    """
    kinds = tuple(known)
    extension = target.suffix.lower().removeprefix(".")
    if extension not in kinds:
        named = target.suffix or f"{target.name} (no extension)"
        raise ExportError(
            "output-format-unknown",
            subject="file",
            detail=f"{what} in {named}" if what else named,
            hint=", ".join(f".{kind}" for kind in kinds),
        )
    return extension
