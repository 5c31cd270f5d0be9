"""What every section is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.evaluate.cells import Choice
from app.evaluate.findings import Section
from app.evaluate.lab import Heard, Lab
from engine.values import RenderRequest


@dataclass(frozen=True, slots=True)
class Order:
    """What a run was asked for, besides its cells.

    Args:
        choice: how much, and which lines.
        prompts: a file of prompts other than the one that ships.
        data: folder with ``emobank.csv``, or None.
    """

    choice: Choice
    prompts: Path | None = None
    data: Path | None = None

    @property
    def seed(self) -> int:
        """Of every draw."""
        return self.choice.seed


@dataclass(frozen=True, slots=True)
class Part:
    """A section before it is worked out."""

    name: str
    title: str
    find: Callable[[Lab, Order], Section]
    wants: Callable[[Choice], Iterable[RenderRequest]] = lambda choice: ()
    """The cells it needs spoken, the most telling first."""


Pair = tuple[Heard, Heard]
"""A cell and the neutral take of its line and voice."""


def there(lab: Lab, requests: Sequence[RenderRequest]) -> list[Heard]:
    """Return those cells that were spoken."""
    return [found for each in requests if (found := lab.find(each)) is not None]


def counted(cells: tuple[int, int]) -> list[str]:
    """Return the note that says how many of the cells were there, if not all."""
    have, want = cells
    return [] if have == want else [f"{have} of {want} cells were spoken so far."]
