"""How often the cache answered: counts by part and way, and OpenMetrics text."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from engine.record_file import write_whole

WINDOW_S: Final = 300
"""Seconds of one window of the history."""

LAST_S: Final = 1 << 38
"""Seconds since the epoch beyond which no calendar reaches; a line that says so is passed over."""

MOST_HISTORY_BYTES: Final = 1 << 20
"""From here on the older half of the history is dropped: months of daily work."""

Window = tuple[int, str]
"""Start of a window, seconds since the epoch, and project."""

HITS: Final = frozenset({"memory", "disk", "cold", "near"})
"""Ways in which an answer was there; the others are no hits."""


class Metrics:
    """Counts of answers. One thread counts; others may read meanwhile."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        self._cells: dict[tuple[str, str], list[int]] = {}
        self.listener: Callable[[str, str], None] | None = None
        """Told part and way of each count, on the counting thread."""

    def count(self, part: str, way: str, number: int = 1) -> None:
        """Count an answer of ``part`` (``emotion``, ``take``) that came by ``way``."""
        self._counts[part, way] = self._counts.get((part, way), 0) + number
        if self.listener is not None:
            self.listener(part, way)

    def cell(self, part: str, way: str) -> list[int]:
        """Return a list of one number that counts like ``count``, without a call.

        For answers that take less time than counting them would; the listener is not told.
        """
        return self._cells.setdefault((part, way), [0])

    def counts(self) -> dict[tuple[str, str], int]:
        """Return all counts by part and way."""
        counts = dict(self._counts)  # in one step, as far as Python's threads are concerned
        for name, (number,) in tuple(self._cells.items()):
            if number:
                counts[name] = counts.get(name, 0) + number
        return counts

    def hit_rate(self, part: str) -> float | None:
        """Return the share of wishes that were answered, 0..1; None before the first."""
        return rate(self.counts(), part)


class History:
    """Counts by window and project, in a file of lines that processes append to.

    A line that cannot be read or believed, cut by a crash or by hand, is passed over.
    """

    def __init__(self, path: Path, project: str = "") -> None:
        self._path = path
        self.project = project
        """Whose the counts are that are added from now on; "" for nobody's."""
        self._told: Counter[tuple[str, str]] = Counter()

    def add(self, metrics: Metrics) -> None:
        """Append what was counted since the last call.

        Raises:
            OSError: it cannot be written.
        """
        counts = Counter(metrics.counts())
        new = [[part, way, n] for (part, way), n in sorted((counts - self._told).items())]
        if not new:
            return
        start = int(time.time()) // WINDOW_S * WINDOW_S
        line = json.dumps([start, self.project, new], separators=(",", ":"))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
            size = file.tell()
        self._told = counts
        if size > MOST_HISTORY_BYTES:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
            half = "".join(f"{each}\n" for each in lines[len(lines) // 2 :])
            write_whole(self._path, half.encode())

    def windows(self) -> dict[Window, Counter[tuple[str, str]]]:
        """Return all counts by window and project, in the order of time."""
        found: dict[Window, Counter[tuple[str, str]]] = {}
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return found
        for line in lines:
            try:
                start, project, counts = json.loads(line)
                new = Counter({(str(part), str(way)): int(n) for part, way, n in counts})
                if 0 <= int(start) <= LAST_S and min(new.values(), default=0) >= 0:
                    found.setdefault((int(start), str(project)), Counter()).update(new)
            except (ValueError, TypeError, OverflowError):
                continue
        return dict(sorted(found.items()))


def total(windows: Iterable[Counter[tuple[str, str]]]) -> Counter[tuple[str, str]]:
    """Return the sum of some windows' counts."""
    whole: Counter[tuple[str, str]] = Counter()
    for window in windows:
        whole.update(window)
    return whole


def rate(counts: Mapping[tuple[str, str], int], part: str) -> float | None:
    """Return the share of wishes that were answered, 0..1; None without one."""
    own = {way: n for (p, way), n in counts.items() if p == part}
    wishes = sum(n for way, n in own.items() if way in HITS or way == "miss")
    return sum(own.get(way, 0) for way in HITS) / wishes if wishes else None


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
