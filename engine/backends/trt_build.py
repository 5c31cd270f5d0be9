"""Building one TensorRT engine, and building them behind the work.

Written against the interface of TensorRT 11 as its Python bindings document it; networks
are strongly typed, so the graph alone decides every precision. Not verified on a GPU.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.backends.trt_buckets import Profile
from engine.cancel import CancelToken
from engine.errors import BackendFailed, Cancelled, StudioError

RULES = "1"
"""Raised by hand whenever the same model gives another graph or another build."""

WORKSPACE_BYTES = 2 * 2**30
"""Most memory a kernel may use while it works: what a card with 6 GiB can spare beside the
weights and activations of all four stages."""

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Built:
    """An engine, and the kernel times measured on the way to it."""

    engine: bytes
    times: bytes


def logger_of(trt: Any) -> Any:
    """Return a logger that keeps what TensorRT complains of, in ``said``."""

    class Log(trt.ILogger):  # type: ignore[misc]
        def __init__(self) -> None:
            trt.ILogger.__init__(self)
            self.said: list[str] = []

        def log(self, severity: Any, msg: str) -> None:
            if severity in (trt.ILogger.INTERNAL_ERROR, trt.ILogger.ERROR):
                self.said.append(msg)

    return Log()


def monitor_of(trt: Any, progress: Progress, token: CancelToken) -> Any:
    """Return what TensorRT reports to while it builds; it stops the build on a cancel.

    Only the outermost phase counts, by its steps: what lies within is of unknown length.
    """

    class Monitor(trt.IProgressMonitor):  # type: ignore[misc]
        def __init__(self) -> None:
            trt.IProgressMonitor.__init__(self)
            self._outer, self._steps = "", 1

        def phase_start(self, phase_name: str, parent_phase: str | None, num_steps: int) -> None:
            if not parent_phase:
                self._outer, self._steps = phase_name, max(num_steps, 1)

        def step_complete(self, phase_name: str, step: int) -> bool:
            if phase_name == self._outer:
                progress(min((step + 1) / self._steps, 1.0))
            return not token.cancelled

        def phase_finish(self, phase_name: str) -> None:
            if phase_name == self._outer:
                progress(1.0)

    return Monitor()


def build(
    trt: Any,
    graph: bytes,
    shapes: Mapping[str, Profile],
    times: bytes,
    progress: Progress,
    token: CancelToken,
) -> Built:
    """Build an engine. Takes from seconds to minutes.

    Args:
        trt: the module ``tensorrt``.
        graph: ONNX, cleaned (``engine.backends.trt_prepare``).
        shapes: what each input may be.
        times: measured before on this machine, or empty.
        progress: called with 0..1, from TensorRT's threads.
        token: ends the build when cancelled.

    Raises:
        Cancelled: the token was cancelled.
        BackendFailed: TensorRT does not read the graph or finds no way to run it.
    """
    token.check()
    log = logger_of(trt)
    builder = trt.Builder(log)
    network = builder.create_network(1 << int(trt.NetworkDefinitionCreationFlag.STRONGLY_TYPED))
    parser = trt.OnnxParser(network, log)
    if not parser.parse(graph):
        said = "; ".join(str(parser.get_error(k)) for k in range(parser.num_errors))
        raise _failed(f"the graph cannot be read: {said}")
    config = builder.create_builder_config()
    config.set_memory_pool_limit(trt.MemoryPoolType.WORKSPACE, WORKSPACE_BYTES)
    config.clear_flag(trt.BuilderFlag.TF32)  # what is float32 in the graph has to stay that
    profile = builder.create_optimization_profile()
    for name, shape in shapes.items():
        profile.set_shape(name, shape.least, shape.best, shape.most)
    if config.add_optimization_profile(profile) < 0:
        raise _failed("the profile does not fit the graph")
    cache = config.create_timing_cache(times)
    if not config.set_timing_cache(cache, ignore_mismatch=False):
        cache = config.create_timing_cache(b"")
        config.set_timing_cache(cache, ignore_mismatch=False)
    config.progress_monitor = monitor = monitor_of(trt, progress, token)
    made = builder.build_serialized_network(network, config)
    del monitor  # it had to outlive the build
    token.check()
    if made is None:
        raise _failed("; ".join(log.said) or "TensorRT built nothing and did not say why")
    return Built(bytes(made), bytes(config.get_timing_cache().serialize()))


def _failed(detail: str) -> BackendFailed:
    return BackendFailed("backend-failed", subject="trt", detail=detail)


@dataclass(frozen=True, slots=True)
class Job:
    """One engine to build: its name for people, and the work."""

    name: str
    work: Callable[[Progress, CancelToken], None]


class Workshop:
    """Builds engines one after another on a thread of its own, each at most once.

    A failed build is not tried again before the program starts anew: it would fail the
    same way. Its reason is kept in ``failures``.
    """

    def __init__(self) -> None:
        self._jobs: queue.Queue[Job | None] = queue.Queue()
        self._known: set[str] = set()
        self._token = CancelToken()
        self._thread: threading.Thread | None = None
        self._left = 0
        """Orders that are not done with."""
        self._over = threading.Condition()
        self.failures: dict[str, str] = {}
        self.progress: dict[str, float] = {}
        """Share done of each build that was begun, 0..1."""

    def want(self, job: Job) -> None:
        """Build this when its turn comes; asked again, nothing happens."""
        if job.name in self._known or self._token.cancelled:
            return
        self._known.add(job.name)
        with self._over:
            self._left += 1
        self._jobs.put(job)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="trt-build", daemon=True)
            self._thread.start()

    def forget(self, name: str) -> None:
        """Let an engine be built once more: the one there did not fit."""
        self._known.discard(name)

    def wait(self, timeout: float) -> bool:
        """Wait until all that was ordered is done with; False after ``timeout`` seconds."""
        with self._over:
            return self._over.wait_for(lambda: self._left == 0, timeout)

    @property
    def busy(self) -> bool:
        """Whether anything is being built or waits for its turn."""
        return self._left > 0

    @property
    def stopped(self) -> bool:
        """Whether nothing more is built."""
        return self._token.cancelled

    def stop(self) -> None:
        """Stop the build at hand at its next step, drop the others, take no more."""
        self._token.cancel()

    def close(self) -> None:
        """Stop, and wait for the thread."""
        self.stop()
        self._jobs.put(None)
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not self._token.cancelled:
                self._do(job)
            with self._over:
                self._left -= 1
                self._over.notify_all()

    def _do(self, job: Job) -> None:
        self.progress[job.name] = 0.0
        try:
            job.work(partial(self.progress.__setitem__, job.name), self._token)
        except Cancelled:
            return
        except StudioError as error:
            self.failures[job.name] = error.detail
        except Exception as error:  # noqa: BLE001 - the next row serves all the same
            self.failures[job.name] = f"{type(error).__name__}: {error}"
