"""The program's own texts to learn from: scenes, words and things, told in many ways.

The lists lie in ``assets/emotion/training``; ``scenes.txt`` explains their form. What is
drawn here is how an item is told: by whom, as a clause, a comparison or a gerund.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from engine.emotion.head import NOTHING, SHORTEST_MENDED
from engine.emotion.lexicon import WORD, fold
from engine.emotion.vocabulary import load_vocabulary

SCENES: Final = (
    "scenes.txt", "scenes_anger.txt", "scenes_bold.txt", "scenes_calm.txt", "scenes_fear.txt",
    "scenes_joy.txt", "scenes_more.txt", "scenes_sadness.txt", "scenes_sayings.txt",
    "scenes_tongues.txt",
)  # fmt: skip

TOLD: Final = 3
"""Ways in which each doing is told."""

STRUNG: Final = 3
"""Examples made of each word: the word itself, and the rest with others of its emotion."""

_PEOPLE: Final = (
    "he", "she", "a man", "a woman", "someone", "the old man", "a young woman", "a child",
    "my sister", "the king", "a soldier",
)  # fmt: skip
_SAID: Final = (
    "{s} who {v}", "as if {s} {v}", "{s} {v}", "{s} {v}", "like {s} who {v}",
    "as though {s} {v}", "{g}", "{g}", "{g}", "while {g}", "like {s} {g}", "as if {g}",
)  # fmt: skip
_ROLES: Final = ("like {r}", "in the voice of {r}", "as {r}", "as if you were {r}", "{r} talking")
_STRINGS: Final = (
    "{a} and {b}", "{a}, {b}", "{a}, {b}, {c}", "the {a}", "something about {a}",
    "as if it were {a} and {b}", "{a} ... {b}", "with {a}, {b} and {c}", "{b} {a}",
    "it is all {a} and {c}", "thinking of {a}", "{s} and {a}",
)  # fmt: skip
_PATTERNS: Final = (
    "{number} {thing}s in {place}", "a {thing} and a {thing}", "where is {place}",
    "{number} {unit} of {thing} parts", "the {thing} is next to {place}", "{thing} {number}",
    "how much does the {thing} cost", "put the {thing} into {place}", "a new {thing} for {place}",
    "replace the {thing}", "{number} {unit} to {place}",
)  # fmt: skip
_PATTERNED: Final = 350

_SIBILANT: Final = re.compile("(ss|sh|ch|x|zz|o)es$")
_SHORT: Final = re.compile("[^aeiou][aeiou][bdgmnprt]$")
_DOUBLED: Final = frozenset({"begin", "forget", "admit", "permit", "refer", "commit"})
_BEING: Final = {"was": "being", "is": "being", "has": "having"}


@dataclass(frozen=True, slots=True)
class Example:
    """A text, its classes with shares that sum to 1, its strength 0..1.8, its source."""

    text: str
    classes: tuple[tuple[str, float], ...]
    strength: float
    source: str


def scenes(rng: random.Random) -> Iterator[Example]:
    """Yield every scene, doings and roles told in several ways."""
    for name in SCENES:
        for entry, form, items in lists(name):
            for item in items:
                for text in _told(form, item, rng):
                    yield Example(text, ((entry, 1.0),), 1.0, "scenes")


def words(rng: random.Random) -> Iterator[Example]:
    """Yield every word that goes with an emotion, alone and strung with others."""
    for entry, _, items in lists("words.txt"):
        for item in items:
            texts = [item]
            for pattern in rng.sample(_STRINGS, STRUNG - 1):
                other, third = rng.sample(items, 2)
                texts.append(pattern.format(a=item, b=other, c=third, s=rng.choice(_PEOPLE)))
            for text in texts:
                yield Example(text, ((entry, 1.0),), 1.0, "words")


def things(rng: random.Random) -> Iterator[Example]:
    """Yield texts that ask for no way of speaking."""
    known: dict[str, list[str]] = defaultdict(list)
    for heading, _, items in lists("things.txt"):
        known[heading] += items
    texts = known.pop("whole") + known.pop("whole other languages")
    for number in range(_PATTERNED):
        pattern = _PATTERNS[number % len(_PATTERNS)]
        while "{" in pattern:
            name = pattern.split("{")[1].split("}")[0]
            pattern = pattern.replace(f"{{{name}}}", rng.choice(known[name]), 1)
        texts.append(pattern)
    for text in texts:
        yield Example(text, ((NOTHING, 1.0),), 0.0, "things")


def lists(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield heading, form and items of each line of one of the own files."""
    heading = ""
    text = files("assets").joinpath(f"emotion/training/{name}").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("= "):
            heading = line[2:]
        elif line and not line.startswith("#"):
            form = line[0] if line[1:3] == ": " else ""
            items = [item.strip() for item in (line[3:] if form else line).split(";")]
            yield heading, form, [item for item in items if item]


def known_words() -> list[str]:
    """Return the words of five letters and more of the scenes, words and vocabulary, sorted.

    A slip of the keyboard in one of them can be mended before the head hears it.
    """
    texts = [i for name in (*SCENES, "words.txt") for _, _, items in lists(name) for i in items]
    texts += [phrase for entry in load_vocabulary().entries for _, phrase in entry.descriptors]
    found = {word for text in texts for word in WORD.findall(fold(text))}
    return sorted(word for word in found if len(word) >= SHORTEST_MENDED and word.isascii())


def gerund(clause: str) -> str | None:
    """Return "waits for the post" as "waiting for the post"; None if it does not go so."""
    verb, _, rest = clause.partition(" ")
    if verb in _BEING:
        return f"{_BEING[verb]} {rest}"
    if not verb.endswith("s") or verb.endswith("ss") or verb == "does":
        return None
    if verb.endswith("ies"):
        base = verb[:-1] if len(verb) <= 4 else f"{verb[:-3]}y"
    else:
        base = verb[:-2] if _SIBILANT.search(verb) else verb[:-1]
    return f"{_with_ing(base)} {rest}".strip()


def _with_ing(base: str) -> str:
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return f"{base[:-1]}ing"
    one_vowel = len(re.findall("[aeiou]+", base)) == 1
    if base in _DOUBLED or (one_vowel and _SHORT.search(f" {base}")):
        return f"{base}{base[-1]}ing"
    return f"{base}ing"


def _told(form: str, item: str, rng: random.Random) -> list[str]:
    if form == "v":
        patterns, doing = rng.sample(_SAID, TOLD), gerund(item)
        who = [rng.choice(_PEOPLE) for _ in patterns]
        return [p.format(s=s, v=item, g=doing or item) for p, s in zip(patterns, who, strict=True)]
    if form == "r":
        return [item, rng.choice(_ROLES).format(r=item)]
    return [item]
