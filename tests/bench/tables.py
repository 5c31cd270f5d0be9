"""Tables of emotions as large as one likes, and keys drawn from them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.cache.table import Entry
from engine.keys import key_of

HEAD = "ab" * 16
READS = 5_000
"""Look-ups that are timed, one by one, of keys drawn at random."""


def entries(count: int) -> Iterator[tuple[str, Entry]]:
    """Vectors and metadata as emotions have them, keys as prompts have them."""
    random = np.random.default_rng(0)
    for number in range(count):
        vector = random.uniform(-1, 1, 128).astype(np.float32)
        yield key_of(number), Entry(vector, number, (0, 0, 0), 1.0, np.zeros(11), b"{}")


def picked(count: int) -> list[str]:
    random = np.random.default_rng(1)
    return [key_of(int(number)) for number in random.integers(0, count, READS)]
