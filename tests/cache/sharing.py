"""Processes that read and write one cache at once: every answer must be right.

``python -m tests.cache.sharing FOLDER SEED SECONDS PAUSE_S`` is one of them; it rests
``PAUSE_S`` after each round, and prints what it saw.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

from engine.cache.access import KEEP, access_of
from engine.cache.shelf import Shelf
from engine.cache.table import EmotionTable
from tests.cache.entries import HEAD, entry_of, key_number
from tests.cache.killing import EMOTIONS, LIMITS, TAKES, check, take_bytes

ROOT = Path(__file__).resolve().parents[2]


def work(folder: Path, seed: int, seconds: float, pause_s: float) -> dict[str, int]:
    draw, seen = random.Random(seed), {"rounds": 0, "waited": 0}
    end = time.monotonic() + seconds
    table = EmotionTable(folder, HEAD)
    shelf = Shelf(folder / "takes", LIMITS, access=access_of(KEEP))
    while time.monotonic() < end:
        key = key_number(draw.randrange(EMOTIONS))
        if table.put(key, entry_of(key)):
            vector = table.vector(key)
            assert vector is not None
            assert vector.tobytes() == entry_of(key).emovec.tobytes()
        else:  # the other was held up for longer than a writer waits: nothing is kept
            seen["waited"] += 1
        number = draw.randrange(TAKES)
        try:
            shelf.write(key_number(number), take_bytes(number))
        except TimeoutError:
            seen["waited"] += 1
        check(folder, draw, 20, seen)
        seen["rounds"] += 1
        time.sleep(pause_s)
    return seen


def both(folder: Path, seconds: float, pause_s: float = 0.0) -> dict[str, int]:
    """Two processes at once; returns the sum of what they saw."""
    first = [key_number(number) for number in range(EMOTIONS // 3)]
    EmotionTable(folder, HEAD).put_many((key, entry_of(key)) for key in first)
    words = [sys.executable, "-m", "tests.cache.sharing", folder]
    running = [
        subprocess.Popen(
            [*words, str(n), str(seconds), str(pause_s)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for n in (1, 2)
    ]
    total: dict[str, int] = {}
    for each in running:
        said, errors = each.communicate()
        assert each.returncode == 0, errors.decode()[-2000:]
        for name, number in json.loads(said).items():
            total[name] = total.get(name, 0) + number
    table = EmotionTable(folder, HEAD)
    assert table.verify() == []
    assert len(table) == len({bytes(key) for key in table.column("key")})
    assert total["waited"] < total["rounds"]
    assert total["emotions"] > total["rounds"]
    assert total["takes"] > total["rounds"]
    return total


if __name__ == "__main__":
    json.dump(
        work(Path(sys.argv[1]), *map(int, sys.argv[2:3]), *map(float, sys.argv[3:])), sys.stdout
    )
