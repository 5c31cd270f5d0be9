"""Moving stress marks in phoneme strings (the model's alphabet)."""

from __future__ import annotations

PRIMARY = "ˈ"
SECONDARY = "ˌ"
VOWELS = frozenset("AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻᵊeoɐ")


def has_stress(sounds: str) -> bool:
    """True if any stress mark is there."""
    return PRIMARY in sounds or SECONDARY in sounds


def demote(sounds: str) -> str:
    """Primary stress becomes secondary, secondary goes."""
    return sounds.replace(SECONDARY, "").replace(PRIMARY, SECONDARY)


def put_on_first_vowel(sounds: str, mark: str) -> str:
    """Put ``mark`` before the first vowel; unchanged if there is none."""
    for index, char in enumerate(sounds):
        if char in VOWELS:
            return sounds[:index] + mark + sounds[index:]
    return sounds


def at_least_secondary(sounds: str) -> str:
    """Give an unstressed word (a, of, he) a light stress."""
    return sounds if has_stress(sounds) else put_on_first_vowel(sounds, SECONDARY)


def primary(sounds: str) -> str:
    """Make sure of a primary stress: the first secondary is raised, or one is set."""
    if PRIMARY in sounds:
        return sounds
    if SECONDARY in sounds:
        return sounds.replace(SECONDARY, PRIMARY, 1)
    return put_on_first_vowel(sounds, PRIMARY)


def join(parts: list[str]) -> str:
    """Join the parts of one compound: the last keeps its primary stress."""
    return "".join(demote(part) for part in parts[:-1]) + parts[-1]
