"""ffmpeg as a process of its own: what it is given, what it says, whether it went well.

It is never linked and never bundled; its licence stays its own. The same input gives the
same bytes: nothing of the machine or the day is written into files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engine.cancel import CancelToken
from engine.errors import ExportError

PROGRAM = "ffmpeg"
VARIABLE = "ESPRESSIVO_FFMPEG"
"""Set in the environment: the ffmpeg to use instead of the one that is found."""
SAME_BYTES = ("-fflags", "+bitexact", "-flags:a", "+bitexact", "-threads", "1")
WAIT_S = 0.2
SAID = 600
"""Characters of its last words that are kept for an error."""


def program() -> str:
    """Where ffmpeg is.

    Raises:
        ExportError: ``tool-missing``.
    """
    found = os.environ.get(VARIABLE) or shutil.which(PROGRAM)
    if not found:
        raise ExportError("tool-missing", subject="file", detail=PROGRAM, hint=PROGRAM)
    return found


def run(arguments: Sequence[str | Path], target: Path, token: CancelToken) -> None:
    """Let ffmpeg make a file, whole or not at all.

    Args:
        arguments: what stands before the name of the output.
        target: the file; its ending says the container unless ``-f`` does.
        token: a cancel ends the process.

    Raises:
        Cancelled: the token was cancelled.
        ExportError: ``tool-missing``, ``tool-failed`` with its last words.
    """
    part = target.with_name(f".part-{target.name}")
    command = [program(), "-hide_banner", "-nostdin", "-v", "error", "-xerror", "-y"]
    command += [*map(str, arguments), str(part)]
    # The ffmpeg of a run that was killed may still write there: this one gets a file of its own.
    part.unlink(missing_ok=True)
    try:
        _watched(command, token)
        if not part.exists() or not part.stat().st_size:
            raise _failed("it wrote nothing")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _watched(command: Sequence[str], token: CancelToken) -> None:
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said
            )
        except OSError as error:
            raise ExportError("tool-missing", subject="file", detail=str(error)) from error
        try:
            while process.poll() is None:
                token.check()
                try:
                    process.wait(WAIT_S)
                except subprocess.TimeoutExpired:
                    continue
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        said.seek(0)
        words = " ".join(said.read().decode("utf-8", "replace").split())
    if process.returncode:
        raise _failed(f"status {process.returncode}, {words[-SAID:]}")


def _failed(detail: str) -> ExportError:
    return ExportError("tool-failed", subject="file", detail=f"{PROGRAM}: {detail}")
