"""Which descriptors a stretch of unknown words is nearest to, by sentence embedding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from engine.emotion.encoder import Encoder
from engine.emotion.lexicon import Lexicon, Sense
from engine.values import Floats

LEAST_ALONE: Final = 0.5
"""Cosine below which a prompt with no known word is not understood."""

LEAST_BESIDE: Final = 0.62
"""Cosine that unknown words need beside known ones: a wrong guess would spoil the blend."""

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
    """Nearest descriptors; embeds them all at the first question (about 1 s)."""

    def __init__(self, encoder: Encoder, lexicon: Lexicon) -> None:
        self._encoder = encoder
        self._lexicon = lexicon

    def find(self, texts: Sequence[str], least: float) -> list[tuple[Near, ...]]:
        """Return for each text the emotions or the delivery it is nearest to.

        An empty tuple means that nothing reaches the cosine ``least``. Shares of
        one text sum to 1.
        """
        if not texts:
            return []
        likeness = self._encoder.encode(texts) @ self._matrix.T
        return [self._chosen(row, least) for row in likeness]

    def _chosen(self, row: Floats, least: float) -> tuple[Near, ...]:
        best: dict[tuple[str, str], float] = {}
        for (kind, meaning), columns in self._columns.items():
            best[kind, meaning] = float(row[columns].max())
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
        top = ranked[0][1]
        if top < least:
            return ()
        kind = ranked[0][0][0]
        if kind == "delivery":
            return (Near(kind, ranked[0][0][1], 1.0, top),)
        near = [
            (meaning, value)
            for (k, meaning), value in ranked
            if k == "emotion" and value > top - _MARGIN
        ][:_MOST]
        raw = np.exp(np.array([value - top for _, value in near]) / _TEMPERATURE)
        shares = raw / raw.sum()
        return tuple(
            Near("emotion", meaning, float(share), value)
            for (meaning, value), share in zip(near, shares, strict=True)
        )

    @cached_property
    def _descriptors(self) -> list[tuple[str, Sense]]:
        return self._lexicon.descriptors()

    @cached_property
    def _columns(self) -> dict[tuple[str, str], list[int]]:
        columns: dict[tuple[str, str], list[int]] = {}
        for i, (_, sense) in enumerate(self._descriptors):
            columns.setdefault((sense.kind, sense.meaning), []).append(i)
        return columns

    @cached_property
    def _matrix(self) -> Floats:
        return self._encoder.encode([phrase for phrase, _ in self._descriptors])
