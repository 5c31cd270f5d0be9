"""Learn the letter-to-sound tables from the lexicon: ``python -m engine.reading.train_letters``.

Writes ``assets/reading/letters_us.tsv`` and ``letters_gb.tsv`` and reports the
share of held-out words said exactly right. Takes some minutes per accent.
"""

from __future__ import annotations

import math
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import assets
from engine.reading.letters import EDGE, SILENT, WINDOWS, LetterModel, window
from engine.reading.lexicon import Lexicon

HEADER = (
    "// Learnt by engine.reading.train_letters from the misaki lexicons (Apache-2.0); do not edit."
)

MOST_SOUNDS = 2
"""Sounds one letter can stand for (x in "box" -> ks)."""
EM_ROUNDS = 4
EM_WORDS = 12_000
LEAST_SEEN = 3
"""A window seen less often teaches nothing that carries over to new words."""
HELD_OUT = 50
"""One word in so many is kept for the test."""

Pair = tuple[str, tuple[str, ...]]


def sounds_of(phonemes: str) -> tuple[str, ...]:
    """Split into sounds: a stress mark belongs to what follows, a length mark to what precedes."""
    sounds: list[str] = []
    mark = ""
    for char in phonemes:
        if char in "ˈˌ":
            mark = char
        elif char == "ː" and sounds:
            sounds[-1] += char
        else:
            sounds.append(mark + char)
            mark = ""
    return tuple(sounds)


def align(
    word: str, sounds: Sequence[str], cost: dict[str, dict[str, float]]
) -> tuple[str, ...] | None:
    """The cheapest sharing of the sounds among the letters, or None if none fits."""
    size, unseen = len(sounds), 12.0
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    for letter in word:
        costs = cost.get(letter, {})
        row: dict[int, tuple[float, int]] = {}
        for at, (sofar, _) in best[-1].items():
            for taken in range(min(MOST_SOUNDS, size - at) + 1):
                chunk = "".join(sounds[at : at + taken])
                total = sofar + costs.get(chunk, unseen + 2.0 * abs(taken - 1))
                if at + taken not in row or total < row[at + taken][0]:
                    row[at + taken] = (total, at)
        best.append(row)
    if size not in best[-1]:
        return None
    chunks: list[str] = []
    at = size
    for row in reversed(best[1:]):
        before = row[at][1]
        chunks.append("".join(sounds[before:at]))
        at = before
    return tuple(reversed(chunks))


def learn_costs(pairs: Sequence[Pair]) -> dict[str, dict[str, float]]:
    """Costs (negative log shares) of each letter's sounds, by hard EM."""
    cost: dict[str, dict[str, float]] = {}
    for _ in range(EM_ROUNDS):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for word, sounds in pairs:
            for letter, chunk in zip(word, align(word, sounds, cost) or (), strict=False):
                counts[letter][chunk] += 1
        cost = {
            letter: {c: -math.log(n / seen.total()) for c, n in seen.items()}
            for letter, seen in counts.items()
        }
    return cost


def learn_rows(pairs: Iterable[Pair], cost: dict[str, dict[str, float]]) -> dict[str, str]:
    """Window rows that differ from what their shorter windows say."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    chains: dict[str, str] = {}
    for word, sounds in pairs:
        chunks = align(word, sounds, cost)
        padded = EDGE * 4 + word + EDGE * 4
        for at, chunk in enumerate(chunks or (), start=4):
            shorter = ""
            for left, right in WINDOWS:
                key = window(padded, at, left, right)
                seen[key][chunk or SILENT] += 1
                chains[key] = shorter
                shorter = key
    rows: dict[str, str] = {}
    for key in sorted(seen, key=lambda key: (len(key), key)):
        top, count = max(seen[key].items(), key=lambda item: (item[1], item[0]))
        shorter = chains[key]
        while shorter and shorter not in rows:
            shorter = chains[shorter]
        if not shorter or (rows[shorter] != top and count >= LEAST_SEEN):
            rows[key] = top
    return rows


def pairs_of(lexicon: Lexicon) -> list[Pair]:
    """All plain words of a lexicon with their sounds, capitals lowered."""
    found: dict[str, tuple[str, ...]] = {}
    for word, phonemes in lexicon.plain_entries():
        lower = word.lower()
        plain = lower.isascii() and lower.isalpha() and not word[1:2].isupper()
        if plain and 2 < len(word) < 20 and lower not in found:
            found[lower] = sounds_of(phonemes)
    return sorted(found.items())


def build(*, british: bool) -> tuple[dict[str, str], float]:
    """Rows for one accent and the share of held-out words they say exactly right."""
    pairs = pairs_of(Lexicon(british=british))
    held = [pair for pair in pairs if zlib.crc32(pair[0].encode()) % HELD_OUT == 0]
    known = [pair for pair in pairs if zlib.crc32(pair[0].encode()) % HELD_OUT]
    cost = learn_costs(known[:: max(1, len(known) // EM_WORDS)])
    rows = learn_rows(known, cost)
    model = LetterModel(rows)
    right = sum(model.guess(word) == "".join(sounds) for word, sounds in held)
    return rows, right / len(held)


def main() -> None:
    """Build and write both tables."""
    for accent in ("us", "gb"):
        rows, share = build(british=accent == "gb")
        by_sound: dict[str, list[str]] = defaultdict(list)
        for key, sound in rows.items():
            by_sound[sound].append(key)
        path = Path(assets.__file__).with_name("reading") / f"letters_{accent}.tsv"
        lines = ["\t".join([sound, *sorted(keys)]) for sound, keys in sorted(by_sound.items())]
        path.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
        sys.stdout.write(f"{accent}: {len(rows)} rows, {share:.1%} of held-out words exact\n")


if __name__ == "__main__":
    main()
