"""What follows a narration while it goes on; this one does nothing.

A window's is ``app.narration.events``: it tells each line to another process and can be
paused by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.narration.ledger import Done
from app.narration.lines import BookLine
from app.narration.speaking import Pace
from engine.cancel import CancelToken


class Watch:
    """Told of every line of a narration, on the engine's thread."""

    def begins(self, lines: Sequence[Sequence[BookLine]]) -> None:
        """The lines of each chapter are known; none of them is spoken yet."""

    def before(self, token: CancelToken) -> None:
        """A line is about to be spoken: the place to wait while others go first.

        Raises:
            Cancelled: the token was cancelled meanwhile.
        """

    def spoken(self, chapter: int, line: int, done: Done, pace: Pace) -> None:
        """A line is done, now or by an earlier run.

        Args:
            chapter: index of its chapter, among all of the book's.
            line: its index in the chapter.
            done: what came of it.
            pace: how far the whole work is with it.
        """

    def delivers(self, what: str) -> None:
        """All lines are spoken; something else is being made."""


IDLE = Watch()
"""Follows nothing; it keeps nothing, so that all may share it."""
