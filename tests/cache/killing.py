"""Writers killed at random moments; after each kill everything that answers must be right.

``python -m tests.cache.killing KILLS WRITERS SEED FOLDER`` forks its writers, so that a
kill costs milliseconds and not the start of an interpreter, and prints what it saw.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

import numpy as np

from engine.cache.eviction import Limits
from engine.cache.shelf import Shelf
from engine.cache.table import EmotionTable
from engine.errors import CacheDamage
from engine.record_file import record_bytes
from tests.cache.entries import HEAD, entry_of, is_right, key_number

EMOTIONS = 1500
"""More than a first table holds, so that it also grows under the kills."""
TAKES = 30
LIMITS = Limits(cap_bytes=600_000)
"""Less than all takes need, so that some are archived and some removed."""


def take_bytes(number: int) -> bytes:
    return record_bytes({"number": number}, {"audio": sound_of(number)})


def sound_of(number: int) -> np.ndarray:
    return np.random.default_rng(number).uniform(-1, 1, 8_000).astype(np.float32)


def write(folder: Path, seed: int) -> None:
    """Put emotions and takes, and read some, until killed."""
    draw = random.Random(seed)
    table, shelf = EmotionTable(folder, HEAD), Shelf(folder / "takes", LIMITS)
    while True:
        keys = [key_number(draw.randrange(EMOTIONS)) for _ in range(draw.randint(1, 60))]
        table.put_many((key, entry_of(key)) for key in keys)
        number = draw.randrange(TAKES)
        # A disk that is busy for longer than a writer waits costs the keeping, no more.
        with contextlib.suppress(TimeoutError):
            shelf.write(key_number(number), take_bytes(number))
            if draw.random() < 0.02:
                table.repair()
        check(folder, draw, 5, {})


def check(folder: Path, draw: random.Random, most: int, seen: dict[str, int]) -> None:
    """Read as a new process would; a wrong value ends the program."""
    table, shelf = EmotionTable(folder, HEAD), Shelf(folder / "takes", LIMITS)
    for number in draw.sample(range(EMOTIONS), most):
        key = key_number(number)
        found = table.get(key)
        assert found is None or is_right(key, found), f"wrong emotion {number}"
        seen["emotions"] = seen.get("emotions", 0) + (found is not None)
    for number in draw.sample(range(TAKES), min(most, TAKES)):
        try:
            meta, arrays, _ = shelf.read(key_number(number))
        except FileNotFoundError:
            continue
        except CacheDamage as damage:  # a rename is whole or not there: never half a take
            raise AssertionError(f"damaged take {number}") from damage
        assert meta == {"number": number}
        assert arrays["audio"].tobytes() == sound_of(number).tobytes(), f"wrong take {number}"
        seen["takes"] = seen.get("takes", 0) + 1


def main() -> None:
    kills, writers, seed, folder = *map(int, sys.argv[1:4]), Path(sys.argv[4])
    draw = random.Random(seed)
    seen: dict[str, int] = {"kills": 0, "repairs": 0}
    while seen["kills"] < kills:
        children = []
        for _ in range(writers):
            start = draw.random()
            child = os.fork()
            if child == 0:
                try:
                    write(folder, int(start * 1e9))
                except BaseException:  # noqa: BLE001 - told, then the process ends
                    traceback.print_exc()  # only an error ends the loop
                finally:
                    os._exit(70)
            children.append(child)
        for child in children:
            time.sleep(draw.uniform(0.001, 0.08))
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            assert os.WIFSIGNALED(status), f"a writer ended by itself: {status}"
            seen["kills"] += 1
            check(folder, draw, 25, seen)
        table = EmotionTable(folder, HEAD)
        if draw.random() < 0.1:
            flaws = table.verify()
            assert not flaws, flaws
            table.repair()
            assert table.verify() == []
            seen["repairs"] += 1
    json.dump(seen, sys.stdout)


if __name__ == "__main__":
    main()
