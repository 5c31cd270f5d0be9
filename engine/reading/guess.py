"""Sounds for words that no lexicon has: espeak-ng if the user has it, else letters."""

from __future__ import annotations

import threading
from typing import Literal

from engine.reading import stress
from engine.reading.espeak import Espeak
from engine.reading.letters import LetterModel, bare_letters
from engine.reading.lexicon import Lexicon

REMEMBERED = 4096
"""Guesses kept; the invented names of one long book fit many times over."""

Fallback = Literal["auto", "letters"]

_PREFIXES = {
    "un": "ˌʌn", "re": "ɹˌi", "non": "nˌɑn", "pre": "pɹˌi", "anti": "ˌæntˌI", "over": "ˌOvəɹ",
    "under": "ˌʌndəɹ", "out": "ˌWt", "super": "sˌupəɹ", "inter": "ˌɪntəɹ", "mis": "mˌɪs",
    "dis": "dˌɪs", "semi": "sˌɛmi", "mega": "mˌɛɡə", "micro": "mˌIkɹO", "multi": "mˌʌlti",
}  # fmt: skip
_PREFIXES_GB = {
    "non": "nˌɒn", "anti": "ˌanti", "over": "ˌQvə", "under": "ˌʌndə", "super": "sˌuːpə",
    "inter": "ˌɪntə", "pre": "pɹˌiː", "re": "ɹˌiː", "micro": "mˌIkɹQ", "semi": "sˌɛmi",
}  # fmt: skip
_SHORTEST_PART = 3


class Guesser:
    """Guesses unknown words of one accent. Thread-safe.

    Args:
        lexicon: its words are tried as parts of the unknown word.
        fallback: ``"auto"`` asks espeak-ng first where it is installed,
            ``"letters"`` never does.
    """

    def __init__(self, lexicon: Lexicon, fallback: Fallback = "auto") -> None:
        self._lexicon = lexicon
        self._letters = LetterModel.load(british=lexicon.british)
        self._espeak = Espeak(british=lexicon.british) if fallback == "auto" else None
        self._known: dict[str, str] = {}
        self._lock = threading.Lock()

    @property
    def source(self) -> str:
        """Who answers: ``"espeak-ng"`` or ``"letters"``."""
        return "espeak-ng" if self._espeak is not None and self._espeak.installed else "letters"

    def guess(self, word: str) -> str:
        """Phonemes for ``word``; "" if it has no Latin letters."""
        plain = bare_letters(word)
        if not plain:
            return ""
        with self._lock:
            found = self._known.get(plain)
            if found is None:
                found = self._compound(plain) or self._ask(plain) or self._letters.guess(plain)
                if len(self._known) >= REMEMBERED:
                    self._known.clear()
                self._known[plain] = found
        return found

    def close(self) -> None:
        """End espeak-ng's process if one runs."""
        if self._espeak is not None:
            self._espeak.close()

    def _ask(self, word: str) -> str:
        return self._espeak.word(word) if self._espeak is not None else ""

    def _compound(self, word: str) -> str:
        """Two known words in one (moonpath), or a prefix and a known word (unlit)."""
        prefixes = dict(_PREFIXES, **_PREFIXES_GB) if self._lexicon.british else _PREFIXES
        for prefix, sound in prefixes.items():
            if word.startswith(prefix) and len(word) >= len(prefix) + 4:
                rest = self._lexicon.find(word[len(prefix) :], "", last=False)
                if rest:
                    return sound + rest
        for cut in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
            head = self._lexicon.hand_checked(word[:cut])
            tail = self._lexicon.hand_checked(word[cut:]) if head else None
            if head and tail and max(cut, len(word) - cut) > _SHORTEST_PART:
                return stress.primary(head) + stress.demote(tail)
        return ""
