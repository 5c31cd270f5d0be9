"""Entries for the tests of the table: what belongs to a key follows from the key."""

from __future__ import annotations

import numpy as np
import xxhash

from engine.cache.finding import Found
from engine.cache.table import Entry

HEAD = "ab" * 16


def key_number(number: int) -> str:
    return xxhash.xxh3_128_hexdigest(str(number).encode())


def entry_of(key: str) -> Entry:
    random = np.random.default_rng(int(key[:12], 16))
    vector = random.uniform(-1, 1, 128).astype(np.float32)
    return Entry(vector, int(key[:8], 16), (0.1, 0.2, 0.3), 0.9, np.arange(11.0), words_of(key))


def words_of(key: str) -> bytes:
    return f'{{"key": "{key}"}}'.encode() * (1 + int(key[0], 16) % 4)


def is_right(key: str, found: Found) -> bool:
    wanted = entry_of(key)
    return (
        found.emovec.tobytes() == wanted.emovec.tobytes()
        and found.words == wanted.words
        and found.emotion == wanted.emotion
    )
