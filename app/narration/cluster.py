"""Workers on a Ray cluster: one on each machine, each with the voice open.

Ray is an extra and loaded here alone. A machine is taken if it says a test line with the
very bytes this one does; so the files of a narration do not depend on who spoke what.

Source: Ray 2.60, "Actors", "Scheduling", "Fault tolerance".
"""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from app.narration.crew import Worker, WorkerLost
from app.narration.voice import Refusal, Spec, Voice
from app.narration.voicing import Voiced
from engine.errors import BackendUnavailable, StudioError
from engine.values import RenderRequest

AUTO = "auto"
"""The address that stands for the cluster this machine is part of."""
KNOCK_S = 2.0
ANSWER_S = 6.0
"""How long an address may take to be reached, and then to answer as Ray does: together
below the ten seconds after which a person takes a program for stuck."""
LOOK_S = 2.0
"""How often it is looked for machines that came or went."""
MOST_STARTS = 3
"""How often a worker is started on a machine where it does not come up."""
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""Ray sends usage statistics unless told not to; and it warns of a default to come."""


class RayWorker:
    """One worker: see ``app.narration.crew.Worker``."""

    def __init__(self, name: str, actor: Any) -> None:
        self.name = name
        self.actor = actor
        self.gone = False

    def speak(self, request: RenderRequest) -> Future[Voiced]:
        """Begin to speak a line."""
        return self._asked(self.actor.speak.remote(request))

    def hello(self) -> Future[str]:
        """Begin to open the voice."""
        return self._asked(self.actor.hello.remote())

    def _asked(self, ref: Any) -> Future[Any]:
        given: Future[Any] = Future()
        ref.future().add_done_callback(partial(self._answered, given))
        return given

    def _answered(self, given: Future[Any], answer: Future[Any]) -> None:
        from ray.exceptions import RayError, RayTaskError

        try:
            result = answer.result()
        except RayTaskError as error:  # what no worker should raise is told as it is
            given.set_exception(error)
        except RayError as error:
            self.gone = True
            given.set_exception(WorkerLost(str(error).strip().split("\n")[0]))
        else:
            if isinstance(result, Refusal):
                given.set_exception(result.error)
            else:
                given.set_result(result)


class Cluster:
    """A Ray cluster that is spoken on: see ``app.narration.crew.Workers``.

    Args:
        spec: how a worker's engine is built.
        wanted: this machine's ``likeness``.
        tell: hears of machines that are taken and left out.
    """

    def __init__(self, spec: Spec, wanted: str, tell: Callable[[str], None]) -> None:
        import ray

        self._ray = ray
        self._spec = spec
        self._wanted = wanted
        self._tell = tell
        self._at: dict[str, RayWorker] = {}
        self._starting: dict[str, Future[str]] = {}
        self._starts: dict[str, int] = {}
        self._refused: dict[str, str] = {}
        self._looked = -LOOK_S

    def gather(self) -> Sequence[Worker]:
        """See ``Workers.gather``.

        Raises:
            BackendUnavailable: ``cluster-unready``: no machine of it speaks as this one.
        """
        if time.monotonic() - self._looked >= LOOK_S:
            self._looked = time.monotonic()
            self._look()
        ready = [node for node, hello in self._starting.items() if hello.done()]
        return [worker for node in ready if (worker := self._arrived(node)) is not None]

    def close(self) -> None:
        """End the workers."""
        for worker in self._at.values():
            with suppress(Exception):  # one that is gone cannot be ended, whatever is said
                self._ray.kill(worker.actor, no_restart=True)

    def _look(self) -> None:
        alive = {
            str(node["NodeID"]): str(node["NodeManagerHostname"])
            for node in self._ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU", 0) >= 1
        }
        for node, worker in list(self._at.items()):
            if worker.gone or node not in alive:
                del self._at[node]
                self._starting.pop(node, None)
        if alive and alive.keys() <= self._refused.keys():
            why = "; ".join(dict.fromkeys(self._refused[node] for node in alive))
            raise BackendUnavailable("cluster-unready", subject="backend", detail=why)
        for node in alive.keys() - self._at.keys() - self._refused.keys():
            self._start(node, alive[node])

    def _start(self, node: str, name: str) -> None:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        self._starts[node] = self._starts.get(node, 0) + 1
        here = NodeAffinitySchedulingStrategy(node, soft=False)
        made = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Voice)
        worker = RayWorker(name, made.options(scheduling_strategy=here).remote(self._spec))
        self._at[node] = worker
        self._starting[node] = worker.hello()

    def _arrived(self, node: str) -> RayWorker | None:
        hello, worker = self._starting.pop(node), self._at[node]
        why = ""
        try:
            if hello.result() != self._wanted:
                why = "it would sound otherwise than this machine"
        except WorkerLost as error:
            if self._starts[node] < MOST_STARTS:
                return None  # it is started again with the next look
            why = str(error)
        except StudioError as error:
            why = str(error)
        if not why:
            self._starts[node] = 0
            self._tell(f"speaking on {worker.name}")
            return worker
        self._refused[node] = f"{worker.name}: {why}"
        self._tell(f"{worker.name} is left out: {why}")
        with suppress(Exception):  # see ``close``
            self._ray.kill(worker.actor, no_restart=True)
        return None


@contextmanager
def member(address: str) -> Iterator[None]:
    """Membership of a cluster.

    Args:
        address: ``HOST:PORT`` of its head, or ``auto``.

    Raises:
        BackendUnavailable: ``cluster-missing``: Ray is not installed;
            ``cluster-unreachable``: nothing there answers as a Ray cluster of this release.
    """
    os.environ.update(_QUIET)
    try:
        import ray
    except ImportError as error:
        raise BackendUnavailable(
            "cluster-missing", subject="backend", detail=str(error), hint="espressivo[cluster]"
        ) from error
    knock(address)
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise _unreachable(address, str(error).strip().split("\n")[0]) from error
    try:
        yield
    finally:
        ray.shutdown()


def knock(address: str) -> None:
    """See that a cluster answers, in a process that can be ended: Ray itself waits a minute."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "status"]
    if address != AUTO:
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal() or "/" in address:
            raise _unreachable(address, "this is no HOST:PORT")
        try:
            socket.create_connection((host.strip("[]"), int(port)), KNOCK_S).close()
        except (OSError, OverflowError) as error:
            raise _unreachable(address, str(error)) from error
        command += ["--address", address]
    try:
        asked = subprocess.run(
            command, capture_output=True, timeout=ANSWER_S, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise _unreachable(address, "it does not answer as Ray does") from error
    if asked.returncode:
        said = asked.stderr.decode(errors="replace").strip().split("\n")
        raise _unreachable(address, said[-1])


def _unreachable(address: str, why: str) -> BackendUnavailable:
    detail = f"{address}: {why}" if why else address
    return BackendUnavailable("cluster-unreachable", subject="backend", detail=detail)
