"""Packs: emotions, presets and plans to hand on, with their author and licence.

A pack is one record file (``engine.record_file``): numbers and JSON, checked by its
checksum and then value by value, all of it before any of it is taken. Nothing in it is
ever executed. An emotion is taken only if it belongs to the head that is in use here; a
plan answers to its key alone, and only for what is drawn (sounds are planned here).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.cache.emotions import emotion_of, entry_of
from engine.cache.packed_plans import are_possible, is_key, plans_in
from engine.cache.table import EmotionTable, Entry
from engine.errors import CacheDamage, InputError
from engine.plan_store import plan_arrays, plan_meta
from engine.record_file import read_record, write_record
from engine.values import EMOVEC_SIZE, Emotion, Floats, Plan

PACK_VERSION: Final = 1
MOST_ENTRIES: Final = 1_000_000
MOST_WORDS: Final = 20_000
"""Characters that may belong to one emotion: a prompt has at most 5,000."""
MOST_NAME: Final = 200
"""Characters of an author or a licence."""
MOST_PRESETS: Final = 10_000_000
"""Characters of all presets together: some 10,000 of them."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Who made a pack, under which licence, and what is in it.

    ``presets`` is text that whoever knows presets reads and checks; "" for none.
    """

    author: str
    licence: str
    entries: tuple[tuple[str, Entry], ...] = ()
    presets: str = ""
    plans: tuple[tuple[str, Plan], ...] = ()


def entries_of(table: EmotionTable) -> tuple[tuple[str, Entry], ...]:
    """Return all whole entries of a table, to be packed."""
    found = ((bytes(raw).hex(), table.get(bytes(raw).hex())) for raw in table.column("key"))
    emotions = (
        (key, None if each is None else emotion_of(each.emovec, each.words)) for key, each in found
    )
    return tuple((key, entry_of(emotion)) for key, emotion in emotions if emotion is not None)


def write_pack(pack: Pack, head: str, file: Path) -> None:
    """Write a pack; ``head`` is the hash of what its emotions were understood with.

    Raises:
        InputError: ``pack-unusable``: without an author and a licence.
        OSError: it cannot be written.
    """
    entries, plans = pack.entries, pack.plans
    meta = {
        "pack": PACK_VERSION,
        "author": _named(pack.author.strip()),
        "licence": _named(pack.licence.strip()),
        "head": head,
        "keys": [key for key, _ in entries],
        "words": [entry.words.decode("utf-8", "replace") for _, entry in entries],
        "presets": pack.presets,
        "plans": [{"key": key, **plan_meta(plan)} for key, plan in plans],
    }
    vectors = np.array([entry.emovec for _, entry in entries], np.float32)
    arrays = {"emovecs": vectors.reshape(-1, EMOVEC_SIZE)}
    for number, (_, plan) in enumerate(plans):
        arrays |= {f"{number}.{name}": array for name, array in plan_arrays(plan).items()}
    write_record(file, meta, arrays)


def read_pack(head: str, file: Path) -> Pack:
    """Read and check a pack; nothing is taken yet.

    Args:
        head: the hash of what understands here.
        file: the pack.

    Raises:
        InputError: ``pack-unusable``; ``detail`` says what is wrong.
    """
    try:
        meta, arrays = read_record(file)
    except CacheDamage as damage:
        raise _unusable(damage.detail) from damage
    except OSError as error:
        raise _unusable(f"{file}: {error.strerror}") from error
    if meta.get("pack") != PACK_VERSION:
        raise _unusable("it is no pack of this version")
    author, licence = _named(meta.get("author")), _named(meta.get("licence"))
    presets = meta.get("presets", "")
    if not isinstance(presets, str) or len(presets) > MOST_PRESETS:
        raise _unusable("its presets cannot be read")
    entries = _entries(meta, np.asarray(arrays.get("emovecs")), head)
    return Pack(author, licence, entries, presets, plans_in(meta.get("plans", []), arrays))


def _named(value: object) -> str:
    """An author or a licence: one line that can be shown as it is."""
    if not (isinstance(value, str) and 0 < len(value) <= MOST_NAME and value.isprintable()):
        raise _unusable(f"author and licence are one line each, of 1 to {MOST_NAME} characters")
    return value


def _entries(meta: Mapping[str, Any], matrix: Floats, head: str) -> tuple[tuple[str, Entry], ...]:
    keys, words = meta.get("keys"), meta.get("words")
    if not (isinstance(keys, list) and isinstance(words, list) and len(keys) == len(words)):
        raise _unusable("its entries cannot be read")
    if matrix.dtype != np.float32 or matrix.shape != (len(keys), EMOVEC_SIZE):
        raise _unusable("its vectors have another shape")
    if len(keys) > MOST_ENTRIES or not bool((np.abs(matrix) <= 1.0).all()):
        raise _unusable("its vectors are outside -1 to 1")
    if keys and meta.get("head") != head:
        raise _unusable("it was made with another emotion model")
    return tuple(_entry(*each) for each in zip(keys, words, matrix, strict=True))


def _entry(key: object, words: object, vector: Floats) -> tuple[str, Entry]:
    if not (isinstance(key, str) and isinstance(words, str) and len(words) <= MOST_WORDS):
        raise _unusable("an entry cannot be read")
    emotion = emotion_of(vector, words.encode("utf-8", "surrogatepass"))
    if not is_key(key) or emotion is None:
        raise _unusable("an entry cannot be read")
    if not _is_sound(emotion):
        raise _unusable("an entry asks for what no voice can do")
    return key, entry_of(emotion)


def _is_sound(emotion: Emotion) -> bool:
    """Whether all values are numbers in their ranges."""
    try:
        axes = np.array([emotion.valence, emotion.arousal, emotion.dominance], np.float64)
        sure = 0 <= emotion.confidence <= 1
    except (TypeError, ValueError):
        return False
    return sure and are_possible(emotion.deltas) and bool((np.abs(axes) <= 1).all())


def _unusable(detail: str) -> InputError:
    return InputError("pack-unusable", subject="file", detail=detail)
