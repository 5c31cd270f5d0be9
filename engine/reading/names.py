"""Names and rarer words that the lexicons lack, from the CMU Pronouncing Dictionary.

``assets/reading/names.tsv`` gives American sounds in the model's signs. British ones
follow from them by what parts the two accents (Wells, *Accents of English*, 1982,
chapter 3): no r but before a vowel, no tap, other vowels in "lot", "goat" and "trap".
"""

from __future__ import annotations

import re
from functools import cache

from engine.reading.tables import table

_VOWELS = "AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻᵊ"
_R = re.compile(rf"(ɜ|ə|ɑ|ɔ|ɛ|ɪ|ʊ|I|W|O)ɹ(?=([ˈˌ]?[{_VOWELS}])?)")
_BEFORE_R = {
    "ɜ": "ɜː", "ə": "ə", "ɑ": "ɑː", "ɔ": "ɔː", "ɛ": "ɛː", "ɪ": "ɪə", "ʊ": "ʊə", "I": "Iə",
    "W": "Wə", "O": "ɔː",
}  # fmt: skip
_CHANGED = str.maketrans({"ɾ": "t", "O": "Q", "æ": "a", "ᵻ": "ɪ"})
_LONG = re.compile(r"([ˈˌ])(i|u|ɔ)(?!ː)|(?<![ˈˌ])(u|ɔ)(?!ː)")


@cache
def _names() -> dict[str, str]:
    return {row[0]: row[1] for row in table("names.tsv")}


def name_of(word: str, *, british: bool) -> str | None:
    """Sounds of a word in lower case, or None if it is not in the list."""
    sounds = _names().get(word)
    return in_british(word, sounds) if sounds and british else sounds


def in_british(word: str, sounds: str) -> str:
    """American sounds as the British accent has them; ``word`` tells "lot" from "palm"."""
    out = _R.sub(lambda m: _BEFORE_R[m[1]] + ("ɹ" if m[2] else ""), sounds)
    lot = "o" in word and "a" not in word
    out = re.sub("ɑ(?!ː)", "ɒ" if lot else "ɑː", out)
    out = _LONG.sub(lambda m: f"{m[1] or ''}{m[2] or m[3]}ː", out)
    return out.translate(_CHANGED)
