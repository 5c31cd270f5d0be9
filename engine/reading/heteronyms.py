"""Words with one spelling and two sounds, told apart by their neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.items import Item


def choose(items: Sequence[Item], tags: Sequence[str], index: int, *, british: bool) -> str:
    """The phonemes of a heteronym in its context, or "" to leave it to the lexicon."""
    word = items[index].text.lower()
    after = items[index + 1].text.lower() if index + 1 < len(items) else ""
    if word == "used" and after == "to" and not british and tags[index] in {"VBD", "JJ", "VBN"}:
        return "jˈust"
    return ""
