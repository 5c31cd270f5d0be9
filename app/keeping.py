"""What is kept between runs, by the settings: limits, takes, emotions, and their figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.settings import Settings
from engine.cache.access import access_of
from engine.cache.eviction import Limits

if TYPE_CHECKING:
    from engine.cache.health import Drift
    from engine.cache.metrics import Window
    from engine.cache.table import EmotionTable
    from engine.store import TakeStore

GB = 10**9


def limits(settings: Settings) -> Limits:
    """How much is kept and how good it must be."""
    return Limits(
        cap_bytes=round(settings.cache_gb * GB),
        project_bytes=round(settings.project_gb * GB),
        cold_days=settings.cold_days,
        clarity=settings.clarity,
        strength=settings.strength,
        access=access_of(settings.cache_access),
        listen=settings.listen == "on",
    )


def takes(settings: Settings) -> TakeStore:
    """The takes kept."""
    from engine.build import build_store

    return build_store(settings.data, limits(settings))


def all_takes(settings: Settings) -> list[TakeStore]:
    """The takes kept, and those of a rollout's candidate if there are any."""
    from engine.build import CANDIDATES_TAKES
    from engine.store import TakeStore

    theirs = settings.data / CANDIDATES_TAKES
    more = [TakeStore(theirs, limits(settings))] if theirs.exists() else []
    return [takes(settings), *more]


def emotions(settings: Settings) -> tuple[EmotionTable, str]:
    """The emotions kept, and the hash of what understood them."""
    from engine.build import build_understander, emotion_table
    from engine.cache.emotions import head_of

    understander = build_understander(settings.data)
    return emotion_table(settings.data, understander), head_of(understander.version)


@dataclass(frozen=True, slots=True)
class Figures:
    """Sizes in bytes, hit rates 0..1 (None without a wish), and how the cache is."""

    takes: int
    archived: int
    pinned: int
    takes_bytes: int
    cap_bytes: int
    plans: int
    plans_bytes: int
    projects: Mapping[str, int]
    emotions: int
    emotions_bytes: int
    id_bits: float
    hit_rates: Mapping[str, float | None]
    windows: Mapping[Window, Mapping[tuple[str, str], int]]
    counts: Mapping[tuple[str, str], int]
    drift: Drift | None
    score: float


def figures(settings: Settings) -> Figures:
    """Measure what is kept."""
    from collections import Counter

    import numpy as np

    from engine.build import HISTORY
    from engine.cache.checkup import checkup
    from engine.cache.emotion_id import entropy_bits
    from engine.cache.metrics import History

    store = takes(settings)
    table, _ = emotions(settings)
    kept = store.shelf.kept()
    seen = checkup(History(settings.data / HISTORY).windows(), table)
    projects: Counter[str] = Counter()
    for each in kept:
        projects[each.project] += each.size
    return Figures(
        takes=sum(not each.cold for each in kept),
        archived=sum(each.cold for each in kept),
        pinned=sum(each.pinned for each in kept),
        takes_bytes=store.shelf.size(),
        cap_bytes=store.limits.cap_bytes,
        plans=len(store.plans.shelf.kept()),
        plans_bytes=store.plans.shelf.size(),
        projects=dict(projects),
        emotions=len(table),
        emotions_bytes=table.size(),
        id_bits=entropy_bits(np.asarray(table.column("emotion"), np.uint64)),
        hit_rates=seen.hit_rates,
        windows=seen.windows,
        counts=seen.counts,
        drift=seen.drift,
        score=seen.score,
    )
