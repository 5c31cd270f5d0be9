"""Candidate and stable: which of two a project uses, and when the candidate is put back.

What is tried is a trained head, another preparation of the voice model, or both.

A rollout is one small file. A project is on the candidate's side by choice or by a stable
hash of its name, so that it stays there over restarts and on every machine that has the
file; nobody's takes (no project) are always the stable side's. When the candidate's hit
rate and error rate are both bad over three minutes it is rolled back: the file says so,
and every project is the stable side's again.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import xxhash

from engine.errors import InputError
from engine.record_file import write_whole

STABLE: Final = "stable"
CANDIDATE: Final = "candidate"
SIDES: Final = (STABLE, CANDIDATE)

WINDOW_S: Final = 180.0
"""What is judged: the last three minutes."""

LEAST_HITS: Final = 0.85
MOST_ERRORS: Final = 0.05
"""Worse than both of these is rolled back: few hits alone are a new project's start, few
errors alone a disk's or a user's."""

LEAST_WISHES: Final = 20
"""With fewer in the window nothing is judged: one error among five is chance."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """``head``: the candidate's file, or "". ``model``: the data folder of its preparation of
    the voice model, or "". ``share``: of projects, 0..1, that are on its side by their hash.
    ``chosen``: projects and the side somebody chose for each. ``ended``: why it was rolled
    back, or "".
    """

    head: str
    share: float = 0.0
    salt: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    ended: str = ""
    model: str = ""

    def side(self, project: str) -> str:
        """Return the side a project is on."""
        if self.ended or not project:
            return STABLE
        by_choice = dict(self.chosen).get(project)
        if by_choice is not None:
            return by_choice
        drawn = (
            xxhash.xxh3_64_intdigest(f"{self.salt}\0{project}".encode("utf-8", "surrogatepass"))
            / 2**64
        )
        return CANDIDATE if drawn < self.share else STABLE

    def choosing(self, project: str, side: str) -> Rollout:
        """Return the rollout with a side chosen for a project; "" leaves it to its hash.

        Raises:
            InputError: ``setting-invalid``: no such side, or a project without a name.
        """
        if side not in ("", *SIDES) or not project:
            raise InputError(
                "setting-invalid", subject="side", detail=side, hint=" or ".join(SIDES)
            )
        others = tuple(each for each in self.chosen if each[0] != project)
        return replace(self, chosen=(*others, (project, side)) if side else others)


def write(path: Path, rollout: Rollout) -> None:
    """Keep a rollout.

    Raises:
        OSError: it cannot be written.
    """
    write_whole(path, json.dumps(asdict(rollout), indent=1).encode())


def read(path: Path) -> Rollout | None:
    """Return the rollout that is kept; None if there is none, or what is there is none."""
    try:
        found = json.loads(path.read_bytes())
        rollout = Rollout(
            str(found["head"]),
            float(found["share"]),
            str(found["salt"]),
            tuple((str(project), str(side)) for project, side in found["chosen"]),
            str(found["ended"]),
            str(found.get("model", "")),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    sides = {side for _, side in rollout.chosen}
    return rollout if 0.0 <= rollout.share <= 1.0 and sides <= {*SIDES} else None


def running(path: Path) -> Rollout | None:
    """Return the rollout that is kept and has not ended."""
    rollout = read(path)
    return None if rollout is None or rollout.ended else rollout


class Watch:
    """Judges the candidate by what became of its wishes. Used by one thread.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen: deque[tuple[float, str]] = deque()
        self._since = clock()

    def note(self, what: str) -> str:
        """Take down a ``hit``, a ``miss`` or an ``error``.

        Returns:
            why the candidate has to go, or "".
        """
        now = self._clock()
        self._seen.append((now, what))
        while now - self._seen[0][0] > WINDOW_S:
            self._seen.popleft()
        counts = Counter(each for _, each in self._seen)
        wishes = counts["hit"] + counts["miss"]
        if now - self._since < WINDOW_S or wishes < LEAST_WISHES:
            return ""
        hits, errors = counts["hit"] / wishes, counts["error"] / wishes
        if hits >= LEAST_HITS or errors <= MOST_ERRORS:
            return ""
        return f"hits {hits:.0%} under {LEAST_HITS:.0%}, errors {errors:.0%} over {MOST_ERRORS:.0%}"
