"""How often the cache answered: counts by part and way, and OpenMetrics text."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from typing import Final

HITS: Final = frozenset({"memory", "disk", "cold", "near"})
"""Ways in which an answer was there; the others are no hits."""


class Metrics:
    """Counts of answers. May be read from another thread while it counts."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def count(self, part: str, way: str, number: int = 1) -> None:
        """Count an answer of ``part`` (``emotion``, ``take``) that came by ``way``."""
        with self._lock:
            self._counts[part, way] += number

    def counts(self) -> dict[tuple[str, str], int]:
        """Return all counts by part and way."""
        with self._lock:
            return dict(self._counts)

    def hit_rate(self, part: str) -> float | None:
        """Return the share of wishes that were answered, 0..1; None before the first."""
        counts = {way: n for (p, way), n in self.counts().items() if p == part}
        wishes = sum(n for way, n in counts.items() if way in HITS or way == "miss")
        return sum(counts.get(way, 0) for way in HITS) / wishes if wishes else None


def open_metrics(
    counts: Mapping[tuple[str, str], int], gauges: Mapping[str, tuple[str, float]]
) -> str:
    """Return counts and gauges as OpenMetrics text (specification 1.0).

    Args:
        counts: by part and way.
        gauges: name -> unit ("" for none) and value; with a unit the name gets it
            as its suffix, as the specification asks.
    """
    lines = ["# TYPE espressivo_cache_answers counter"]
    lines += [
        f'espressivo_cache_answers_total{{part="{part}",way="{way}"}} {number}'
        for (part, way), number in sorted(counts.items())
    ]
    for name, (unit, value) in sorted(gauges.items()):
        full = f"espressivo_cache_{name}" + (f"_{unit}" if unit else "")
        lines.append(f"# TYPE {full} gauge")
        if unit:
            lines.append(f"# UNIT {full} {unit}")
        lines.append(f"{full} {value:g}")
    return "\n".join([*lines, "# EOF"]) + "\n"
