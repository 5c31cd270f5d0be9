"""The clean text while it is being written, character by character."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.reading.cleaned import GIVEN, PARAGRAPH
from engine.reading.quotes import Quotes


@dataclass(slots=True)
class Writing:
    """Characters with their places in ``source``, and the white space that waits."""

    source: str
    out: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    skipped: dict[str, Counter[str]] = field(default_factory=dict)
    space_from: int = -1
    breaks: int = 0
    quotes: Quotes = field(default_factory=Quotes)
    no_more: set[str] = field(default_factory=set)

    def _flush(self, pos: int) -> None:
        """Write the white space waiting before ``pos``."""
        if self.breaks > 1:
            self._put(PARAGRAPH, self.space_from, pos)
            self.quotes.close()
        elif self.space_from >= 0 and self.out:
            self._put(" ", self.space_from, pos)
        self.space_from, self.breaks = -1, 0

    def _put(self, char: str, start: int, end: int) -> None:
        self.out.append(char)
        self.starts.append(start if start >= 0 else end)
        self.ends.append(end)

    def _write(self, chars: str, start: int, end: int) -> None:
        self._flush(start)
        for char in chars:
            self._put(char, start, end)

    def _skip(self, code: str, char: str) -> None:
        self.skipped.setdefault(code, Counter())[char] += 1

    def _wait(self, pos: int) -> None:
        """White space (or something as good as it) stands at ``pos``."""
        if self.space_from < 0:
            self.space_from = pos

    def _block(self, pos: int) -> None:
        """A paragraph ends here."""
        self._wait(pos)
        self.breaks += 2

    def _quote_char(self, char: str, pos: int, end: int) -> None:
        before = self.source[pos - 1] if pos else " "
        before = "a" if self.out[-1:] == [GIVEN] and before == ")" else before  # it ends a word
        after = self.source[end] if end < len(self.source) else " "
        if char in '"“”„‟«»〝〞＂″':
            mark = self.quotes.double(char, before, after)
        else:
            mark = self.quotes.single(char, before, after, self.source[end : end + 8])
        if mark:
            self._write(mark, pos, end)

    def _to(self, closing: str, pos: int, otherwise: int) -> int:
        """The place after ``closing``, or ``otherwise`` if it never comes."""
        if closing in self.no_more:
            return otherwise
        found = self.source.find(closing, pos)
        if found < 0:
            self.no_more.add(closing)
            return otherwise
        return found + len(closing)
