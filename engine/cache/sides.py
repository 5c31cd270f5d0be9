"""The two sides of a rollout in one engine: whose emotions, and whose takes, are used.

The candidate's takes lie in a folder of their own and its emotions in a table of their
own (a table is of one head), so that what it made can be removed and never answers for
the other side. Where the candidate is a preparation of the voice model, both sides
understand alike and its sessions are opened when its side is gone to.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.cache.emotions import Understands
from engine.cache.metrics import HITS
from engine.cache.rollout import CANDIDATE, STABLE, Rollout, Watch, read, write
from engine.errors import StudioError
from engine.store import TakeStore
from engine.values import Emotion, Remark

ERRORS: Final = frozenset({"error", "damaged"})
"""What counts as an error of a take: it could not be made, or what was kept is broken."""


class Sides:
    """Understands prompts as the project's side does, and keeps takes there.

    Args:
        path: of the rollout's file.
        rollout: what is in it.
        known: what understands prompts on each side.
        store: whose folder is changed with the side.
        folders: of the takes on each side.
        turned: told which side is gone to, before anything is looked up there; if it
            raises, the rollout has ended.
    """

    def __init__(
        self,
        path: Path,
        rollout: Rollout,
        known: Mapping[str, Understands],
        store: TakeStore,
        folders: Mapping[str, Path],
        turned: Callable[[str], None] | None = None,
    ) -> None:
        self._path = path
        self._rollout = rollout
        self._known = known
        self._store = store
        self._folders = folders
        self._turned = turned
        self._watch = Watch(time.monotonic)
        self._verdict = ""
        self.side = STABLE
        store.metrics.listener = self._note

    @property
    def version(self) -> str:
        """Of what understands on this side."""
        return self._known[self.side].version

    def understand(self, prompt: str) -> Emotion:
        """Return what a prompt asks for on this side."""
        if self._verdict:
            self._roll_back()
        return self._known[self.side].understand(prompt)

    def work_for(self, project: str) -> None:
        """Go to a project's side, by the rollout as it is now."""
        self._rollout = read(self._path) or replace(self._rollout, ended="it was stopped")
        self._turn(self._rollout.side(project))

    def _turn(self, side: str) -> None:
        if side == self.side:
            return
        try:
            if self._turned is not None:
                self._turned(side)
        except (StudioError, OSError) as error:
            self._end(getattr(error, "detail", "") or str(error))
        else:
            self.side = side
            self._store.move(self._folders[side])
            self._watch = Watch(time.monotonic)
            self._verdict = ""

    def _note(self, part: str, way: str) -> None:
        if part != "take" or self.side != CANDIDATE:
            return
        what = "hit" if way in HITS else "error" if way in ERRORS else way
        if what in ("hit", "miss", "error"):
            self._verdict = self._watch.note(what) or self._verdict

    def _roll_back(self) -> None:
        """Between two lines, so that each take is kept on the side it was begun on."""
        verdict = self._verdict
        self._turn(STABLE)
        self._end(verdict)

    def _end(self, why: str) -> None:
        self._rollout = replace(self._rollout, ended=why)
        with contextlib.suppress(OSError):  # it is over here even if that cannot be kept
            write(self._path, self._rollout)
        self._store.tell(Remark("rollout-ended", "prompt", why))
