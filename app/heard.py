"""How much of what was asked is heard in the lines of a text, in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engine.landing import Landing

NAMES: Final = {
    "f0_level_st": "pitch level",
    "f0_excursion": "pitch range",
    "declination_st_s": "pitch slope",
    "final_st": "final pitch",
    "vowel_duration": "vowel length",
    "consonant_duration": "consonant length",
    "energy_db": "level",
}
"""How a person calls the dimensions that are judged (``engine.landing``)."""

VERDICTS: Final = ("landed", "weak", "over")


class Heard:
    """Counts verdicts over lines."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {verdict: Counter() for verdict in VERDICTS}

    def add(self, found: Mapping[str, Landing]) -> None:
        """Take in what was judged of a line; what was not asked counts nothing."""
        for name, landing in found.items():
            if landing.verdict:
                self._counts[landing.verdict][NAMES[name]] += 1

    @property
    def sentence(self) -> str:
        """Of what was asked, how much landed and what did not; "" if all of it did."""
        if not any(self._counts[verdict] for verdict in VERDICTS[1:]):
            return ""
        parts = []
        for verdict, counts in self._counts.items():
            named = ", ".join(f"{name} {count}" for name, count in counts.most_common())
            told = f" ({named})" if named and verdict != "landed" else ""
            parts.append(f"{counts.total()} {verdict}{told}")
        return "of what was asked, heard: " + ", ".join(parts)
