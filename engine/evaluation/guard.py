"""Up to which intensity a speaker stays himself: the rule, and the search for it.

The rule. A take is judged against the neutral take of the same line and voice. It passes if

* its speaker embedding has dropped (1 - cosine, mean of the lines) by no more than half of
  what real actors show for the same emotion, and
* a recogniser has no more words wrong in it than in the neutral takes.

What real actors show was not measured here: no recordings of theirs were at hand. Known is
that the embedding drops as much for a real actor's anger as for another person. So an actor's
drop is put at ``shares`` of the drop between two voices of the same sex on the same line:
the distance of the actor's F0 distribution from his neutral one (``F0_MOVED_ST``), less that
of a repeat, over the same for anger; nobody moves farther than to another person.

Under the floor nothing is a loss of the speaker: it is the drop between two neutral lines of
one voice, its cosine's 5th percentile (emotion_targets C2). What half of an actor's drop is
without the floor stands in the table beside what was heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from engine.cancel import CancelToken
from engine.evaluation.bisection import largest
from engine.evaluation.identity import drop
from engine.evaluation.journal import Journal
from engine.values import Floats

LINES: Final = (
    "They are waiting for us in the garden.",
    "My mother put the lamp beside the window.",
)
"""Own sentences whose words say nothing of a feeling and that are in no test; short, since
time is what this costs, and without figures, which a recogniser writes in its own way."""

PROMPTS: Final = {
    "anger": "angry",
    "joy": "happy",
    "surprise": "surprised",
    "fear": "fearful",
    "sadness": "sad",
    "calm": "calm",
    "disgust": "disgusted",
}
"""What stands for each family: the seven that actors were measured in."""

F0_MOVED_ST: Final = {
    "anger": 3.4,
    "joy": 2.4,
    "surprise": 4.9,
    "fear": 3.7,
    "sadness": 1.75,
    "calm": 1.36,
    "disgust": 2.1,
}
"""Wasserstein distance (st) of an actor's F0 from his own neutral F0 at normal strength
(RAVDESS, 24 actors: emotion_targets B3)."""
F0_REPEAT_ST: Final = 0.74
"""The same between two neutral takes of a line."""

HALF: Final = 0.5
"""Of what actors show: what is allowed."""

STEPS: Final = (0.5, 1.0, 1.5, 2.0)
"""Intensities that are asked. The drop of a loud emotion grows by some 0.1 from one to the
next and that of a repeat spreads over 0.05: on two lines, finer steps would tell chance."""

NULL_VOICES: Final = (
    "af_heart",
    "am_michael",
    "bf_emma",
    "bm_george",
    "af_bella",
    "am_fenrir",
    "bf_isabella",
    "bm_lewis",
)
"""Whose neutral takes give the nulls, whichever voices are measured: four of each sex, two of
each accent."""

FLOOR_SHARE: Final = 95.0
"""Percentile of the drops of neutral takes: the 5th of their cosines."""


def shares() -> dict[str, float]:
    """What an actor's drop is put at, over that of another person: 0..1, by family."""
    whole = F0_MOVED_ST["anger"] - F0_REPEAT_ST
    return {name: min(1.0, (st - F0_REPEAT_ST) / whole) for name, st in F0_MOVED_ST.items()}


@dataclass(frozen=True, slots=True)
class Heard:
    """One take as the judges hear it."""

    embedding: Floats
    """float32[256] (``engine.evaluation.identity``)."""
    errors: int
    """Words that are wrong."""


class Judge(Protocol):
    """Speaks a line and judges it."""

    def hear(
        self, voice: str, prompt: str, intensity: float, line: str, *, repeat: bool, words: bool
    ) -> Heard:
        """Speak ``line``; ``repeat`` asks for another, natural take (stability 0).

        Without ``words`` the recogniser is spared and ``errors`` is 0.
        """


@dataclass(frozen=True, slots=True)
class Nulls:
    """What drops mean, from neutral takes alone."""

    other: float
    """Median drop between two voices of the same sex on the same line."""
    repeat: float
    """``FLOOR_SHARE`` percentile of the drop between two takes of a line by a voice."""
    floor: float
    """The same between two lines by a voice."""

    def half_of_actors(self) -> dict[str, float]:
        """Return half of what actors are put at, by family."""
        return {name: HALF * share * self.other for name, share in shares().items()}

    def allowed(self) -> dict[str, float]:
        """Return the largest drop that passes, by family."""
        return {name: max(half, self.floor) for name, half in self.half_of_actors().items()}


class Guard:
    """Finds the limits of voices; what it hears is kept in a journal and never asked again.

    Args:
        judge: speaks and hears.
        journal: what was heard before.
        token: cancels between takes.
        tell: is told what is done (a voice and a family) and the share of the whole, 0..1.
    """

    def __init__(
        self,
        judge: Judge,
        journal: Journal,
        token: CancelToken,
        tell: Callable[[str, float], None],
    ) -> None:
        self._judge = judge
        self._journal = journal
        self._token = token
        self._tell = tell

    def run(self, voices: Sequence[str], null_voices: Sequence[str] = NULL_VOICES) -> Nulls:
        """Measure the voices in order, all families of one before the next.

        Voices of the nulls are also heard at intensity 1, whatever their limit, for the table.

        Raises:
            Cancelled: the token was cancelled; what was heard is kept.
        """
        nulls = self.nulls(null_voices)
        for number, voice in enumerate(voices):
            for place, family in enumerate(PROMPTS):
                share = (number + place / len(PROMPTS)) / len(voices)
                self._tell(f"{voice}, {family}", share)
                allowed = nulls.allowed()[family]
                limit = self.limit(voice, family, allowed)
                if voice in null_voices:
                    self._is_same(voice, family, 1.0, allowed)
                self._journal.keep_limit(voice, family, limit)
        self._tell("done", 1.0)
        return nulls

    def nulls(self, voices: Sequence[str]) -> Nulls:
        """Measure the neutral takes of these voices and a repeat of each."""
        others: list[float] = []
        repeats: list[float] = []
        for line in LINES:
            for voice in voices:
                self._tell(f"{voice}, neutral", 0.0)
                again = self._heard(voice, "", 0.0, line, repeat=True)
                repeats.append(drop(again.embedding, self._neutral(voice, line).embedding))
            for one, other in pairs(voices):
                takes = (self._neutral(one, line), self._neutral(other, line))
                others.append(drop(takes[0].embedding, takes[1].embedding))
        lines = [
            drop(*(self._neutral(voice, line).embedding for line in LINES)) for voice in voices
        ]
        edges = (float(np.percentile(drops, FLOOR_SHARE)) for drops in (repeats, lines))
        return Nulls(float(np.median(others)), *edges)

    def limit(self, voice: str, family: str, allowed: float) -> float:
        """Return the largest of ``STEPS`` at which the voice passes in this family; 0 = none.

        Identity first: its judge is the quicker, so only what passes there is listened to,
        and words seldom get lost, so the largest of that is asked first.
        """
        top = largest(lambda step: self._is_same(voice, family, step, allowed), STEPS)
        left = [step for step in STEPS if step <= top]
        if not left or self._is_clear(voice, family, top):
            return top
        return largest(lambda step: self._is_clear(voice, family, step), left[:-1])

    def _is_same(self, voice: str, family: str, intensity: float, allowed: float) -> bool:
        """Whether the drop is allowed; a first line that drops enough for all is enough."""
        total = 0.0
        for line in LINES:
            take = self._heard(voice, PROMPTS[family], intensity, line, words=False)
            total += drop(take.embedding, self._neutral(voice, line).embedding)
            if total > allowed * len(LINES):
                return False
        return True

    def _is_clear(self, voice: str, family: str, intensity: float) -> bool:
        """Whether no more words are wrong than in the neutral takes."""
        wrong = sum(self._heard(voice, PROMPTS[family], intensity, n).errors for n in LINES)
        return wrong <= sum(self._neutral(voice, line).errors for line in LINES)

    def _neutral(self, voice: str, line: str) -> Heard:
        return self._heard(voice, "", 0.0, line)

    def _heard(
        self,
        voice: str,
        prompt: str,
        intensity: float,
        line: str,
        *,
        repeat: bool = False,
        words: bool = True,
    ) -> Heard:
        key = (voice, prompt, intensity, line, repeat)
        words = words and not repeat
        known = self._journal.take(key)
        if known is None or (words and known[1] is None):
            self._token.check()
            heard = self._judge.hear(voice, prompt, intensity, line, repeat=repeat, words=words)
            self._journal.keep_take(key, heard.embedding, heard.errors if words else None)
            return heard
        return Heard(known[0], known[1] or 0)


def pairs(voices: Iterable[str]) -> list[tuple[str, str]]:
    """Voices of the same sex, each with the next two: as many pairs as matter, not all."""
    found = []
    for sex in "fm":
        same = [voice for voice in voices if voice[1:2] == sex]
        for number, one in enumerate(same):
            others = dict.fromkeys(same[(number + step) % len(same)] for step in (1, 2))
            found += [(one, other) for other in others if other != one]
    return found


def at_one(journal: Journal, voices: Sequence[str]) -> dict[str, Mapping[str, float]]:
    """What was heard at intensity 1, where it was.

    Returns by family: ``drop``, the median over voices of the mean over lines; ``cells``, of
    how many voices. A voice whose first line alone dropped too far has no second to average
    and counts with the first.
    """
    medians: dict[str, Mapping[str, float]] = {}
    for family, prompt in PROMPTS.items():
        drops = [found for voice in voices for found in _cell(journal, voice, prompt)]
        if drops:
            medians[family] = {"drop": round(float(np.median(drops)), 3), "cells": len(drops)}
    return medians


def _cell(journal: Journal, voice: str, prompt: str) -> tuple[float, ...]:
    """The mean drop at intensity 1, or none where it was not heard."""
    drops = []
    for line in LINES:
        take = journal.take((voice, prompt, 1.0, line, False))
        neutral = journal.take((voice, "", 0.0, line, False))
        if take is not None and neutral is not None:
            drops.append(drop(take[0], neutral[0]))
    return (float(np.mean(drops)),) if drops else ()
