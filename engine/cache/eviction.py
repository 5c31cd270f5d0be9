"""What leaves a folder of records when there is no room, and in which order.

1. archives that were not used for ``cold_days``, the oldest first, room or not;
2. of the project that wants room: its own least recently used, until it is within
   its quota;
3. the least recently used of all, archives before records, until all is within the
   cap;
4. records in the open beyond their share of the cap become archives (zstd), the
   least recently used first.

A time of use more than a day ahead tells of a wrong clock, not of a use: within its kind
such a record leaves first, where it would outlast all others otherwise.

Pinned records and those of a running job are in no list: if they leave no room, what
was to be kept is not kept. Equal times are decided by the key, so that the order is
the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.cache.access import PLAIN, Access

DAY_S: Final = 86_400.0

CAP_BYTES: Final = 4 << 30
"""Default size of all takes together: about 1.8 hours of sound with its curves at 0.6 MB
a line of 6 s."""

HOT_SHARE: Final = 0.75
"""Share of the cap for records in the open; the rest is for archives."""

COLD_DAYS: Final = 30.0
"""An archive nobody asked for in a month is made again sooner than it is missed."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be kept and for how long; 0 bytes of quota means none.

    ``clarity`` and ``strength`` are the least a kept take must reach to answer
    (``engine.cache.quality``), 0..1; ``listen``: a recogniser judges clarity too, where one is
    installed. ``access`` is how files are mapped.
    """

    cap_bytes: int = CAP_BYTES
    project_bytes: int = 0
    cold_days: float = COLD_DAYS
    clarity: float = 0.82
    strength: float = 0.65
    access: Access = PLAIN
    listen: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A record as the folder shows it: ``used`` in seconds since the epoch."""

    key: str
    size: int
    used: float
    cold: bool = False
    project: str = ""
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Leaving:
    """What is to be removed, what to be archived, and whether there is room then."""

    removed: tuple[Kept, ...]
    archived: tuple[Kept, ...]
    fits: bool


def leaving(
    kept: Iterable[Kept], limits: Limits, room: int, now: float, project: str = ""
) -> Leaving:
    """Return what has to leave so that ``room`` more bytes of ``project`` fit."""
    order = sorted(kept, key=lambda each: (not each.cold, _last_used(each, now), each.key))
    loose = [each for each in order if not each.pinned]
    total = sum(each.size for each in order)
    removed: list[Kept] = [
        each for each in loose if each.cold and now - each.used > limits.cold_days * DAY_S
    ]
    gone = set(removed)
    quota_fits = True
    if project and limits.project_bytes:
        own = [each for each in order if each.project == project and each not in gone]
        excess = sum(each.size for each in own) + room - limits.project_bytes
        mine = _until((each for each in own if not each.pinned), excess)
        quota_fits = sum(each.size for each in mine) >= excess
        removed += mine
        gone = set(removed)
    total -= sum(each.size for each in gone)
    others = (each for each in loose if each not in gone)
    more = _until(others, total + room - limits.cap_bytes)
    total -= sum(each.size for each in more)
    removed += more
    gone = set(removed)
    hot = sum(each.size for each in order if not each.cold and each not in gone)
    open_ones = (each for each in loose if not each.cold and each not in gone)
    archived = _until(open_ones, hot + room - int(HOT_SHARE * limits.cap_bytes))
    fits = quota_fits and total + room <= limits.cap_bytes
    return Leaving(tuple(removed), tuple(archived), fits)


def _last_used(each: Kept, now: float) -> float:
    """When a record was used; never, where that is a time no clock can have shown."""
    return each.used if each.used <= now + DAY_S else 0.0


def _until(order: Iterable[Kept], excess: int) -> list[Kept]:
    """The first of ``order`` that together are as large as ``excess``."""
    chosen = []
    for each in order:
        if excess <= 0:
            break
        chosen.append(each)
        excess -= each.size
    return chosen
