"""Workers on this machine: processes beside this one, each with the voice open.

They map the same prepared weights, which the system keeps in memory once. Every worker
computes with as many threads as one alone would, since the number of threads shows in the
last bits of a sound: what a narration's bytes are does not depend on how many speak it. What
is won is the time in which one worker reads, plans or checks and leaves cores idle.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from app.narration.crew import Worker, WorkerLost
from app.narration.voice import Refusal, Spec, Voice
from app.narration.voicing import Voiced
from engine.errors import BackendUnavailable, StudioError
from engine.values import RenderRequest

MOST_STARTS = 3
"""How often a worker that does not come up, or is lost, is started in its place."""
END_S = 5.0
"""How long a worker may take to end its line once nobody wants it."""


def serve(asked: Connection, spec: Spec) -> None:
    """Be a worker: answer requests until the other end is closed.

    A None asks for ``Voice.hello``. An interrupt is the parent's to act on.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    voice = Voice(spec)
    with suppress(EOFError, OSError):  # the parent ended, by whatever
        while True:
            request = asked.recv()
            asked.send(voice.hello() if request is None else voice.speak(request))


class ProcessWorker:
    """One worker: see ``app.narration.crew.Worker``."""

    def __init__(self, name: str, spec: Spec) -> None:
        self.name = name
        self.gone = False
        # Spawned: a copy of a process with threads in it may hang on their locks.
        context = multiprocessing.get_context("spawn")
        self._asked, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, spec), name=name, daemon=True)
        self._process.start()
        theirs.close()
        self._thread = ThreadPoolExecutor(1, name)

    def speak(self, request: RenderRequest) -> Future[Voiced]:
        """Begin to speak a line."""
        return self._thread.submit(self._answer, request)

    def hello(self) -> Future[str]:
        """Begin to open the voice."""
        return self._thread.submit(self._answer, None)

    def close(self) -> None:
        """End the process; at once if it does not end by itself."""
        self._process.terminate()
        self._thread.shutdown(wait=True)
        self._process.join(END_S)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self._asked.close()
        self._process.close()

    def _answer(self, request: RenderRequest | None) -> Any:
        try:
            self._asked.send(request)
            answer = self._asked.recv()
        except (EOFError, OSError) as error:
            self.gone = True
            raise WorkerLost("its process ended") from error
        if isinstance(answer, Refusal):
            raise answer.error
        return answer


class Processes:
    """Several workers on this machine: see ``app.narration.crew.Workers``.

    Args:
        count: how many.
        spec: how a worker's engine is built.
        wanted: this machine's ``likeness``.
        tell: hears of workers that are left out.
    """

    def __init__(self, count: int, spec: Spec, wanted: str, tell: Callable[[str], None]) -> None:
        self._spec = spec
        self._wanted = wanted
        self._tell = tell
        self._starts = dict.fromkeys(range(count), 0)
        self._at: dict[int, ProcessWorker] = {}
        self._starting: dict[int, Future[str]] = {}

    def gather(self) -> Sequence[Worker]:
        """See ``Workers.gather``.

        Raises:
            BackendUnavailable: ``cluster-unready``: no worker speaks as this process does.
        """
        for place, starts in self._starts.items():
            worker = self._at.get(place)
            if worker is not None and worker.gone:
                self._drop(place)
            if place not in self._at and starts < MOST_STARTS:
                self._starts[place] = starts + 1
                self._at[place] = ProcessWorker(f"worker {place + 1}", self._spec)
                self._starting[place] = self._at[place].hello()
        ready = [place for place, hello in self._starting.items() if hello.done()]
        return [self._at[place] for place in ready if self._speaks_alike(place)]

    def close(self) -> None:
        """End the workers."""
        for place in list(self._at):
            self._drop(place)

    def _speaks_alike(self, place: int) -> bool:
        try:
            if self._starting.pop(place).result() == self._wanted:
                return True
            why = "it sounds otherwise than this process"
        except WorkerLost:
            return False  # it is started again when next looked
        except StudioError as error:
            why = str(error)
        name = self._at[place].name
        self._drop(place)
        self._starts[place] = MOST_STARTS
        self._tell(f"{name} is left out: {why}")
        if not self._at:
            raise BackendUnavailable("cluster-unready", subject="backend", detail=why)
        return False

    def _drop(self, place: int) -> None:
        self._starting.pop(place, None)
        self._at.pop(place).close()
