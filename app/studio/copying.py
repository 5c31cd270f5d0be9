"""The curves of a line as a table to paste: a row each 12.5 ms, as in an export's contours."""

from __future__ import annotations

import csv
import io

from widgets.views import Floats, HeatmapView

COLUMNS = (
    "time_s",
    "word",
    "asked_f0_hz",
    "achieved_f0_hz",
    "neutral_f0_hz",
    "asked_level_db",
    "achieved_level_db",
)
"""Empty where there is no value: unvoiced, or no sound yet."""


def curves_text(view: HeatmapView, stretch: tuple[float, float] | None = None) -> str:
    """Return a view's curves with tabs between the columns, which spreadsheets paste as cells.

    Args:
        view: of a planned or spoken line.
        stretch: start and end, seconds, of what is wanted; None = all.
    """
    first, last = 0, view.asked_f0.size
    if stretch is not None:
        first = min(round(stretch[0] / view.step_s), last)
        last = min(max(round(stretch[1] / view.step_s), first + 1), last)
    pitch = (view.asked_f0, view.achieved_f0, view.neutral_f0)
    level = (view.asked_db, view.achieved_db)
    text = io.StringIO()
    rows = csv.writer(text, delimiter="\t", lineterminator="\n")
    rows.writerow(COLUMNS)
    for at in range(first, last):
        seconds = (at + 0.5) * view.step_s
        said = next((w.text for w in view.words if w.start_s <= seconds < w.end_s), "")
        hertz = (_value(curve, at) if _voiced(curve, at) else "" for curve in pitch)
        decibels = (_value(curve, at) for curve in level)
        rows.writerow((f"{seconds:.5f}", said, *hertz, *decibels))
    return text.getvalue()


def _voiced(curve: Floats | None, at: int) -> bool:
    return curve is not None and at < curve.size and float(curve[at]) > 0


def _value(curve: Floats | None, at: int) -> str:
    return f"{float(curve[at]):.2f}" if curve is not None and at < curve.size else ""
