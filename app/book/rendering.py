"""Books rendered one after another, each by a process; what is done in the window goes first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.book.keeper import BookKeeper
from app.book.laid import LaidBook, LineFact
from app.book.queue import ACTIVE, BookJob, BookQueue, JobState
from app.book.run import BookRun
from app.book.values import PLAN_FILE, arguments, plan_text
from app.refusals import from_os
from app.settings import Settings
from app.studio.worker import EngineThread
from app.whole_files import write_file
from engine.errors import CODES, ExportError, StudioError

CALM_MS = 500
"""So long nothing was asked of the window's own engine before a book goes on: between two
steps of a knob that is dragged there is less."""

STOPPED = 130
"""Exit status of a narration that was asked to end."""


class BookFailure(Exception):
    """A narration ended in a way that has no code: what it complained of last."""


class RenderingControl(QObject):
    """Owns the queue and the process of the active book."""

    spoken = Signal(object, int, int, object)
    """``BookJob``, chapter, line, ``LineFact``."""
    changed = Signal()
    """The queue or the active job has changed."""
    over = Signal(object)
    """A ``BookJob`` is done or was stopped."""
    failed = Signal(object, object)
    """``BookJob`` and ``StudioError`` or ``BookFailure``."""

    def __init__(
        self,
        settings: Settings,
        thread: EngineThread,
        backend: Callable[[], str],
        keeper: BookKeeper,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._backend = backend
        self._keeper = keeper
        self.queue = BookQueue()
        self.run: BookRun | None = None
        self._stopping = False
        self._error: StudioError | None = None
        self._busy = 0
        """Jobs the window's engine has."""
        self._calm = QTimer(self)
        self._calm.setSingleShot(True)
        self._calm.setInterval(CALM_MS)
        self._calm.timeout.connect(self._go_on)
        thread.job.connect(self._asked)
        thread.worker.settled.connect(self._settled)

    # what the person wants

    def render(self, laid: LaidBook) -> None:
        """Put a book into the queue; it is begun at once if none is rendered."""
        self.queue.add(laid)
        self._next()
        self.changed.emit()

    def pause(self, wanted: bool) -> None:
        """Let the active book wait, or go on."""
        job = self.queue.active
        if job is None or self.run is None:
            return
        job.state = JobState.PAUSED if wanted else JobState.RUNS
        if wanted:
            self.run.pause()
        elif not self._busy:
            self.run.go()
        self.changed.emit()

    def cancel(self, laid: LaidBook | None) -> None:
        """Stop the active book, or take one that waits out of the queue."""
        job = self.queue.of(laid) if laid is not None else self.queue.active
        if job is None:
            return
        if job.state in ACTIVE and self.run is not None:
            self._stopping = True
            self.run.stop()
        elif job.state is JobState.WAITS:
            job.state = JobState.STOPPED
        self.changed.emit()

    def remove(self, at: int) -> None:
        """Take a book off the queue."""
        self.queue.remove(at)
        self.changed.emit()

    def sooner(self, at: int) -> None:
        """Let a waiting book come one place sooner."""
        self.queue.sooner(at)
        self.changed.emit()

    def close(self) -> None:
        """End the process; the next opening of its book offers to go on."""
        self._calm.stop()
        run, self.run = self.run, None
        if run is not None:
            run.end()

    # the process

    def _next(self) -> None:
        job = self.queue.next()
        if job is None:
            return
        try:
            plan = self._prepared(job)
        except StudioError as error:
            self._fail(job, error)
            return
        job.state, job.begun, job.stage, job.letters = JobState.RUNS, False, "", 0
        self._stopping, self._error = False, None
        self.run = BookRun(self)
        self.run.told.connect(lambda event: self._told(job, event))
        self.run.ended.connect(lambda code, said: self._ended(job, code, said))
        self.run.start(arguments(job.laid.work, plan, self._backend()), self.environment)

    @property
    def environment(self) -> dict[str, str]:
        """What makes a process of ours find the window's settings and data."""
        return {
            "ESPRESSIVO_DATA": str(self._settings.data),
            "ESPRESSIVO_SETTINGS": str(self._settings.file),
        }

    def _prepared(self, job: BookJob) -> Path:
        """Make the folder and write the plan into it, where the command line finds it too.

        Raises:
            ExportError: ``output-unwritable``, ``disk-full``.
        """
        work = job.laid.work
        try:
            work.out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise from_os(error, work.out) from error
        plan = work.out / PLAN_FILE
        write_file(plan, plan_text(work).encode())
        self._keeper.mark(job.laid.work, running=True)
        return plan

    def _told(self, job: BookJob, event: dict[str, Any]) -> None:
        match event.get("event"):
            case "begin":
                job.begun = True
                if self._busy or job.state is JobState.PAUSED:
                    self._wait()
            case "line":
                self._line(job, event)
            case "stage":
                job.stage = str(event["what"])
            case "note":
                job.notes.append(str(event["text"]))
            case "error":
                self._error = error_of(event)
        self.changed.emit()

    def _line(self, job: BookJob, event: dict[str, Any]) -> None:
        chapter = int(event["chapter"])
        job.minutes, job.total_minutes = float(event["minutes"]), float(event["total_minutes"])
        job.left_s = event["left_s"]
        try:
            line = job.laid.line_at(chapter, int(event["block"]), int(event["start"]))
            text = job.laid.lines[chapter][line].request.text
        except IndexError:  # the document was changed after it was opened
            return
        job.letters += len(text)
        fact = LineFact(
            float(event["seconds"]),
            tuple(event["faults"]),
            tuple(event["unread"]),
            tuple(event["change"]),
        )
        self.spoken.emit(job, chapter, line, fact)

    def _ended(self, job: BookJob, code: int, said: str) -> None:
        run, self.run = self.run, None
        if run is None:
            return  # the window is being closed
        run.deleteLater()
        self._keeper.mark(job.laid.work, running=False)
        if code == 0:
            job.state = JobState.DONE
            self.over.emit(job)
        elif self._stopping or code == STOPPED:
            job.state = JobState.STOPPED
            self.over.emit(job)
        else:
            self._fail(job, self._error or BookFailure(said or f"{code}"))
        self._next()
        self.changed.emit()

    def _fail(self, job: BookJob, error: StudioError | BookFailure) -> None:
        job.state = JobState.FAILED
        self.failed.emit(job, error)

    # what is done in the window goes first

    def _asked(self, _job: object) -> None:
        self._busy += 1
        self._calm.stop()
        if self._busy == 1:
            self._wait()

    def _settled(self, _ticket: int) -> None:
        self._busy = max(self._busy - 1, 0)
        if not self._busy:
            self._calm.start()

    def _wait(self) -> None:
        if self.run is not None:
            self.run.pause()

    def _go_on(self) -> None:
        job = self.queue.active
        if self.run is not None and job is not None and job.state is JobState.RUNS:
            self.run.go()


def error_of(event: dict[str, Any]) -> StudioError:
    """What a narration says went wrong, as the failure it was."""
    code = str(event.get("code"))
    if code not in CODES:
        code = "tool-failed"
    fields = {name: str(event.get(name, "")) for name in ("subject", "detail", "hint")}
    return ExportError(code, **fields)
