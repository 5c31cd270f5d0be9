"""Comparing two takes by ear without knowing which is which.

In A/B/X, A and B are known and X is one of them: who cannot hear a difference guesses
right half of the time. In a blind A/B the letters change places from trial to trial and
the better one is named. Both takes are brought to the same loudness first, since the
louder of two is heard as the better one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import xxhash

from app.project.values import Comparison
from engine.loudness import SILENCE_LUFS, loudness
from engine.values import Floats, readonly

Kind = Literal["abx", "blind-ab"]

SURE = 0.05
"""A result this unlikely by guessing counts as heard; the usual level of such tests."""


@dataclass(frozen=True, slots=True)
class BlindTest:
    """A comparison under way: two takes of a line and the answers so far.

    ``answers`` holds a take's id for each trial: in A/B/X the one that X was said to
    be, in a blind A/B the one that was preferred. ``seed`` decides what is hidden where.
    """

    line: str
    first: str
    second: str
    seed: int
    kind: Kind = "abx"
    answers: tuple[str, ...] = ()

    @property
    def a(self) -> str:
        """The take behind A in this trial: in A/B/X always the same one."""
        return self._hidden(-1 if self.kind == "abx" else len(self.answers))

    @property
    def b(self) -> str:
        """The take behind B in this trial."""
        return self.second if self.a == self.first else self.first

    @property
    def x(self) -> str:
        """The take behind X in this trial of an A/B/X."""
        return self._hidden(len(self.answers))

    def answer(self, letter: Literal["a", "b"]) -> BlindTest:
        """Note an answer: X is A or B, or A or B is better."""
        said = self.a if letter == "a" else self.b
        return replace(self, answers=(*self.answers, said))

    @property
    def result(self) -> Result:
        """What the answers so far come to."""
        trials = len(self.answers)
        if self.kind == "abx":
            right = sum(self._hidden(n) == each for n, each in enumerate(self.answers))
            return Result(trials, right, "", chance_of(right, trials))
        firsts = self.answers.count(self.first)
        most = max(firsts, trials - firsts)
        preferred = "" if 2 * firsts == trials else self.first
        if 2 * firsts < trials:
            preferred = self.second
        return Result(trials, most, preferred, min(1.0, 2.0 * chance_of(most, trials)))

    def comparison(self, created: str, preferred: str | None = None) -> Comparison:
        """The result as a project stores it.

        Args:
            created: UTC, ISO 8601.
            preferred: the take the person chose in the end; None = the one the
                answers preferred.
        """
        result = self.result
        chosen = result.preferred if preferred is None else preferred
        return Comparison(
            self.line,
            self.first,
            self.second,
            self.kind,
            chosen,
            created,
            result.trials,
            result.count,
        )

    def _hidden(self, number: int) -> str:
        digest = xxhash.xxh3_64_intdigest(f"{self.seed} {number}".encode())
        return self.first if digest % 2 else self.second


@dataclass(frozen=True, slots=True)
class Result:
    """What a comparison came to.

    ``count`` is how many answers were right (A/B/X) or were for the take preferred
    (blind A/B); ``chance`` 0..1 how likely that, or a clearer one, is by guessing.
    """

    trials: int
    count: int
    preferred: str
    chance: float

    @property
    def sure(self) -> bool:
        """Whether a difference was heard."""
        return self.chance <= SURE


def chance_of(right: int, trials: int) -> float:
    """How likely at least ``right`` of ``trials`` are by guessing (binomial, p = 1/2)."""
    ways = sum(math.comb(trials, each) for each in range(max(0, right), trials + 1))
    return float(ways / 2**trials)


def least_right(trials: int) -> int | None:
    """How many right answers of ``trials`` are sure; None = not even all of them."""
    fit = (right for right in range(trials + 1) if chance_of(right, trials) <= SURE)
    return next(fit, None)


def matched(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Two sounds at the loudness of the quieter one: nothing is made louder, nothing clips.

    Args:
        first, second: float32[n] at 24 kHz. A silent one changes nothing.
    """
    one, two = loudness(first), loudness(second)
    if SILENCE_LUFS in (one, two):
        return first, second
    return _quieter(first, min(0.0, two - one)), _quieter(second, min(0.0, one - two))


def _quieter(audio: Floats, gain_db: float) -> Floats:
    if gain_db == 0.0:
        return audio
    return readonly((audio * np.float32(10.0 ** (gain_db / 20.0))).astype(np.float32))
