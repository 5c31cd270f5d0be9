"""Scores an understander on one half of ``benchmark.json``; prints every miss.

Run it: ``python -m tests.emotion.scoring dev``.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from engine.emotion.axes import AXES, to_vector
from engine.emotion.lexicon import WORD
from engine.emotion.understand import Understander
from engine.emotion.vocabulary import load_vocabulary
from engine.evaluation.prompts import Score, cosine, family_of, is_refused, slip

FAMILY = {entry.name: entry.family for entry in load_vocabulary().entries}


def load(half: str) -> dict[str, list[Any]]:
    text = (Path(__file__).parent / "benchmark.json").read_text(encoding="utf-8")
    return dict(json.loads(text)[half])


def families(u: Understander, rows: list[Any]) -> tuple[Score, Counter[tuple[str, str]]]:
    score, confusion = Score(), Counter[tuple[str, str]]()
    for row in rows:
        heard = family_of(u.understand(row["prompt"]))
        good = heard in row["family"]
        confusion[row["family"][0], row["family"][0] if good else heard] += 1
        score.add(good, f"{row['prompt']}: {heard}, not {'/'.join(row['family'])}")
    return score, confusion


def blends(u: Understander, rows: list[Any]) -> Score:
    score = Score()
    for row in rows:
        heard = {FAMILY[name] for name, weight in u.understand(row["prompt"]).mixture}
        score.add(set(row["families"]) <= heard, f"{row['prompt']}: {sorted(heard)}")
    return score


def negation(u: Understander, rows: list[Any]) -> Score:
    """Right: understood, the denied family or entry takes no part, the wanted one leads."""
    score = Score()
    for row in rows:
        emotion = u.understand(row["prompt"])
        parts = {FAMILY[n] for n, _ in emotion.mixture} | {n for n, _ in emotion.mixture}
        good = bool(emotion.mixture) and row["absent"] not in parts
        good &= not row["family"] or family_of(emotion) in row["family"]
        score.add(good, f"{row['prompt']}: {emotion.mixture}")
    return score


def delivery(u: Understander, rows: list[Any]) -> Score:
    score = Score()
    for row in rows:
        vector = dict(zip(AXES, to_vector(u.understand(row["prompt"]).deltas), strict=True))
        good = all(vector[axis] * sign > 0 for axis, sign in row["signs"].items())
        got = {axis: round(float(vector[axis]), 2) for axis in row["signs"]}
        score.add(good, f"{row['prompt']}: {got}")
    return score


def out_of_scope(u: Understander, rows: list[Any]) -> Score:
    score = Score()
    for prompt in rows:
        emotion = u.understand(prompt)
        score.add(
            is_refused(emotion), f"{prompt}: {emotion.mixture} {[m.text for m in emotion.matched]}"
        )
    return score


def nearness(u: Understander, rows: list[Any]) -> tuple[Score, list[float]]:
    """Cosine of each translation's EmoVec to the English one's; right from 0.85.

    A prompt that means no change ("not sad" -> neutral) has the zero vector:
    then the translation is right if its vector is zero too.
    """
    score, cosines = Score(), []
    for row in rows:
        english = u.understand(row["en"]).emovec
        for language, prompt in row.items():
            if language == "en":
                continue
            value = cosine(english, u.understand(prompt).emovec)
            cosines.append(value)
            score.add(value >= 0.85, f"{prompt} ({language}): {value:.2f} to {row['en']}")
    return score, cosines


def typos(u: Understander, rows: list[Any], seed: int = 7) -> Score:
    """One slip in the longest word of each rightly understood prompt: is the family kept?"""
    score, rng = Score(), random.Random(seed)
    for row in rows:
        prompt = row["prompt"]
        heard = family_of(u.understand(prompt))
        words = [m for m in WORD.finditer(prompt) if len(m.group()) >= 5 and m.group().isascii()]
        if heard not in row["family"] or not words:
            continue
        word = max(words, key=lambda m: len(m.group()))
        slipped = prompt[: word.start()] + slip(word.group(), rng) + prompt[word.end() :]
        now = family_of(u.understand(slipped))
        score.add(now == heard, f"{slipped}: {now}, was {heard}")
    return score


def score(u: Understander, half: str) -> dict[str, Score]:
    rows = load(half)
    return {
        "family": families(u, rows["family"])[0],
        "blends": blends(u, rows["blends"]),
        "negation": negation(u, rows["negation"]),
        "delivery": delivery(u, rows["delivery"]),
        "out of scope": out_of_scope(u, rows["out_of_scope"]),
        "eight languages": nearness(u, rows["parallel"])[0],
        "typos": typos(u, rows["family"]),
    }


def report(half: str, u: Understander) -> dict[str, Score]:
    rows, scores = load(half), score(u, half)
    _, confusion = families(u, rows["family"])
    _, cosines = nearness(u, rows["parallel"])
    out = [f"-- {half} --"]
    for name, result in scores.items():
        out.append(f"{name:16} {result.right:3}/{result.total:<3} {result.share:6.1%}")
        out += [f"      {miss}" for miss in result.misses]
    out.append(f"median cosine over languages {np.median(cosines):.3f}")
    out.append("confusion (wanted -> heard):")
    out += [f"      {a} -> {b}: {n}" for (a, b), n in sorted(confusion.items()) if a != b]
    sys.stdout.write("\n".join(out) + "\n")
    return scores


if __name__ == "__main__":
    report(sys.argv[1], Understander())
