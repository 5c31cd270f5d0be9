"""Which characters a language writes with, and what raised digits stand for."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
POWER = "^"
"""Stands in clean text before an exponent: ``10⁵`` becomes ``10^5``."""
_LONGEST_UNIT = 3
"""Letters before a lone ``²`` or ``³`` that can be a unit's; after more it is a note's number."""


@dataclass(frozen=True, slots=True)
class Script:
    """Which characters a language writes with, besides Latin letters and common signs.

    ``letters`` are ranges of code points, ``signs`` single characters; both
    come through unchanged.
    """

    letters: tuple[tuple[int, int], ...] = ()
    signs: frozenset[str] = frozenset()

    def holds(self, char: str) -> bool:
        """True if ``char`` is to be kept as it is."""
        point = ord(char)
        return char in self.signs or any(low <= point <= high for low, high in self.letters)


LATIN = Script()


def raised(marks: str, before: str) -> str:
    """What raised digits are in clean text; "" for the number of a note.

    Args:
        marks: one or more of ``RAISED``.
        before: up to four characters before them.
    """
    letters = before[len(before.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZµΩ")) :]
    closes = before[-1:].isdigit() or before[-1:] in {")", "]", "²", "³"} or _is_greek(before[-1:])
    if marks in {"²", "³"}:
        return marks if closes or 0 < len(letters) <= _LONGEST_UNIT else ""
    alone = len(letters) == 1 or (len(letters) > 1 and marks[0] == "⁻")
    if not (closes or alone):
        return ""
    plain = unicodedata.normalize("NFKC", marks).replace("\u2212", "-")
    return POWER + plain


def _is_greek(char: str) -> bool:
    """``χ²``, ``σ³``: a Greek letter is a quantity."""
    return "Α" <= char <= "ω"


def dashed(marks: str, source: str, pos: int, end: int) -> str:
    """The one mark that the dashes ``source[pos:end]`` are in clean text.

    ``—`` a rest, ``−`` a minus, ``–`` between numbers, ``-`` inside a compound.
    """
    before = source[pos - 1] if pos else " "
    after = source[end] if end < len(source) else " "
    long = len(marks) > 1 or marks in "—―⸺⸻"
    spaced = before.isspace() and after.isspace()
    if spaced and not long and source[end + 1 : end + 2].isdigit():
        return between(marks, source[max(0, pos - 24) : pos], source[end : end + 24])
    if spaced and marks == "−":
        return "−"
    if long or spaced:
        return "—"
    if marks == "−" or (marks in "-–" and before.isspace() and after.isdigit()):
        return "−"
    if marks == "–" and not (before.isdigit() and after.isdigit()):
        return "—" if after.isspace() or before.isspace() else "-"
    return "–" if marks == "–" else "-"


def between(dash: str, before: str, after: str) -> str:
    """What a dash with spaces before a number is: a minus, "to", or a rest.

    Args:
        dash: the dash as written.
        before: some two dozen characters before it, with the space.
        after: some two dozen characters after it.
    """
    last = before.strip()[-1:]
    sums = "=" in after or any(sign in before.rpartition(". ")[2] for sign in "+=×÷")
    if dash == "−" or (sums and (last.isalnum() or last == ")")):
        return "−"
    return "–" if last.isdigit() else "—"


def is_latin(char: str) -> bool:
    """Is ``char`` a letter of the Latin script, with or without a mark?"""
    return char.isalpha() and (char < "\u0250" or "\u1e00" <= char <= "\u1eff")
