"""Words with one spelling and two sounds, told apart by tags and neighbours.

Part of speech alone decides only some of them ("lead pipe" and "lead us" are
both often tagged as verbs), so ``assets/reading/heteronyms.tsv`` gives each
such word a list of rows: conditions on tags and near words, and the sounds if
they hold. Before that, tags that cannot be right are mended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.reading.items import Item
from engine.reading.tables import table, word_set

_NEAR = 8
"""Words either side that count as near."""
_CLOSE_BY = 3
"""Words before or after that a helping verb or a particle may stand away."""

_OBJECTS = word_set("object_starts")
_MODALS = word_set("modals")
_NOUN_LEADS = word_set("noun_leads")

_FINITE = frozenset({"is", "was", "are", "were", "has", "have", "had", "will", "would", "can"})
_CLAUSE_STARTS = frozenset(
    {"when", "if", "because", "that", "while", "where", "although", "though", "but", "as", "which"}
)
_NEVER_MANY = frozenset(
    {"sales", "arms", "sports", "savings", "news", "goods", "customs", "works", "systems",
     "operations", "communications", "services", "securities", "futures", "earnings", "rights"}
)  # fmt: skip
"""Plurals that stand before another noun as part of its name: "sales contract"."""

Test = Callable[["Context"], bool]


@dataclass(frozen=True, slots=True)
class Context:
    """A word's place: lower-case words and tags of its sentence, and the index."""

    words: Sequence[str]
    tags: Sequence[str]
    at: int
    capital: bool
    first: bool

    def tagged(self, tag: str) -> Context:
        """The same place with another tag of the word itself."""
        if tag == self.tags[self.at]:
            return self
        tags = [*self.tags[: self.at], tag, *self.tags[self.at + 1 :]]
        return replace(self, tags=tags)

    def word(self, offset: int) -> str:
        """The word ``offset`` places away, or ""."""
        place = self.at + offset
        return self.words[place] if 0 <= place < len(self.words) else ""

    def tag(self, offset: int) -> str:
        """The tag ``offset`` places away, or ""."""
        place = self.at + offset
        return self.tags[place] if 0 <= place < len(self.tags) else ""

    def around(self, before: int, after: int) -> set[str]:
        """The words within some places before and after, without the word itself."""
        return {
            self.words[place]
            for place in range(max(0, self.at - before), min(len(self.words), self.at + after + 1))
            if place != self.at
        }


def _test(condition: str) -> Test:
    """Compile one condition of the table."""
    negated = condition.startswith("!")
    name, _, values = condition.lstrip("!").partition("=")
    wanted = frozenset(values.split(","))
    starts = tuple(wanted)
    tests: dict[str, Test] = {
        "*": lambda _: True,
        "tag": lambda c: c.tags[c.at].startswith(starts),
        "prevtag": lambda c: c.tag(-1).startswith(starts),
        "nexttag": lambda c: c.tag(1).startswith(starts),
        "prev": lambda c: c.word(-1) in wanted,
        "next": lambda c: c.word(1) in wanted,
        "before": lambda c: bool(wanted & c.around(_CLOSE_BY, 0)),
        "after": lambda c: bool(wanted & c.around(0, _CLOSE_BY)),
        "near": lambda c: bool(wanted & c.around(_NEAR, _NEAR)),
        "cap": lambda c: c.capital,
        "first": lambda c: c.first,
    }
    found = tests[name]
    return (lambda c: not found(c)) if negated else found


class Heteronyms:
    """The compiled table of one accent. Read-only after construction."""

    def __init__(self, *, british: bool) -> None:
        self._rows: dict[str, list[tuple[list[Test], str]]] = {}
        for word, conditions, american, british_sounds in table("heteronyms.tsv"):
            tests = [_test(condition) for condition in conditions.split(";")]
            sounds = british_sounds if british else american
            self._rows.setdefault(word, []).append((tests, sounds))

    def __contains__(self, word: str) -> bool:
        return word in self._rows

    def choose(self, word: str, context: Context) -> str:
        """The sounds of ``word`` in its context, or "" to leave it to the lexicon."""
        for tests, sounds in self._rows.get(word, ()):
            if all(test(context) for test in tests):
                return sounds
        return ""


def context_of(items: Sequence[Item], tags: Sequence[str], index: int) -> Context:
    """The words of the sentence around ``items[index]``, marks left out."""
    low = index
    while low > 0 and index - low < 2 * _NEAR and not _stops(items[low - 1]):
        low -= 1
    high = index + 1
    while high < len(items) and high - index < 2 * _NEAR and not _stops(items[high]):
        high += 1
    places = [at for at in range(low, high) if items[at].kind == "word"]
    opens = index == 0 or items[index - 1].kind != "word"
    return Context(
        words=[items[at].text.lower() for at in places],
        tags=[tags[at] for at in places],
        at=places.index(index),
        capital=items[index].text[:1].isupper() and not _opens_sentence(items, index),
        first=opens,
    )


def _stops(item: Item) -> bool:
    return item.kind == "mark" and item.text in ".!?"


def _opens_sentence(items: Sequence[Item], index: int) -> bool:
    before = index - 1
    while before >= 0 and items[before].kind == "mark" and items[before].text in "“(”":
        before -= 1
    return before < 0 or _stops(items[before]) or items[before].kind == "rest"


def mended_tag(context: Context) -> str:
    """The tag of a word that has a noun and a verb form, corrected where it cannot be right."""
    tag, before, after = context.tags[context.at], context.word(-1), context.word(1)
    noun, verb = tag.startswith("NN"), tag.startswith("VB")
    led = context.first or before in _MODALS
    if noun and led and after in _OBJECTS:
        return "VB"
    if before in _MODALS and before != "to" and not verb and after not in {"is", "was"}:
        return "VB"
    if before == "to" and noun and tag == "NN" and after in _OBJECTS:
        return "VB"
    if tag in {"NN", "NNP", "JJ"} and _many_do(context):
        return "VBP"
    if verb and before in _NOUN_LEADS and context.tag(1)[:2] not in {"NN", "JJ"}:
        return "NN"
    return tag


def _many_do(context: Context) -> bool:
    """Does a plural subject stand before the word, and no verb yet in its clause or after it?

    "The companies contract with us", "their stories conflict", but "the sales contract".
    """
    before = context.word(-1)
    if not context.tag(-1).startswith("NNS") or before in _NEVER_MANY:
        return False
    if context.tag(1) in {"VBZ", "VBD", "VBP", "MD", "VBN"} or context.word(1) in _FINITE:
        return False
    for offset in range(-1, -2 * _NEAR, -1):
        tag, word = context.tag(offset), context.word(offset)
        if not word or tag == "CC" or word in _CLAUSE_STARTS:
            return True
        if tag.startswith(("VB", "MD")) or tag in {"IN", "TO"}:
            return tag == "IN" and not any(
                context.tag(further).startswith(("VB", "MD", "TO"))
                for further in range(offset, -2 * _NEAR, -1)
            )
    return True
