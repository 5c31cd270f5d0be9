"""The delivery report: what the finished files measure, as a page and as data."""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from app.narration.delivered import Delivered
from app.narration.measured import FileReport, Judged
from app.narration.profiles import Profile

SCHEMA = "espressivo.delivery/1"
PAGE = "report.html"
DATA = "report.json"

COLUMNS: dict[str, tuple[str, str]] = {
    "rms_db": ("RMS", "{:.1f} dB"),
    "lufs": ("Loudness", "{:.1f} LUFS"),
    "true_peak_db": ("True peak", "{:.1f} dBTP"),
    "floor_db": ("Noise floor", "{:.0f} dB"),
    "head_s": ("Head", "{:.2f} s"),
    "tail_s": ("Tail", "{:.2f} s"),
    "seconds": ("Length", "{:.1f} s"),
    "kbps": ("Bit rate", "{:.0f} kbit/s"),
}
"""Each measured property: its name and how its value is written."""

FAULTS: dict[str, str] = {
    "silent": "nothing in it can be heard",
    "rate": "its sample rate is not the profile's",
    "channels": "its number of channels is not the profile's",
    "vbr": "its bit rate changes",
}
"""What is wrong beyond figures, in words."""

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#1a1a1a;"
    "background:#fff}table{border-collapse:collapse;width:100%}th,td{border:1px solid #767676;"
    "padding:.3em .5em;text-align:right}th:first-child,td:first-child,td:last-child,td:nth-child(2)"
    "{text-align:left}.fail{background:#ffe0e0;font-weight:bold}"
)


def sentence_of(reports: Sequence[FileReport]) -> str:
    """The verdict in one sentence."""
    failing = sum(not each.passes for each in reports)
    kinds = Counter(each.path.suffix for each in reports)
    where = f" in each of {len(kinds)} kinds of file" if len(kinds) > 1 else ""
    if not failing:
        count = max(kinds.values(), default=0)
        return f"All {count} chapters pass{where}, measured on the decoded files."
    where = f" in {len(kinds)} kinds of file" if len(kinds) > 1 else ""
    count = len(reports)
    return f"{failing} of {count} chapters{where} do not pass, measured on the decoded files."


def why(report: FileReport) -> str:
    """What of a file does not pass, in words; "" if all does."""
    parts = [FAULTS[fault] for fault in report.faults]
    for each in report.judged:
        if not each.passes:
            name, form = COLUMNS[each.name]
            parts.append(f"{name} {form.format(each.value)} ({_limits(each, form)})")
    return "; ".join(parts)


def _limits(each: Judged, form: str) -> str:
    if each.low is None:
        return f"at most {form.format(each.high)}"
    if each.high is None:
        return f"at least {form.format(each.low)}"
    return f"{form.format(each.low)} to {form.format(each.high)}"


def to_data(
    out: Path, delivered: Delivered, profile: Profile, reports: Sequence[FileReport]
) -> dict[str, object]:
    """The report as data; its schema is ``espressivo.delivery/1``."""
    return {
        "schema": SCHEMA,
        "title": delivered.title,
        "profile": profile.key,
        "warning": profile.warning,
        "passes": all(each.passes for each in reports),
        "chapters": [
            {
                "file": each.path.relative_to(out).as_posix(),
                "title": each.title,
                "passes": each.passes,
                "channels": each.channels,
                "rate": each.reading.rate,
                "kbps": list(each.kbps),
                "faults": list(each.faults),
                "measured": {
                    one.name: {
                        "value": round(one.value, 3),
                        "least": one.low,
                        "most": one.high,
                        "passes": one.passes,
                    }
                    for one in each.judged
                },
            }
            for each in reports
        ],
        "for_the_ear": [
            {"chapter": one.chapter, "line": one.text, "why": one.why} for one in delivered.ear
        ],
        "notes": list(delivered.notes),
        "files": list(delivered.files),
    }


def to_json(data: dict[str, object]) -> str:
    """The report's data as text."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def to_html(
    out: Path, delivered: Delivered, profile: Profile, reports: Sequence[FileReport]
) -> str:
    """The report as a page that needs nothing else and reads well aloud."""
    title = html.escape(delivered.title)
    heads = "".join(f'<th scope="col">{name}</th>' for name, _ in COLUMNS.values())
    rows = "\n".join(_row(out, each) for each in reports)
    parts = [
        f"<h1>Delivery report: {title}</h1>",
        f"<p>Profile: {html.escape(profile.name)}, {html.escape(profile.about)}.</p>",
        f"<p>{html.escape(profile.warning)}.</p>" if profile.warning else "",
        f"<p><strong>{sentence_of(reports)}</strong></p>",
        '<table><thead><tr><th scope="col">File</th><th scope="col">Chapter</th>',
        f'{heads}<th scope="col">Verdict</th></tr></thead><tbody>\n{rows}\n</tbody></table>',
        _listed("For the ear", [f"{e.chapter}: {e.text} ({e.why})" for e in delivered.ear]),
        _listed("Worth knowing", delivered.notes),
        _listed("Files", delivered.files),
    ]
    body = "\n".join(part for part in parts if part)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>Delivery report: {title}</title><style>{_STYLE}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


def _row(out: Path, report: FileReport) -> str:
    known = {each.name: each for each in report.judged}
    cells = "".join(_cell(known.get(name), form) for name, (_, form) in COLUMNS.items())
    reason = why(report)
    verdict = f'<td class="fail">fails: {html.escape(reason)}</td>' if reason else "<td>passes</td>"
    name = html.escape(report.path.relative_to(out).as_posix())
    return f"<tr><td>{name}</td><td>{html.escape(report.title)}</td>{cells}{verdict}</tr>"


def _cell(each: Judged | None, form: str) -> str:
    if each is None:
        return "<td>–</td>"
    mark = "" if each.passes else ' class="fail"'
    return f"<td{mark}>{form.format(each.value)}</td>"


def _listed(head: str, items: Sequence[str]) -> str:
    if not items:
        return ""
    rows = "".join(f"<li>{html.escape(item)}</li>" for item in items)
    return f"<h2>{head}</h2><ul>{rows}</ul>"
