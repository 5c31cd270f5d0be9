"""What the operating system refuses, as the error people are told about."""

from __future__ import annotations

import errno

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


def unwritable(target: object, reason: str) -> ExportError:
    """The error for a place that cannot be written."""
    return ExportError("output-unwritable", subject="file", detail=f"{target}: {reason}")
