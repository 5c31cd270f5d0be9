"""How well an understander understands: prompts with what they should be heard as.

A file of prompts has lines of ``kind``, ``wanted`` and the prompt, parted by tabs; ``degree``
has three prompts (weak, plain, strong), ``parallel`` eight (English first). The half that may
be looked at ships (``assets/evaluation/prompts.tsv``). The other half is for the last look: it
lies with the tests, the program does not name it, and only its hashes are known to training
(``assets/emotion/kept_out.txt``). The halves were parted by machine: sorted by SHA-256 within
each kind, then dealt out in turn.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import numpy as np

from engine.cache.emotions import Understands
from engine.emotion.axes import AXES, to_vector
from engine.emotion.space import EmoSpace
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import InputError
from engine.values import Emotion, Floats

OF_FAMILY: Final = ("emotion", "situation", "role", "typo", "upper", "language")
"""Kinds whose prompts are right if the leading family is one of those wanted."""

KINDS: Final = (*OF_FAMILY, "blend", "negation", "degree", "delivery", "out", "parallel")

NEAR: Final = 0.85
"""Cosine to the English EmoVec from which a translation counts as the same."""

NOTHING: Final = "(nothing)"

LEAST_LETTERS: Final = 5
"""Shortest word a slip of the keyboard is put into."""

Row = tuple[str, tuple[str, ...]]
Rows = dict[str, list[Row]]


@dataclass
class Score:
    """How many of how many were right, and a line for each that was not."""

    right: int = 0
    total: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, good: bool, miss: str) -> None:
        """Count one."""
        self.total += 1
        self.right += good
        if not good:
            self.misses.append(miss)

    def join(self, other: Score) -> None:
        """Count all of another."""
        self.right += other.right
        self.total += other.total
        self.misses += other.misses

    @property
    def share(self) -> float:
        """Right over total; NaN where there was nothing."""
        return self.right / self.total if self.total else float("nan")


def shipped_prompts() -> Traversable:
    """Return the half that may be looked at."""
    return files("assets").joinpath("evaluation/prompts.tsv")


def load(file: Traversable) -> Rows:
    """Return kind -> rows of what is wanted and the prompts.

    Raises:
        InputError: ``text-unreadable``: it is not there, or no such file.
    """
    rows: Rows = defaultdict(list)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("text-unreadable", subject="file", detail=f"{file}: {error}") from error
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, *rest = line.split("\t")
            if kind not in KINDS or len(rest) < 2:
                raise InputError("text-unreadable", subject="file", detail=f"{file}: {line[:40]}")
            rows[kind].append((rest[0], tuple(rest[1:])))
    return dict(rows)


class Judge:
    """Scores what understands prompts.

    Args:
        understander: what is scored.
        space: what its EmoVecs mean.
    """

    def __init__(self, understander: Understands, space: EmoSpace) -> None:
        self._understander = understander
        self._space = space
        self._judges: dict[str, Callable[[str, tuple[str, ...]], tuple[bool, str]]] = {
            **dict.fromkeys(OF_FAMILY, self._family),
            "blend": self._blend,
            "negation": self._negation,
            "degree": self._degree,
            "delivery": self._delivery,
            "out": self._out,
        }

    def scores(self, rows: Rows) -> dict[str, Score]:
        """Return kind -> score; ``family`` sums the kinds of ``OF_FAMILY``."""
        found = {kind: self._each(kind, rows.get(kind, [])) for kind in KINDS}
        whole = Score()
        for kind in OF_FAMILY:
            whole.join(found[kind])
        return {"family": whole, **found}

    def nulls(self, rows: Rows, seed: int) -> dict[str, Score]:
        """Return the same where each prompt is held against what another asked for.

        ``out`` then counts prompts of emotions that are left at identity, ``degree`` the
        three strengths in an order drawn blindly.
        """
        rng = random.Random(seed)
        mixed = {kind: self._mixed(kind, own, rng) for kind, own in rows.items()}
        mixed["out"] = [row for kind in OF_FAMILY for row in rows.get(kind, [])]
        return self.scores(mixed)

    def _mixed(self, kind: str, rows: list[Row], rng: random.Random) -> list[Row]:
        if kind == "degree":
            return [(wanted, tuple(rng.sample(prompts, 3))) for wanted, prompts in rows]
        if kind == "parallel":
            firsts = [prompts[0] for _, prompts in rows]
            others = firsts[1:] + firsts[:1]
            return [(w, (o, *p[1:])) for o, (w, p) in zip(others, rows, strict=True)]
        wants = [wanted for wanted, _ in rows]
        rng.shuffle(wants)
        return [(wanted, prompts) for wanted, (_, prompts) in zip(wants, rows, strict=True)]

    def _each(self, kind: str, rows: list[Row]) -> Score:
        result = Score()
        for wanted, prompts in rows:
            if kind == "parallel":
                result.join(self._parallel(prompts))
            else:
                good, got = self._judges[kind](wanted, prompts)
                result.add(good, f"{' / '.join(prompts)}: {got}, not {wanted}")
        return result

    def _family(self, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
        got = family_of(self._understander.understand(prompts[0]))
        return got in wanted.split(","), got

    def _blend(self, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
        got = _families(self._understander.understand(prompts[0]))
        return set(wanted.split(",")) <= got, str(sorted(got))

    def _negation(self, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
        """Right: understood, the denied family takes no part, the wanted one (if any) leads."""
        absent, _, family = wanted.partition("/")
        emotion = self._understander.understand(prompts[0])
        got = _families(emotion)
        good = bool(got) and absent not in got and (not family or family_of(emotion) == family)
        return good, str(emotion.mixture)

    def _degree(self, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
        """Right: strictly growing on the strongest axis of the entry."""
        pure = to_vector(load_vocabulary()[wanted].deltas)
        own = self._space.emovec({wanted: 1}, {wanted: 1}, 0 * pure)
        axis = int(np.argmax(np.abs(self._space.deltas(own))))
        vectors = [self._space.deltas(self._understander.understand(p).emovec) for p in prompts]
        got = [float(vector[axis] * np.sign(pure[axis])) for vector in vectors]
        return got[0] < got[1] < got[2], f"{AXES[axis]} {np.round(got, 3)}"

    def _delivery(self, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
        deltas = to_vector(self._understander.understand(prompts[0]).deltas)
        vector = dict(zip(AXES, deltas, strict=True))
        asked = [part.split("=") for part in wanted.split(",")]
        good = all(vector[axis] * (1 if sign == "+" else -1) > 0 for axis, sign in asked)
        return good, str({axis: round(float(vector[axis]), 2) for axis, _ in asked})

    def _out(self, _wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
        return is_refused(self._understander.understand(prompts[0])), "understood"

    def _parallel(self, prompts: tuple[str, ...]) -> Score:
        result, english = Score(), self._understander.understand(prompts[0]).emovec
        for prompt in prompts[1:]:
            value = cosine(english, self._understander.understand(prompt).emovec)
            result.add(value >= NEAR, f"{prompt}: {value:.2f} to {prompts[0]}")
        return result

    def typos(self, prompts: Iterable[str], seed: int) -> Score:
        """Put one slip into the longest word of each prompt that is understood.

        Right: the family is the one before the slip.
        """
        rng, result = random.Random(seed), Score()
        for prompt in prompts:
            word = max(prompt.split(), key=len)
            before = family_of(self._understander.understand(prompt))
            if before != NOTHING and len(word) >= LEAST_LETTERS and word.isalpha():
                slipped = prompt.replace(word, slip(word, rng), 1)
                after = family_of(self._understander.understand(slipped))
                result.add(after == before, f"{slipped}: {after}, was {before}")
        return result


def family_of(emotion: Emotion) -> str:
    """Return the family with the largest summed weight, ``NOTHING`` if there is none."""
    sums: dict[str, float] = defaultdict(float)
    for name, weight in emotion.mixture:
        sums[_family_names()[name]] += weight
    return max(sums, key=lambda family: sums[family]) if sums else NOTHING


def is_refused(emotion: Emotion) -> bool:
    """Whether nothing is changed, and that is said."""
    told = any(remark.code == "prompt-not-understood" for remark in emotion.remarks)
    return emotion.deltas.is_identity and told


def cosine(one: Floats, two: Floats) -> float:
    """Return the cosine of two EmoVecs; two zero vectors mean the same, one does not."""
    sizes = float(np.linalg.norm(one)), float(np.linalg.norm(two))
    if sizes == (0.0, 0.0):
        return 1.0
    return 0.0 if 0.0 in sizes else float(one @ two) / (sizes[0] * sizes[1])


def slip(word: str, rng: random.Random) -> str:
    """Return a word with one slip: a letter dropped, put in, changed, or two swapped."""
    at = rng.randrange(1, len(word) - 1)
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    return rng.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        ]
    )


@cache
def _family_names() -> dict[str, str]:
    return {entry.name: entry.family for entry in load_vocabulary().entries}


def _families(emotion: Emotion) -> set[str]:
    return {_family_names()[name] for name, _ in emotion.mixture}
