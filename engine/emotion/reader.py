"""From pieces of a prompt to hits: what is meant, how strongly, and whether denied."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.emotion.nearest import LEAST_ALONE, LEAST_BESIDE, Near, Nearest
from engine.emotion.scan import Piece

WEAKENED: Final = 0.5
""""Not very angry" is somewhat angry: the degree that a denied strong degree leaves."""

_STRONG: Final = 1.2
_AFTER_REACH: Final = 3
"""Characters between a Japanese stem and the ending that denies it."""

_GUESS: Final = 0.6
"""Strength of a guess at the threshold; grows to 1 for a certain one."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing a prompt asks for or denies.

    ``kind`` is ``emotion`` or ``delivery``; ``clause`` counts contrast words
    before it; ``likeness`` is 1 for a known phrase, less for a guess.
    """

    kind: str
    meaning: str
    strength: float
    negated: bool
    clause: int
    start: int
    end: int
    likeness: float = 1.0


@dataclass(slots=True)
class _State:
    degree: float = 1.0
    negated: bool = False
    clause: int = 0
    fresh: bool = False
    """A negation has just been read, with no content after it."""


def read(prompt: str, pieces: list[Piece], nearest: Nearest) -> list[Hit]:
    """Return the hits of a prompt, in order.

    Known phrases first; runs of unknown words are then compared with the
    descriptors, with a lower threshold if nothing was known.
    """
    hits, runs = _walk(pieces)
    least = LEAST_BESIDE if hits else LEAST_ALONE
    texts = [prompt[run[0].start : run[-1].end] for run, _ in runs]
    for (run, state), found in zip(runs, nearest.find(texts, least), strict=True):
        hits += [_guess(near, run, state, least) for near in found]
    return sorted(hits, key=lambda hit: (hit.start, hit.end))


def _walk(pieces: list[Piece]) -> tuple[list[Hit], list[tuple[list[Piece], _State]]]:
    state = _State()
    hits: list[Hit] = []
    runs: list[tuple[list[Piece], _State]] = []
    open_run: list[Piece] = []

    def close_run() -> None:
        if any(piece.kind == "word" for piece in open_run):
            runs.append((_trimmed(open_run), replace(state)))
            state.degree = 1.0
        open_run.clear()

    for piece in pieces:
        if piece.kind in ("word", "filler", "speech", "join"):
            if open_run or piece.kind == "word":
                open_run.append(piece)
            continue
        close_run()
        if piece.kind in ("emotion", "delivery"):
            hits.append(_hit(piece, state))
            state.degree, state.fresh = 1.0, False
        elif piece.kind == "negation_after":
            _deny_last(hits, piece)
        else:
            _turn(state, piece)
    close_run()
    return hits, runs


def _turn(state: _State, piece: Piece) -> None:
    """Change the state for a negation, degree, contrast or border."""
    if piece.kind == "negation":
        state.negated, state.fresh, state.degree = True, True, 1.0
    elif piece.kind == "degree" and piece.sense is not None:
        if state.fresh and piece.sense.strength >= _STRONG:
            state.negated, state.fresh, state.degree = False, False, WEAKENED
        else:
            state.degree *= piece.sense.strength
    elif piece.kind == "contrast":
        state.clause += 1
        state.negated, state.fresh, state.degree = False, False, 1.0
    elif piece.kind == "border":
        state.negated, state.fresh, state.degree = False, False, 1.0


def _hit(piece: Piece, state: _State) -> Hit:
    assert piece.sense is not None
    return Hit(
        kind=piece.kind,
        meaning=piece.sense.meaning,
        strength=state.degree * piece.sense.strength,
        negated=state.negated,
        clause=state.clause,
        start=piece.start,
        end=piece.end,
        likeness=0.9 if piece.repaired else 1.0,
    )


def _deny_last(hits: list[Hit], piece: Piece) -> None:
    if hits and piece.start - hits[-1].end <= _AFTER_REACH:
        hits[-1] = replace(hits[-1], negated=True)


def _guess(near: Near, run: list[Piece], state: _State, least: float) -> Hit:
    sure = min(1.0, (near.likeness - least) / (0.85 - least))
    strength = (_GUESS + (1.0 - _GUESS) * max(0.0, sure)) * near.share * state.degree
    return Hit(
        kind=near.kind,
        meaning=near.meaning,
        strength=strength,
        negated=state.negated,
        clause=state.clause,
        start=run[0].start,
        end=run[-1].end,
        likeness=near.likeness,
    )


def _trimmed(run: list[Piece]) -> list[Piece]:
    """Drop what follows the last unknown word."""
    last = max(i for i, piece in enumerate(run) if piece.kind == "word")
    return run[: last + 1]
