"""Takes by their keys: in memory, then in the open on disk, then archived.

A store never makes a take wrong and never makes one fail: a damaged record is
removed and counts as absent, and a disk that is full is told once as a remark.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from cachetools import LRUCache

from engine.cache.access import WARM
from engine.cache.eviction import Limits
from engine.cache.inputs import Told
from engine.cache.metrics import Metrics
from engine.cache.opened import Holds
from engine.cache.quality import Ear, heard_with, quality_of
from engine.cache.shelf import Shelf, remove_others
from engine.cache.warming import WarmUp
from engine.errors import CacheDamage
from engine.plan_store import (
    PLAN_ARRAYS,
    QUALITY_ARRAYS,
    PlanStore,
    plan_arrays,
    plan_meta,
    plan_of,
)
from engine.record_file import read_meta, record_bytes
from engine.values import Curves, Floats, Plan, Remark, readonly

STORE_VERSION = 2
"""Folder of the records; another layout gets another folder."""

MEMORY_BYTES: Final = 48 << 20
"""Takes kept in memory: about 80 lines of 6 s, what somebody works on at one time."""

SEEN: Final = 4096
"""Keys whose last look-up is remembered: a take goes into memory when it is wanted twice."""

MOST_ALIKE: Final = 4096
"""Coarse keys whose newest take is remembered, to answer drafts."""

MOST_TRIES: Final = 2
"""A take under a threshold is made again once; the same again is then the best there is."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a record holds: the plan, its finished sound and the curves measured."""

    plan: Plan
    audio: Floats
    achieved: Curves


class TakeStore:
    """Takes by key, in a folder. Any number of processes may share it.

    Opening it removes what killed processes left unfinished more than an hour ago
    (``engine.record_file.sweep_parts``).

    Args:
        folder: where the records live; made when the first is put.
        limits: how much is kept, and how good it must be to answer.
        project: whose the takes are that are put; "" for nobody's.
        metrics: counts how each wish was answered.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        project: str = "",
        metrics: Metrics | None = None,
    ) -> None:
        self._root = folder
        self.limits = limits or Limits()
        self.metrics = metrics or Metrics()
        self.shelf = Shelf(
            folder / f"takes-{STORE_VERSION}", self.limits, project, self.limits.access
        )
        self.plans = PlanStore(folder, self.limits.access)
        self._memory: LRUCache[str, tuple[tuple[int, int], Stored]] = LRUCache(
            MEMORY_BYTES, getsizeof=lambda kept: _size(kept[1])
        )
        self._seen: LRUCache[str, int] = LRUCache(SEEN)
        self._tries: dict[str, int] = {}
        self._alike: LRUCache[str, str] = LRUCache(MOST_ALIKE)
        self.ear: Ear | None = None
        """Hears takes that are put, if there is one: their clarity is then its verdict too."""
        self._told: list[Remark] = []
        self._hot: Holds | None = None
        self._learned: deque[tuple[str, str]] = deque()
        self._warm_up: WarmUp | None = None

    def move(self, folder: Path) -> None:
        """Keep takes in another folder from now on; what is known of this one is forgotten."""
        self._root = folder
        self.close()
        name, project = self.shelf.folder.name, self.shelf.project
        self.shelf = Shelf(folder / name, self.limits, project, self.limits.access)
        self.plans = PlanStore(folder, self.limits.access)
        for memory in (self._memory, self._seen, self._tries, self._alike):
            memory.clear()
        self.hold_with(self._hot)

    def hold_with(self, hot: Holds | None) -> None:
        """Have records held by somebody for as long as they are kept mapped."""
        self._hot = hot
        self.shelf.hold_with(hot)
        self.plans.shelf.hold_with(hot)

    def warm(self, project: str) -> WarmUp | None:
        """Read ahead a project's takes in the background, if that is switched on.

        Returns:
            the work; None if it is off. ``close`` ends it.
        """
        self.close()
        if WARM in self.limits.access.on and project:
            learned = self._learned
            self._warm_up = WarmUp(
                self.shelf, project, lambda key, coarse: learned.append((coarse, key))
            )
        return self._warm_up

    def close(self) -> None:
        """End what goes on in the background, and let go of what is kept mapped."""
        if self._warm_up is not None:
            self._warm_up.stop()
            self._warm_up = None
        self.shelf.close()
        self.plans.shelf.close()

    def tell(self, remark: Remark) -> None:
        """Have a remark go with the next take there is, from here or not."""
        self._told.append(remark)

    def told(self) -> tuple[Remark, ...]:
        """Return what ``tell`` was given since the last call."""
        told, self._told = tuple(self._told), []
        return told

    def path(self, key: str) -> Path:
        """Return where the record of a key is or would be."""
        return self.shelf.path(key)

    def job(self) -> AbstractContextManager[None]:
        """While this is entered, no take it got or put here is evicted by anybody."""
        return self.shelf.job()

    def has(self, key: str) -> bool:
        """Whether there is a record of a key; it need not be whole or good enough."""
        return self.path(key).exists() or self.shelf.archive_path(key).exists()

    def near(self, coarse: str) -> tuple[str, Stored] | None:
        """Return the key and take of the newest record of a coarse key this store knows of.

        It knows of what it put, got or learned (``learn``).
        """
        while self._learned:
            self._alike.setdefault(*self._learned.popleft())
        key = self._alike.get(coarse)
        if key is None:
            return None
        known = self._memory.get(key)
        if known is not None and known[0] == self._mark(key):
            stored = known[1]
        else:
            try:
                meta, arrays, _ = self.shelf.read(key)
                stored = _stored(meta, arrays)
            except (OSError, CacheDamage, KeyError, TypeError, ValueError):
                del self._alike[coarse]  # gone or damaged: its own key will say so
                return None
        self.metrics.count("take", "near")
        return key, stored

    def learn(self, key: str) -> bool:
        """Know of a record for ``near`` without reading its arrays; False if there is none."""
        meta = self.meta(key)
        self._know(key, meta or {})
        return meta is not None

    def get(self, key: str) -> tuple[Stored | None, tuple[Remark, ...]]:
        """Return the stored take, or None with the reason as a remark if it was damaged.

        A take under a threshold (``Limits``) is None with the remark ``record-weak``,
        so that it is made again, once. The arrays are read-only: views on a memory
        map or, for what was wanted before, in memory.
        """
        known = self._memory.get(key)
        if known is not None and known[0] == self._mark(key):
            self.metrics.count("take", "memory")
            return known[1], ()
        self._memory.pop(key, None)
        try:
            meta, arrays, way = self.shelf.read(key)
            stored = _stored(meta, arrays)
            weak = self._weakness(key, meta)
        except FileNotFoundError:
            self.metrics.count("take", "miss")
            return None, ()
        except (CacheDamage, KeyError, TypeError, ValueError) as damage:
            self.shelf.forget(key)
            self.metrics.count("take", "miss")
            self.metrics.count("take", "damaged")
            reason = getattr(damage, "detail", f"meta: {self.path(key)}")
            return None, (Remark("record-damaged", "file", reason),)
        except OSError as why:
            self.metrics.count("take", "miss")
            return None, (Remark("store-unreadable", "file", f"{self.path(key)}: {why.strerror}"),)
        if weak:
            self.metrics.count("take", "miss")
            self.metrics.count("take", "weak")
            return None, (Remark("record-weak", "file", weak),)
        self.metrics.count("take", way)
        self._know(key, meta)
        self._remember(key, stored)
        return stored, ()

    def plan(self, key: str) -> Plan | None:
        """Return the plan of a take that is kept in the open, or one kept by itself.

        It does not count as a use of the take. None if neither can be read: whoever asks
        plans anew and says so (``keep_plan``).
        """
        known = self._memory.get(key)
        if known is not None and known[0] == self._mark(key):
            plan: Plan | None = known[1].plan
        else:
            plan = None
            with contextlib.suppress(OSError, CacheDamage, KeyError, TypeError, ValueError):
                plan = plan_of(*self.shelf.look(key))
            plan = plan or self.plans.get(key)
        if plan is not None:
            self.metrics.count("plan", "disk" if known is None else "memory")
        return plan

    def keep_plan(self, key: str, plan: Plan) -> None:
        """Keep a plan that was not there."""
        self.metrics.count("plan", "miss")
        if not self.plans.put(key, plan):
            self.metrics.count("plan", "not kept")

    def put(
        self,
        key: str,
        stored: Stored,
        inputs: Told | None = None,
        coarse: str = "",
        said: tuple[str, str] = ("", ""),
    ) -> tuple[Remark, ...]:
        """Keep a take; returns a remark instead of raising if the disk will not have it.

        Args:
            key: the exact key.
            stored: the take.
            inputs: what went into the key, so that ``why`` can say what differed.
            coarse: the key by emotion ID, kept beside it (``near``).
            said: the words it has to say and their language, for the ear.
        """
        plan, achieved = stored.plan, stored.achieved
        quality = quality_of(plan, achieved)
        if self.ear is not None and said[0]:
            quality = heard_with(quality, said[0], self.ear(stored.audio, said[1]))
        meta = plan_meta(plan) | {
            "silences": achieved.pauses,
            "quality": asdict(quality),
            "tries": self._tries.pop(key, 0) + 1,
            "inputs": inputs or {},
            "coarse": coarse,
            "made": time.time(),
        }
        arrays = plan_arrays(plan) | {"audio": stored.audio}
        arrays |= {"achieved_f0": achieved.f0, "achieved_level_db": achieved.level_db}
        try:
            kept = self.shelf.write(key, record_bytes(meta, arrays))
            reason = "" if kept else "no room under its cap"
        except OSError as error:
            reason = error.strerror or str(error)
        if not reason:
            self._know(key, meta)
            return ()
        self.metrics.count("take", "not kept")
        return (Remark("store-full", "file", f"{self.shelf.folder}: {reason}"),)

    def meta(self, key: str) -> Mapping[str, Any] | None:
        """Return what a record in the open says of itself; None if there is none to be read."""
        try:
            return read_meta(self.path(key))
        except (OSError, CacheDamage):
            return None

    def verify(self, *, mend: bool = False) -> list[str]:
        """Read every record through; returns what is damaged, each as ``way: where``.

        Args:
            mend: also remove what is damaged.
        """
        flaws = []
        for shelf in (self.shelf, self.plans.shelf):
            for each in shelf.kept():
                try:
                    shelf.check(each)
                except CacheDamage as damage:
                    flaws.append(damage.detail)
                    if mend:
                        shelf.drop(each)
                except OSError:
                    continue  # gone meanwhile, or not ours to read
        return flaws

    def compact(self) -> int:
        """Bring the folder within its limits now, drop earlier layouts; returns bytes freed.

        Plans keep within their cap by themselves.

        Raises:
            OSError: another writer did not let go.
        """
        before = self.shelf.size()
        self.shelf.make_room()
        self.shelf.pins.tidy(each.key for each in self.shelf.kept())
        remove_others(self._root, "takes-", {self.shelf.folder.name})
        remove_others(self._root, "plans-", {self.plans.shelf.folder.name})
        return before - self.shelf.size()

    def _know(self, key: str, meta: Mapping[str, Any]) -> None:
        if coarse := str(meta.get("coarse", "")):
            self._alike[coarse] = key

    def _mark(self, key: str) -> tuple[int, int] | None:
        """What tells that the file is the one that was read; None if there is none."""
        try:
            stat = self.path(key).stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_size

    def _remember(self, key: str, stored: Stored) -> None:
        if key not in self._seen:
            self._seen[key] = 1
            return
        mark, kept = self._mark(key), _copied(stored)
        if mark is not None and _size(kept) <= MEMORY_BYTES:
            self._memory[key] = (mark, kept)

    def _weakness(self, key: str, meta: Mapping[str, Any]) -> str:
        """What a take falls short of, or ""."""
        quality, tries = meta.get("quality"), int(meta.get("tries", 1))
        if quality is None or tries >= MOST_TRIES:
            return ""
        for name in ("clarity", "strength"):
            value, least = float(quality[name]), float(getattr(self.limits, name))
            if value < least:
                self._tries[key] = tries
                return f"{name} {value:.2f} under {least:g}"
        return ""


_ARRAYS = (*PLAN_ARRAYS, *QUALITY_ARRAYS, "tokens", "durations")


def _size(stored: Stored) -> int:
    plan = stored.plan
    arrays = (getattr(plan, name) for name in _ARRAYS)
    own = (stored.audio, stored.achieved.f0, stored.achieved.level_db)
    return sum(array.nbytes for array in (*arrays, *own))


def _copied(stored: Stored) -> Stored:
    """The same take in memory of its own: what happens to the file cannot reach it."""
    plan, achieved = stored.plan, stored.achieved
    copies = {name: readonly(np.array(getattr(plan, name))) for name in _ARRAYS}
    curves = {name: readonly(np.array(getattr(achieved, name))) for name in ("f0", "level_db")}
    return Stored(
        replace(plan, **copies),  # type: ignore[arg-type]
        readonly(np.array(stored.audio)),
        replace(achieved, **curves),  # type: ignore[arg-type]
    )


def _stored(meta: Mapping[str, Any], arrays: Mapping[str, Any]) -> Stored:
    achieved = Curves(
        f0=arrays["achieved_f0"],
        level_db=arrays["achieved_level_db"],
        pauses=tuple((float(a), float(b)) for a, b in meta["silences"]),
    )
    return Stored(plan_of(meta, arrays), arrays["audio"], achieved)
