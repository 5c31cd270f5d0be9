"""Emotions that were understood once: in memory, then in the table, then worked out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, Protocol

from engine.cache.emotion_id import emotion_id
from engine.cache.metrics import Metrics
from engine.cache.table import EmotionTable, Entry
from engine.emotion.axes import to_vector
from engine.keys import key_of
from engine.values import Deltas, Emotion, Floats, Match, Remark

EMOTION_VERSION: Final = 5
"""Raised when the same prompt may be understood differently by changed code; data that
change are in ``Understander.version``."""

IN_MEMORY: Final = 1024
"""Emotions kept in memory: some 2 MB."""


class Understands(Protocol):
    """What understands prompts: see ``engine.emotion.understand.Understander``."""

    def understand(self, prompt: str) -> Emotion:
        """Say what a prompt asks for at intensity 1."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same prompt might be understood differently."""
        ...


def head_of(version: str) -> str:
    """Return the hash that stands in a table's header for what understands prompts."""
    return key_of(EMOTION_VERSION, version)


class KnownEmotions:
    """Understands prompts, each only once.

    Args:
        inner: understands what is not known yet.
        table: of ``head_of(inner.version)``.
        metrics: counts hits and misses.
        tell: is given the remark that a damaged table was mended.
        keeps: whether what is understood goes into the table; False only looks there.
    """

    def __init__(
        self,
        inner: Understands,
        table: EmotionTable,
        metrics: Metrics,
        tell: Callable[[Remark], None] | None = None,
        *,
        keeps: bool = True,
    ) -> None:
        self._inner = inner
        self._tell = tell
        self._keeps = keeps
        self._table = table
        self._metrics = metrics
        self._memory: dict[str, Emotion] = {}
        """The least recently used first: a plain dict is four times as quick as a class."""
        self._from_memory = metrics.cell("emotion", "memory")

    @property
    def version(self) -> str:
        """Of what understands."""
        return self._inner.version

    def understand(self, prompt: str) -> Emotion:
        """Return what a prompt asks for, exactly as it was understood the first time.

        A table that is damaged or cannot be written costs time, never an answer.
        """
        known = self._memory.pop(prompt, None)
        if known is not None:
            self._memory[prompt] = known  # the last again
            self._from_memory[0] += 1
            return known
        key = key_of("prompt", prompt)
        found = self._table.get(key)
        emotion = emotion_of(found.emovec, found.words) if found is not None else None
        self._metrics.count("emotion", "miss" if emotion is None else "disk")
        if emotion is None:
            emotion = self._inner.understand(prompt)
            self._keep(key, emotion)
        self._memory[prompt] = emotion
        if len(self._memory) > IN_MEMORY:
            del self._memory[next(iter(self._memory))]
        return emotion

    def _keep(self, key: str, emotion: Emotion) -> None:
        if not self._keeps:
            return
        try:
            kept = self._table.put(key, entry_of(emotion))
        except OSError:
            kept = False
        if not kept:
            self._metrics.count("emotion", "not kept")
        if self._table.mended and self._tell is not None:
            self._tell(Remark("emotions-mended", "file", self._table.mended))
            self._table.mended = ""


def entry_of(emotion: Emotion) -> Entry:
    """Return what the table keeps of an emotion."""
    words = {
        "vad": [emotion.valence, emotion.arousal, emotion.dominance],
        "mixture": emotion.mixture,
        "deltas": asdict(emotion.deltas),
        "matched": [asdict(match) for match in emotion.matched],
        "ignored": emotion.ignored,
        "confidence": emotion.confidence,
        "remarks": [asdict(remark) for remark in emotion.remarks],
    }
    return Entry(
        emovec=emotion.emovec,
        emotion=emotion_id(emotion.deltas),
        vad=(emotion.valence, emotion.arousal, emotion.dominance),
        confidence=emotion.confidence,
        deltas=to_vector(emotion.deltas),
        words=json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        ),
    )


def emotion_of(emovec: Floats, told: bytes) -> Emotion | None:
    """Return the emotion of an entry; None if another version wrote its words otherwise."""
    try:
        words: Mapping[str, Any] = json.loads(told.decode("utf-8", "surrogatepass"))
        valence, arousal, dominance = words["vad"]
        return Emotion(
            emovec=emovec,
            valence=valence,
            arousal=arousal,
            dominance=dominance,
            mixture=tuple((name, weight) for name, weight in words["mixture"]),
            deltas=Deltas(**words["deltas"]),
            matched=tuple(Match(**match) for match in words["matched"]),
            ignored=tuple(words["ignored"]),
            confidence=words["confidence"],
            remarks=tuple(Remark(**remark) for remark in words["remarks"]),
        )
    except (ValueError, KeyError, TypeError):
        return None
