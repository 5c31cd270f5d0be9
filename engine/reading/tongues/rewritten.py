"""A text being rewritten step by step, every character knowing where it came from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

Change = Callable[[re.Match[str]], str]
"""What a match becomes; all of it stands for all of the match."""


class Rewritten:
    """Text and, for each character, the half-open range of the first text it stands for."""

    def __init__(self, text: str) -> None:
        self.text = ""
        self.spans: list[tuple[int, int]] = []
        for at, char in enumerate(text):
            plain = unicodedata.normalize("NFKC", char)
            self.text += plain
            self.spans += [(at, at + 1)] * len(plain)

    def change(self, rules: Sequence[tuple[re.Pattern[str], Change]]) -> None:
        """Apply rules one after the other, each to the whole text."""
        for pattern, change in rules:
            out: list[str] = []
            spans: list[tuple[int, int]] = []
            last = 0
            for match in pattern.finditer(self.text):
                out.append(self.text[last : match.start()])
                spans += self.spans[last : match.start()]
                new = change(match)
                out.append(new)
                spans += [self.span(match.start(), match.end())] * len(new)
                last = match.end()
            self.text = "".join([*out, self.text[last:]])
            self.spans = spans + self.spans[last:]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The range of the first text that ``text[start:end]`` stands for."""
        return self.spans[start][0], max(self.spans[start][1], self.spans[end - 1][1])
