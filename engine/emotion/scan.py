"""A prompt as a row of pieces: known phrases with their sense, unknown words, borders."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from engine.emotion.lexicon import PICTURE, UNSPACED, WORD, Lexicon, Sense, fold

BORDERS: Final = frozenset(',;:.!?()[]{}/"\n，。；：！？（）「」…—–')
"""Marks that end the reach of a negation or degree word."""

_ADDRESS: Final = re.compile(r"\S*(?:://|@|www\.)\S*")
"""Web and mail addresses: no words, whatever their letters spell."""

_PERCENT: Final = re.compile(
    r"\(?\s*((?<![^\s(,;:+])[-\u2212](?=\d))?(\d{1,3}(?:[.,]\d{1,3})?)"
    r"\s?(?:%|percent\b|per cent\b)\s*\)?"
)
"""A share in figures, also in brackets behind its word: "70% angry", "angry (70 %)".

A sign counts if it touches its figure and no word: not in "20-50%" nor after a bullet."""

PERCENT: Final = "percent"
"""Meaning of a degree that was given as a share in figures."""

_SOME_BIT: Final = re.compile(
    r"an?\s+([^\W\d_]+)(?:[\s,-]+([^\W\d_]+))?\s+bit\b(?:\s+of\b)?(?=\s+([^\W\d_]+))"
)
""""A measly bit" and the word behind it: a small degree, whatever says how small."""

_GLUE: Final = frozenset(" \t-'")
"""What may stand between the words of one phrase."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the prompt: ``kind`` is a sense's kind, ``word`` (unknown) or ``border``."""

    kind: str
    start: int
    end: int
    sense: Sense | None = None
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    senses: tuple[Sense, ...]
    kind: Literal["phrase", "word", "border"]
    repaired: bool = False


def scan(prompt: str, lexicon: Lexicon, is_common: Callable[[str], bool]) -> list[Piece]:
    """Cut ``prompt`` into pieces, longest known phrase first.

    ``is_common`` says whether an unknown word is an ordinary word of its
    language (then it is left as it stands) rather than a slip of the keyboard.
    """
    folded = fold(prompt)
    found = _candidates(folded, lexicon, is_common)
    language = _language(found)
    return [_piece(candidate, language) for candidate in found]


def _candidates(
    folded: str, lexicon: Lexicon, is_common: Callable[[str], bool]
) -> list[_Candidate]:
    found: list[_Candidate] = []
    at = 0
    while at < len(folded):
        char = folded[at]
        if address := _ADDRESS.match(folded, at):
            candidate = _Candidate(at, address.end(), (), "border")
        elif share := _PERCENT.match(folded, at):
            factor = float(share[2].replace(",", ".")) / (-100 if share[1] else 100)
            sense = Sense("degree", PERCENT, factor, "")
            candidate = _Candidate(at, share.end(), (sense,), "phrase")
        elif UNSPACED.match(char):
            candidate = _unspaced(folded, at, lexicon)
        elif match := WORD.match(folded, at):
            candidate = _spaced(folded, at, match.end(), lexicon, is_common)
        elif char in BORDERS:
            candidate = _Candidate(at, at + 1, (), "border")
        else:
            at += 1
            continue
        found.append(candidate)
        at = candidate.end
    return found


def _unspaced(folded: str, at: int, lexicon: Lexicon) -> _Candidate:
    for length in range(min(lexicon.longest_unspaced, len(folded) - at), 0, -1):
        senses = lexicon.get(folded[at : at + length])
        if senses:
            return _Candidate(at, at + length, tuple(senses), "phrase")
    means_nothing = folded[at] in BORDERS or PICTURE.match(folded[at])
    kind: Literal["border", "word"] = "border" if means_nothing else "word"
    return _Candidate(at, at + 1, (), kind)


def _spaced(
    folded: str, at: int, end: int, lexicon: Lexicon, is_common: Callable[[str], bool]
) -> _Candidate:
    ends = [end]
    while len(ends) < lexicon.longest:
        start = ends[-1]
        while start < len(folded) and folded[start] in _GLUE:
            start += 1
        following = WORD.match(folded, start) if start > ends[-1] else None
        if following is None:
            break
        ends.append(following.end())
    for stop in reversed(ends):
        senses = lexicon.get(" ".join(WORD.findall(folded[at:stop])))
        if senses and (stop > end or not (bit := _some_bit(folded, at, lexicon))):
            return _Candidate(at, stop, tuple(senses), "phrase")
        if senses and bit:
            return bit
    word = folded[at:end]
    repaired = None if is_common(word) else lexicon.repaired(word)
    if repaired is not None:
        return _Candidate(at, end, tuple(lexicon.get(repaired)), "phrase", repaired=True)
    return _Candidate(at, end, (), "word")


def _some_bit(folded: str, at: int, lexicon: Lexicon) -> _Candidate | None:
    """Return "a ... bit" as the degree "a bit" if the words between mean nothing else."""
    found = _SOME_BIT.match(folded, at)
    if found is None:
        return None
    *small, next_word = found.groups(default="")
    if any(sense.kind != "degree" for word in small for sense in lexicon.get(word)):
        return None
    if any(sense.kind == "filler" for sense in lexicon.get(next_word)):
        return None  # "as if a dog bit him"
    return _Candidate(at, found.end(), tuple(lexicon.get("a bit")), "phrase")


def _language(found: list[_Candidate]) -> str:
    """Return the language most phrases agree on; English where nothing decides."""
    votes: dict[str, float] = defaultdict(float)
    votes["en"] = 1e-3
    for candidate in found:
        languages = {sense.language for sense in candidate.senses if sense.language}
        for language in languages:
            votes[language] += (candidate.end - candidate.start) / len(languages)
    return max(votes, key=lambda language: votes[language])


def _piece(candidate: _Candidate, language: str) -> Piece:
    if candidate.kind != "phrase":
        return Piece(candidate.kind, candidate.start, candidate.end)
    own = [sense for sense in candidate.senses if sense.language == language]
    sense = (own or candidate.senses)[0]
    return Piece(sense.kind, candidate.start, candidate.end, sense, candidate.repaired)
