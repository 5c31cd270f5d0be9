"""One look at all that is kept: what health, figures and notices are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from engine.cache.health import Drift, drift, remark_of, score
from engine.cache.metrics import Window, rate, total
from engine.cache.table import EmotionTable
from engine.values import Remark

PARTS = ("take", "plan", "emotion")


@dataclass(frozen=True, slots=True)
class Checkup:
    """``windows``: counts by window and project. ``hit_rates``: 0..1 by part, None before
    the first wish. ``score``: 0..1 (``engine.cache.health``).
    """

    windows: Mapping[Window, Mapping[tuple[str, str], int]]
    counts: Mapping[tuple[str, str], int]
    hit_rates: Mapping[str, float | None]
    drift: Drift | None
    score: float

    @property
    def remark(self) -> Remark | None:
        """What is to be said of it; None while all is well."""
        return remark_of(self.score, self.drift)


def checkup(windows: Mapping[Window, Counter[tuple[str, str]]], table: EmotionTable) -> Checkup:
    """Look at the history's windows and at the emotions kept."""
    counts = total(windows.values())
    drifted = drift(np.asarray(table.column("vad"), np.float32))
    wishes = sum(n for (part, way), n in counts.items() if part == "take" and way != "not kept")
    damaged = counts["take", "damaged"] / wishes if wishes else 0.0
    rates = {part: rate(counts, part) for part in PARTS}
    return Checkup(windows, counts, rates, drifted, score(rates["take"], damaged, drifted))
