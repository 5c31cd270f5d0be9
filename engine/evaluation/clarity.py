"""Are the words still there: word errors of a small offline recogniser.

Whisper base (``engine.listening``, the extra ``recogniser``) writes down what it hears; the
words it has wrong are counted as in speech recognition: substitutions, insertions and
deletions of the alignment with the fewest (Levenshtein 1966). It makes errors on clean
speech too, so only the rise over the neutral take of the same line and voice is used.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from engine.listening import words_of


def word_errors(said: str, heard: str) -> int:
    """Words that are wrong, missing or too many; case, accents and marks do not count."""
    return errors_between(words_of(said), words_of(heard))


def errors_between(said: Sequence[str], heard: Sequence[str]) -> int:
    """Fewest words to change, add or take out to make ``heard`` of ``said``."""
    return int(Levenshtein.distance(said, heard))
