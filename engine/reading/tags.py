"""Tags in square brackets: which are directions, and the spans between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.reading.brackets import is_statement, nested_end
from engine.reading.patterns import PAUSE
from engine.reading.spans import PLAIN_MANNER, Judge, Manner, Segment, Span
from engine.values import Remark

MOST_JOINED = 4
"""Directions in a row that are taken together ("[sad] [whispering]"): more is noise."""

Parentheses = Literal["text", "tags"]

_BRACKET = re.compile(
    r"(?<!\\)\[(?P<twice>\[)?\s{0,3}(?P<words>/?\s?[^\W\d_][^\[\]\n]{0,120})\](?(twice)\])(?!\()"
)
_ROUND = re.compile(
    r"\[[^\[\]\n]{1,300}\]\([^()\n]{1,400}\)"  # a link or phonemes: left as it is
    r"|(?<!\\)\((?P<act>\s{0,3}/?\s?[^\W\d_][^()\[\]\n]{0,120})\)(?!\()"
)
_HOLDS_OTHERS = re.compile(r"(?<!\\)\[(?=\s{0,3}/?[^\W\d_][^\[\]\n]{0,120}\[)")
_VOICE = re.compile(r"voice(?:\s*[:=]\s*|\s+)(?P<voice>[\w.:+-]{1,200})\s*", re.IGNORECASE)
_NORMAL = frozenset({"normal", "default", "reset"})
_OPENING = re.compile(
    r"(?:(?<![^\n])[ \t]{0,12}(?:\#{1,6}[ \t]+|[-*+•][ \t]+|[0-9]{1,3}[.)][ \t]+|>[ \t]?)?)?"
    r"[\"'“‘«(*_¿¡—]{0,6}$"
)
"""What belongs to the words after a tag though it stands before: list marks, quotes."""
_OPENING_REACH = 24
_BLANKS = (" ", "\t")


def _outermost(
    tags: Iterable[re.Match[str]], nested: Iterator[tuple[int, int]]
) -> Iterator[re.Match[str]]:
    """The tags that stand in no bracket of ``nested``; both come in order."""
    start, end = next(nested, (-1, -1))
    for tag in tags:
        while 0 <= end <= tag.start():
            start, end = next(nested, (-1, -1))
        if not start <= tag.start() < end:
            yield tag


def _squared(match: re.Match[str]) -> str:
    """Round brackets as square ones, so that all that reads them later agrees."""
    return match[0] if match["act"] is None else f"[{match['act']}]"


@dataclass(slots=True)
class Tagged:
    """One pass over a script with tags in brackets."""

    source: str
    is_direction: Judge
    is_voice: Judge
    parentheses: Parentheses
    remarks: list[Remark] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    manner: Manner = PLAIN_MANNER
    prompts: list[str] = field(default_factory=list)
    kept: list[tuple[int, int]] = field(default_factory=list)
    heard: bool = False
    """Whether anything since the last tag can be spoken."""

    def run(self) -> list[Span]:
        """Return the spans; ``remarks`` then says what was not honoured."""
        if self.parentheses == "tags":
            self.source = _ROUND.sub(_squared, self.source)
        last = 0
        for tag in _outermost(_BRACKET.finditer(self.source), self._nested()):
            before = self.source[max(0, tag.start() - 1) : tag.start()]
            after = self.source[tag.end() : tag.end() + 1]
            if (before.isalnum() and after.isalnum()) or before == "[":
                continue  # inside a word or in more brackets than two: the reading judges it
            self._keep(last, tag.start())
            last = tag.start()
            manner = self._manner(" ".join(tag["words"].split()))
            if manner is not None:
                last = self._turn(manner, tag.end())
        self._keep(last, len(self.source))
        self._close(self.kept)
        return self.spans

    def _nested(self) -> Iterator[tuple[int, int]]:
        """Brackets that hold others: none in them is a tag, the reading judges the whole."""
        last = 0
        for opened in _HOLDS_OTHERS.finditer(self.source):
            end = nested_end(self.source, opened.start()) if opened.start() >= last else -1
            if end > 0 and self.source[end : end + 1] != "(":
                yield opened.start(), end
                last = end

    def _keep(self, start: int, end: int) -> None:
        if start < end:
            self.kept.append((start, end))
            self.heard = self.heard or any(char.isalnum() for char in self.source[start:end])

    def _manner(self, words: str) -> Manner | None:
        """The manner after a tag, or None if the words are none."""
        voice = _VOICE.fullmatch(words)
        if voice:
            return self._voiced(voice["voice"])
        name = words.removeprefix("/").strip()
        closes = name != words
        if name.lower() in _NORMAL or (closes and self.is_direction(name)):
            self.prompts = []
            return replace(self.manner, prompt=None)
        if closes or PAUSE.match(words) or is_statement(words) or not self.is_direction(words):
            return None
        if self.heard:
            self.prompts = []
        if words not in self.prompts and len(self.prompts) < MOST_JOINED:
            self.prompts = [*self.prompts, words]
        return replace(self.manner, prompt=", ".join(self.prompts))

    def _voiced(self, name: str) -> Manner:
        if name.lower() in _NORMAL:
            return replace(self.manner, voice=None)
        if not self.is_voice(name):
            self.remarks.append(Remark("voice-not-known", "voice", name))
            return self.manner
        return replace(self.manner, voice=name)

    def _turn(self, manner: Manner, after: int) -> int:
        """Begin a new span at a tag; what opens the words after it comes along.

        Returns:
            where the text goes on: after a quotation mark no space is left.
        """
        changed = manner != self.manner
        self.manner, former = manner, self.manner
        if not changed or not self.heard:
            return after
        start, end = self.kept[-1]
        reach = max(start, end - _OPENING_REACH)
        opening = _OPENING.search(self.source, reach, end)
        carry = opening.start() if opening else end
        glued = carry < end and not self.source[end - 1].isspace()
        while glued and self.source[after : after + 1] in _BLANKS:
            after += 1
        only = len(self.kept) == 1 and not any(c.isalnum() for c in self.source[start:carry])
        if not only:
            self._close([*self.kept[:-1], (start, carry)], former)
            self.kept = [(carry, end)] if carry < end else []
        self.heard = False
        return after

    def _close(self, kept: Sequence[tuple[int, int]], manner: Manner | None = None) -> None:
        segments, pieces, at = [], [], 0
        for start, end in kept:
            if start < end:
                segments.append(Segment(at, start, end))
                pieces.append(self.source[start:end])
                at += end - start
        if at:
            self.spans.append(Span("".join(pieces), tuple(segments), manner or self.manner))
