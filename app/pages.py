"""One HTML file that needs nothing else: its frame, tables, and figures as SVG."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import xxhash

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NAMES = re.compile(r"""( id="|href="#|url\(#)""")
"""Before the names of a picture's parts, where they are given and where they are used."""

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem;
  color: #1b1b1f; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border-bottom: 1px solid #d0d0d8; padding: .25rem .75rem; text-align: right }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left }
svg { max-width: 100%; height: auto }
@media (prefers-color-scheme: dark) { body { color: #e8e8ee; background: #17171b }
  svg { background: #fff } }
"""


def whole(title: str, body: str, style: str = "") -> str:
    """Return a whole page.

    Args:
        title: of the window, plain text.
        body: HTML.
        style: CSS, after the common one.
    """
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title>'
    head += f'<meta name="viewport" content="width=device-width"><style>{_STYLE}{style}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of plain words as HTML."""

    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "\n".join(("<table>", row(heads, "th"), *(row(r, "td") for r in rows), "</table>"))


def svg(figure: Figure) -> str:
    """Return a figure as SVG to be put into a page, named by its axes' titles.

    Its parts are named by what it shows, since two pictures of a page may share no name.
    """
    from matplotlib import rc_context

    out = io.StringIO()
    with rc_context({"svg.hashsalt": "espressivo"}):  # the same figure gives the same text
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    own = xxhash.xxh3_64_hexdigest(text.encode())
    text = _NAMES.sub(rf"\g<1>p{own[:6]}-", text)
    words = ", ".join(axes.get_title() for axes in figure.axes if axes.get_title())
    return text.replace("<svg", f'<svg role="img" aria-label="{html.escape(words)}"', 1)


def colours(count: int) -> list[Any]:
    """Return as many colours as there are things to be told apart, dark to light."""
    from matplotlib import colormaps

    return [colormaps["viridis"](0.05 + 0.9 * i / max(count - 1, 1)) for i in range(count)]
