"""The walk over clean text that turns it into words, marks and rests.

At each place the first character picks a few rules; each rule looks a bounded
way ahead and either takes some characters or declines. So the walk is linear,
and every word knows the stretch of source it came from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from engine.reading.cleaned import GIVEN, PARAGRAPH, REST, Clean
from engine.reading.items import Item
from engine.reading.sentences import is_end
from engine.reading.symbols import GREEK
from engine.values import Remark

_NEXT_WORD = re.compile(r"[ ]?([A-Za-z][A-Za-z'-]{0,40})")
_STOPS = frozenset(".!?…")
SUFFIX = re.compile(
    r"(?<![^\s(“])\.(NET|txt|pdf|docx?|csv|py|js|ts|json|html?|css|exe|zip|png|jpe?g|gif|svg|wav"
    r"|xml|md|env|sh|ini|log|bat|dll|iso|com|org|net)(?![A-Za-z0-9])(?!\.[A-Za-z])"
)
"""A name that begins with its point, after a space: ``.NET``, ``a .txt file``."""
_UNCASED = "\u2e80"
"""From here on are East Asian characters, which have no names with points."""
_MARKS = frozenset(",.;:!?…—“”()")


class Words(Protocol):
    """What the walk asks of a lexicon."""

    def knows(self, word: str) -> bool:
        """True if the lexicon has this word, whatever its case."""

    def is_acronym_word(self, word: str) -> bool:
        """True if the lexicon says these capitals as a word (NASA)."""


class Scanner:
    """One walk over one text.

    Args:
        clean: the text with its source offsets.
        words: the lexicon, asked only whether it knows a word.
        british: day before month, "and" after hundreds.
    """

    dot = "dot"
    """What a point inside a name is called."""
    greek = GREEK
    """The names of Greek letters."""

    def __init__(self, clean: Clean, words: Words, *, british: bool) -> None:
        self.clean = clean
        self.text = clean.text
        self.words = words
        self.british = british
        self.joiner = "and" if british else ""
        self.items: list[Item] = []
        self.remarks: list[Remark] = list(clean.remarks)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Source offsets of ``text[start:end]``."""
        return self.clean.starts[start], self.clean.ends[max(start, end - 1)]

    def say(self, words: str | Sequence[str], start: int, end: int) -> None:
        """Add words that all stand for ``text[start:end]``."""
        first, last = self.span(start, end)
        for word in words.split() if isinstance(words, str) else words:
            self.items.append(Item("word", word, first, last))

    def spell(self, letters: str, start: int, end: int, ending: str = "") -> None:
        """Add one word read letter by letter."""
        first, last = self.span(start, end)
        self.items.append(Item("word", " ".join(letters) + ending, first, last, how="spell"))

    def guess(self, word: str, start: int, end: int) -> None:
        """Add a word of another script, in Latin letters."""
        first, last = self.span(start, end)
        self.items.append(Item("word", word, first, last, how="guess"))

    def holds(self, char: str) -> bool:
        """Is ``char`` of a script the language writes with besides the Latin one?"""
        del char
        return False

    def mark(self, mark: str, start: int, end: int) -> None:
        """Add a mark, unless it only repeats what stands there already."""
        last = self.items[-1] if self.items else None
        if last is not None and last.kind == "mark":
            if last.text == mark and mark not in "()“”":
                return
            if mark in ",;:." and last.text in ".!?…,;:—":
                if mark == "." and last.text in ",;:—":
                    last.text = "."
                return
        if last is None and mark in ",.;:!?”)":
            return
        first, stop = self.span(start, end)
        self.items.append(Item("mark", mark, first, stop))

    def stop(self, pos: int) -> None:
        """End a sentence at ``pos`` if it has not ended yet."""
        last = next((i for i in reversed(self.items) if i.text not in {"”", ")"}), None)
        if last is not None and not (last.kind == "mark" and last.text in _STOPS):
            self.mark(".", pos, pos + 1)

    def is_end(self, pos: int) -> bool:
        """Does the full stop at ``text[pos]`` end a sentence?"""
        return is_end(self.text, pos)

    def last_word(self, back: int = 1) -> str:
        """The word ``back`` places before here, or "" beyond a mark or the start."""
        for item in reversed(self.items[-6:]):
            if item.kind != "word":
                return ""
            back -= 1
            if back == 0:
                return item.text
        return ""

    def next_word(self, pos: int) -> str:
        """The word right after ``pos`` (one space allowed), or ""."""
        match = _NEXT_WORD.match(self.text, pos)
        return match[1] if match else ""


Rule = Callable[[Scanner, int], int]
"""Takes characters at a place and gives the place after them, or -1."""

S = TypeVar("S", bound=Scanner)


def walk(
    scan: S,
    digit_rules: Sequence[Callable[[S, int], int]],
    letter_rules: Sequence[Callable[[S, int], int]],
) -> list[Item]:
    """Run the walk: ``digit_rules`` where a number may begin, else ``letter_rules``."""
    text, pos, size = scan.text, 0, len(scan.text)
    while pos < size:
        char = text[pos]
        if char == " " or (char in "-–" and text[pos - 1 : pos].isalnum()):
            pos += 1  # a hyphen inside a compound is never a rest
            continue
        if char == "." and _inside_name(text, pos):
            scan.say(scan.dot, pos, pos + 1)
            pos += 1
            continue
        if char == "." and _after_initial(scan, pos):
            pos += 1
            continue
        if char in _MARKS and not _opens_number(text, pos) and not _is_name(text, pos):
            scan.mark(char, pos, pos + 1)
            pos += 1
            continue
        if char in (PARAGRAPH, GIVEN, REST):
            _private(scan, char, pos)
            pos += 1
            continue
        after = text[pos + 1 : pos + 2]
        rules = letter_rules if char.isalpha() or (char == "'" and after.isalpha()) else digit_rules
        for rule in rules:
            end = rule(scan, pos)
            if end > pos:
                pos = end
                break
        else:
            if char == "(":  # it opened no telephone number: its pair is kept too
                scan.mark(char, pos, pos + 1)
            pos += 1
    return scan.items


def _after_initial(scan: Scanner, pos: int) -> bool:
    """``T. S. Eliot``: a point after a single capital that ends no sentence."""
    text = scan.text
    alone = text[pos - 1 : pos].isupper() and not text[max(0, pos - 2) : pos - 1].isalnum()
    return alone and text[pos + 1 : pos + 3].strip().isalpha() and not scan.is_end(pos)


def _inside_name(text: str, pos: int) -> bool:
    """``config.yaml``: a point between letters that no space follows."""
    before, after = text[pos - 1 : pos], text[pos + 1 : pos + 2]
    letters = before.isalpha() and after.isalpha() and max(before, after) < _UNCASED
    return letters and not (before.islower() and after.isupper())


def _opens_number(text: str, pos: int) -> bool:
    """``.5`` and ``(555) 010-0199`` begin with a mark and are numbers."""
    after = text[pos + 1 : pos + 2]
    before = text[pos - 1 : pos]
    return text[pos] in ".(" and "0" <= after <= "9" and not before.isalnum()


def _is_name(text: str, pos: int) -> bool:
    """``!=`` is a sign, and the point of ``.NET`` begins a name."""
    return text[pos : pos + 2] == "!=" or (text[pos] == "." and bool(SUFFIX.match(text, pos)))


def _private(scan: Scanner, char: str, pos: int) -> None:
    first, last = scan.span(pos, pos + 1)
    if char == PARAGRAPH:
        scan.stop(pos)
    elif char == GIVEN:
        word, phonemes = scan.clean.given[pos]
        scan.items.append(Item("word", word, first, last, how="given", phonemes=phonemes))
    else:
        scan.items.append(Item("rest", "", first, last, seconds=scan.clean.rests[pos]))
