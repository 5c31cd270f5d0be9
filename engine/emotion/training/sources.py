"""What the head learns from: own texts, the vocabulary, GoEmotions and LibriTTS-P.

Every example is a text with the classes it belongs to and how strong it is. Nothing that
is kept out for the last look gets through (``kept_out``).
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO

from engine.emotion.head import DELIVERY, NOTHING
from engine.emotion.lexicon import UNSPACED, Lexicon
from engine.emotion.training.kept_out import allowed
from engine.emotion.training.own import Example, scenes, things, words
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import InputError

GO_EMOTIONS: Final = "goemotions.csv"
LIBRITTS: Final = "librittsp_style_prompts.csv"

GO_LABELS: Final = {
    "anger": "hot anger", "annoyance": "hot anger", "disgust": "disgust", "fear": "fear",
    "nervousness": "anxiety", "sadness": "sadness", "grief": "despair", "remorse": "sadness",
    "disappointment": "sadness", "embarrassment": "hesitant", "joy": "joy", "optimism": "joy",
    "amusement": "amusement", "excitement": "excitement", "love": "tenderness",
    "caring": "tenderness", "gratitude": "gratitude", "admiration": "admiration",
    "pride": "confident", "relief": "relief", "desire": "longing", "surprise": "surprise",
    "curiosity": "interest", "confusion": "hesitant", "neutral": NOTHING,
}  # fmt: skip
"""GoEmotions' labels as entries of the vocabulary; approval, disapproval and realization
have none and are left out."""

GO_EACH: Final = 900
"""Comments taken of each label: the rare ones have no more, and scenes must not drown."""

GO_NEUTRAL: Final = 2500
LIBRITTS_MOST: Final = 400
GO_LENGTHS: Final = (8, 120)
"""Characters of a comment that is used: prompts are short."""


def classes() -> tuple[str, ...]:
    """Return the head's classes: the vocabulary's entries, delivery, nothing."""
    return (*load_vocabulary().names, DELIVERY, NOTHING)


def examples(folder: Path, seed: int) -> list[Example]:
    """Return all examples, in an order that depends on ``seed`` alone; no text twice.

    Raises:
        InputError: ``data-missing``, a file is not in ``folder``.
    """
    rng = random.Random(seed)
    found = [*_vocabulary(), *scenes(rng), *words(rng), *things(rng)]
    found += [*_go_emotions(folder / GO_EMOTIONS, rng), *_libritts(folder / LIBRITTS, rng)]
    unique = list({example.text: example for example in reversed(found)}.values())[::-1]
    good = allowed(example.text for example in unique)
    return [example for example, may in zip(unique, good, strict=True) if may]


def with_slips(example: Example, rng: random.Random) -> Example | None:
    """Return the example with one slip of the keyboard in its longest word, if it has one."""
    words = [w for w in example.text.split() if len(w) >= 5 and w.isascii() and w.isalpha()]
    if not words or UNSPACED.search(example.text):
        return None
    word = max(words, key=len)
    at = rng.randrange(1, len(word) - 1)
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    slip = rng.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )
    return replace(example, text=example.text.replace(word, slip, 1))


def _vocabulary() -> Iterator[Example]:
    vocabulary = load_vocabulary()
    for entry in vocabulary.entries:
        for _, phrase in entry.descriptors:
            strength = entry.strengths.get(phrase, 1.0)
            yield Example(phrase, ((entry.name, 1.0),), strength, "vocabulary")
    for phrase, sense in Lexicon(vocabulary).descriptors():
        if sense.kind == "delivery":
            yield Example(phrase, ((DELIVERY, 1.0),), 1.0, "vocabulary")


def _go_emotions(path: Path, rng: random.Random) -> Iterator[Example]:
    shortest, longest = GO_LENGTHS
    by_label: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    with _opened(path) as lines:
        for row in csv.DictReader(lines):
            labels = tuple(n for n in row["labels"].split("|") if n in GO_LABELS)
            if row["split"] == "train" and labels and shortest <= len(row["text"]) <= longest:
                for label in labels if len(labels) <= 2 else ():
                    by_label[label].append((row["text"], labels))
    for label in sorted(by_label):
        rows = by_label[label]
        rng.shuffle(rows)
        for text, labels in rows[: GO_NEUTRAL if label == "neutral" else GO_EACH]:
            names = dict.fromkeys(GO_LABELS[name] for name in labels)
            shares = tuple((name, 1.0 / len(names)) for name in names)
            yield Example(text, shares, float(label != "neutral"), "goemotions")


def _libritts(path: Path, rng: random.Random) -> Iterator[Example]:
    """Phrasings about pitch, speed and loudness; which of them does not matter here."""
    with _opened(path) as lines:
        phrases = [p for line in lines for p in line.strip().split("|")[-1].split(";") if p]
    rng.shuffle(phrases)
    for phrase in phrases[:LIBRITTS_MOST]:
        yield Example(phrase, ((DELIVERY, 1.0),), 1.0, "libritts-p")


def _opened(path: Path) -> TextIO:
    try:
        return path.open(encoding="utf-8", newline="")
    except OSError as error:
        raise InputError(
            "data-missing", subject="file", detail=str(error), hint=str(path)
        ) from error
