"""Letter to sound: how an unknown word is probably said, from its letters alone.

The model is a table of letter contexts learnt from the lexicon (see
``train_letters``): each row gives the sounds of one letter in a window of
letters around it, and a row is kept only where it differs from what the
shorter windows already say. The longest window that matches decides. This is
the decision-tree view of text-to-phoneme conversion of Daelemans and van den
Bosch ("Language-independent data-oriented grapheme-to-phoneme conversion",
1996), flattened into one dictionary.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from engine.reading import stress
from engine.reading.tables import table

WINDOWS = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4))
"""Letters to the left and right of the one being said, shortest window first."""
EDGE = "#"
SILENT = "-"


def bare_letters(word: str) -> str:
    """``word`` in lower-case a-z: accents dropped, ligatures and others spelled out."""
    spread = word.lower()
    for odd, plain in (("æ", "ae"), ("œ", "oe"), ("ø", "o"), ("ß", "ss"), ("ð", "th"), ("þ", "th")):
        spread = spread.replace(odd, plain)
    flat = unicodedata.normalize("NFD", spread.replace("ł", "l").replace("đ", "d"))
    return "".join(char for char in flat if "a" <= char <= "z")


def window(padded: str, at: int, left: int, right: int) -> str:
    """The key of a window: left letters, ``>``, the letter and what follows."""
    return padded[at - left : at] + ">" + padded[at : at + right + 1]


class LetterModel:
    """One accent's letter-to-sound table.

    Args:
        rows: window key -> phoneme characters (``SILENT`` for none).
    """

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = dict(rows)

    @classmethod
    def load(cls, *, british: bool) -> LetterModel:
        """Read the shipped table of an accent."""
        rows = table(f"letters_{'gb' if british else 'us'}.tsv")
        return cls({key: sound for sound, *keys in rows for key in keys})

    def guess(self, word: str) -> str:
        """Phonemes with one primary stress; "" if the word has no letters."""
        letters = bare_letters(word)
        padded = EDGE * 4 + letters + EDGE * 4
        sounds = "".join(self._sound(padded, at) for at in range(4, 4 + len(letters)))
        return one_primary(sounds)

    def _sound(self, padded: str, at: int) -> str:
        for left, right in reversed(WINDOWS):
            sound = self._rows.get(window(padded, at, left, right))
            if sound is not None:
                return "" if sound == SILENT else sound
        return ""


def one_primary(sounds: str) -> str:
    """Exactly one primary stress: the first stays, later ones go; else one is set."""
    first = sounds.find(stress.PRIMARY)
    if first < 0:
        return stress.primary(sounds)
    return sounds[: first + 1] + sounds[first + 1 :].replace(stress.PRIMARY, "")
