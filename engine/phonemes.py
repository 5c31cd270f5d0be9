"""What kind of sound each of the model's tokens is.

Planning stretches vowels and consonants apart and rests at punctuation, so it
needs the class of a token; the classes are the IPA's, over the symbols of the
model's vocabulary (misaki's alphabet: capitals are diphthongs).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from engine.models.vocab import PAD_ID, VOCAB_SIZE, load_vocab
from engine.values import Ints

VOWELS = frozenset("AIOQWYaeiouyɐɑɒæɔəɚɛɜɨɪɯøœɤʊʌᵊᵻ")
MARKS = frozenset("ˈˌː↓→↗↘ʰʲ" + "\u0303\u1d5d")
"""Stress, length, tone and the like: they belong to the sound beside them."""
STRESS = "ˈ"
"""First stress; it stands before the vowel. Chinese and Japanese have none."""
RESTS = frozenset(";:,.!?—…")
"""Punctuation that is heard as a rest."""
QUOTES = frozenset('"()“”')
SPACE = " "
VOICELESS = frozenset("fhkpqstxçɕɸθχʂʃʈʦʧʨʔ")


class Kind(IntEnum):
    """The class of a token."""

    PAD = 0
    VOWEL = 1
    CONSONANT = 2
    MARK = 3
    REST = 4
    QUOTE = 5
    SPACE = 6


def kind_of(symbol: str) -> Kind:
    """Return the class of one phoneme symbol; anything unlisted is a consonant."""
    if symbol == SPACE:
        return Kind.SPACE
    for kind, members in (
        (Kind.VOWEL, VOWELS),
        (Kind.MARK, MARKS),
        (Kind.REST, RESTS),
        (Kind.QUOTE, QUOTES),
    ):
        if symbol in members:
            return kind
    return Kind.CONSONANT


class TokenKinds:
    """The classes of token ids, from the model's vocabulary."""

    def __init__(self) -> None:
        self._kinds = np.full(VOCAB_SIZE, Kind.CONSONANT, np.int64)
        self._voiceless = np.zeros(VOCAB_SIZE, np.bool_)
        for symbol, token in load_vocab().items():
            self._kinds[token] = kind_of(symbol)
            self._voiceless[token] = symbol in VOICELESS
        self._kinds[PAD_ID] = Kind.PAD
        self._stress = load_vocab()[STRESS]

    def of(self, tokens: Ints | Iterable[int]) -> Ints:
        """Return int64[T] ``Kind`` of each token id."""
        return self._kinds[np.asarray(tokens, np.int64)]

    def accented(self, tokens: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return bool[T]: whether the token is the vowel that a mark of first stress is before."""
        vowels = np.flatnonzero(self.of(tokens) == Kind.VOWEL)
        after = np.searchsorted(vowels, np.flatnonzero(tokens == self._stress))
        found = np.zeros(len(tokens), np.bool_)
        found[vowels[after[after < vowels.size]]] = True
        return found

    def voiced(self, tokens: Ints | Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return bool[T]: whether the token is a vowel or a voiced consonant."""
        ids = np.asarray(tokens, np.int64)
        kinds = self._kinds[ids]
        spoken = (kinds == Kind.VOWEL) | (kinds == Kind.CONSONANT)
        voiced: np.ndarray[tuple[int], np.dtype[np.bool_]] = spoken & ~self._voiceless[ids]
        return voiced
