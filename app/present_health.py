"""Health of the cache as its dialog shows it."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication

from engine.cache.checkup import Checkup
from engine.cache.metrics import HITS, rate
from widgets.health_grid import CellView, HealthView

translate = QCoreApplication.translate

MOST_WINDOWS = 24
"""Windows shown: the last two hours of work, however long ago."""

MOST_PROJECTS = 12
"""Projects shown: those with the most wishes."""


def health_view(found: Checkup | None) -> HealthView:
    """Return what is shown; None is a program that keeps nothing."""
    if found is None:
        return HealthView((translate("Health", "Takes are not stored."),), (), ())
    asked: dict[tuple[int, str], CellView] = {}
    for (start, project), counts in found.windows.items():
        wishes = sum(
            n for (part, way), n in counts.items() if part == "take" and way in {*HITS, "miss"}
        )
        if wishes:
            asked[start, project] = CellView(rate(counts, "take"), wishes)
    starts = sorted({start for start, _ in asked})[-MOST_WINDOWS:]
    totals: dict[str, int] = {}
    for (start, project), cell in asked.items():
        if start in starts:
            totals[project] = totals.get(project, 0) + cell.wishes
    projects = sorted(totals, key=lambda name: (-totals[name], name))[:MOST_PROJECTS]
    nothing = CellView(None, 0)
    rows = tuple(
        (
            project or translate("Health", "no project"),
            tuple(asked.get((start, project), nothing) for start in starts),
        )
        for project in projects
    )
    times = tuple(time.strftime("%d %b %H:%M", time.localtime(start)) for start in starts)
    return HealthView(_sentences(found), times, rows)


def _sentences(found: Checkup) -> tuple[str, ...]:
    takes, emotions = found.hit_rates["take"], found.hit_rates["emotion"]
    said = [translate("Health", "Health: {score} of 1.").format(score=f"{found.score:.2f}")]
    if takes is None:
        said.append(translate("Health", "No take was asked for yet."))
    else:
        text = translate("Health", "{share} % of the takes asked for were there already.")
        said.append(text.format(share=round(100 * takes)))
    if emotions is not None:
        text = translate("Health", "{share} % of the prompts were understood before.")
        said.append(text.format(share=round(100 * emotions)))
    if found.drift is not None:
        text = translate("Health", "The emotions asked for have moved by {far}, by chance {null}.")
        said.append(text.format(far=f"{found.drift.distance:.2f}", null=f"{found.drift.null:.2f}"))
    return tuple(said)
