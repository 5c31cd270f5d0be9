"""Words and phrases a prompt may hold, with what each means, in eight languages.

Descriptors come from the vocabulary, everything else from
``assets/emotion/cues.json``. Phrases are looked up in folded form (lower case,
no accents, words joined by single spaces), because prompts are typed in haste.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Final, Literal

import xxhash
from rapidfuzz import process
from rapidfuzz.distance import OSA

from engine.emotion.vocabulary import Vocabulary
from engine.values import Deltas

Kind = Literal[
    "emotion",
    "delivery",
    "degree",
    "negation",
    "negation_after",
    "contrast",
    "join",
    "speech",
    "filler",
]

WORD: Final = re.compile(r"[^\W\d_]+")
"""A word of a script written with spaces; apostrophes and hyphens part words."""

UNSPACED: Final = re.compile(
    r"[\u3005-\u30ff\u3400-\u9fff\uff66-\uff9f\u2600-\u27bf\U0001f300-\U0001faff]"
)
"""Han, kana and pictures: phrases there are matched without word borders."""

PICTURE: Final = re.compile(r"[\u2600-\u27bf\U0001f300-\U0001faff]")

COMPARED: Final = {"er": 1.2, "est": 1.4}
""""Angrier" is "more angry"; "angriest" goes as far as "deeply" does (judged)."""

_SHORTEST_TYPO: Final = 5
"""Letters from which one typing error is repaired: shorter words turn into others."""

_TWO_ERRORS: Final = 9
"""Letters from which two errors are repaired."""


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a phrase.

    ``meaning`` is a vocabulary entry (emotion), an effect (delivery) or empty;
    ``strength`` its factor (a degree, or a descriptor weaker or stronger than
    its entry). ``ambiguous`` delivery words as often describe things.
    """

    kind: Kind
    meaning: str
    strength: float
    language: str
    ambiguous: bool = False
    compared: float = 1.0
    """Factor of a comparative or superlative, in force unless a degree goes before it."""


class Lexicon:
    """Folded phrase -> senses, with spelling repair and language votes."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        raw = files("assets").joinpath("emotion/cues.json").read_bytes()
        cues = json.loads(raw)
        self.hash = xxhash.xxh3_128_hexdigest(raw)
        self.effects = {name: Deltas(**row) for name, row in cues["effects"].items()}
        self._table: dict[str, list[Sense]] = {}
        self._written: dict[str, Sense] = {}
        self._openers = {
            key_of(phrase) for lists in cues["languages"].values() for phrase in lists["opener"]
        }
        for entry in vocabulary.entries:
            for language, phrase in entry.descriptors:
                strength = entry.strengths.get(phrase, 1.0)
                self._add(phrase, Sense("emotion", entry.name, strength, language))
                if language == "ja" and phrase.endswith("い"):
                    # the adverb and the stems of its negations: 怖い, 怖く, 怖くない, 怖がらないで
                    for ending in ("く", "がら"):
                        told = f"{phrase[:-1]}{ending}"
                        self._add(told, Sense("emotion", entry.name, strength, language))
        for language, lists in cues["languages"].items():
            self._add_cues(language, lists)
        single = [key for key in self._table if " " not in key]
        for lists in cues["languages"].values():
            for adjective in lists.get("compared", ()):
                self._add_compared(adjective)
        self.longest = max(key.count(" ") + 1 for key in self._table)
        self.longest_unspaced = max(len(k) for k in self._table if UNSPACED.search(k))
        self._single = [
            key
            for key in single
            if len(key) >= _SHORTEST_TYPO - 1
            and not UNSPACED.search(key)
            and self._table[key][0].kind != "filler"
        ]

    def get(self, phrase: str) -> list[Sense]:
        """Return the senses of a folded phrase, or an empty list."""
        return self._table.get(phrase, [])

    def repaired(self, word: str) -> str | None:
        """Return the known single word that a folded ``word`` is a slip of, if any.

        One insertion, deletion, substitution or swap of neighbours (two in long
        words); the first letter is taken to be right if it decides a tie.
        """
        if len(word) < _SHORTEST_TYPO:
            return None
        most = 2 if len(word) >= _TWO_ERRORS else 1
        found = process.extract(word, self._single, scorer=OSA.distance, score_cutoff=most, limit=8)
        ranked = sorted(found, key=lambda hit: (hit[1], hit[0][0] != word[0], hit[2]))
        return str(ranked[0][0]) if ranked else None

    def descriptors(self) -> list[tuple[str, Sense]]:
        """Return each phrase a prompt can be near to, as written, with its first sense."""
        return list(self._written.items())

    def opens_direction(self, prompt: str) -> bool:
        """Whether ``prompt`` begins, or ends in Japanese, like a stage direction ("as if")."""
        folded = fold(prompt).strip()
        first = " ".join(WORD.findall(folded)[:3]) + " "
        return any(
            key in (folded[: len(key)], folded[-len(key) :])
            if UNSPACED.search(key)
            else first.startswith(f"{key} ")
            for key in self._openers
        )

    def _add(self, phrase: str, sense: Sense) -> None:
        senses = self._table.setdefault(key_of(phrase), [])
        if sense not in senses:
            senses.append(sense)
        # delivery in English only: the encoder reads all languages, and fewer is faster
        if sense.kind == "emotion" or (sense.kind, sense.language) == ("delivery", "en"):
            self._written.setdefault(phrase, sense)

    def _add_compared(self, adjective: str) -> None:
        """Let a comparative and a superlative mean what the adjective does, more strongly."""
        base = self.get(adjective)[0]
        for ending, factor in COMPARED.items():
            for form in _with_ending(adjective, ending):
                self._table.setdefault(form, [replace(base, compared=factor)])

    def _add_cues(self, language: str, lists: dict[str, Any]) -> None:
        for kind in ("negation", "negation_after", "contrast", "join", "speech", "filler"):
            for phrase in lists.get(kind, ()):
                self._add(phrase, Sense(kind, "", 1.0, language))
        for phrase, factor in lists["degree"].items():
            self._add(phrase, Sense("degree", "", factor, language))
        ambiguous = set(lists["ambiguous"])
        for phrase, effect in lists["delivery"].items():
            self._add(phrase, Sense("delivery", effect, 1.0, language, phrase in ambiguous))


def fold(text: str) -> str:
    """Return ``text`` in lower case, Latin letters without accents; same length."""
    return "".join(_folded(char) for char in text)


def _with_ending(adjective: str, ending: str) -> tuple[str, ...]:
    """Spellings of an English adjective with ``er`` or ``est``: usual rules, both if two are."""
    if adjective.endswith("e"):
        return (adjective + ending[1:],)
    forms = [adjective + ending]
    if re.search(r"[^aeiou]y$", adjective):
        forms.append(f"{adjective[:-1]}i{ending}")
    elif re.search(r"[aeiou][bdglmnt]$", adjective):
        forms.append(adjective + adjective[-1] + ending)
    return tuple(forms)


def key_of(phrase: str) -> str:
    """Return the form in which a phrase is looked up."""
    folded = fold(phrase)
    if UNSPACED.search(folded):
        return folded.replace(" ", "")
    return " ".join(WORD.findall(folded)) or folded.strip()


def _folded(char: str) -> str:
    if char == "\u2019":
        return "'"
    lower = unicodedata.normalize("NFKC", char).lower()
    if len(lower) != 1:
        lower = char
    if "\u00c0" <= lower <= "\u024f" or "\u1e00" <= lower <= "\u1eff":
        return unicodedata.normalize("NFD", lower)[0]
    return lower
