"""Words written in capitals: a shout, a word made of initials, or letters."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.reading.scan import Words
from engine.reading.tables import word_set

SPELLED = word_set("spelled")
"""Always letters, unless the words around are shouted too."""

_ALSO_WORDS = word_set("also_words")
"""Of these the ones that are also words or look like one when shouted."""

_INITIALS = re.compile(r"([A-Z]{1,12})('s|s'|s|'S)?")
_VOWELS = re.compile("[AEIOUY]")


class Capitals(NamedTuple):
    """Letters to spell and the ending said after them ("", "s" or "'s")."""

    letters: str
    ending: str


def as_letters(word: str, words: Words, *, shouted: bool) -> Capitals | None:
    """Letters to spell if ``word`` is read letter by letter, else None.

    Args:
        word: as written, with its ending.
        words: the lexicon.
        shouted: the words around are in capitals too.
    """
    match = _INITIALS.fullmatch(word)
    if not match or len(match[1]) < 2:
        return None
    base, ending = match[1], (match[2] or "").lower().replace("s'", "s")
    if base in SPELLED:
        if shouted and base in _ALSO_WORDS:
            return None
        return Capitals(base, ending)
    if words.is_acronym_word(base):
        return None
    if words.knows(base) or words.knows(word):
        return None
    if len(base) <= 5 or not _VOWELS.search(base):
        return Capitals(base, ending)
    return None
