"""Moving stress marks in phoneme strings (the model's alphabet)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.items import Item

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


def before_vowels(sounds: str) -> str:
    """Move each stress mark from the head of its syllable (IPA) to before its vowel."""
    found: list[str] = []
    held = ""
    for char in sounds:
        if char in (PRIMARY, SECONDARY):
            held = char
            continue
        if char in VOWELS and held:
            found.append(held)
            held = ""
        found.append(char)
    return "".join(found)


def stepped(sounds: str, step: int) -> str:
    """Raise (+1, +2) or lower (-1, -2) the stress of a word, as the inline form asks."""
    if step > 0:
        return primary(sounds)
    return demote(sounds) if step == -1 else sounds.replace(PRIMARY, "").replace(SECONDARY, "")


def stressed(
    items: Sequence[Item], sounds: list[str], stretches: Sequence[tuple[int, int, int]]
) -> list[str]:
    """The sounds of each item with more or less stress in some stretches of the source.

    Args:
        items: words, marks and rests in order.
        sounds: their phonemes.
        stretches: start, end and step of each, in order, from ``Clean.stressed``.
    """
    if not stretches:
        return sounds
    found, at = list(sounds), 0
    for index, item in enumerate(items):
        while at < len(stretches) and stretches[at][1] <= item.start:
            at += 1
        if at < len(stretches) and item.kind == "word" and stretches[at][0] <= item.start:
            found[index] = stepped(sounds[index], stretches[at][2])
    return found
