"""The emotions a prompt can be understood as: targets, V/A/D, descriptor phrases.

The numbers live in ``assets/emotion/vocabulary.json``, which states units and
sources. Entries keep the file's order; ``"neutral"`` is among them and asks for
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

import xxhash

from engine.values import Deltas

NEUTRAL: Final = "neutral"


@dataclass(frozen=True, slots=True)
class Entry:
    """One emotion of the vocabulary.

    ``valence``, ``arousal`` and ``dominance`` are -1..1 with 0 = neutral;
    ``deltas`` are the targets at intensity 1; ``opposite`` names what the
    negated word asks for when a prompt asks for nothing else; ``descriptors``
    holds pairs of language and phrase, ``strengths`` the factor of those that
    are weaker or stronger than the entry ("annoyed", "furious").
    """

    name: str
    family: str
    valence: float
    arousal: float
    dominance: float
    deltas: Deltas
    opposite: tuple[tuple[str, float], ...]
    descriptors: tuple[tuple[str, str], ...]
    strengths: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All entries, in the order of the file, and a stable hash of the file."""

    entries: tuple[Entry, ...]
    hash: str

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the entries, in order."""
        return tuple(entry.name for entry in self.entries)

    def __getitem__(self, name: str) -> Entry:
        """Return the entry called ``name``.

        Raises:
            KeyError: there is none.
        """
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise KeyError(name)


@cache
def load_vocabulary() -> Vocabulary:
    """Return the vocabulary that ships with the program; read once, never changed."""
    raw = files("assets").joinpath("emotion/vocabulary.json").read_bytes()
    rows = json.loads(raw)["entries"]
    return Vocabulary(tuple(_entry(row) for row in rows), xxhash.xxh3_128_hexdigest(raw))


def _entry(row: dict[str, Any]) -> Entry:
    return Entry(
        name=row["name"],
        family=row["family"],
        valence=row["valence"],
        arousal=row["arousal"],
        dominance=row["dominance"],
        deltas=Deltas(**row["deltas"]),
        opposite=tuple((name, weight) for name, weight in row["opposite"]),
        descriptors=tuple(
            (language, phrase)
            for language, phrases in row["descriptors"].items()
            for phrase in phrases
        ),
        strengths=MappingProxyType(row["strengths"]),
    )
