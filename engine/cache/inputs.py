"""Everything a take depends on, by name: its key, and why two keys differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Final

import numpy as np
import xxhash

from engine.cache.emotion_id import emotion_id
from engine.keys import LATER, Steady, canonical, counted, key_of, key_of_pairs
from engine.local import NO_PLACES, Places
from engine.values import IDENTITY, Break, Deltas, Floats, Keyframe, Word
from engine.voice_levels import Loudness

MOST_SHOWN: Final = 60
"""Characters of a value that are kept to be shown."""

STEADY: Final = frozenset({"tokens", "phrases", "breaks", "words", "style", "loudness", "drift"})
"""Inputs that come from a text, a voice and the lines before: a knob leaves them as they are,
and they are the longest."""

Told = Mapping[str, tuple[str, str]]
"""Name of an input -> hash of its canonical bytes and the value, shortened."""


@dataclass(frozen=True, slots=True)
class TakeInputs:
    """What affects the sound of a line; a field left out here would be a wrong answer there."""

    plan_version: int
    sound_version: int
    model: str
    precision: str
    runtime: str
    threads: int
    """Other threads or another release add up in another order: other last bits."""
    tokens: tuple[int, ...]
    phrases: tuple[tuple[int, int], ...]
    breaks: tuple[Break, ...]
    words: tuple[Word, ...]
    rest_s: float
    style: Floats
    loudness: Loudness
    deltas: Deltas
    ramp: float
    keyframes: tuple[Keyframe, ...]
    jitter_seed: int
    correct: bool = False
    """Whether one correction is allowed (``engine.correcting``)."""
    drift: Deltas = IDENTITY
    """What earlier lines leave at the line's beginning."""
    steering: str = ""
    """Hash of the map by which style steers prosody, "" where the kernels do it all."""
    timbre: str = ""
    """Hash of the directions of voice quality in the style, "" where none is asked."""
    places: Places = field(default=NO_PLACES, metadata=LATER)
    """What is asked at places in the line, in semitones (``engine.patterns``)."""

    def key(self, steady: Steady | None = None) -> str:
        """Return the exact key: 32 hex digits.

        Args:
            steady: remembers what of it a dragged knob leaves as it is.
        """
        steady = steady or Steady()
        return key_of_pairs(
            (name, (steady.canonical if name in STEADY else canonical)(getattr(self, name)))
            for name in counted(self)
        )

    def coarse_key(self) -> str:
        """Return the key with the emotion ID for the deltas: for drafts."""
        exact = {"deltas", "jitter_seed"}
        rest = ((name, getattr(self, name)) for name in counted(self) if name not in exact)
        return key_of("coarse", emotion_id(self.deltas), *rest)

    def told(self) -> dict[str, tuple[str, str]]:
        """Return each input's hash and short form, to be kept with the take."""
        return {name: _told(name, getattr(self, name)) for name in counted(self)}


def differing(one: Told, two: Told) -> list[str]:
    """Return the names of inputs that are not the same in both, in the order of the first."""
    names = [*one, *(name for name in two if name not in one)]
    return [name for name in names if one.get(name, ("",))[0] != two.get(name, ("",))[0]]


def _told(name: str, value: object) -> tuple[str, str]:
    if name == "words":
        shown = " ".join(word.spoken for word in value) if isinstance(value, tuple) else ""
    elif isinstance(value, np.ndarray):
        shown = f"{len(value)} numbers"
    elif isinstance(value, Deltas):
        plain = Deltas()
        changed = (f.name for f in fields(value))
        shown = ", ".join(
            f"{n}={getattr(value, n):g}" for n in changed if getattr(value, n) != getattr(plain, n)
        )
    elif isinstance(value, tuple):
        shown = f"{len(value)} of them"
    elif isinstance(value, Loudness):
        shown = f"{value.unasked_db:.1f} dB"
    else:
        shown = str(value)
    return xxhash.xxh3_64_hexdigest(canonical(value)), shown[:MOST_SHOWN]
