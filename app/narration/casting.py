"""Who speaks: names before lines as in a script, and quoted speech with a "said" beside it.

Names are proposed, never assumed: what is spoken in another voice is what a plan's cast
says. A paragraph's quotations belong to a cast name if that is the only one its own words
attribute them to; where two are named, or none is, the narrator speaks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from app.narration.book import Block

LABEL = re.compile(r"\s*([A-Z][\w.'’ -]{0,30}?)\s*:\s+(?=\S)")
"""A speaker's name before a line, as scripts have it."""

_QUOTED = re.compile(r"“[^“”]{1,2000}”|\"[^\"]{1,2000}\"|«[^«»]{1,2000}»")
_SAID = (
    "said|says|asked|asks|replied|replies|answered|answers|cried|cries|called|shouted|shouts|"
    "whispered|whispers|muttered|murmured|added|adds|began|continued|went on|told|exclaimed|"
    "repeated|insisted|agreed|sighed|laughed|snapped|growled|admitted|explained|wondered"
)
"""Verbs writers put beside speech."""
_NAME = r"(?:the |The )?[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}"
_ATTRIBUTED = (
    re.compile(rf"\b(?:{_SAID}) ({_NAME})"),
    re.compile(rf"\b({_NAME}) (?:{_SAID})\b"),
)
_NO_NAMES = frozenset(
    ("he", "she", "it", "they", "we", "you", "i", "the", "then", "and", "but", "no", "yes")
)
LEAST_TIMES = 2
"""A name that speaks only once is hardly worth a voice."""


def quotations(text: str) -> tuple[tuple[int, int], ...]:
    """Where quoted speech stands in a text: offsets with the marks."""
    return tuple(found.span() for found in _QUOTED.finditer(text))


def attributed(text: str) -> tuple[str, ...]:
    """Names that a paragraph's own words, outside its quotations, say are speaking."""
    if not quotations(text):
        return ()
    outside = _QUOTED.sub(" ¶ ", text)
    names = [found[1] for pattern in _ATTRIBUTED for found in pattern.finditer(outside)]
    return tuple(dict.fromkeys(name for name in names if name.lower() not in _NO_NAMES))


def speaker_of(text: str, cast: Collection[str]) -> str:
    """The cast name all quotations of a paragraph belong to; "" if that is not clear.

    Args:
        text: the paragraph as it is spoken.
        cast: names in small letters.
    """
    found = {name.casefold() for name in attributed(text)}
    return next(iter(found)) if len(found) == 1 and found <= set(cast) else ""


def parts(text: str) -> Iterator[tuple[int, int, bool]]:
    """A paragraph cut at its quotations: start, end and whether it is quoted.

    Marks and spaces alone belong to what stands before them.
    """
    at = 0
    held: list[tuple[int, int, bool]] = []
    for start, end in (*quotations(text), (len(text), len(text))):
        for first, last, quoted in ((at, start, False), (start, end, True)):
            if first == last:
                continue
            if held and not any(char.isalnum() for char in text[first:last]):
                before = held.pop()
                held.append((before[0], last, before[2]))
            else:
                held.append((first, last, quoted))
        at = end
    yield from held


def proposed(blocks: Iterable[Block]) -> dict[str, int]:
    """Names to choose voices for and how often each speaks, the most talkative first."""
    found: Counter[str] = Counter()
    for block in blocks:
        text = block.visible
        label = LABEL.match(text)
        if label and block.kind != "heading":
            found[label[1]] += 1
        found.update(attributed(text))
    return {name: count for name, count in found.most_common() if count >= LEAST_TIMES}
