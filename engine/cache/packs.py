"""Packs: emotions to hand on, with their author and licence.

A pack is one record file (``engine.record_file``): numbers and JSON, checked by its
checksum and then value by value. Nothing in it is ever executed, and an entry is taken
only if it belongs to the head that is in use here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.cache.emotions import emotion_of, entry_of
from engine.cache.table import EmotionTable, Entry
from engine.emotion.axes import AXES, RATIOS, to_vector
from engine.emotion.law import HARD_LIMITS
from engine.errors import CacheDamage, InputError
from engine.record_file import read_record, write_record
from engine.values import EMOVEC_SIZE, Emotion, Floats

PACK_VERSION: Final = 1
MOST_ENTRIES: Final = 1_000_000
MOST_WORDS: Final = 20_000
"""Characters that may belong to one emotion: a prompt has at most 5,000."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Who made a pack, under which licence, and how many entries it has."""

    author: str
    licence: str
    entries: int


def export_pack(table: EmotionTable, head: str, file: Path, author: str, licence: str) -> Pack:
    """Write all whole entries of a table into a pack.

    Raises:
        InputError: ``pack-unusable``: without an author and a licence.
        OSError: it cannot be written.
    """
    if not author.strip() or not licence.strip():
        raise InputError("pack-unusable", subject="file", detail="author and licence are needed")
    keys, words, vectors = [], [], []
    for raw in table.column("key"):
        key = bytes(raw).hex()
        found = table.get(key)
        if found is not None:
            keys.append(key)
            words.append(found.words.decode("utf-8", "replace"))
            vectors.append(found.emovec)
    meta = {
        "pack": PACK_VERSION,
        "author": author.strip(),
        "licence": licence.strip(),
        "head": head,
        "keys": keys,
        "words": words,
    }
    matrix = np.array(vectors, np.float32).reshape(-1, EMOVEC_SIZE)
    write_record(file, meta, {"emovecs": matrix})
    return Pack(author.strip(), licence.strip(), len(keys))


def import_pack(table: EmotionTable, head: str, file: Path) -> Pack:
    """Check a pack and add its entries; what is there already stays as it is.

    Raises:
        InputError: ``pack-unusable``; ``detail`` says what is wrong.
        OSError: the pack cannot be read, or the disk is full.
    """
    try:
        meta, arrays = read_record(file)
    except CacheDamage as damage:
        raise _unusable(damage.detail) from damage
    pack, entries = _checked(meta, np.asarray(arrays.get("emovecs")), head)
    table.put_many(entries)
    return pack


def _checked(
    meta: Mapping[str, Any], matrix: Floats, head: str
) -> tuple[Pack, list[tuple[str, Entry]]]:
    if meta.get("pack") != PACK_VERSION:
        raise _unusable("it is no pack of this version")
    author, licence = meta.get("author"), meta.get("licence")
    if not (isinstance(author, str) and isinstance(licence, str) and author and licence):
        raise _unusable("it names no author and licence")
    if meta.get("head") != head:
        raise _unusable("it was made with another emotion model")
    keys, words = meta.get("keys"), meta.get("words")
    if not (isinstance(keys, list) and isinstance(words, list) and len(keys) == len(words)):
        raise _unusable("its entries cannot be read")
    if matrix.dtype != np.float32 or matrix.shape != (len(keys), EMOVEC_SIZE):
        raise _unusable("its vectors have another shape")
    if len(keys) > MOST_ENTRIES or not bool((np.abs(matrix) <= 1.0).all()):
        raise _unusable("its vectors are outside -1 to 1")
    taken = [_entry(*each) for each in zip(keys, words, matrix, strict=True)]
    return Pack(author, licence, len(taken)), taken


def _entry(key: object, words: object, vector: Floats) -> tuple[str, Entry]:
    if not (isinstance(key, str) and isinstance(words, str) and len(words) <= MOST_WORDS):
        raise _unusable("an entry cannot be read")
    emotion = emotion_of(vector, words.encode("utf-8", "surrogatepass"))
    if len(key) != 32 or key.strip("0123456789abcdef") or emotion is None:
        raise _unusable("an entry cannot be read")
    if not _is_sound(emotion):
        raise _unusable("an entry asks for what no voice can do")
    return key, entry_of(emotion)


def _is_sound(emotion: Emotion) -> bool:
    """Whether all values are numbers in their ranges."""
    try:
        values = to_vector(emotion.deltas)
        axes = np.array([emotion.valence, emotion.arousal, emotion.dominance], np.float64)
    except (TypeError, ValueError):
        return False
    limits = np.array([HARD_LIMITS[axis] for axis in AXES])
    for position, axis in enumerate(AXES):
        if axis in RATIOS:
            limits[position] = np.log(limits[position])
    inside = (values >= limits[:, 0] - 1e-6) & (values <= limits[:, 1] + 1e-6)
    return bool(inside.all() and (np.abs(axes) <= 1).all() and 0 <= emotion.confidence <= 1)


def _unusable(detail: str) -> InputError:
    return InputError("pack-unusable", subject="file", detail=detail)
