"""What a card reads where it lies: the map of emotions, and the records that are kept mapped.

A row with a card pins them (``kernels.pinned``); any other leaves them alone. Records are
pinned while ``engine.cache.opened`` keeps them, the last ones used, and released before it
lets go of their maps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from engine.backends.facts import can_pin, pin, unpin
from engine.cache.table import EmotionTable
from engine.store import TakeStore
from engine.values import Remark


class Hot:
    """Pins records for a backend; see ``engine.cache.opened.Holds``.

    Args:
        backend: one that can pin.
        tell: is given the first remark: what is true of one record is true of all.
    """

    def __init__(self, backend: Any, tell: Callable[[Remark], None]) -> None:
        self._backend = backend
        self._tell = tell
        self._told = False

    def hold(self, record: NDArray[Any]) -> None:
        """Let the card read a record, uint8[n] on its map, until ``let_go``."""
        remarks = pin(self._backend, "plans", record)
        if remarks and not self._told:
            self._told = True
            self._tell(remarks[0])

    def let_go(self, record: NDArray[Any]) -> None:
        """Release what ``hold`` was given, before it is unmapped."""
        unpin(self._backend, record)


def pinned(backend: Any, table: EmotionTable, store: TakeStore) -> tuple[Remark, ...]:
    """Let a backend's card read the emotions, and plans as they are used.

    Returns:
        what is to be said of the emotions; of plans it goes with a take.
    """
    if can_pin(backend):
        store.hold_with(Hot(backend, store.tell))
    return pin(backend, "emotions", table.matrix())
