"""Emotions the lines of a book suggest, looked for by ``espressivo check`` beside the window."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from app.book.values import BookWork
from app.narration.book import ROLES


class SuggestedEmotions(QObject):
    """One look at a time; what reads the lines loads a large network, so not in this process."""

    found = Signal(object)
    """``dict[str, str]``: an emotion, by the text that suggests it."""
    failed = Signal(str)
    """What it complained of."""

    def __init__(self, environment: Mapping[str, str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._environment = environment
        self._process: QProcess | None = None

    @property
    def looking(self) -> bool:
        """Whether a look is under way."""
        return self._process is not None

    def look(self, work: BookWork) -> None:
        """Look at a book’s lines."""
        self.close()
        whole = QProcessEnvironment.systemEnvironment()
        for name, value in self._environment.items():
            whole.insert(name, value)
        process = self._process = QProcess(self)
        process.setProcessEnvironment(whole)
        process.finished.connect(lambda code: self._done(process, code))
        process.errorOccurred.connect(lambda _error: self._done(process, -1))
        spoken = [role for role in ROLES if role not in work.skip]
        more = ["--speak", ",".join(spoken)] if spoken else []
        check = ["check", str(work.path), "--suggest", "--json", *more]
        process.start(sys.executable, ["-m", "app.cli", *check])

    def close(self) -> None:
        """Look no further."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.waitForFinished()
            process.deleteLater()

    def _done(self, process: QProcess, code: int) -> None:
        if process is not self._process:
            return
        self._process = None
        said = bytes(process.readAllStandardError().data()).decode(errors="replace").strip()
        told = bytes(process.readAllStandardOutput().data())
        process.deleteLater()
        try:
            rows = json.loads(told)["suggested"] if code == 0 else None
        except (ValueError, KeyError, TypeError):
            rows = None
        if rows is None:
            self.failed.emit(said.splitlines()[-1] if said else str(code))
        else:
            self.found.emit({str(row["text"]): str(row["emotion"]) for row in rows})
