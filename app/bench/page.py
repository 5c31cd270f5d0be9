"""A benchmark as one HTML file that needs nothing else: tables, and plots as SVG."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from app.bench.measure import PARTS
from app.bench.result import Result, ratios, table
from app.pages import colours, svg, whole
from app.pages import table as html_table


def page(result: Result, before: Sequence[dict[str, Any]]) -> str:
    """Return the HTML of a result.

    Args:
        result: what was measured.
        before: kept results of this machine, the oldest first.
    """
    machine, backend = result.machine, result.backend
    where = f"{machine['processor']}, {machine['cores']} cores, {' '.join(_words(machine))}"
    what = f"{backend['runtime']}, {backend['precision']}, {backend['threads']} threads"
    parts = [
        f"<h1>Espressivo {html.escape(result.version)}, {html.escape(result.created)}</h1>",
        f"<p>{html.escape(where)}<br>{html.escape(what)}<br>medians of {result.rounds} runs"
        f"; ready to plan after {result.load_s:.2f} s; at most {result.peak_mib:.0f} MiB</p>",
        "<h2>Lines</h2>",
        html_table(*table(result)),
        "<h2>Where the time of a line goes</h2>",
        svg(waterfall(result)),
    ]
    if result.operators:
        parts += ["<h2>The waveform stage by operator</h2>", svg(operators(result))]
    if result.peers:
        rows = [
            (line, what, f"{value:.2f}")
            for line, found in ratios(result).items()
            for what, value in found.items()
        ]
        parts += ["<h2>Our seconds over theirs</h2>", html_table(("line", "peer", "ratio"), rows)]
    if len(before) > 1:
        parts += ["<h2>Earlier results on this machine</h2>", svg(history(before))]
    return whole("Espressivo: speed", "\n".join(parts))


def waterfall(result: Result) -> Figure:
    """Draw where the time of each line goes, part after part."""
    figure = Figure(figsize=(10, 0.9 + 0.7 * len(result.lines)), layout="constrained")
    axes = figure.subplots()
    shades = colours(len(PARTS))
    for row, figures in enumerate(result.lines.values()):
        left = 0.0
        for part, colour in zip(PARTS, shades, strict=True):
            label = part if row == 0 else None
            axes.barh(row, figures.parts[part], left=left, color=colour, label=label)
            left += figures.parts[part]
        axes.plot([figures.first_s] * 2, [row - 0.45, row + 0.45], "k", lw=2)
    axes.set_yticks(range(len(result.lines)), list(result.lines))
    axes.invert_yaxis()
    axes.set_xlabel("seconds; the black mark is the first sound")
    axes.legend(ncols=len(PARTS) // 2, fontsize="small", loc="upper center",
                bbox_to_anchor=(0.5, -0.35))  # fmt: skip
    return figure


def operators(result: Result) -> Figure:
    """Draw the operators of the waveform stage that take longest."""
    shown = list(result.operators.items())[:12]
    figure = Figure(figsize=(10, 0.8 + 0.3 * len(shown)), layout="constrained")
    axes = figure.subplots()
    axes.barh([name for name, _ in shown], [seconds for _, seconds in shown], color="#4477aa")
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    return figure


def history(before: Sequence[dict[str, Any]]) -> Figure:
    """Draw seconds for each second of sound over the kept results."""
    figure = Figure(figsize=(10, 3), layout="constrained")
    axes = figure.subplots()
    names = list(before[-1]["lines"])
    for name, colour in zip(names, colours(len(names)), strict=True):
        found = [(i, kept["lines"][name]) for i, kept in enumerate(before) if name in kept["lines"]]
        pace = [line["whole_s"] / line["sound_s"] for _, line in found]
        axes.plot([i for i, _ in found], pace, "o-", color=colour, label=name)
    labels = [f"{kept['version']}\n{kept['created'][:10]}" for kept in before]
    axes.set_xticks(range(len(before)), labels, fontsize="small")
    axes.set_ylim(bottom=0)
    axes.set_ylabel("seconds for a second")
    axes.legend()
    return figure


def _words(machine: dict[str, object]) -> list[str]:
    vectors = machine["vectors"]
    return [str(name) for name in vectors] if isinstance(vectors, list) else []
