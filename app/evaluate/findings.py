"""What a section of the report holds: figures beside their nulls and aims, tables, plots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Aim = tuple[Literal[">=", "<="], float]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure beside what says whether it means anything."""

    what: str
    value: float
    null: float | None = None
    """The same where nothing is to be found (``null_is``), or None where there is none."""
    null_is: str = ""
    aim: Aim | None = None
    count: int = 0
    """Of what it was taken."""
    form: str = ".2f"
    beside: str = ""
    """Published or other figures to be seen beside it."""
    interval: tuple[float, float] | None = None
    """95 %."""

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None where there is none, or nothing was measured."""
        if self.aim is None or math.isnan(self.value):
            return None
        sign, bar = self.aim
        return self.value >= bar if sign == ">=" else self.value <= bar

    def told(self, value: float | None) -> str:
        """Return a value of this figure in its form."""
        if value is None or math.isnan(value):
            return "–"
        return format(value, self.form)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of words under heads."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture as data: lines over x, points, or bars by name."""

    title: str
    kind: Literal["lines", "points", "bars"]
    series: Mapping[str, tuple[Sequence[Any], Sequence[float]]]
    x: str = ""
    y: str = ""
    diagonal: bool = False
    """Draws where both sides are equal."""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the report."""

    name: str
    title: str
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()
    notes: Sequence[str] = ()
    """What was a subset, what is missing, what the figures do not show."""
    cells: tuple[int, int] = (0, 0)
    """Cells that were there, and that the section wants."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Every single value, for the JSON alone."""

    def as_data(self) -> dict[str, Any]:
        """Return JSON values; what is no number is null."""
        told = asdict(self)
        for row, figure in zip(told["figures"], self.figures, strict=True):
            row["met"] = figure.met
        return dict(_clean(told))


def section_of(told: Mapping[str, Any]) -> Section:
    """Return a section from what ``Section.as_data`` gave.

    Raises:
        KeyError, TypeError, ValueError: it is not what that gives.
    """
    figures = []
    for row in told["figures"]:
        own = {name: value for name, value in row.items() if name != "met"}
        own["value"] = float("nan") if own["value"] is None else float(own["value"])
        for name in ("aim", "interval"):
            own[name] = None if own[name] is None else tuple(own[name])
        figures.append(Figure(**own))
    tables, plots = [Table(**row) for row in told["tables"]], [Plot(**row) for row in told["plots"]]
    have, want = told["cells"]
    return Section(told["name"], told["title"], figures, tables, plots, told["notes"],
                   (have, want), told["data"])  # fmt: skip


HEADS = ("figure", "value", "null", "aim", "met", "n", "beside")


def row_of(figure: Figure) -> tuple[str, ...]:
    """Return a figure as a row under ``HEADS``."""
    value = figure.told(figure.value)
    if figure.interval is not None:
        value += " ({} to {})".format(*map(figure.told, figure.interval))
    null = figure.told(figure.null)
    if figure.null is not None and figure.null_is:
        null += f" ({figure.null_is})"
    aim = f"{figure.aim[0]} {figure.told(figure.aim[1])}" if figure.aim else ""
    met = {True: "yes", False: "no", None: ""}[figure.met]
    count = str(figure.count) if figure.count else ""
    return figure.what, value, null, aim, met, count, figure.beside


def _clean(value: Any) -> Any:
    """JSON values: floats rounded to six places, not-a-number as null."""
    if isinstance(value, Mapping):
        return {str(key): _clean(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value]
    if isinstance(value, bool | str | int) or value is None:
        return value
    number = float(value)
    return round(number, 6) if math.isfinite(number) else None
