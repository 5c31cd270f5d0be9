"""How fast the cache is, beside other stores, and what it saves in a day's work.

``python -m tests.bench.cache [--quick] [--voice] [--traces]`` prints tables. Times are from the
question to a read-only array that can be used and whose checksum was looked at. Rivals
are read by turns in one run, so that a busy moment of the machine hits all alike.
``--voice`` replays the traces on the prepared voice model instead of the double,
``--quick`` leaves out the table of a million, ``--traces`` all but the traces.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from time import perf_counter, perf_counter_ns
from typing import Any

import numpy as np

from app.settings import load
from engine.build import build_engine, build_understander
from engine.cache.access import PLAIN
from engine.cache.emotion_id import emotion_ids
from engine.cache.emotions import KnownEmotions, head_of
from engine.cache.finding import DIGEST
from engine.cache.metrics import Metrics
from engine.cache.opened import OpenRecords
from engine.cache.table import EmotionTable
from engine.emotion.axes import AXES, LISTENER_STEP, to_vector
from engine.emotion.law import HARD_LIMITS
from engine.keys import key_of
from engine.record_file import parse_record, read_record, record_bytes, write_record
from engine.store import TakeStore
from engine.values import Deltas, Floats, RenderRequest
from tests.bench.access import ablation
from tests.bench.replay import drag, replay
from tests.bench.stores import Open, Read, all_of, sealed
from tests.bench.tables import HEAD, entries, picked
from tests.bench.traces import TRACES, dragged

BLOCK = 250
"""Reads of one store before the next one's turn."""

EMPTY = "nothing"
"""Name of the call that does nothing."""

TAKE_SAMPLES = 240_000
"""10 s of sound."""

LINE = "I kept your letters, all of them, in the drawer by the window, until the house was sold."

ANEW, AGAIN = "opened anew", "kept mapped"
"""Ways to read a take: as the first time, and as the program does each time after."""

PAIRS = 1_000_000

SPOKEN_STEP = 6
"""Hundredths of a knob between two places that the voice speaks: each takes seconds."""

LEAST, MOST = (Deltas(**{axis: HARD_LIMITS[axis][end] for axis in AXES}) for end in (0, 1))
"""What deltas can be."""


def by_turns(
    readers: Mapping[str, Read], keys: list[str], own: Mapping[str, list[str]] | None = None
) -> dict[str, np.ndarray]:
    """Microseconds of every read of every reader; a first pass over the keys is left out.

    Each turn has another block of keys, so that nobody reads what the one before has just
    brought into the processor's cache. What an empty call takes, the clock's own time, is
    taken off each. ``own`` has the keys of readers that are not asked by ``keys``.
    """
    asked = dict.fromkeys((*readers, EMPTY), keys) | dict(own or {})
    for name, read in readers.items():
        for key in asked[name]:
            assert read(key) is not None
    turns = {**readers, EMPTY: _nothing}
    taken: dict[str, list[int]] = {name: [] for name in turns}
    for first in range(0, len(keys), BLOCK):
        for turn, (name, read) in enumerate(turns.items()):
            times, at = taken[name], (first + turn * BLOCK) % len(keys)
            for key in asked[name][at : at + BLOCK]:
                start = perf_counter_ns()
                read(key)
                times.append(perf_counter_ns() - start)
    clock = float(np.median(taken.pop(EMPTY)))
    return {name: np.maximum(np.array(times) - clock, 1) / 1000 for name, times in taken.items()}


def _nothing(_key: str) -> None:
    return None


def row(name: str, taken: np.ndarray, note: str = "") -> None:
    p50, p95, p99 = np.percentile(taken, [50, 95, 99])
    print(f"  {name:28} p50 {p50:9.1f}   p95 {p95:9.1f}   p99 {p99:9.1f} us   {note}")


def against(taken: Mapping[str, np.ndarray], first: str) -> None:
    """Rows of all readers, each with its ratio to the first one's median."""
    own = float(np.median(taken[first]))
    for name, times in taken.items():
        row(name, times, f"{float(np.median(times)) / own:6.1f} x")


def in_memory(folder: Path, count: int) -> tuple[Read, list[str]]:
    """L1: whole emotions by their prompts, as the program asks for them; 24 prompts in turn."""
    understander = build_understander()
    table = EmotionTable(folder, head_of(understander.version))
    known = KnownEmotions(understander, table, Metrics())
    prompts = [
        f"{degree} {word}".strip()
        for degree in ("", "very", "slightly", "not")
        for word in ("sad", "cheerful", "calm", "angry", "tender", "tired")
    ]
    return known.understand, (prompts * (count // len(prompts) + 1))[:count]


def bench_table(folder: Path, sizes: tuple[int, ...]) -> None:
    print("\nL2: an emotion on the map, by its key (aim: p50 under 10, p99 under 50 us)")
    for size in sizes:
        EmotionTable(folder / str(size), HEAD).put_many(entries(size))
        table = EmotionTable(folder / str(size), HEAD)
        taken = by_turns({"its vector": table.vector, "all of it": table.get}, picked(size))
        for name, times in taken.items():
            row(f"{size:,} entries, {name}", times)


def bench_rivals(folder: Path, size: int) -> None:
    table = EmotionTable(folder / str(size), HEAD)

    def values() -> Iterator[tuple[str, bytes]]:
        for key, entry in entries(size):
            yield key, sealed(entry.emovec.tobytes())

    print(f"\nthe same {size:,} vectors in other stores (aim: LMDB 1 x, DiskCache 20 x)")
    with all_of(folder / "vectors", values) as readers:
        keys = picked(size)
        memory, prompts = in_memory(folder / "memory", len(keys))
        taken = by_turns(
            {
                "L2, the table": table.vector,
                "floor: rows in a dict": floor(table, keys),
                "L1, KnownEmotions": memory,
                **readers,
            },
            keys,
            {"L1, KnownEmotions": prompts},
        )
        against(taken, "L2, the table")
        against({n: t for n, t in taken.items() if n[:2] != "L2"}, "L1, KnownEmotions")
        floored = {n: taken[n] for n in ("floor: rows in a dict", "DiskCache")}
        against(floored, "floor: rows in a dict")
        whole("all vectors at once, for neighbours and drift", table, readers, size)


def floor(table: EmotionTable, keys: list[str]) -> Read:
    """What a look-up on the map in Python cannot be quicker than: nothing is looked for.

    Each key has its row of the map and the row's sum in a dict, and only the check is left.
    """
    rows = {key: table.vector(key) for key in keys}
    known = {key: (row, DIGEST(row)) for key, row in rows.items()}
    digest = DIGEST

    def read(key: str) -> Floats | None:
        row, stated = known[key]
        return row if digest(row) == stated else None

    return read


def whole(title: str, table: EmotionTable, readers: Mapping[str, Read], size: int) -> None:
    """The work a cache of EmoVecs is for: one float32[n, 128], summed up so that it is read."""
    keys = [key_of(number) for number in range(size)]
    start = perf_counter()
    table.matrix().sum()
    own = perf_counter() - start
    print(f"  {title}\n  {'the table':28} {1000 * own:12.1f} ms")
    for name, read in readers.items():
        start = perf_counter()
        np.stack([read(key) for key in keys]).sum()  # type: ignore[arg-type]
        taken = perf_counter() - start
        print(f"  {name:28} {1000 * taken:12.1f} ms {taken / own:6.0f} x")


def bench_nearest(folder: Path, size: int) -> None:
    table = EmotionTable(folder / str(size), HEAD)
    wanted = np.random.default_rng(2).uniform(-1, 1, 128).astype(np.float32)
    taken = by_turns({"": lambda _: table.nearest(wanted, 10)}, [""] * 50)[""]
    print(f"\n10 nearest of {size:,} (aim: under 15,000 us)")
    row("nearest", taken)


def bench_take(folder: Path) -> None:
    sound = np.random.default_rng(0).uniform(-1, 1, TAKE_SAMPLES).astype(np.float32)
    print("\na take of 10 s, opened and checked (aim: under 150 us)")
    for title, meta, arrays in (
        ("its sound alone", {"a": 1}, {"audio": sound}),
        ("all that a take has", *whole_take(sound)),
    ):
        path, content = folder / "one.take", record_bytes(meta, arrays)
        write_record(path, meta, arrays)
        print(f"  {title}:")
        against(by_turns_of_take(path, content), AGAIN)


def by_turns_of_take(path: Path, content: bytes) -> dict[str, np.ndarray]:
    kept = OpenRecords(PLAIN.map)
    ours: dict[str, Read] = {ANEW: lambda _: read_record(path), AGAIN: lambda _: kept.read(path)}
    opened: Open = partial(parse_record, path=path)  # no less than ours: header, sum, views
    with (
        tempfile.TemporaryDirectory() as name,
        all_of(Path(name) / "stores", lambda: iter([(HEAD, content)]), opened) as readers,
    ):
        return by_turns(ours | readers, [HEAD] * 500)


def whole_take(sound: Floats) -> tuple[dict[str, object], dict[str, Any]]:
    """Meta and arrays of a take as the program writes it, with another sound in it."""
    with tempfile.TemporaryDirectory() as name, build_engine(None, "fake") as engine:
        store = TakeStore(Path(name))
        take = engine.renderer.with_store(store).render(RenderRequest(LINE))
        meta, arrays = read_record(store.path(take.key))
        copies = {name: np.array(array) for name, array in arrays.items()}
    return meta, copies | {"audio": sound}


def bench_ids() -> None:
    """Pairs with one emotion ID that a listener could tell apart: see ``emotion_id``."""
    random = np.random.default_rng(0)
    low, high = to_vector(LEAST), to_vector(MOST)
    print(f"\nemotion IDs of {PAIRS:,} pairs (aim: under 0.001 % alike by ID, not by ear)")
    one = random.uniform(low, high, (PAIRS, len(LISTENER_STEP)))
    moved = random.uniform(-3, 3, one.shape) * LISTENER_STEP * (random.random(one.shape) < 0.3)
    for name, two in {
        "both drawn at random": random.uniform(low, high, one.shape),
        "the second within 3 steps": np.clip(one + moved, low, high),
    }.items():
        same = emotion_ids(one) == emotion_ids(two)
        apart = (np.abs(one - two) > 2 * LISTENER_STEP).any(axis=1)
        wrong = int((same & apart).sum())
        print(
            f"  {name:28} {int(same.sum()):9,} share one, {wrong} of them over two listener "
            f"steps apart: {wrong / PAIRS:.4%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="no table of a million")
    parser.add_argument("--voice", action="store_true", help="replay on the real voice")
    parser.add_argument("--traces", action="store_true", help="only replay the traces")
    options = parser.parse_args()
    sizes = (1_000, 100_000) if options.quick else (1_000, 100_000, 1_000_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not options.traces:
            bench_table(folder, sizes)
            bench_rivals(folder, 100_000)
            bench_nearest(folder, 100_000)
            bench_take(folder)
            ablation(folder / "one.take", folder / "100000", 100_000)
            bench_ids()
        data = load(os.environ).data if options.voice else None
        for trace, requests in TRACES.items():
            replay(trace, requests(), folder / trace, data)
        drag(dragged(SPOKEN_STEP if options.voice else 1), folder / "drag", data)


if __name__ == "__main__":
    main()
