"""A trace replayed with the cache and without it: what each way of answering takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from engine.build import build_engine
from engine.cache.emotion_id import emotion_ids
from engine.cache.eviction import Limits
from engine.cache.inputs import TakeInputs
from engine.emotion.axes import to_vector
from engine.keys import key_of
from engine.renderer import Renderer
from engine.store import TakeStore
from engine.values import RenderRequest, Want

LIMITS = Limits(clarity=0.0, strength=0.0)
"""Thresholds are measured by themselves (``tests.bench.thresholds``): the double's tones
have no words to be clear."""

WAYS = {"memory": "L1", "disk": "L2", "cold": "archive", "near": "near", "miss": "miss"}


def replay(
    name: str, requests: list[RenderRequest], folder: Path, data: Path | None
) -> dict[str, np.ndarray]:
    """Print how long each way of answering took; returns seconds by way.

    Each request is rendered without the cache, then with it, by two engines that remember
    nothing for each other: a busy moment of the machine hits both alike.

    A knob that was let go is first answered by a neighbour if there is one, as in the
    studio: that is when something is heard; the exact sound is made all the same.
    """
    backend = "auto" if data is not None else "fake"
    taken: dict[str, list[float]] = defaultdict(list)
    alone: list[float] = []
    heard = 0.0
    with build_engine(data, backend) as one, build_engine(data, backend) as two:
        plain, store = one.renderer.with_store(None), TakeStore(folder, LIMITS)
        for engine in (one, two):
            engine.renderer.with_store(None).render(requests[0])
        kept = two.renderer.with_store(store)
        for request in requests:
            alone.append(_seconds(plain.render, request))
            near = _near(kept, request)
            if near is not None:
                taken["near"].append(near)
            before = store.metrics.counts()
            seconds = _seconds(kept.render, request)
            heard += seconds if near is None else near
            (way,) = {
                way
                for (part, way), n in store.metrics.counts().items()
                if part == "take" and n != before.get((part, way), 0)
            } & {"memory", "disk", "cold", "miss"}
            taken[way].append(seconds)
        inputs = [kept.inputs(request) for request in requests]
    without = np.array(alone)
    times = {way: np.array(each) for way, each in taken.items()}
    exact = sum(each.sum() for way, each in times.items() if way != "near")
    cuts = [1 - seconds / without.sum() for seconds in (exact, heard)]
    print(f"\n{name}, {len(requests)} renders (at least 41 % less waiting, aim 80 %)")
    print(f"  {cuts[0]:.1%} less until the exact sound, {cuts[1]:.1%} until something is heard")
    _row("without the cache", without)
    for way, each in times.items():
        _row(f"with it, {WAYS[way]}", each)
    _rates(requests, inputs)
    return times


def _near(renderer: Renderer, request: RenderRequest) -> float | None:
    """Seconds until a neighbour is there to be heard; None without one."""
    if request.want is not Want.DRAFT:
        return None
    start = perf_counter()
    found = renderer.near(request)
    return None if found is None else perf_counter() - start


def drag(requests: list[RenderRequest], folder: Path, data: Path | None) -> None:
    """Let go of a knob at each place, one after another: what is heard at once, what is made.

    Each place is first answered by a neighbour if there is one (``Renderer.near``), then
    made exactly, as the studio does.
    """
    backend = "auto" if data is not None else "fake"
    near: list[float] = []
    missed: list[float] = []
    made: list[float] = []
    with build_engine(data, backend) as engine:
        kept = engine.renderer.with_store(TakeStore(folder, LIMITS))
        kept.plan(requests[0])
        for request in requests:
            start = perf_counter()
            alike = kept.near(request)
            (near if alike is not None else missed).append(perf_counter() - start)
            made.append(_seconds(kept.render, request))
    print(f"\na knob let go at {len(requests)} places, {len(near)} of them heard by a neighbour")
    _row("near", np.array(near))
    _row("no neighbour", np.array(missed))
    _row("miss, made exactly", np.array(made))


def _rates(requests: list[RenderRequest], inputs: list[TakeInputs]) -> None:
    """What share of wishes had a like one before them, by three ideas of what is alike."""
    keys = {
        "raw features": [key_of(r.text, r.voice, r.direction, r.seed) for r in requests],
        "exact key": [each.key() for each in inputs],
        "emotion ID": [each.coarse_key() for each in inputs],
    }
    rates = (f"{name} {1 - len(set(own)) / len(own):.1%}" for name, own in keys.items())
    print(f"  hit rate by {', by '.join(rates)}")
    ids = emotion_ids(np.array([to_vector(each.deltas) for each in inputs]))
    print(f"  {len(set(ids.tolist()))} emotion IDs")


def _seconds(render: Callable[[RenderRequest], object], request: RenderRequest) -> float:
    start = perf_counter()
    render(request)
    return perf_counter() - start


def _row(name: str, seconds: np.ndarray) -> None:
    p50, p95, p99 = 1000 * np.percentile(seconds, [50, 95, 99])
    print(f"  {name:20} {len(seconds):4} x   p50 {p50:8.2f}   p95 {p95:8.2f}   p99 {p99:8.2f} ms")
