"""The report saved when something unexpected breaks. It holds no user text.

The message of an exception may quote the text that was being spoken, so it is
left out: the kind of error and the places in the code are enough to find it.
"""

from __future__ import annotations

import logging
import platform
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Sequence
from pathlib import Path

PACKAGES = ("espressivo", "numpy", "onnxruntime", "onnxruntime-gpu", "soundfile", "sounddevice")
LAST_LINES = 200
"""Log lines kept for a report."""

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class LastLines(logging.Handler):
    """Keeps the last log lines of this run for a report."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=LAST_LINES)
        self.setFormatter(logging.Formatter(FORMAT))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        self.lines.append(self.format(record))


def listen() -> LastLines:
    """Begin to keep the log lines of the program's own modules."""
    handler = LastLines()
    for name in ("app", "engine", "kernels"):
        logging.getLogger(name).addHandler(handler)
    return handler


def stop_listening(handler: LastLines) -> None:
    """Keep no more log lines in ``handler``."""
    for name in ("app", "engine", "kernels"):
        logging.getLogger(name).removeHandler(handler)


def save(error: BaseException, command: str, lines: Sequence[str], folder: Path) -> Path | None:
    """Write a report into ``folder``, else among the temporary files; None if neither can be."""
    text = compose(error, command, lines)
    name = time.strftime("report-%Y%m%d-%H%M%S.txt")
    for place in (folder, Path(tempfile.gettempdir())):
        try:
            place.mkdir(parents=True, exist_ok=True)
            path = place / name
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return path
    return None


def compose(error: BaseException | None, command: str, lines: Sequence[str]) -> str:
    """The report's text: versions, what broke where if anything did, the last log lines."""
    broke = ["nothing broke"]
    if error is not None:
        broke = ["what broke (messages are left out: they may quote the text spoken):"]
        broke += _trace(error)
    parts = [
        f"Espressivo report, {time.strftime('%Y-%m-%d %H:%M:%S %z')}",
        f"command: {command or '(none)'}",
        f"system: {platform.platform()}, Python {platform.python_version()}",
        "packages: " + ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
        "",
        *broke,
        "",
        f"the last {LAST_LINES} log lines at most:",
        *(lines or ["(none)"]),
    ]
    return "\n".join(parts) + "\n"


def _trace(error: BaseException) -> list[str]:
    found: list[str] = []
    current: BaseException | None = error
    while current is not None:
        found.append(f"{type(current).__module__}.{type(current).__qualname__}")
        for frame in traceback.extract_tb(current.__traceback__):
            found.append(f"  {frame.filename}:{frame.lineno} in {frame.name}")
        current = current.__cause__ or current.__context__
    return found


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # long to load, seldom used

    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"
