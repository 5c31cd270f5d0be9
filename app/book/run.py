"""A book rendered by ``espressivo narrate`` in a process of its own, followed and steered.

So the window and the command line make the same files in the same folder, the window's
beat does not depend on the work, and whatever ends either of them loses a line at most.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from app.narration.events import GO, PAUSE, STOP

STOP_MS = 10_000
"""Longest wait for it to end by itself: a unit of sound cannot be cut short on some cards."""


class BookRun(QObject):
    """One process; use it once."""

    told = Signal(object)
    """An event, as ``app.narration.events`` has it."""
    ended = Signal(int, str)
    """Exit status (-1 = it was killed, or could not be started) and the last it complained."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rest = b""
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._broken)

    @property
    def pid(self) -> int:
        """Number of its process; 0 while there is none."""
        return int(self._process.processId())

    def start(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start ``espressivo`` with these arguments, told of every line.

        Args:
            arguments: from ``app.book.values.arguments``.
            environment: set over the window's own.
        """
        whole = QProcessEnvironment.systemEnvironment()
        for name, value in environment.items():
            whole.insert(name, value)
        self._process.setProcessEnvironment(whole)
        self._process.start(sys.executable, ["-m", "app.cli", *arguments, "--events"])

    def pause(self) -> None:
        """Let it finish its line and wait."""
        self._say(PAUSE)

    def go(self) -> None:
        """Let it go on."""
        self._say(GO)

    def stop(self) -> None:
        """Ask it to end; what is done stays done."""
        self._say(STOP)

    def end(self) -> None:
        """Stop it and wait until it is gone."""
        if self._process.state() == QProcess.ProcessState.NotRunning:
            return
        self.stop()
        self._process.closeWriteChannel()
        if not self._process.waitForFinished(STOP_MS):
            self._process.kill()
            self._process.waitForFinished(STOP_MS)

    def _say(self, word: str) -> None:
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.write(f"{word}\n".encode())

    def _read(self) -> None:
        *rows, self._rest = (
            self._rest + bytes(self._process.readAllStandardOutput().data())
        ).split(b"\n")
        for row in rows:
            try:
                event = json.loads(row)
            except ValueError:
                continue  # not ours: a library that printed something
            if isinstance(event, dict):
                self.told.emit(event)

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        crashed = status == QProcess.ExitStatus.CrashExit
        self.ended.emit(-1 if crashed else code, self._complaint())

    def _broken(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.ended.emit(-1, self._process.errorString())

    def _complaint(self) -> str:
        said = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip()
        return said.splitlines()[-1] if said else ""
