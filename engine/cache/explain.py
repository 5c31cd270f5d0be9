"""Why a record answered, or which input differed from the nearest one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cache.inputs import Told, differing
from engine.store import TakeStore


@dataclass(frozen=True, slots=True)
class Why:
    """What became of a key.

    ``record`` is the one that answers, else the nearest one, else "". ``differs``
    names the inputs that are not the same in it, each with what it has there and
    what was asked.
    """

    key: str
    answers: bool
    record: str
    made: float
    quality: Mapping[str, float]
    differs: tuple[tuple[str, str, str], ...] = ()


def why(store: TakeStore, key: str, inputs: Told | None) -> Why:
    """Explain a key.

    Args:
        store: where records are.
        key: the exact key.
        inputs: what went into it; None if only the key is known, then nothing can be
            said about records with another key.
    """
    meta = store.meta(key)
    if meta is not None:
        return Why(key, True, key, _made(meta), _quality(meta))
    nearest = _nearest(store, inputs) if inputs else None
    if nearest is None or inputs is None:
        return Why(key, False, "", 0.0, {})
    found, meta = nearest
    kept = _told(meta)
    names = differing(inputs, kept)
    shown = ((n, kept.get(n, ("", ""))[1], inputs.get(n, ("", ""))[1]) for n in names)
    return Why(key, False, found, _made(meta), _quality(meta), tuple(shown))


def _nearest(store: TakeStore, inputs: Told) -> tuple[str, Mapping[str, Any]] | None:
    """The record with the fewest inputs that differ; of the same text, if there is one."""
    best: tuple[tuple[bool, int, float], str, Mapping[str, Any]] | None = None
    for each in store.shelf.kept():
        meta = None if each.cold else store.meta(each.key)
        kept = _told(meta) if meta is not None else {}
        if meta is None or not kept:
            continue
        names = differing(inputs, kept)
        rank = ("tokens" in names, len(names), -_made(meta))
        if best is None or rank < best[0]:
            best = (rank, each.key, meta)
    return best[1:] if best is not None else None


def _told(meta: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    inputs = meta.get("inputs")
    if not isinstance(inputs, dict):
        return {}
    return {str(n): (str(v[0]), str(v[1])) for n, v in inputs.items() if len(v) == 2}


def _made(meta: Mapping[str, Any]) -> float:
    return float(meta.get("made", 0.0))


def _quality(meta: Mapping[str, Any]) -> dict[str, float]:
    return {name: float(value) for name, value in (meta.get("quality") or {}).items()}
