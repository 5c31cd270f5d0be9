"""From a point on the valence-arousal pad to a prompt that asks for it.

The prompt stays the one place where an emotion is asked for, so that it always tells
the truth: dragging the point writes words. The rule: of all phrases made of one emotion
of the vocabulary with a degree ("slightly sad"), or of two ("happy and calm"), the one
whose valence and arousal lie nearest the point. Valence and arousal of a phrase are
those of its emotions (``assets/emotion/vocabulary.json``) by their weights, as
``engine.emotion.understand`` blends them; two emotions cost a little, so that the plain
word wins where it nearly fits. Where no phrase reaches, the nearest is taken and the pad
shows where that one landed. Words on the delivery ("slowly") are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.emotion.vocabulary import NEUTRAL, Entry, load_vocabulary
from engine.values import Direction, Emotion, Match

DEGREES = (("slightly", 0.5), ("rather", 0.85), ("", 1.0), ("very", 1.3), ("extremely", 1.6))
"""Degree words and their factors, as in ``assets/emotion/cues.json``; a test holds them."""

PAIR_COST = 0.04
"""What a second emotion costs, in the pad's unit: a pad of 250 px shows 0.04 as 5 px, so
the words are plain wherever the point would not visibly move."""

STAY_COST = 0.02
"""How much nearer another phrase must be than the one that stands, so that words do not
flicker under a hand that trembles by a pixel or two."""

WORDS = {
    "hot anger": "angry",
    "cold anger": "coldly angry",
    "joy": "happy",
    "excitement": "excited",
    "amusement": "amused",
    "surprise": "surprised",
    "fear": "afraid",
    "anxiety": "worried",
    "sadness": "sad",
    "despair": "despairing",
    "longing": "wistful",
    "boredom": "bored",
    "weariness": "tired",
    "calm": "calm",
    "tenderness": "tender",
    "disgust": "disgusted",
    "contempt": "contemptuous",
    "confident": "confident",
    "serious": "serious",
    "interest": "curious",
    "hesitant": "hesitant",
    "awe": "awed",
    "relief": "relieved",
    "gratitude": "grateful",
    "admiration": "admiring",
}
"""The word a prompt is written with: an adjective of the vocabulary that degree words go with."""


@dataclass(frozen=True, slots=True)
class _Phrases:
    texts: tuple[str, ...]
    places: NDArray[np.float64]
    """float64[n, 2]: valence and arousal."""
    costs: NDArray[np.float64]


def direction_from_pad(
    direction: Direction, valence: float, arousal: float, emotion: Emotion | None = None
) -> Direction:
    """Return ``direction`` with the prompt that asks for a place on the pad.

    Args:
        direction: as it stands; only its prompt changes.
        valence: -1..1.
        arousal: -1..1.
        emotion: what the prompt that stands was understood as; with it the words on
            the delivery are kept. One of another prompt keeps nothing.
    """
    manner = delivery_words(direction.prompt, emotion)
    phrases = _phrases()
    away = np.hypot(*(phrases.places - (valence, arousal)).T) + phrases.costs
    stands = direction.prompt.removesuffix(", " + manner) if manner else direction.prompt
    if stands in phrases.texts:
        away[phrases.texts.index(stands)] -= STAY_COST
    words = phrases.texts[int(np.argmin(away))]
    prompt = ", ".join(part for part in (words, manner) if part)
    return direction if prompt == direction.prompt else replace(direction, prompt=prompt)


def delivery_words(prompt: str, emotion: Emotion | None) -> str:
    """Return the stretches of a prompt that ask for a way of speaking, joined by commas.

    A degree or negation before one belongs to it ("not too loud").
    """
    if emotion is None or any(prompt[m.start : m.end] != m.text for m in emotion.matched):
        return ""
    kept = []
    lead: int | None = None
    last = 0
    for match in emotion.matched:
        if lead is None or _parted(prompt, last, match.start):
            lead = match.start
        last = match.end
        if match.kind == "delivery":
            kept.append(prompt[lead : match.end])
            lead = None
        elif match.kind not in ("degree", "negation"):
            lead = None
    return ", ".join(kept)


def _parted(prompt: str, start: int, end: int) -> bool:
    from engine.emotion.scan import BORDERS  # here: with it comes all that reads prompts

    return any(char in BORDERS for char in prompt[start:end])


def denied(prompt: str, matched: tuple[Match, ...], match: Match) -> bool:
    """Whether a negation of the same stretch of a prompt reaches ``match``."""
    for other in matched:
        if other.kind != "negation":
            continue
        if other.end <= match.start and not _parted(prompt, other.end, match.start):
            between = [m for m in matched if other.end <= m.start < match.start]
            if not any(m.kind == "blend" for m in between):
                return True
        if other.start == match.end and not other.text.isascii():
            return True  # Japanese denies what precedes
    return False


@cache
def _phrases() -> _Phrases:
    entries = [entry for entry in load_vocabulary().entries if entry.name != NEUTRAL]
    found: list[tuple[str, float, float, float]] = [("", 0.0, 0.0, 0.0)]
    for entry in entries:
        for degree, factor in DEGREES:
            words = f"{degree} {WORDS[entry.name]}".strip()
            found.append((words, factor * entry.valence, factor * entry.arousal, 0.0))
    for first, second in combinations(entries, 2):
        if not _against(first, second):
            found.append(_pair(first, second))
    texts, valences, arousals, costs = zip(*found, strict=True)
    return _Phrases(texts, np.clip(np.array([valences, arousals]).T, -1.0, 1.0), np.array(costs))


def _pair(first: Entry, second: Entry) -> tuple[str, float, float, float]:
    """Two emotions without degrees: each has half a say, as the engine blends them."""
    words = f"{WORDS[first.name]} and {WORDS[second.name]}"
    return (
        words,
        (first.valence + second.valence) / 2,
        (first.arousal + second.arousal) / 2,
        PAIR_COST,
    )


def _against(first: Entry, second: Entry) -> bool:
    """Whether the engine would speak the second as a pattern rather than blend it."""
    return second.name in dict(first.opposite) or first.name in dict(second.opposite)
