"""The one engine thread: loads the engine, runs one job at a time, answers by signals.

``EngineWorker`` lives on a ``QThread``; ``EngineThread`` starts and stops it. Jobs come
in by one signal and what became of them goes out by others, all queued, so that nothing
is shared but frozen values. Two things go another way: the desk sets the job's token from
the window's thread, and a plan that waits there is taken as soon as a job is done.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from app.studio.desk import Job
from engine.cancel import CancelToken
from engine.errors import Cancelled, StudioError
from engine.heatmaps import heatmap_of
from engine.streaming import Streamed
from engine.values import Want

if TYPE_CHECKING:
    # Only for its type: loading it is the engine thread's, behind the open window.
    from engine.build import Engine

LOG = logging.getLogger(__name__)

STOP_S = 5.0
"""Longest wait for the engine thread at the end: a unit of TensorRT cannot be cut, and
none takes as long."""

Task = Callable[["Engine", CancelToken], object]
"""Work for the engine thread that is no line: an export, a list."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A task and the ticket its answer carries."""

    ticket: int
    task: Task
    token: CancelToken


@dataclass(frozen=True, slots=True)
class Unexpected:
    """A failure nobody foresaw: our bug. ``stage`` says what was being done."""

    stage: str
    error: Exception


class EngineWorker(QObject):
    """Runs on the engine thread. Sessions, stores and processes are made and used here."""

    loaded = Signal(object)
    """``Engine``: only to be asked what does not work, such as its voices' names."""
    load_failed = Signal(object)
    """``StudioError`` or ``Unexpected``."""
    planned = Signal(int, object, object)
    """Ticket, ``Take`` without sound, ``Heatmap``."""
    unit = Signal(int, object)
    """Ticket and the next finished piece of sound, ``Streamed``."""
    near = Signal(int, object, object)
    """Ticket, a ``Take`` that sounds alike while the one asked for is made, ``Heatmap``."""
    finished = Signal(int, object, object)
    """Ticket, ``Take``, ``Heatmap``."""
    failed = Signal(int, object)
    """Ticket, ``StudioError`` or ``Unexpected``."""
    answered = Signal(int, object)
    """Ticket and what a task returned."""
    settled = Signal(int)
    """Always the last of a job, however it ended."""
    _next = Signal(object)

    def __init__(self, build: Callable[[], Engine]) -> None:
        super().__init__()
        self.ahead: Callable[[int], Job | None] = lambda _ticket: None
        """What to go on with after a job; see ``Desk.ahead``."""
        self._next.connect(self.run, Qt.ConnectionType.QueuedConnection)  # errands have turns
        self._build = build
        self._engine: Engine | None = None
        self._project = ""
        self._held = ExitStack()
        """The long job that is under way."""

    @Slot()
    def load(self) -> None:
        """Put the engine together: the first thing this thread does."""
        try:
            self._engine = self._build()
        except Cancelled:
            LOG.debug("loading was cancelled")
        except StudioError as error:
            self.load_failed.emit(error)
        except Exception as error:
            LOG.critical("loading failed", exc_info=error)
            self.load_failed.emit(Unexpected("loading", error))
        else:
            self._engine.work_for(self._project)
            self.loaded.emit(self._engine)

    @Slot(object)
    def rebuild(self, build: Callable[[], Engine]) -> None:
        """Release the engine and put another together."""
        self.close()
        self._build = build
        self.load()

    @Slot(object)
    def run(self, job: Job | Errand) -> None:
        """Do one job; every answer carries its ticket, ``settled`` is the last."""
        try:
            if self._engine is not None:
                self._do(self._engine, job)
        except Cancelled:
            LOG.debug("job %d was cancelled", job.ticket)
        except StudioError as error:
            LOG.info("job %d: %s", job.ticket, error.code)
            self.failed.emit(job.ticket, error)
        except Exception as error:
            LOG.critical("job %d failed", job.ticket, exc_info=error)
            self.failed.emit(job.ticket, Unexpected("speaking", error))
        finally:
            ahead = self.ahead(job.ticket)
            self.settled.emit(job.ticket)
            if ahead is not None:
                self._next.emit(ahead)

    @Slot(str)
    def work_for(self, project: str) -> None:
        """Keep takes on behalf of a project, whatever engine there is or will be."""
        self._project = project
        if self._engine is not None:
            self._engine.work_for(project)

    @Slot(bool)
    def hold(self, held: bool) -> None:
        """Begin or end a long job: until its end, no take of it is evicted."""
        self._held.close()
        if held and self._engine is not None:
            self._held.enter_context(self._engine.job())

    @Slot()
    def close(self) -> None:
        """Release the engine on the thread that made it."""
        self._held.close()
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _do(self, engine: Engine, job: Job | Errand) -> None:
        if isinstance(job, Errand):
            job.token.check()
            self.answered.emit(job.ticket, job.task(engine, job.token))
            return
        job.token.check()
        if job.request.want is Want.PLAN or not job.batch:
            # Of a sound too: what it will be like is then seen while it is being made.
            take = engine.renderer.plan(replace(job.request, want=Want.PLAN), job.token)
            self.planned.emit(job.ticket, take, heatmap_of(take))
        if job.request.want is Want.PLAN:
            if take.provenance.cache == "hit":
                engine.renderer.ready(job.request, job.token)
            return
        if job.request.want is Want.DRAFT:
            alike = engine.renderer.near(job.request)
            if alike is not None:
                self.near.emit(job.ticket, alike, heatmap_of(alike))

        def hand_on(piece: Streamed) -> None:
            self.unit.emit(job.ticket, piece)

        take = engine.renderer.render(job.request, job.token, hand_on)
        self.finished.emit(job.ticket, take, heatmap_of(take))


class EngineThread(QObject):
    """The engine thread and its worker, started and stopped together."""

    _load = Signal()
    _close = Signal()
    job = Signal(object)
    """``Job`` or ``Errand`` for the worker."""
    rebuild = Signal(object)
    """What puts another engine together."""
    project = Signal(str)
    """On whose behalf takes are kept from now on."""
    hold = Signal(bool)
    """A long job begins, or is over."""

    def __init__(self, build: Callable[[], Engine], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = EngineWorker(build)
        self._thread = QThread(self)
        self._thread.setObjectName("engine")
        self.worker.moveToThread(self._thread)
        self._load.connect(self.worker.load)
        self.rebuild.connect(self.worker.rebuild)
        self.project.connect(self.worker.work_for)
        self.hold.connect(self.worker.hold)
        self._close.connect(self.worker.close)
        self.job.connect(self.worker.run)
        self._close.connect(self._thread.quit)

    def start(self) -> None:
        """Start the thread and load the engine there."""
        self._thread.start()
        self._load.emit()

    def stop(self) -> bool:
        """Release the engine and end the thread; cancel what runs before.

        Returns:
            False if it did not end within ``STOP_S``.
        """
        if not self._thread.isRunning():
            return True
        self._close.emit()
        return self._thread.wait(round(1000 * STOP_S))
