"""TextGrid and PitchTier: how speech scientists exchange labelled times and pitch.

Format: Praat manual, "TextGrid file formats" and "PitchTier", the long text form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """A label and the seconds it holds for."""

    start: float
    end: float
    text: str


def textgrid(tiers: Sequence[tuple[str, Sequence[Interval]]], seconds: float) -> str:
    """A TextGrid with one interval tier for each name and its labels.

    Args:
        tiers: names and intervals in order of time; what none covers is left unlabelled,
            an interval that begins before the one before it ends is moved up.
        seconds: length of the whole; above 0.
    """
    head = _head("TextGrid", seconds)
    body = [f"tiers? <exists>\nsize = {len(tiers)}\nitem []:\n"]
    for number, (name, labels) in enumerate(tiers, 1):
        whole = _covered(labels, seconds)
        body.append(
            f'    item [{number}]:\n        class = "IntervalTier"\n        name = {_text(name)}\n'
            f"        xmin = 0\n        xmax = {_second(seconds)}\n"
            f"        intervals: size = {len(whole)}\n"
        )
        body += (
            f"        intervals [{place}]:\n            xmin = {_second(each.start)}\n"
            f"            xmax = {_second(each.end)}\n            text = {_text(each.text)}\n"
            for place, each in enumerate(whole, 1)
        )
    return head + "".join(body)


def pitch_tier(points: Sequence[tuple[float, float]], seconds: float) -> str:
    """A PitchTier of points (seconds, Hz) in order of time."""
    body = [f"points: size = {len(points)}\n"]
    body += (
        f"points [{number}]:\n    number = {_second(at)}\n    value = {hertz:.3f}\n"
        for number, (at, hertz) in enumerate(points, 1)
    )
    return _head("PitchTier", seconds) + "".join(body)


def _head(kind: str, seconds: float) -> str:
    return (
        f'File type = "ooTextFile"\nObject class = "{kind}"\n\n'
        f"xmin = 0\nxmax = {_second(seconds)}\n"
    )


def _covered(labels: Iterable[Interval], seconds: float) -> list[Interval]:
    """Intervals that follow each other without gap from 0 to the end, as Praat wants them."""
    found: list[Interval] = []
    at = 0.0
    for each in labels:
        start, end = max(at, each.start), min(each.end, seconds)
        if end - start < LEAST_S:
            continue
        if start - at >= LEAST_S:
            found.append(Interval(at, start, ""))
        else:
            start = at
        found.append(Interval(start, end, each.text))
        at = end
    if seconds - at >= LEAST_S or not found:
        found.append(Interval(at, seconds, ""))
    else:
        found[-1] = Interval(found[-1].start, seconds, found[-1].text)
    return found


LEAST_S = 1e-6
"""Shorter than this is nothing: times are written to the microsecond."""


def _second(value: float) -> str:
    return f"{value:.6f}"


def _text(value: str) -> str:
    return '"' + " ".join(value.split()).replace('"', '""') + '"'
