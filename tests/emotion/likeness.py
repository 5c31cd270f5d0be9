"""Which of the own training texts are a benchmark prompt again, in the same or like words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from engine.emotion.lexicon import UNSPACED, WORD, fold
from engine.emotion.training import own
from tests.emotion import benchmark, scoring

ALIKE: Final = 0.6
"""Share of content words in common from which two texts are the same prompt."""

_EMPTY: Final = (
    "a an the of in on at to for with and or as if like he she it they his her their him them is "
    "was are were be been who that this by from into has have had will would just so very who s t "
    "not no about up out off over own one someone somebody you your my me i we our though while "
    "un une le la les de des du et en el los las y o il lo gli e da di che com os um uma der die "
    "das und ein eine mit von zu im am"
)

EMPTY: Final = frozenset(_EMPTY.split())
"""Words that two texts may share without being alike."""


def content(text: str) -> frozenset[str]:
    """Content words of a text; pairs of signs in scripts without spaces."""
    folded = fold(text)
    if UNSPACED.search(folded):
        signs = "".join(char for char in folded if UNSPACED.match(char))
        return frozenset(signs[at : at + 2] for at in range(len(signs) - 1))
    return frozenset(word for word in WORD.findall(folded) if word not in EMPTY)


def prompts() -> Iterator[str]:
    """Every prompt of both benchmarks that says more than a word or two."""
    for half in ("development", "kept_out"):
        for kind in benchmark.load(half).values():
            for _, same in kind:
                yield from same
    for half in ("dev", "held_out"):
        for rows in scoring.load(half).values():
            for row in rows:
                if isinstance(row, str):
                    yield row
                elif "prompt" in row:
                    yield row["prompt"]


def texts() -> Iterator[str]:
    """Every item of the own lists, before it is told in other ways."""
    for name in (*own.SCENES, "words.txt", "things.txt"):
        for _, _, items in own.lists(name):
            yield from items


def too_like(written: Iterable[str]) -> list[str]:
    """Those of the texts that share most of their content words with a prompt."""
    of_word: dict[str, list[frozenset[str]]] = defaultdict(list)
    for prompt in prompts():
        words = content(prompt)
        if len(words) >= 3:
            for word in words:
                of_word[word].append(words)
    found = []
    for text in written:
        own_words = content(text)
        near = {words for word in own_words for words in of_word[word]}
        if any(len(own_words & words) >= ALIKE * len(own_words | words) for words in near):
            found.append(text)
    return found
