"""Geometry of EmoVec and its steadiness: neighbours, paths, rank, small pushes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.head import Head
from engine.emotion.states import States
from engine.values import Floats

CHAINS: Final = (
    ("anxious", "tense", "excited"), ("calm", "content", "happy"),
    ("happy", "excited", "ecstatic"), ("sad", "melancholy", "calm"),
    ("annoyed", "angry", "furious"), ("worried", "afraid", "terrified"),
    ("bored", "tired", "sad"), ("curious", "surprised", "amazed"),
    ("shy", "hesitant", "confident"), ("tender", "loving", "joyful"),
    ("disappointed", "sad", "desperate"), ("disdainful", "annoyed", "angry"),
    ("nervous", "relieved", "happy"), ("serious", "stern", "angry"),
    ("nostalgic", "tender", "calm"), ("reverent", "admiring", "joyful"),
    ("disgusted", "contemptuous", "cold anger"), ("sleepy", "relaxed", "calm"),
    ("amused", "playful", "excited"), ("grateful", "moved", "sad"),
    ("proud", "confident", "determined"), ("doubtful", "anxious", "afraid"),
)  # fmt: skip
"""Own chains of prompts that a mood may go along."""

NEIGHBOURS: Final = 10
POINTS: Final = 11
"""Points a chain is resampled to."""

PUSHES: Final = (0.005, 0.010, 0.015)
"""Sizes of a step on the embedding."""

_STEP: Final = np.float32(1e-3)
"""On each number of the embedding, for a gradient."""

Wide = NDArray[np.float64]


def neighbourhood(vectors: Wide) -> float:
    """Return the mean cosine of each row to its ``NEIGHBOURS`` nearest others.

    Args:
        vectors: float[n, d], rows not zero, n above ``NEIGHBOURS``.
    """
    return float(np.sort(_cosines(vectors), axis=1)[:, -NEIGHBOURS:].mean())


def neighbourhood_null(vectors: Wide, seed: int) -> float:
    """Return the same with ``NEIGHBOURS`` others drawn blindly, as if families were shuffled."""
    rng = np.random.default_rng(seed)
    rows = _cosines(vectors)
    return float(np.mean([rng.choice(row[row > -2], NEIGHBOURS).mean() for row in rows]))


def effective_rank(vectors: Wide) -> float:
    """Return exp of the entropy of the normalised singular values (Roy & Vetterli 2007)."""
    sizes = np.linalg.svd(vectors, compute_uv=False)
    shares = sizes / sizes.sum()
    return float(np.exp(-(shares * np.log(shares + 1e-12)).sum()))


def smoothness(points: Sequence[Floats]) -> float:
    """Return the SD in radians of the turning angle along a chain, at ``POINTS`` points.

    Consecutive prompts are joined by great circles; the points lie at equal arc length.
    Prompts at one place count once; NaN where a prompt means nothing or all are at one.
    """
    path = resampled(points)
    if path is None:
        return float("nan")
    steps = np.diff(path, axis=0)
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    turns = np.arccos(np.clip((steps[1:] * steps[:-1]).sum(axis=1), -1, 1))
    return float(turns.std())


def resampled(points: Sequence[Floats]) -> Wide | None:
    """Return a chain as float64[11, d] unit vectors at equal arc length; None: see above."""
    unit: list[Wide] = []
    for point in points:
        length = float(np.linalg.norm(point))
        if length == 0.0:
            return None
        if not unit or point @ unit[-1] < length * (1 - 1e-6):
            unit.append(point.astype(np.float64) / length)
    if len(unit) < 2:
        return None
    arcs = [float(np.arccos(np.clip(a @ b, -1, 1))) for a, b in pairwise(unit)]
    ends = np.concatenate([[0.0], np.cumsum(arcs)])
    path = []
    for at in np.linspace(0.0, ends[-1], POINTS):
        leg = min(int(np.searchsorted(ends, at, side="right")) - 1, len(arcs) - 1)
        part, arc = (at - ends[leg]) / arcs[leg], arcs[leg]
        start, end = unit[leg], unit[leg + 1]
        path.append((np.sin((1 - part) * arc) * start + np.sin(part * arc) * end) / np.sin(arc))
    return np.stack(path)


def evenness(steps: Wide) -> float:
    """Return the longest step of a path over its mean step (1 = even).

    Args:
        steps: float64[points, dimensions], in listener steps.
    """
    lengths = np.linalg.norm(np.diff(steps, axis=0), axis=1)
    mean = float(lengths.mean())
    return float(lengths.max()) / mean if mean > 0.0 else float("nan")


@dataclass(frozen=True, slots=True)
class Pushed:
    """What one size of step on the embedding does to a head, as means over prompts."""

    size: float
    kl: float
    flips: float
    random_kl: float
    random_flips: float
    """The same for steps of that size in a random direction: the null."""


def fgsm(
    head: Head, states: Sequence[States], gradients: Sequence[Floats], seed: int
) -> list[Pushed]:
    """Push prompts against their leading class by one signed step (I. Goodfellow 2014).

    Args:
        head: what is pushed.
        states: of each prompt.
        gradients: of each prompt (``gradient``).
        seed: of the random steps.
    """
    rng = np.random.default_rng(seed)
    pushes = [(-np.sign(each), _signs(rng, each.size)) for each in gradients]
    found = []
    for size in PUSHES:
        pairs = list(zip(states, pushes, strict=True))
        worst = [_moved(head, one, np.float32(size) * against) for one, (against, _) in pairs]
        blind = [_moved(head, one, np.float32(size) * random) for one, (_, random) in pairs]
        means = [np.mean(np.array(each), axis=0) for each in (worst, blind)]
        found.append(Pushed(size, *(float(value) for pair in means for value in pair)))
    return found


def gradient(head: Head, one: States) -> Floats:
    """Return the gradient of the leading class's log share over the embedding.

    By central differences: float32[d], in a unit of its own.
    """
    pooled, _ = head.pooled(one)
    top = int(head.shares(head.emovec(pooled, one.sentence)).argmax())
    steps = _STEP * np.eye(one.sentence.size, dtype=np.float32)
    up, down = (
        head.shares(head.emovec(pooled, one.sentence + sign * steps))[:, top] for sign in (1, -1)
    )
    found: Floats = np.log(up) - np.log(down)
    return found


def _signs(rng: np.random.Generator, count: int) -> Floats:
    return rng.choice(np.array([-1.0, 1.0], np.float32), count)


def _moved(head: Head, one: States, change: Floats) -> tuple[float, bool]:
    """Kullback-Leibler divergence of the classes before from after, and whether they flip."""
    before, after = head.hear(one).classes, _classes(head, one, change)
    kl = float((before * np.log((before + 1e-12) / (after + 1e-12))).sum())
    return kl, bool(after.argmax() != before.argmax())


def _classes(head: Head, one: States, change: Floats) -> Floats:
    moved = (one.sentence + change).astype(np.float32)
    return head.hear(States(one.tokens, moved, one.pieces)).classes


def _cosines(vectors: Wide) -> Wide:
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines: Wide = unit @ unit.T
    np.fill_diagonal(cosines, -2.0)
    return cosines
