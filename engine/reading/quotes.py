"""Quotation marks and apostrophes: which is which, and which way they face."""

from __future__ import annotations

import re
from dataclasses import dataclass

_YEAR = re.compile(r"[0-9]{2}s?(?![0-9'’])")
"""``'08``: what is left of a year."""
_ELISIONS = re.compile(
    r"(?:tis|twas|twere|twill|em|cause|bout|round|til|till|neath|gainst|n|kay|\d0s)(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"s(?![A-Za-z0-9])")
_OPENERS = frozenset("(—“-/")


@dataclass(slots=True)
class Quotes:
    """The quotation marks open at a place in a paragraph."""

    open_single: int = 0
    open_double: int = 0

    def close(self) -> None:
        """Forget what is open: a paragraph ended."""
        self.open_single = self.open_double = 0

    def single(self, char: str, before: str, after: str, rest: str) -> str:
        """An apostrophe, a quotation mark or nothing.

        ``before`` and ``after`` are the neighbours, ``rest`` some text after it.
        """
        if before.isalnum():
            if after.isalpha() or (after.isdigit() and before.isdigit()):
                return "'"
            if self.open_single and char not in "′ʹ":
                self.open_single -= 1
                return "”"
            return "'"
        if after.isalnum():
            if (
                _ELISIONS.match(rest)
                or _YEAR.match(rest)
                or (before == "." and _POSSESSIVE.match(rest))
            ):
                return "'"
            self.open_single += 1
            return "“"
        if self.open_single:
            self.open_single -= 1
            return "”"
        if char == "‘":
            self.open_single += 1
            return "“"
        return ""

    def double(self, char: str, before: str, after: str) -> str:
        """An opening or closing mark, or the inch sign after a digit."""
        if char in '″"' and before.isdigit() and not self.open_double:
            return '"'
        if char in "“„«〝":
            opening = True
        elif char in "”»〞":
            opening = False
        else:
            opening = (before.isspace() or before in _OPENERS) and not after.isspace()
            opening = opening or (not self.open_double and after.isalnum())
        self.open_double = max(0, self.open_double + (1 if opening else -1))
        return "“" if opening else "”"
