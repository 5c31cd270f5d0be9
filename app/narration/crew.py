"""Speaking the lines of a book with several workers, into the one ledger.

Each worker has one line at a time, so that one that is lost costs the line it was at and
no other: that line goes to the next worker that is free. Workers run ahead of what is asked
for; whatever order lines come back in, they are handed on in the book's.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Protocol

from app.narration.ledger import Done, Ledger
from app.narration.lines import BookLine
from app.narration.speaking import Pace, request_key
from app.narration.voicing import Ear, Renders, Voiced, known
from engine.cancel import CancelToken
from engine.errors import BackendFailed
from engine.values import RenderRequest

WAIT_S = 0.2
"""How long a cancel may go unnoticed."""
PATIENCE_S = 60.0
"""How long it is waited for a worker while there is none: twice what one takes to start and
open the voice on a busy machine."""
MOST_LOSSES = 3
"""So many workers lost over one line: the line is at fault, not they."""


class WorkerLost(Exception):
    """The worker is gone: killed, out of memory, or its machine was switched off."""


class Worker(Protocol):
    """One that speaks lines, one at a time."""

    @property
    def name(self) -> str:
        """What it is called in a message."""

    def speak(self, request: RenderRequest) -> Future[Voiced]:
        """Begin to speak a line.

        The future raises ``WorkerLost`` if the worker is gone, and what the engine raises.
        """


class Workers(Protocol):
    """Where workers come from."""

    def gather(self) -> Sequence[Worker]:
        """Those that are ready and were not given before; more may come later."""


class Crew:
    """Speaks lines with several workers: see ``app.narration.speaking.Speaks``.

    Args:
        workers: where they come from.
        renderer: this machine's, which looks what a line's sound depends on.
        ledger: where lines are kept.
        stamp: see ``app.narration.speaking.stamp_of``.
        token: cancels between lines.
        tell: hears which worker was lost.
        ear: listens to lines whose sound is there already; workers have their own.
    """

    def __init__(
        self,
        workers: Workers,
        renderer: Renders,
        ledger: Ledger,
        stamp: str,
        token: CancelToken,
        tell: Callable[[str], None],
        ear: Ear | None = None,
    ) -> None:
        self._ear = ear
        self._workers = workers
        self._renderer = renderer
        self._ledger = ledger
        self._stamp = stamp
        self._token = token
        self._tell = tell
        self._ahead: Iterator[RenderRequest] = iter(())
        self._again: list[RenderRequest] = []
        self._idle: list[Worker] = []
        self._busy: dict[Future[Voiced], tuple[Worker, str, RenderRequest]] = {}
        self._losses: Counter[str] = Counter()
        self._alone_since = time.monotonic()
        self.spoken: list[str] = []

    def begin(self, lines: Sequence[BookLine]) -> None:
        """See ``Speaks.begin``: workers take the lines in this order."""
        self._ahead = (line.request for line in lines)
        self._again.clear()

    def lines(
        self,
        lines: Sequence[BookLine],
        pace: Pace,
        before: Callable[[CancelToken], None] = CancelToken.check,
    ) -> Iterator[Done]:
        """See ``Speaks.lines``.

        Raises:
            BackendFailed: ``cluster-lost``: no worker is left, or one line loses them all.
        """
        since = time.perf_counter()
        for line in lines:
            before(self._token)
            key = request_key(self._stamp, line.request)
            spent = None
            while (found := self._ledger.done(key)) is None:
                self._token.check()
                self._hand_out()
                if self._idle and not self._busy:  # its sound was damaged and is gone again
                    self._again.append(line.request)
                self._take_in()
                now = time.perf_counter()
                spent, since = (spent or 0.0) + now - since, now
            pace.count(line, found, spent)
            yield found

    def _hand_out(self) -> None:
        """Give every free worker a line."""
        self._idle += self._workers.gather()
        while self._idle and (following := self._following()) is not None:
            key, request = following
            worker = self._idle.pop(0)
            self._busy[worker.speak(request)] = (worker, key, request)

    def _following(self) -> tuple[str, RenderRequest] | None:
        """The next line nobody has spoken or is speaking; None if there is none."""
        underway = {key for _, key, _ in self._busy.values()}
        while True:
            request = self._again.pop(0) if self._again else next(self._ahead, None)
            if request is None:
                return None
            key = request_key(self._stamp, request)
            if key in underway or self._ledger.done(key) is not None:
                continue
            sound = self._renderer.inputs(request).key()
            if not self._ledger.has_sound(sound):
                return key, request
            audio = self._ledger.audio(sound)
            self._ledger.keep(key, known(self._renderer, request, audio, self._token, self._ear))

    def _take_in(self) -> None:
        """Wait a moment for lines that are done, and keep them."""
        if self._busy or self._idle:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > PATIENCE_S:
            raise BackendFailed("cluster-lost", subject="backend", detail="no worker is left")
        if not self._busy:
            time.sleep(WAIT_S)
            return
        finished, _ = wait(self._busy, WAIT_S, FIRST_COMPLETED)
        for each in finished:
            self._settle(each, *self._busy.pop(each))

    def _settle(
        self, finished: Future[Voiced], worker: Worker, key: str, request: RenderRequest
    ) -> None:
        try:
            made = finished.result()
        except WorkerLost as error:
            self._lost(worker, key, request, error)
            return
        self._ledger.keep_sound(made.done.key, made.audio)
        self._ledger.keep(key, made.done)
        self.spoken.append(request.text)
        self._idle.append(worker)

    def _lost(self, worker: Worker, key: str, request: RenderRequest, why: WorkerLost) -> None:
        self._losses[key] += 1
        if self._losses[key] >= MOST_LOSSES:
            detail = f"{self._losses[key]} workers over one line: {request.text[:60]}"
            raise BackendFailed("cluster-lost", subject="backend", detail=detail) from why
        self._again.append(request)
        self._tell(f"{worker.name} was lost; the line it was at goes to another")
