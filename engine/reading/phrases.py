"""Cutting a long reading into model runs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.tables import word_set
from engine.values import MAX_TOKENS

PHRASE_TOKENS = 250
"""Tokens a run may have before it is cut (the hard limit is ``MAX_TOKENS``).
The model was trained on clips of a few seconds: it is at its best between
about 100 and 200 tokens and hurries and fades beyond about 400 (the model
author's voice notes). A sentence of ordinary prose has 60 to 150 tokens and
so is never cut."""

_RANK = {".": 0, "!": 0, "?": 0, "…": 0, ";": 1, ":": 1, "—": 1, ",": 2, ")": 2, "”": 2}
_CLAUSE_OPENERS = word_set("clause_openers")
_OFF_CENTRE = 0.6
"""How far a better cut may lie from the ideal place, as a share of a part."""


def cut(
    symbols: str, word_starts: Sequence[int], spoken: Sequence[str], limit: int = PHRASE_TOKENS
) -> tuple[tuple[int, int], ...]:
    """Token ranges of at most ``limit`` (and never over ``MAX_TOKENS``).

    Args:
        symbols: one character per token.
        word_starts: token index of each word's first token.
        spoken: the words, to know where clauses open.
        limit: tokens in a part.

    Returns:
        Half-open ranges in order that cover all tokens. A cut lies before a
        word, at the best kind of place near the ideal one: after a sentence,
        after a clause mark, after a comma, before a clause word, between words.
    """
    size = len(symbols)
    if size == 0:
        return ()
    places = [(at, _rank(symbols, at, word)) for at, word in zip(word_starts, spoken, strict=True)]
    ranges: list[tuple[int, int]] = []
    first, low = 0, 0
    while size - first > limit:
        parts = -(-(size - first) // limit)
        ideal = first + (size - first) / parts
        window = (size - first) / parts * _OFF_CENTRE
        while low < len(places) and places[low][0] <= first:
            low += 1
        best = _best(places, low, first, ideal, window, limit)
        ranges.append((first, best))
        first = best
    ranges.append((first, size))
    return tuple(ranges)


def _rank(symbols: str, at: int, word: str) -> int:
    before = symbols[max(0, at - 3) : at].rstrip(" “(")
    rank = _RANK.get(before[-1:], 4)
    return 3 if rank == 4 and word.lower() in _CLAUSE_OPENERS else rank


def _best(
    places: Sequence[tuple[int, int]], low: int, first: int, ideal: float, window: float, limit: int
) -> int:
    """The best place to cut; a single word longer than the limit stays whole."""
    best, best_cost = 0, 0.0
    for at, rank in places[low:]:
        if at - first > limit:
            break
        cost = abs(at - ideal) / max(window, 1.0) + 0.35 * rank
        if not best or cost < best_cost:
            best, best_cost = at, cost
    if best:
        return best
    over = [at for at, _ in places[low : low + 1] if at - first <= MAX_TOKENS]
    return over[0] if over else first + limit
