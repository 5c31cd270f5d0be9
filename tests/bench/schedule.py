"""How long does someone who listens wait beside a book? Three ways to share one backend.

``python -m tests.bench.schedule`` prints the table. Each piece of work is a real, timed run
of the double's waveform stage, set into arrivals at three quarters of what it can do; the
clock between them is counted, not waited for. What a card adds (a change of engine costs
more, runs cost less) is not in it.
"""

from __future__ import annotations

import multiprocessing
import random
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.backends.fake import FakeBackend
from engine.backends.protocol import Stage
from engine.backends.trt_buckets import bucket_for
from engine.cancel import CancelToken
from engine.turns import Turns
from tests.bench.by_length import ByLength

STATIC = 8
LIVE_LOAD, BATCH_LOAD = 0.10, 0.65
"""Shares of the backend's time that both kinds ask for."""


@dataclass(frozen=True, slots=True)
class Request:
    arrives: float
    live: bool
    frames: int


@dataclass(frozen=True, slots=True)
class Row:
    policy: str
    live_p50_ms: float
    live_p99_ms: float
    batch_p50_ms: float
    busy: float
    """share of the time in which the backend worked"""
    changes: int
    """of the bucket between two runs"""
    done: int


class AsTheyCome:
    def __init__(self) -> None:
        self._waiting: deque[Request] = deque()

    def put(self, request: Request) -> None:
        self._waiting.append(request)

    def take(self, ended: bool) -> list[Request]:
        return [self._waiting.popleft()] if self._waiting else []


class StaticBatches(AsTheyCome):
    """Wait until so many are there, run them, answer all at the end."""

    def take(self, ended: bool) -> list[Request]:
        if len(self._waiting) < STATIC and not ended:
            return []
        return [self._waiting.popleft() for _ in range(min(STATIC, len(self._waiting)))]


class LiveFirst:
    def __init__(self) -> None:
        self._waiting: ByLength[Request] = ByLength()

    def put(self, request: Request) -> None:
        if request.live:
            self._waiting.put_live(request)
        else:
            self._waiting.put_batch(request, bucket_for(Stage.WAVEFORM, request.frames) or 0)

    def take(self, ended: bool) -> list[Request]:
        found = self._waiting.take()
        return [] if found is None else [found]


POLICIES: dict[str, Callable[[], AsTheyCome | LiveFirst]] = {
    "as they come": AsTheyCome,
    "static batches of 8": StaticBatches,
    "live first": LiveFirst,
}


def arrivals(count: int, mean_s: float, seed: int = 1) -> list[Request]:
    """Live requests by chance, a book as fast as it is read, lengths as units have them."""
    chance, found = random.Random(seed), []
    until = count * mean_s / (LIVE_LOAD + BATCH_LOAD)
    for live, load in ((True, LIVE_LOAD), (False, BATCH_LOAD)):
        at = chance.expovariate(load / mean_s)
        while at < until:
            frames = chance.randint(40, 90) if live else chance.randint(40, 260)
            found.append(Request(at, live, frames))
            at += chance.expovariate(load / mean_s)
    return sorted(found, key=lambda request: request.arrives)


def on_the_double() -> Callable[[int], float]:
    """Return what decodes silence of a length and says how many seconds that took."""
    backend = FakeBackend()

    def run(frames: int) -> float:
        curve = np.zeros((1, 2 * frames), np.float32)
        text, style = np.zeros((1, 512, frames), np.float32), np.zeros((1, 128), np.float32)
        inputs = {"aligned_text": text, "f0": curve, "energy": curve, "acoustic_style": style}
        begun = time.perf_counter()
        backend.run(Stage.WAVEFORM, inputs, CancelToken())
        return time.perf_counter() - begun

    return run


def measured(spend: Callable[[int], float], count: int = 400) -> Iterator[Row]:
    """Run the same arrivals under each policy.

    Args:
        spend: does the work of so many frames and returns its seconds.
        count: about how many requests.
    """
    mean_s = float(np.mean([spend(frames) for frames in range(40, 260, 11)]))
    for name, made in POLICIES.items():
        policy, coming = made(), deque(arrivals(count, mean_s))
        now, busy, last, changes, waited = 0.0, 0.0, 0, 0, []
        total = len(coming)
        while len(waited) < total:
            while coming and coming[0].arrives <= now:
                policy.put(coming.popleft())
            group = policy.take(not coming)
            if not group:
                now = coming[0].arrives
            for request in group:
                bucket = bucket_for(Stage.WAVEFORM, request.frames) or 0
                changes, last = changes + (bucket != last), bucket
                took = spend(request.frames)
                busy, now = busy + took, now + took
            waited += [(request.live, now - request.arrives) for request in group]
        yield _row(name, waited, busy / now, changes)


def _row(name: str, waited: list[tuple[bool, float]], busy: float, changes: int) -> Row:
    live = [1e3 * seconds for is_live, seconds in waited if is_live]
    batch = [1e3 * seconds for is_live, seconds in waited if not is_live]
    p50, p99 = np.percentile(live, (50, 99))
    return Row(name, float(p50), float(p99), float(np.median(batch)), busy, changes, len(waited))


BATCHES = 3
"""Processes that decode a book: one more than this machine has cores."""
ASKED, EVERY_S = 80, 0.05
"""Live requests, and how long after each the next comes."""
LIVE_FRAMES, BATCH_FRAMES = 60, 240


def batch(lock: Path, gate: bool, stop: Any, done: Any) -> None:
    """Decode long units until told to stop, giving way if ``gate``."""
    spend, turns = on_the_double(), Turns(lock)
    while not stop.is_set():
        if gate:
            turns.give_way(CancelToken())
        spend(BATCH_FRAMES)
        with done.get_lock():
            done.value += 1
    turns.close()


def beside_processes(folder: Path, gate: bool) -> tuple[float, float, float]:
    """Return P50 and P99 of live requests, ms, and batch units a second."""
    context = multiprocessing.get_context("spawn")
    stop, done = context.Event(), context.Value("i", 0)
    arguments = (folder / "turns", gate, stop, done)
    others = [context.Process(target=batch, args=arguments) for _ in range(BATCHES)]
    for other in others:
        other.start()
    while done.value < 4 * BATCHES:
        time.sleep(0.02)
    spend, turns, took = on_the_double(), Turns(folder / "turns"), []
    begun, before = time.perf_counter(), done.value
    for _ in range(ASKED):
        start = time.perf_counter()
        with turns.live():
            spend(LIVE_FRAMES)
        took.append(1e3 * (time.perf_counter() - start))
        time.sleep(EVERY_S)
    rate = (done.value - before) / (time.perf_counter() - begun)
    stop.set()
    for other in others:
        other.join()
    turns.close()
    p50, p99 = np.percentile(took, (50, 99))
    return float(p50), float(p99), rate


def main() -> None:
    print(f"{'policy':20} {'live P50':>9} {'live P99':>9} {'batch P50':>9} {'busy':>5} changes")
    for row in measured(on_the_double()):
        times = f"{row.live_p50_ms:6.1f} ms {row.live_p99_ms:6.1f} ms {row.batch_p50_ms:6.1f} ms"
        print(f"{row.policy:20} {times} {row.busy:5.0%} {row.changes:7}")
    print(f"\n{'processes':20} {'live P50':>9} {'live P99':>9} {'batch units/s':>14}")
    with tempfile.TemporaryDirectory() as folder:
        for name, gate in (("nobody gives way", False), ("batches give way", True)):
            p50, p99, rate = beside_processes(Path(folder), gate)
            print(f"{name:20} {p50:6.1f} ms {p99:6.1f} ms {rate:14.1f}")


if __name__ == "__main__":
    main()
