"""Readings written down as phonemes, for tests that need no reader."""

from __future__ import annotations

from engine.models.vocab import load_vocab
from engine.values import Break, Reading, Word

MARKS = frozenset(" ,.;:!?—…")

TRAIN = "ðə tɹˈAn ɐɹˈIvd ɐt nˈIn, ænd ðə stˈAʃᵊn wʌz ˈɛmpti. nˈObɑdi sˈɛd ɐ wˈɜɹd."
"""The train arrived at nine, and the station was empty. Nobody said a word."""


def reading_of(
    phonemes: str, breaks: tuple[Break, ...] = (), phrases: tuple[tuple[int, int], ...] = ()
) -> Reading:
    """Make a reading whose text is its phonemes; every symbol is a token."""
    vocab = load_vocab()
    words, start = [], 0
    for spelled in phonemes.split(" "):
        spoken = spelled.rstrip("".join(MARKS))
        if spoken.strip("".join(MARKS)):
            end = start + len(spoken)
            words.append(Word(spoken, start, end, start, end, spoken))
        start += len(spelled) + 1
    tokens = tuple(vocab[symbol] for symbol in phonemes)
    return Reading(
        text=phonemes,
        language="en-us",
        spoken=phonemes,
        phonemes=phonemes,
        tokens=tokens,
        words=tuple(words),
        phrases=phrases or ((0, len(tokens)),),
        breaks=breaks,
    )
