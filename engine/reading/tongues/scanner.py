"""The walk's scanner for a language with a table."""

from __future__ import annotations

import re

from engine.reading.cleaned import Clean
from engine.reading.scan import Scanner
from engine.reading.tongues import ends
from engine.reading.tongues.tongue import Tongue

LETTER = r"(?:[^\W\d_]|[\u0300-\u036f\u0900-\u0963\u0970-\u097f])"
"""One letter of any script with its signs (Devanagari vowels are no letters to ``re``)."""

_NEXT_WORD = re.compile(rf"[ ]?({LETTER}{{1,41}})")
_STOPS = frozenset(".!?…")


class NoWords:
    """These languages have no lexicon: espeak-ng knows their words."""

    def knows(self, word: str) -> bool:
        """No word is known."""
        del word
        return False

    def is_acronym_word(self, word: str) -> bool:
        """Tables say which capitals are words."""
        del word
        return False


class TongueScanner(Scanner):
    """One walk over one text of a language.

    Args:
        clean: the text with its source offsets.
        tongue: the language.
    """

    def __init__(self, clean: Clean, tongue: Tongue) -> None:
        super().__init__(clean, NoWords(), british=False)
        self.tongue = tongue
        self.dot = tongue.url["."]
        self.greek = tongue.greek

    def holds(self, char: str) -> bool:
        """Is ``char`` of the language's own script?"""
        return self.tongue.script.holds(char)

    def is_end(self, pos: int) -> bool:
        """Does the full stop at ``text[pos]`` end a sentence?"""
        return ends.is_end(self.tongue, self.text, pos)

    def ends_here(self, point: int) -> bool:
        """Does the point end the sentence or its paragraph?"""
        rest = self.text[point + 1 : point + 3].strip(" ")
        return not rest or rest[0] == "\n" or self.is_end(point)

    def next_word(self, pos: int) -> str:
        """The word right after ``pos`` (one space allowed), or ""."""
        match = _NEXT_WORD.match(self.text, pos)
        return match[1] if match else ""

    def mark(self, mark: str, start: int, end: int) -> None:
        """Add a mark; a dash that opens a speaker's turn is no rest."""
        if mark == "—" and (not self.items or self._stopped()):
            return
        super().mark(mark, start, end)

    def _stopped(self) -> bool:
        last = self.items[-1]
        return last.kind == "mark" and last.text in _STOPS
