"""All figures of prompt understanding, in one run.

``python -m tests.emotion.measure kept_out [--head FILE] [--data DIR]`` prints
understanding, geometry, robustness and cost; with a folder that has ``emobank.csv``
also the correlation with
readers' ratings. Two EmoVecs are measured: the *product's* (composed from what was
understood, what the voice is steered by) and the *head's* (what the network gives). Without
``--head`` it is the one that ships.
"""

from __future__ import annotations

import csv
import random
import sys
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

from engine.emotion.encoder import Encoder
from engine.emotion.head import Head, shipped_head
from engine.emotion.states import States
from engine.emotion.understand import Understander
from tests.emotion import benchmark
from tests.emotion.scoring import family_of, slip

CHAINS = (
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
ENCODER = Encoder()
STEPS = 11
LONG = "speaking softly as if the night train had just left without her"
LEGEND = {"emotion": "emotion words", "out": "out of scope", "parallel": "eight languages"}


def geometry(name: str, vectors: np.ndarray) -> str:
    """Neighbourhood consistency (k = 10) with its null, and effective rank."""
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -2.0)
    near = float(np.sort(cosines, axis=1)[:, -10:].mean())
    rng = np.random.default_rng(1)
    null = float(np.mean([rng.choice(row[row > -2], 10).mean() for row in cosines]))
    sizes = np.linalg.svd(vectors, compute_uv=False)
    shares = sizes / sizes.sum()
    rank = float(np.exp(-(shares * np.log(shares + 1e-12)).sum()))
    return f"{name}: neighbourhood {near:.3f} (null {null:.3f}), effective rank {rank:.1f}"


def smoothness(points: list[np.ndarray]) -> float:
    """SD in radians of the turning angle along a chain, resampled to 11 points.

    Consecutive prompts are joined by great circles; the points lie at equal arc length.
    Prompts at one place count once; NaN where a prompt means nothing or all are at one.
    """
    unit: list[np.ndarray] = []
    for point in points:
        length = np.linalg.norm(point)
        if length == 0.0:
            return float("nan")
        if not unit or point @ unit[-1] < length * (1 - 1e-6):
            unit.append(point / length)
    if len(unit) < 2:
        return float("nan")
    arcs = [float(np.arccos(np.clip(a @ b, -1, 1))) for a, b in pairwise(unit)]
    ends = np.concatenate([[0.0], np.cumsum(arcs)])
    path = []
    for at in np.linspace(0.0, ends[-1], STEPS):
        leg = min(int(np.searchsorted(ends, at, side="right")) - 1, len(arcs) - 1)
        part, arc = (at - ends[leg]) / arcs[leg], arcs[leg]
        start, end = unit[leg], unit[leg + 1]
        path.append((np.sin((1 - part) * arc) * start + np.sin(part * arc) * end) / np.sin(arc))
    steps = np.diff(np.stack(path), axis=0)
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    turns = np.arccos(np.clip((steps[1:] * steps[:-1]).sum(axis=1), -1, 1))
    return float(turns.std())


def said_smoothness(name: str, turned: list[float]) -> str:
    """The mean over the chains that can be judged, and how many those are."""
    judged = np.array([each for each in turned if not np.isnan(each)])
    mean = judged.mean() if judged.size else float("nan")
    return f"path smoothness, {name}: mean {mean:.3f} rad over {judged.size} of {len(turned)}"


def fgsm(head: Head, states: list[States], size: float) -> tuple[float, float]:
    """Mean KL and share of changed labels after one signed step on the embedding.

    The gradient of the leading class's log share is taken by central differences.
    """
    divergences, flips = [], []
    for one in states:
        before = head.hear(one).classes
        top, step = int(before.argmax()), 1e-3
        slope = np.zeros(len(one.sentence), dtype=np.float32)
        for at in range(len(slope)):
            moved = np.zeros_like(slope)
            moved[at] = step
            up, down = (_moved(head, one, sign * moved)[top] for sign in (1, -1))
            slope[at] = np.log(up) - np.log(down)
        after = _moved(head, one, -size * np.sign(slope))
        divergences.append(float((before * np.log((before + 1e-12) / (after + 1e-12))).sum()))
        flips.append(int(after.argmax()) != top)
    return float(np.mean(divergences)), float(np.mean(flips))


def _moved(head: Head, one: States, change: np.ndarray) -> np.ndarray:
    return head.hear(States(one.tokens, one.sentence + change, one.pieces)).classes


def typos(u: Understander, half: str) -> tuple[int, int]:
    """One slip in the longest word of every prompt that is understood: families changed."""
    rng, changed, total = random.Random(11), 0, 0
    for kind in ("emotion", "situation", "role"):
        for _, (prompt,) in benchmark.load(half)[kind]:
            word = max(prompt.split(), key=len)
            heard = family_of(u.understand(prompt))
            if heard != "(nothing)" and len(word) >= 5 and word.isalpha():
                slipped = prompt.replace(word, slip(word, rng), 1)
                total, changed = total + 1, changed + (family_of(u.understand(slipped)) != heard)
    return changed, total


def emobank(head: Head, folder: Path) -> list[str]:
    """Pearson r of the head's V/A/D to readers' and writers' mean ratings, test split."""
    with (folder / "emobank.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] == "test" and row["text"]]
    heard = np.stack([head.hear(ENCODER.states(row["text"])).vad for row in rows])
    return [
        f"EmoBank test ({len(rows)} sentences) {axis}: "
        f"r = {np.corrcoef(heard[:, at], [float(row[axis]) for row in rows])[0, 1]:.3f}"
        for at, axis in enumerate("VAD")
    ]


def cost(u: Understander, head: Head | None) -> list[str]:
    def took(work) -> str:  # type: ignore[no-untyped-def]
        work()
        times = []
        for _ in range(60):
            start = time.thread_time()
            work()
            times.append(1e3 * (time.thread_time() - start))
        return "p50 {:.1f}, p95 {:.1f}".format(*np.percentile(times, [50, 95]))

    lines = [f"whole understanding, CPU ms: {took(lambda: u.understand(LONG))}"]
    if head is not None:
        states = ENCODER.states(LONG)
        lines.append(f"encoder and head, CPU ms: {took(lambda: head.hear(ENCODER.states(LONG)))}")
        lines.append(f"head alone, CPU ms: {took(lambda: head.hear(states))}")
    return lines


def report(half: str, folder: Path | None, head: Head | None) -> list[str]:
    u, lines = Understander(ENCODER), []
    for kind, found in benchmark.score(u, half).items():
        name = LEGEND.get(kind, kind)
        lines.append(f"{name:16} {found.right:3}/{found.total:<3} {found.share:6.1%}")
    prompts = [
        prompts[0]
        for kind in (*benchmark.OF_FAMILY, "blend")
        for _, prompts in benchmark.load(half)[kind]
    ]
    composed = [u.understand(prompt).emovec for prompt in prompts]
    lines.append(geometry("product's EmoVec", np.stack([v for v in composed if v.any()])))
    turned = [smoothness([u.understand(p).emovec for p in chain]) for chain in CHAINS]
    lines.append(said_smoothness("product's", turned))
    lines += of_head(head, prompts) if head is not None else []
    changed, total = typos(u, half)
    lines.append(f"one slip of the keyboard changes the family: {changed}/{total}")
    lines += emobank(head, folder) if folder is not None and head is not None else []
    return lines + cost(u, head)


def of_head(head: Head, prompts: list[str]) -> list[str]:
    """Geometry, smoothness and FGSM of a head's own EmoVec."""
    states = [ENCODER.states(prompt) for prompt in prompts]
    lines = [geometry("head's EmoVec", np.stack([head.hear(s).emovec for s in states]))]
    bent = [smoothness([head.hear(ENCODER.states(p)).emovec for p in c]) for c in CHAINS]
    lines.append(said_smoothness("head's", bent))
    for size in (0.005, 0.010, 0.015):
        divergence, flips = fgsm(head, states[::4], size)
        lines.append(f"FGSM {size}: KL {divergence:.4f}, labels changed {flips:.1%}")
    return lines


def _given(option: str) -> Path | None:
    return Path(sys.argv[sys.argv.index(option) + 1]) if option in sys.argv else None


if __name__ == "__main__":
    weights = _given("--head")
    trained = Head(weights) if weights is not None else shipped_head()
    sys.stdout.write("\n".join(report(sys.argv[1], _given("--data"), trained)) + "\n")
