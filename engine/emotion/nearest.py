"""What a stretch of unknown words is understood as: the trained head and nearest descriptors.

The head gives a share to every emotion, to delivery and to nothing; each share is multiplied
by e to the likeness of the nearest descriptor over ``_HEAT``, which knows rare words and
sayings by name where the head only has a sense of them.
"""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from engine.emotion.encoder import EMBEDDING_SIZE, Encoder
from engine.emotion.head import DELIVERY, NOTHING, SHORTEST_MENDED, Head
from engine.emotion.lexicon import WORD, Lexicon, Sense, fold
from engine.emotion.states import States
from engine.emotion.vocabulary import Vocabulary
from engine.errors import CacheDamage
from engine.keys import key_of
from engine.record_file import read_record, write_record
from engine.values import Floats, readonly

LEAST_ALONE: Final = 0.9
"""Share of emotions and delivery together below which a prompt with no known word is not
understood (95 % of the unrelated development prompts stay below)."""

LEAST_JUDGED: Final = 0.5
"""Share below which a prompt is about things, though one word in it is known by chance."""

LEAST_DIRECTED: Final = 0.3
"""The same behind "as if", "like", "with": such prompts are about how to speak."""

LEAST_BESIDE: Final = 0.6
"""Share that unknown words need beside known ones: a wrong guess spoils the blend."""

DOUBTFUL: Final = 0.3
CERTAIN: Final = 0.8
"""Shares of the leading family at which a guess is weakest and like a known word."""

_HEAT: Final = 0.2
_NOTHING_LIKE: Final = 0.33
"""Likeness at which the nearest descriptor says neither yes nor no."""

_DELIVERY_EXTRA: Final = 0.06
"""How much nearer a delivery phrase must be: "turn left at the lights" is near "slow"."""

MATRIX_FILE: Final = "descriptors.record"
"""One file: another encoder or other descriptors take its place."""

_TINY: Final = 1e-9
_LEAST_PART: Final = 0.35
"""Share of the leading entry's below which another of its family takes no part."""
_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class Near:
    """A kind and meaning with its share of a stretch, and the likeness it rests on."""

    kind: str
    meaning: str
    share: float
    likeness: float


class Nearest:
    """Head and descriptors; embeds the descriptors at the first question (about 3 s).

    Likeness is the cosine to the nearest descriptor less the mean cosine to all:
    short and odd texts lie near everything, and the mean takes that away.

    Args:
        encoder: makes the embeddings.
        lexicon: has the descriptors.
        vocabulary: has the emotions' families.
        head: the trained head.
        folder: where the descriptors' embeddings are kept between starts, so that
            only the first ever needs those seconds; None keeps them nowhere.
    """

    def __init__(
        self,
        encoder: Encoder,
        lexicon: Lexicon,
        vocabulary: Vocabulary,
        head: Head,
        folder: Path | None = None,
    ) -> None:
        self._encoder = encoder
        self._lexicon = lexicon
        self._families = {entry.name: entry.family for entry in vocabulary.entries}
        self._head = head
        self._record = folder / MATRIX_FILE if folder is not None else None

    @property
    def steps(self) -> tuple[Callable[[], object], ...]:
        """What loads all that the first question would have to wait for, part by part."""
        return (*self._encoder.steps, lambda: (self._matrix, self._spellings, self._starts))

    def least(self, prompt: str) -> float:
        """Return the share that a prompt without known words needs."""
        return LEAST_DIRECTED if self._lexicon.opens_direction(prompt) else LEAST_ALONE

    def family(self, name: str) -> str:
        """Return the family of an entry."""
        return self._families[name]

    def find(self, texts: Sequence[str], least: float) -> list[tuple[Near, ...]]:
        """Return for each text the emotions of one family, or the delivery, it stands for.

        An empty tuple means that less than ``least`` speaks for any. Shares of one
        text sum to 1.
        """
        mended = [WORD.sub(self._mended, text) for text in texts]
        return [self._chosen(self._encoder.states(text), least) for text in mended]

    def knows(self, word: str) -> bool:
        """Whether a folded word is spelled as the encoder or the head know it."""
        return self._encoder.is_common(word) or word in self._head.words

    def _mended(self, found: re.Match[str]) -> str:
        """The word as it was, or without a slip of the keyboard if it has one."""
        word = fold(found[0])
        if len(word) < SHORTEST_MENDED or not word.isascii() or self.knows(word):
            return found[0]
        likely = process.extract(
            word, self._spellings, scorer=OSA.distance, score_cutoff=1, limit=5
        )
        ranked = sorted(likely, key=lambda hit: (hit[0][0] != word[0], hit[2]))
        return str(ranked[0][0]) if ranked else found[0]

    @cached_property
    def _spellings(self) -> list[str]:
        return sorted(self._head.words)

    def _chosen(self, states: States, least: float) -> tuple[Near, ...]:
        row = self._matrix @ states.sentence
        likes = np.maximum.reduceat(row - row.mean(), self._starts) - self._extra
        shares = self._shares(self._head.hear(states).classes, likes)
        if 1.0 - shares[NOTHING] < least:
            return ()
        of_family: dict[str, float] = defaultdict(float)
        for name, family in self._families.items():
            of_family[family] += shares[name]
        family, top = max(of_family.items(), key=lambda item: item[1])
        if shares[DELIVERY] > top:
            meaning = max(zip(likes, self._classes, strict=True), key=_delivery_first)[1][1]
            return (Near("delivery", meaning, 1.0, shares[DELIVERY]),)
        names = [name for name in self._families if self._families[name] == family]
        names.sort(key=lambda name: -shares[name])
        parts = [n for n in names if shares[n] >= _LEAST_PART * shares[names[0]]][:_MOST]
        total = sum(shares[name] for name in parts)
        return tuple(Near("emotion", name, shares[name] / total, top) for name in parts)

    def _shares(self, classes: Floats, likes: Floats) -> dict[str, float]:
        """Of each of the head's classes the share that head and likeness together give."""
        best = dict.fromkeys(self._head.names, _NOTHING_LIKE) | dict.fromkeys(self._families, 0.0)
        delivery = -1.0
        for (kind, meaning), like in zip(self._classes, likes.tolist(), strict=True):
            if kind == "emotion":
                best[meaning] = like
            else:
                delivery = max(delivery, like)
        best[DELIVERY] = delivery
        raw = np.log(classes + _TINY) + np.array([best[name] for name in self._head.names]) / _HEAT
        raw = np.exp(raw - raw.max())
        return dict(zip(self._head.names, (raw / raw.sum()).tolist(), strict=True))

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


def _delivery_first(item: tuple[float, tuple[str, str]]) -> tuple[bool, float]:
    like, (kind, _) = item
    return kind == "delivery", like
