"""What words in square brackets are to the reading: a rest, a command, an act, or text."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from engine.reading.patterns import COMMANDS, PAUSE
from engine.reading.symbols import STAGE_WORDS
from engine.values import Remark

DEFAULT_PAUSE_S = 0.5
"""Seconds of a bare ``[pause]``: a clear breath, twice a sentence's own rest."""
MOST_PAUSE_S = 30.0
"""Longest single rest; more is surely a slip of the unit (``800s`` for ``800ms``)."""
MOST_EDITED = 3
"""Letters an editor puts beside the rest of a word: "[T]he", "[Wh]en", "walk[ing]"."""
MOST_EDITED_WITHIN = 2
"""Letters an editor puts between two parts of a word: "wom[e]n", "f[or]m"."""
_STATEMENT = re.compile(
    r"(?:(?:and|but|so|then|now) )?(?:"
    r"(?:I|he|she|we|they|you|it|this|that|there)['’](?:m|s|re|ve|ll|d)\b"
    r"|(?:I|he|she|we|they) \w"
    r"|(?:you|it|this|that|these|those|there) (?:\w{1,20}ly |just |very |still |also |never )?"
    r"(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|could|may|might"
    r"|must|shall|should|feels?|felt|looks?|looked|seems?|seemed|sounds?|sounded|gets?|got"
    r"|becomes?|became|makes?|made|grows?|grew|(?:is|are|was|were|do|does|did)n['’]t)\b)",
    re.IGNORECASE,
)
"""How a sentence with a subject begins ("he was angry about it"). Our own judgement:
a direction names a manner, not who has it."""

LONGEST_NESTED = 240
"""Characters of a bracket that holds others."""
_MARK = re.compile(r"[\[\]\n]")
_NO_SOUNDS = frozenset('ˈˌː ;:,.!?—…"()“”')
"""Symbols of the voice's alphabet that are heard only beside a sound."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a bracket, what is said about it, and the length of a rest."""

    does: Literal["rest", "skip", "speak"]
    remark: Remark | None = None
    seconds: float = 0.0


def nested_end(source: str, pos: int) -> int:
    """Where the bracket at ``source[pos]`` that holds other brackets ends; -1 if it does not."""
    depth = 0
    for mark in _MARK.finditer(source, pos, pos + LONGEST_NESTED):
        if mark[0] == "\n":
            break
        depth += 1 if mark[0] == "[" else -1
        if depth == 0:
            return mark.end()
    return -1


def is_statement(words: str) -> bool:
    """Are these words, one space between two, a sentence with a subject and no direction?"""
    return _STATEMENT.match(words) is not None


def parts_words(source: str, pos: int, end: int, apart: int) -> bool:
    """Would words be glued if the silent mark ``source[pos:end]`` left no space?

    Args:
        apart: where the last bracket that was no part of a word ends.
    """
    if source[pos] == "\\":
        return source[max(0, pos - 1) : pos + 2].replace("\\", "").isalnum()
    return end == apart and source[end : end + 1].isalnum()


def cited(numbers: str) -> list[Remark]:
    """What is said about the numbers of sources ("2, 3") left out; a footnote's mark is none."""
    return [] if numbers.startswith("^") else [Remark("bracket-skipped", "text", numbers)]


def is_edited(source: str, pos: int, end: int) -> bool:
    """Are the few letters in the bracket ``source[pos:end]`` part of the word beside it?"""
    before = pos > 0 and source[pos - 1].isalnum()
    after = source[end : end + 1].isalnum()
    letters = source[pos + 1 : end - 1]
    most = MOST_EDITED_WITHIN if before and after else MOST_EDITED
    return (before or after) and len(letters) <= most and letters.isalpha()


def unsayable(phonemes: str, sounds: Container[str] | None) -> str | None:
    """What in inline phonemes is no sound, if nothing in them is one; else None.

    Args:
        phonemes: as written between the slashes.
        sounds: the symbols the voice knows; None knows all.
    """
    if sounds is None or any(char in sounds and char not in _NO_SOUNDS for char in phonemes):
        return None
    return phonemes.strip()


def verdict(words: str, *, inside: bool, speak: bool) -> Verdict:
    """Judge ``[words]``.

    Directions that a script's tags were cut for (``engine.reading.script``) do not
    come here; a direction that does is left out with a remark.

    Args:
        words: what the brackets hold, stripped.
        inside: it is part of a word ("[T]he", "president[s]") or of another bracket ("[[x]]").
        speak: speak what is no command, as an imported book wants it.
    """
    pause = PAUSE.match(words)
    if pause:
        seconds = float(pause[1]) if pause[1] else DEFAULT_PAUSE_S
        if pause[2] and pause[2].lower().startswith("ms"):
            seconds /= 1000.0
        if seconds > MOST_PAUSE_S:
            return Verdict("rest", Remark("pause-shortened", "text", words), MOST_PAUSE_S)
        return Verdict("rest", None, seconds)
    if inside:
        return Verdict("speak")
    if COMMANDS.match(words):
        return Verdict("skip", Remark("command-not-applied", "text", words))
    if speak:
        return Verdict("speak", Remark("bracket-spoken", "text", words))
    act = words.lower() in STAGE_WORDS
    return Verdict("skip", Remark("tag-not-applied" if act else "bracket-skipped", "text", words))
