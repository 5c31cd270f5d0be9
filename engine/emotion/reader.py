"""From pieces of a prompt to hits: what is meant, how strongly, and whether denied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.emotion.lexicon import fold
from engine.emotion.nearest import CERTAIN, DOUBTFUL, LEAST_BESIDE, LEAST_JUDGED, Near, Nearest
from engine.emotion.scan import PERCENT, Piece
from engine.emotion.vocabulary import NEUTRAL

WEAKENED: Final = 0.5
""""Not very angry" is somewhat angry: the degree that a denied strong degree leaves."""

_STRONG: Final = 1.2
_AFTER_REACH: Final = 3
"""Characters between a Japanese stem and the ending that denies it."""

_GUESS: Final = 0.6
"""Strength of a doubtful guess; grows to 1 for a certain one."""

_BESIDE: Final = 0.6
"""Strength of a certain guess beside a known word, which leads."""

_TYPO_LIKENESS: Final = 0.9
"""Confidence in a word that was repaired."""

_DENIED_LEAD: Final = 0.15
"""How much more certain the whole prompt must be than its denied part."""

_JUDGED_FROM: Final = 2
"""Unknown words from which the head judges the known ones."""

_OVERRULING: Final = 0.7
_OVERRULING_SLIPS: Final = 0.5
"""Share from which the head's family takes the place of known words of other families; the
second where those words were only repaired."""

_LONGEST_TEXT: Final = 300
"""Characters of a stretch that are compared: prompts longer than this are stories."""

_MOST_RUNS: Final = 6
"""Runs of unknown words that are compared, for time."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing a prompt asks for or denies.

    ``kind`` is ``emotion`` or ``delivery``; ``clause`` counts contrast words
    before it; ``likeness`` is 1 for a known phrase, less for a guess; ``share``
    is 1 unless one guess fell on several emotions (``strength`` includes it).
    """

    kind: str
    meaning: str
    strength: float
    negated: bool
    clause: int
    start: int
    end: int
    likeness: float = 1.0
    share: float = 1.0
    guessed: bool = False
    """Whether no list has these words, and likeness alone chose the meaning."""
    percent: bool = False
    """Whether ``strength`` was given in figures, as a share of the whole."""


@dataclass(slots=True)
class _State:
    degree: float = 1.0
    negated: bool = False
    weakened: bool = False
    """A strong degree was denied: "not very", "not too"."""
    clause: int = 0
    percent: bool = False
    """The degree was given in figures."""
    fresh: bool = False
    """A negation has just been read, with no content after it."""


@dataclass(slots=True)
class _Run:
    """A stretch with unknown words and the state it was met in."""

    pieces: list[Piece]
    state: _State


@dataclass(slots=True)
class _Walk:
    state: _State = field(default_factory=_State)
    hits: list[Hit] = field(default_factory=list)
    runs: list[_Run] = field(default_factory=list)
    open: list[Piece] = field(default_factory=list)


def read(
    prompt: str, pieces: list[Piece], nearest: Nearest, is_babble: Callable[[str], bool]
) -> list[Hit]:
    """Return the hits of a prompt, in order.

    Known phrases first. Where there are unknown words too, the head hears the prompt as a
    whole: alone if nothing was known, and otherwise as a judge of what was known by chance
    ("promising revenge" is not praising).
    """
    walk = _walk(pieces)
    runs = [run for run in walk.runs if not _is_babble(prompt, run, nearest, is_babble)][
        :_MOST_RUNS
    ]
    if not runs:
        return walk.hits
    if _is_by_chance(pieces):
        walk.hits.clear()
    if walk.hits:
        found = _judged(prompt, pieces, walk.hits, runs, nearest)
    else:
        found = _alone(prompt, pieces, runs, nearest)
    return sorted(found, key=lambda hit: (hit.start, hit.end))


def _is_by_chance(pieces: list[Piece]) -> bool:
    """Whether the only hit is a word like "fast" with nothing about speaking around it."""
    known = [p for p in pieces if p.kind in ("emotion", "delivery", "speech")]
    return len(known) == 1 and known[0].sense is not None and known[0].sense.ambiguous


def _judged(
    prompt: str, pieces: list[Piece], hits: list[Hit], runs: list[_Run], nearest: Nearest
) -> list[Hit]:
    """Return the known hits, less those by chance, and what the unknown words add."""
    emotions = [hit for hit in hits if hit.kind == "emotion"]
    slips = bool(emotions) and all(hit.likeness < 1.0 for hit in emotions)
    unknown = sum(piece.kind == "word" for run in runs for piece in run.pieces)
    if unknown >= _JUDGED_FROM or slips:
        whole = _Run(pieces, _State())
        (nears,) = nearest.find([_text(prompt, pieces)], LEAST_JUDGED)
        if not nears and len(hits) == 1 and not hits[0].negated:
            return []
        needed = _OVERRULING_SLIPS if slips else _OVERRULING
        if nears and nears[0].likeness >= needed and _is_another(nears[0], hits, nearest):
            rest = [hit for hit in hits if hit.kind == "delivery"]
            return rest + [_guess(near, whole) for near in nears]
    return hits + _beside(prompt, runs, nearest)


def _is_another(near: Near, hits: list[Hit], nearest: Nearest) -> bool:
    """Whether a guess is of a family that no emotion known in one clause belongs to."""
    known = [hit for hit in hits if hit.kind == "emotion"]
    if near.kind != "emotion" or not known or any(hit.clause for hit in hits):
        return False
    return nearest.family(near.meaning) not in {nearest.family(hit.meaning) for hit in known}


def _beside(prompt: str, runs: list[_Run], nearest: Nearest) -> list[Hit]:
    trimmed = [_Run(_trimmed(run.pieces), run.state) for run in runs]
    texts = [_text(prompt, run.pieces) for run in trimmed]
    found = nearest.find(texts, LEAST_BESIDE)
    return [
        _guess(near, run, _BESIDE)
        for run, nears in zip(trimmed, found, strict=True)
        for near in nears
        if near.likeness >= LEAST_BESIDE and near.meaning != NEUTRAL
    ]


def _alone(prompt: str, pieces: list[Piece], runs: list[_Run], nearest: Nearest) -> list[Hit]:
    """Hear the whole prompt; its runs too if one is denied: the more certain reading wins."""
    whole = _Run(pieces, _State())
    least = nearest.least(prompt)
    denied = [] if _is_told(pieces) else [run for run in runs if run.state.negated]
    texts = [_text(prompt, run.pieces) for run in (whole, *(runs if denied else ()))]
    of_whole, *of_runs = nearest.find(texts, least)
    best_run = max((near.likeness for nears in of_runs for near in nears), default=0.0)
    # the encoder hardly hears a negation, so a denied run needs to be outdone clearly
    if not denied or (of_whole and of_whole[0].likeness >= best_run + _DENIED_LEAD):
        return [_guess(near, whole) for near in of_whole]
    return [_guess(near, run) for run, nears in zip(runs, of_runs, strict=True) for near in nears]


def _is_told(pieces: list[Piece]) -> bool:
    """Whether the first negation is part of what is told: "whose team did not try"."""
    kinds = [piece.kind for piece in pieces]
    before = kinds[: kinds.index("negation")] if "negation" in kinds else []
    return "border" not in before and before.count("word") >= _JUDGED_FROM


def _walk(pieces: list[Piece]) -> _Walk:
    walk = _Walk()
    shares_follow = _shares_follow(pieces)
    for piece in pieces:
        if piece.kind in ("word", "filler", "speech", "join"):
            walk.open.append(piece)
            continue
        _close(walk)
        if piece.kind in ("emotion", "delivery"):
            walk.hits.append(_hit(piece, walk.state))
            walk.state.degree, walk.state.fresh, walk.state.weakened = 1.0, False, False
            walk.state.percent = False
        elif shares_follow and _is_share(piece):
            _share_last(walk, piece)
        elif piece.kind == "negation_after":
            _deny_last(walk, piece)
        else:
            if piece.kind in ("contrast", "border"):
                _degree_last(walk)
            _turn(walk.state, piece)
    _close(walk)
    _degree_last(walk)
    return walk


def _is_share(piece: Piece) -> bool:
    return piece.sense is not None and piece.sense.meaning == PERCENT


def _shares_follow(pieces: list[Piece]) -> bool:
    """Whether shares in figures stand behind their words: the first one does."""
    first = next((at for at, piece in enumerate(pieces) if _is_share(piece)), 0)
    return first > 0 and pieces[first - 1].kind == "emotion"


def _share_last(walk: _Walk, piece: Piece) -> None:
    if walk.hits and piece.sense is not None:
        walk.hits[-1] = replace(walk.hits[-1], strength=piece.sense.strength, percent=True)


def _degree_last(walk: _Walk) -> None:
    """Let a degree with nothing behind it belong to what came before: "angry, but not very"."""
    state = walk.state
    degree = WEAKENED if state.weakened else state.degree
    if not walk.hits or degree == 1.0 or (state.negated and not state.weakened):
        return
    last = walk.hits[-1]
    told_since = walk.runs and walk.runs[-1].pieces[-1].end > last.end
    if last.kind == "emotion" and not last.negated and not told_since:
        walk.hits[-1] = replace(last, strength=last.strength * degree)
        state.degree, state.weakened = 1.0, False


def _close(walk: _Walk) -> None:
    """End the open run; keep it if it holds unknown words."""
    if any(piece.kind == "word" for piece in walk.open):
        walk.runs.append(_Run(list(walk.open), replace(walk.state)))
        walk.state.degree = 1.0
    walk.open.clear()


def _turn(state: _State, piece: Piece) -> None:
    """Change the state for a negation, degree, contrast or border."""
    if piece.kind == "negation":
        state.negated, state.fresh, state.degree = True, True, 1.0
    elif piece.kind == "degree" and piece.sense is not None:
        if state.fresh and piece.sense.strength >= _STRONG:
            state.weakened, state.fresh = True, False
        else:
            state.degree *= piece.sense.strength
            state.percent = state.percent or _is_share(piece)
    else:
        state.clause += piece.kind == "contrast"
        state.negated, state.fresh, state.weakened, state.degree = False, False, False, 1.0
        state.percent = False


def _hit(piece: Piece, state: _State) -> Hit:
    assert piece.sense is not None  # emotion and delivery pieces have one
    # "not very angry" is a little angry, but "not too loud" is softer than usual
    softened = state.weakened and piece.kind == "emotion"
    degree = state.degree if state.degree != 1.0 else piece.sense.compared
    return Hit(
        kind=piece.kind,
        meaning=piece.sense.meaning,
        strength=(WEAKENED if softened else degree) * piece.sense.strength,
        negated=state.negated and not softened,
        clause=state.clause,
        start=piece.start,
        end=piece.end,
        likeness=_TYPO_LIKENESS if piece.repaired else 1.0,
        percent=state.percent,
    )


def _deny_last(walk: _Walk, piece: Piece) -> None:
    """Deny what a Japanese negation follows: the last hit or the last unknown run."""
    if walk.runs and walk.runs[-1].pieces[-1].end == piece.start:
        walk.runs[-1].state.negated = True
    elif walk.hits and piece.start - walk.hits[-1].end <= _AFTER_REACH:
        walk.hits[-1] = replace(walk.hits[-1], negated=True)


def _guess(near: Near, run: _Run, most: float = 1.0) -> Hit:
    sure = min(1.0, max(0.0, (near.likeness - DOUBTFUL) / (CERTAIN - DOUBTFUL)))
    strength = most * (_GUESS + (1.0 - _GUESS) * sure) * near.share * run.state.degree
    return Hit(
        kind=near.kind,
        meaning=near.meaning,
        strength=strength,
        negated=run.state.negated,
        clause=run.state.clause,
        start=run.pieces[0].start,
        end=run.pieces[-1].end,
        likeness=near.likeness,
        share=near.share,
        guessed=True,
    )


def _trimmed(pieces: list[Piece]) -> list[Piece]:
    """Keep what lies between the first and the last unknown word."""
    words = [i for i, piece in enumerate(pieces) if piece.kind == "word"]
    return pieces[words[0] : words[-1] + 1]


def _text(prompt: str, pieces: list[Piece]) -> str:
    """The stretch as written; in lower case if it is shouted in capitals."""
    text = prompt[pieces[0].start : pieces[-1].end][:_LONGEST_TEXT]
    return text.lower() if text.isupper() else text


def _is_babble(prompt: str, run: _Run, nearest: Nearest, is_babble: Callable[[str], bool]) -> bool:
    """Whether some word of a run means nothing and no other is spelled as it is known.

    One odd word beside babble is no slip of the keyboard: "plugh" after "xyzzy" is no plough.
    """
    words = [fold(prompt[p.start : p.end]) for p in run.pieces if p.kind == "word"]
    sense = [word for word in words if not is_babble(word)]
    return len(sense) < len(words) and not any(nearest.knows(word) for word in sense)
