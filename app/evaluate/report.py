"""The report of a run: what was worked out, as JSON and as one HTML page with plots."""

from __future__ import annotations

import html
import importlib.metadata
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matplotlib.figure import Figure as Picture

from app import pages
from app.evaluate.findings import HEADS, Figure, Plot, Section, row_of

SCHEMA: Final = "espressivo.evaluate/2"

_STYLE: Final = """\
td:last-child, th:last-child { text-align: left }
details { margin: .5rem 0 }
p.note { opacity: .8; font-size: .9em }
"""

MOST_LINES: Final = 9
"""Colours that can be told apart in one picture."""


@dataclass(frozen=True, slots=True)
class Report:
    """One run's findings.

    ``facts`` says what was judged: backend, model, versions, seed, subset or full.
    """

    created: str
    facts: Mapping[str, Any]
    sections: Sequence[Section]

    def as_json(self) -> str:
        """Return the whole as JSON: every figure with its null, and every single value."""
        data = {
            "schema": SCHEMA,
            "created": self.created,
            "version": importlib.metadata.version("espressivo"),
            "facts": dict(self.facts),
            "sections": [each.as_data() for each in self.sections],
        }
        return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def as_html(self) -> str:
        """Return the page."""
        facts = [(str(name), str(value)) for name, value in self.facts.items()]
        parts = [
            f"<h1>How well Espressivo speaks, {html.escape(self.created[:10])}</h1>",
            pages.table(("what was judged", ""), facts),
            *(_section(each) for each in self.sections),
        ]
        return pages.whole("Espressivo: how well", "\n".join(parts), _STYLE)

    def as_markdown(self) -> str:
        """Return the figures alone, a table for each section."""
        parts = [f"{name}: {value}  " for name, value in self.facts.items()]
        for section in self.sections:
            parts += ["", f"## {section.title}", ""]
            if section.figures:
                parts += _markdown(HEADS, [row_of(each) for each in section.figures])
            parts += ["", *section.notes]
        return "\n".join(parts) + "\n"


def figures_of(sections: Sequence[Section]) -> list[tuple[str, Figure]]:
    """Return every figure with the name of its section."""
    return [(section.name, figure) for section in sections for figure in section.figures]


def _section(section: Section) -> str:
    parts = [f"<h2>{html.escape(section.title)}</h2>"]
    if section.figures:
        parts.append(pages.table(HEADS, [row_of(each) for each in section.figures]))
    parts += [pages.svg(_drawn(plot)) for plot in section.plots]
    for table in section.tables:
        if table.rows:
            inner = pages.table(table.heads, table.rows)
            parts.append(f"<details><summary>{html.escape(table.title)}</summary>{inner}</details>")
    parts += [f'<p class="note">{html.escape(note)}</p>' for note in section.notes]
    return "\n".join(parts)


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines]


def _drawn(plot: Plot) -> Picture:
    picture = Picture(figsize=(9, 4.2), layout="constrained")
    axes = picture.subplots()
    names = [name for name in plot.series if not name.endswith(", law")][:MOST_LINES]
    for name, colour in zip(names, pages.colours(len(names)), strict=True):
        x, y = plot.series[name]
        if plot.kind == "points":
            axes.plot(x, y, ".", ms=4, color=colour, label=name)
        elif plot.kind == "bars":
            axes.bar(x, y, color=colour, label=name)
        else:
            axes.plot(x, y, ".-", color=colour, label=name)
            if f"{name}, law" in plot.series:
                axes.plot(*plot.series[f"{name}, law"], ":", color=colour)
    if any(name.endswith(", law") for name in plot.series):
        axes.plot([], [], "k:", label="its law")
    if plot.diagonal:
        low, high = axes.get_xlim()
        axes.plot([low, high], [low, high], "k:", lw=1)
    axes.set(title=plot.title, xlabel=plot.x, ylabel=plot.y)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))
    return picture
