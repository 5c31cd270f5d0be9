"""Who is next on the card: someone who listens before a book, a book by its lengths.

A card runs one request at a time well and changes engines between lengths badly. So a live
request is always next; batch requests are taken by bucket, the bucket of the oldest first,
and no more than ``FILL`` from it before the oldest is asked again. One request is a decode
unit, so a live one never waits longer than that. One of the policies that
``tests/bench/schedule.py`` compares; the program has ``engine.turns`` instead (see there, and
decision 36 of ARCHITECTURE.md). Nothing here runs anything: it is a queue.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

FILL = 8
"""Batch requests taken from one bucket in a row. More saves few changes of engine (the
first 8 save 7 of 8) and lets other lengths wait."""

Work = TypeVar("Work")


@dataclass(slots=True)
class ByLength(Generic[Work]):
    """The waiting requests. Used by one thread."""

    fill: int = FILL
    _live: deque[Work] = field(default_factory=deque)
    _batch: dict[int, deque[tuple[int, Work]]] = field(default_factory=dict)
    _count: int = 0
    _bucket: int | None = None
    _row: int = 0

    def put_live(self, work: Work) -> None:
        """Add a request someone waits for."""
        self._live.append(work)

    def put_batch(self, work: Work, bucket: int) -> None:
        """Add a request nobody listens to yet.

        Args:
            work: the request.
            bucket: the length its engine is built for.
        """
        self._count += 1
        self._batch.setdefault(bucket, deque()).append((self._count, work))

    def __len__(self) -> int:
        return len(self._live) + sum(map(len, self._batch.values()))

    def take(self) -> Work | None:
        """Return who is next, or None if nobody waits."""
        if self._live:
            return self._live.popleft()
        if not self._batch:
            return None
        if self._bucket not in self._batch or self._row >= self.fill:
            self._bucket = min(self._batch, key=lambda bucket: self._batch[bucket][0][0])
            self._row = 0
        self._row += 1
        waiting = self._batch[self._bucket]
        _, work = waiting.popleft()
        if not waiting:
            del self._batch[self._bucket]
        return work
