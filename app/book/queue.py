"""Books in their order: one is rendered, the others wait. Pure Python, window's thread only.

================ ================= ============== =============== ==================
state of a job   run               pause / go      cancel          ended
================ ================= ============== =============== ==================
waiting          when none runs    –              removed         –
running          –                 paused         stopped         done or failed
paused           –                 running        stopped         done or failed
done, stopped,   –                 –              removed         –
failed
================ ================= ============== =============== ==================
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from app.book.laid import LaidBook


class JobState(Enum):
    """How far a book is."""

    WAITS = "waits"
    RUNS = "runs"
    PAUSED = "paused"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


ACTIVE = frozenset((JobState.RUNS, JobState.PAUSED))


@dataclass(eq=False)
class BookJob:
    """A book in the queue, as it was when it was put there, and how far it is."""

    laid: LaidBook
    state: JobState = JobState.WAITS
    stage: str = ""
    """What is done besides speaking; "" while lines are spoken."""
    begun: bool = False
    """Whether its process has told what it will speak."""
    letters: int = 0
    """Spoken so far."""
    minutes: float = 0.0
    total_minutes: float = 0.0
    left_s: float | None = None
    """Seconds of work until all lines are spoken; None = nobody knows yet."""
    notes: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Share of the book's letters that are spoken, 0..1."""
        if self.state is JobState.DONE:
            return 1.0
        return min(self.letters / max(self.laid.letters, 1), 1.0)


class BookQueue:
    """The jobs, the active one first among those that are not over."""

    def __init__(self) -> None:
        self.jobs: list[BookJob] = []

    @property
    def active(self) -> BookJob | None:
        """The job whose process runs."""
        return next((job for job in self.jobs if job.state in ACTIVE), None)

    def add(self, laid: LaidBook) -> BookJob:
        """Put a book at the end; one of the same document that waits or is over gives way."""
        same = laid.work.path
        self.jobs = [job for job in self.jobs if job.state in ACTIVE or job.laid.work.path != same]
        job = BookJob(laid)
        self.jobs.append(job)
        return job

    def next(self) -> BookJob | None:
        """The job that is to run now; None if one runs or none waits."""
        if self.active is not None:
            return None
        return next((job for job in self.jobs if job.state is JobState.WAITS), None)

    def of(self, laid: LaidBook) -> BookJob | None:
        """The newest job of a document."""
        path = laid.work.path
        return next((job for job in reversed(self.jobs) if job.laid.work.path == path), None)

    def remove(self, at: int) -> None:
        """Take a job off, unless it runs."""
        if 0 <= at < len(self.jobs) and self.jobs[at].state not in ACTIVE:
            del self.jobs[at]

    def sooner(self, at: int) -> None:
        """Move a waiting job before the waiting one above it."""
        if not 0 < at < len(self.jobs):
            return
        if all(self.jobs[n].state is JobState.WAITS for n in (at - 1, at)):
            self.jobs[at - 1 : at + 1] = self.jobs[at], self.jobs[at - 1]
