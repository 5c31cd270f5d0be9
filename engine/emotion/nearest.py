"""Which descriptors a stretch of unknown words is nearest to, by sentence embedding."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.encoder import EMBEDDING_SIZE, Encoder
from engine.emotion.lexicon import UNSPACED, WORD, Lexicon, Sense
from engine.errors import CacheDamage
from engine.keys import key_of
from engine.record_file import read_record, write_record
from engine.values import Floats, readonly

LEAST_ALONE: Final = 0.4
"""Likeness below which a prompt with no known word is not understood: keeps 95 % of
the unrelated development prompts out."""

LEAST_DIRECTED: Final = 0.3
"""The same behind "as if", "like", "with": such prompts are about how to speak."""

LEAST_BESIDE: Final = 0.5
"""Likeness that unknown words need beside known ones: a wrong guess spoils the blend."""

CERTAIN: Final = 0.7
"""Likeness from which a guess counts like a known word."""

LEAST_WORD: Final = 0.45
"""Likeness that a single word needs: it lies near words that only look like it."""

_DELIVERY_EXTRA: Final = 0.06
"""How much nearer a delivery phrase must be: "turn left at the lights" is near "slow"."""

MATRIX_FILE: Final = "descriptors.record"
"""One file: another encoder or other descriptors take its place."""

_TEMPERATURE: Final = 0.05
_MARGIN: Final = 0.12
"""Entries further than this from the nearest one take no part."""
_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class Near:
    """A kind and meaning with its share of a stretch, and the likeness it rests on."""

    kind: str
    meaning: str
    share: float
    likeness: float


class Nearest:
    """Nearest descriptors; embeds them all at the first question (about 3 s).

    Likeness is the cosine to the nearest descriptor less the mean cosine to all:
    short and odd texts lie near everything, and the mean takes that away.

    Args:
        encoder: makes the embeddings.
        lexicon: has the descriptors.
        folder: where the descriptors' embeddings are kept between starts, so that
            only the first ever needs those seconds; None keeps them nowhere.
    """

    def __init__(self, encoder: Encoder, lexicon: Lexicon, folder: Path | None = None) -> None:
        self._encoder = encoder
        self._lexicon = lexicon
        self._record = folder / MATRIX_FILE if folder is not None else None

    def least(self, prompt: str) -> float:
        """Return the likeness that a prompt without known words needs."""
        return LEAST_DIRECTED if self._lexicon.opens_direction(prompt) else LEAST_ALONE

    def find(self, texts: Sequence[str], least: float) -> list[tuple[Near, ...]]:
        """Return for each text the emotions or the delivery it is nearest to.

        An empty tuple means that nothing reaches the likeness ``least``. Shares
        of one text sum to 1.
        """
        if not texts:
            return []
        cosines = self._encoder.encode(texts) @ self._matrix.T
        return [
            self._chosen(row - row.mean(), max(least, LEAST_WORD) if _is_word(text) else least)
            for text, row in zip(texts, cosines, strict=True)
        ]

    def _chosen(self, row: Floats, least: float) -> tuple[Near, ...]:
        best = np.maximum.reduceat(row, self._starts) - self._extra
        ranked = sorted(zip(self._classes, best.tolist(), strict=True), key=lambda item: -item[1])
        (kind, meaning), top = ranked[0]
        if top < least:
            return ()
        if kind == "delivery":
            return (Near(kind, meaning, 1.0, top),)
        near = [
            (name, value) for (k, name), value in ranked if k == "emotion" and value > top - _MARGIN
        ][:_MOST]
        raw = np.exp(np.array([value - top for _, value in near]) / _TEMPERATURE)
        shares = raw / raw.sum()
        return tuple(
            Near("emotion", name, float(share), value)
            for (name, value), share in zip(near, shares, strict=True)
        )

    @cached_property
    def _descriptors(self) -> list[tuple[str, Sense]]:
        """Phrases with their senses, those of one kind and meaning together."""
        return sorted(self._lexicon.descriptors(), key=lambda item: (item[1].kind, item[1].meaning))

    @cached_property
    def _classes(self) -> list[tuple[str, str]]:
        return list(dict.fromkeys((s.kind, s.meaning) for _, s in self._descriptors))

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """Row at which each class begins, int64[classes]."""
        keys: list[tuple[str, str]] = [(s.kind, s.meaning) for _, s in self._descriptors]
        return np.array([keys.index(key) for key in self._classes], dtype=np.int64)

    @cached_property
    def _extra(self) -> Floats:
        extra = [_DELIVERY_EXTRA if kind == "delivery" else 0.0 for kind, _ in self._classes]
        return np.array(extra, dtype=np.float32)

    @cached_property
    def _matrix(self) -> Floats:
        """Embeddings of the descriptors, float32[descriptors, 512], read-only."""
        phrases = [phrase for phrase, _ in self._descriptors]
        if self._record is None:
            return self._encoder.encode(phrases)
        key = key_of(self._encoder.hash, phrases)
        kept = _kept(self._record, key, (len(phrases), EMBEDDING_SIZE))
        if kept is not None:
            return kept
        matrix = self._encoder.encode(phrases)
        # A folder that cannot be written costs seconds at each start, nothing else.
        with contextlib.suppress(OSError):
            write_record(self._record, {"key": key}, {"descriptors": matrix})
        return matrix


def _kept(path: Path, key: str, shape: tuple[int, int]) -> Floats | None:
    """Return the embeddings kept under ``key``, or None if there are none that are whole."""
    try:
        meta, arrays = read_record(path)
        matrix = arrays["descriptors"]
    except (OSError, CacheDamage, KeyError):
        return None
    if meta.get("key") != key or matrix.shape != shape or matrix.dtype != np.float32:
        return None
    return readonly(matrix.astype(np.float32))  # a copy: the file is not held open


def _is_word(text: str) -> bool:
    return len(WORD.findall(text)) == 1 and not UNSPACED.search(text)
