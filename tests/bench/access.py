"""The switches of ``engine.cache.access``, each alone: does it help, warm or cold?

Cold is a file whose pages were dropped from the page cache before each read (as after a
start of the machine), warm one that was read before. A gain counts from a tenth on; a
smaller one is what two runs of the same differ by.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep

import numpy as np

from engine.cache.access import KEEP, NUMA, SWITCHES, WARM, Access, access_of
from engine.cache.nodes import nodes
from engine.cache.table import EmotionTable
from engine.cache.warming import _read_ahead
from engine.record_file import read_record
from tests.bench.tables import HEAD, picked

GAIN = 0.9
"""Share of the plain time under which a switch helps."""

ROUNDS_WARM, ROUNDS_COLD = 100, 25
VECTORS = 1000
SECONDS_AHEAD = 0.05


def drop(path: Path) -> None:
    """Have the system forget a file's pages."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def by_turns(
    read: Callable[[Access], object], path: Path, rounds: int, *, cold: bool
) -> dict[str, float]:
    """Median seconds of a reading with each switch, all in each round; "" is none."""
    mapping = [name for name in SWITCHES if name not in (WARM, KEEP)]  # measured by themselves
    taken: dict[str, list[float]] = {name: [] for name in ("", *mapping)}
    for _ in range(rounds):
        for name, times in taken.items():
            access = access_of(name)
            if cold:
                drop(path)
            times.append(timed(lambda access=access: read(access)))  # type: ignore[misc]
    return {name: float(np.median(times)) for name, times in taken.items()}


def read_vectors(folder: Path, keys: list[str], access: Access) -> None:
    table = EmotionTable(folder, HEAD, access)
    for key in keys:
        assert table.vector(key) is not None
    table.close()


def ablation(take: Path, folder: Path, size: int) -> None:
    print("\nswitches of how files are mapped, each alone, against none")
    found = len(nodes())
    told = "bound to by numa" if found > 1 else "nothing to bind to: numa has no effect here"
    print(f"  memory nodes: {found}, {told}")
    (table,) = folder.glob("*.emo")
    keys = picked(size)[:VECTORS]
    for title, cold, rounds in (("warm", False, ROUNDS_WARM), ("cold", True, ROUNDS_COLD)):
        for what, path, read, times in (
            ("a take", take, lambda access: read_record(take, access.map), rounds),
            (
                "1,000 vectors",
                table,
                lambda access: read_vectors(folder, keys, access),
                rounds // 5,
            ),
        ):
            found = by_turns(read, path, times, cold=cold)
            for name, seconds in found.items():
                share = seconds / found[""]
                if name == NUMA and len(nodes()) < 2:
                    continue  # the same as none
                says = "a gain" if share < GAIN else "no effect here" if share < 1.1 else "worse"
                print(
                    f"  {title}, {what:14} {name or 'none':11} {1e6 * seconds:10.0f} us "
                    f"{share:6.2f} x  {says if name else ''}"
                )
    ahead(take)


def ahead(take: Path) -> None:
    """``warm``: the first read of a project's take, with and without reading ahead before."""
    cold, warm = [], []
    for _ in range(ROUNDS_COLD):
        drop(take)
        cold.append(timed(lambda: read_record(take)))
        drop(take)
        _read_ahead(take)
        sleep(SECONDS_AHEAD)  # of what a person does between opening a project and hearing it
        warm.append(timed(lambda: read_record(take)))
    one, two = float(np.median(cold)), float(np.median(warm))
    print(
        f"  first hit after a start     {WARM:11} {1e6 * two:10.0f} us {two / one:6.2f} x  "
        f"of {1e6 * one:.0f} us"
    )
