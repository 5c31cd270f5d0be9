"""The desk: what the one engine thread does next. Pure Python, the window's thread's.

At most one job runs and at most one waits; the latest wins. *Plans finish, sounds
yield*: a newer request lets a running plan end, so that curves keep being drawn
while a knob is dragged, and cuts a running sound. A batch is an iterator from which
one line at a time is pulled whenever there is nothing else to do; its lines are not
cut, so nothing of it is thrown away. A plan that waits is begun by the engine thread
itself (``ahead``, all that it calls here): it need not wait until the window has drawn.

============================ ======================= ======================= =============
state                        submit                  settled                 cancel
============================ ======================= ======================= =============
idle                         run it                  (an error)              (nothing)
plan runs, none waits        it waits                next of batch, or idle  cancel all
plan runs, one waits         it replaces that one    run the waiting one     cancel all
live sound runs              cancel the sound, wait  run the waiting one     cancel all
batch sound runs             it waits                waiting one, then batch cancel all
============================ ======================= ======================= =============
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from threading import RLock

from engine.cancel import CancelToken
from engine.values import RenderRequest, Want

BatchItem = tuple[str, RenderRequest]
"""A line's id and what is asked for it."""


@dataclass(frozen=True, slots=True)
class Job:
    """One request on its way through the engine thread.

    ``ticket`` counts up from 1 and comes back with every answer; ``line`` is the
    id of the script's line, or any other word its asker knows it by.
    """

    ticket: int
    line: str
    request: RenderRequest
    batch: bool = False
    token: CancelToken = field(default_factory=CancelToken, compare=False)

    def answers(self, line: str, request: RenderRequest) -> bool:
        """Whether this job, if it is let finish, makes all that is asked there."""
        if self.line != line or self.token.cancelled:
            return False
        wanted = replace(request, want=self.request.want)
        if self.request.want is Want.DRAFT:  # makes the exact sound, too
            return wanted == self.request
        return wanted == self.request and request.want in {Want.PLAN, self.request.want}


class Desk:
    """Decides which job runs. See the module's text for its rules.

    Args:
        run: hands a job to the engine thread and returns at once; ``settled`` must
            be called once for each, whatever became of it.
    """

    def __init__(self, run: Callable[[Job], None]) -> None:
        self._run = run
        self._running: Job | None = None
        self._waiting: Job | None = None
        self._batch: Iterator[BatchItem] | None = None
        self._tickets = 0
        self._closed = False
        self._left: set[int] = set()
        """Jobs the engine thread has gone on from, and has not yet said so."""
        self._lock = RLock()
        """Held while what runs or waits is looked at and changed."""

    @property
    def running(self) -> Job | None:
        """The job the engine thread has, cancelled or not."""
        return self._running

    @property
    def waiting(self) -> Job | None:
        """The job that runs next."""
        return self._waiting

    @property
    def batching(self) -> bool:
        """Whether a batch may still have lines to come."""
        return self._batch is not None

    @property
    def speaking(self) -> bool:
        """Whether a sound that was asked for live is being made, or is next."""
        live = (job for job in (self._running, self._waiting) if job is not None and not job.batch)
        return any(job.request.want is not Want.PLAN and not job.token.cancelled for job in live)

    def submit(self, line: str, request: RenderRequest) -> int | None:
        """Ask for something now.

        Returns:
            The ticket its answer will carry: that of a job under way if it makes the
            same. None once the desk is closed.
        """
        if self._closed:
            return None
        with self._lock:
            running = self._running
            if running is not None and running.answers(line, request):
                self._waiting = None
                return running.ticket
            if self._waiting is not None and self._waiting.answers(line, request):
                return self._waiting.ticket
            job = self._job(line, request, batch=False)
            if running is None:
                self._start(job)
                return job.ticket
            self._waiting = job
            if running.request.want is not Want.PLAN and not running.batch:
                running.token.cancel()
            return job.ticket

    def ahead(self, ticket: int) -> Job | None:
        """Return the plan that waits, as what runs now; called by the engine thread.

        Args:
            ticket: of the job that it is done with and has not settled yet.
        """
        with self._lock:
            running, waiting = self._running, self._waiting
            if running is None or running.ticket != ticket or waiting is None:
                return None
            if waiting.request.want is not Want.PLAN:
                return None
            self._running, self._waiting = waiting, None
            self._left.add(ticket)
            return waiting

    def batch(self, items: Iterable[BatchItem]) -> None:
        """Work through ``items`` when there is nothing else to do, after a batch before.

        An item is pulled only when its turn has come, so that what it asks for may
        depend on what the script is then.
        """
        if self._closed:
            return
        self._batch = iter(items) if self._batch is None else chain(self._batch, items)
        if self._running is None:
            self._pull()

    def settled(self, ticket: int) -> None:
        """The engine thread is done with a job, however it ended.

        Raises:
            ValueError: that job was not running.
        """
        with self._lock:
            if ticket in self._left:
                self._left.remove(ticket)
                return
            if self._running is None or self._running.ticket != ticket:
                msg = f"ticket {ticket} settled, but it was not running"
                raise ValueError(msg)
            self._running = None
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                self._start(waiting)
            else:
                self._pull()

    def stop(self) -> None:
        """Make no sound that was asked for live; plans and a batch go on."""
        with self._lock:
            if self._waiting is not None and self._waiting.request.want is not Want.PLAN:
                self._waiting = None
            running = self._running
            if running is not None and not running.batch and running.request.want is not Want.PLAN:
                running.token.cancel()

    def cancel(self) -> None:
        """Stop what runs, and forget what waits and the batch."""
        with self._lock:
            self._waiting = None
            self._batch = None
            if self._running is not None:
                self._running.token.cancel()

    def close(self) -> None:
        """Cancel everything and take nothing more."""
        self._closed = True
        self.cancel()

    def _pull(self) -> None:
        batch, self._batch = self._batch, None
        item = None if batch is None else next(batch, None)
        if item is not None:
            self._batch = batch
            self._start(self._job(*item, batch=True))

    def _job(self, line: str, request: RenderRequest, *, batch: bool) -> Job:
        self._tickets += 1
        return Job(self._tickets, line, request, batch)

    def _start(self, job: Job) -> None:
        self._running = job
        self._run(job)
