"""The delivery report of a folder as the window's view."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.book.words import fault_name, figure_name, profile_choices
from app.narration.report import COLUMNS, DATA, PAGE
from widgets.book.views import FileView, ReportView

translate = QCoreApplication.translate

FILE_FAULTS = {"silent": "silent", "rate": "wrong-rate", "channels": "wrong-channels", "vbr": "vbr"}
"""Faults of files by the names ``app.book.words`` knows them under."""


def report_view(out: Path) -> ReportView:
    """What the last report of a folder says; nothing if there is none, or it is damaged."""
    try:
        data = json.loads((out / DATA).read_text(encoding="utf-8"))
        return _view(out, data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return ReportView(translate("Book", "No files have been made in this folder yet."))


def columns() -> tuple[str, ...]:
    """What the figures are called."""
    return tuple(figure_name(name) for name in COLUMNS)


def _view(out: Path, data: dict[str, Any]) -> ReportView:
    files = tuple(_file(each) for each in data["chapters"])
    failing = sum(not each.passes for each in files)
    names = {each.name: each.label for each in profile_choices()}
    profile = names.get(data["profile"], data["profile"])
    passes = translate("Book", "All {count} chapters pass “{profile}”, measured on the files.")
    fails = translate(
        "Book", "{failing} of {count} chapters do not pass “{profile}”, measured on the files."
    )
    kinds = Counter(Path(each.file).suffix for each in files)  # each has all the chapters
    count = len(files) if failing else max(kinds.values(), default=0)
    says = (fails if failing else passes).format(failing=failing, count=count, profile=profile)
    none = translate("Book", "No sound was asked for, so there is nothing to measure.")
    ear = tuple((e["chapter"], e["line"], _why(e["why"])) for e in data["for_the_ear"])
    page = out / PAGE
    return ReportView(
        says if files else none,
        columns(),
        files,
        ear,
        tuple(map(str, data["notes"])),
        str(page) if page.exists() else "",
    )


def _file(each: dict[str, Any]) -> FileView:
    measured = each["measured"]
    figures, why = [], [fault_name(FILE_FAULTS.get(f, f)) for f in each["faults"]]
    for name, (_, form) in COLUMNS.items():
        one = measured.get(name)
        if one is None:
            figures.append("–")
            continue
        sign = "" if one["passes"] else " \N{MULTIPLICATION SIGN}"
        figures.append(f"{form.format(one['value'])}{sign}")
        if not one["passes"]:
            why.append(_limits(name, form, one))
    return FileView(each["file"], each["title"], each["passes"], tuple(figures), "; ".join(why))


def _limits(name: str, form: str, one: dict[str, Any]) -> str:
    least, most = one["least"], one["most"]
    if least is None:
        told = translate("Book", "{what}: at most {most}")
    elif most is None:
        told = translate("Book", "{what}: at least {least}")
    else:
        told = translate("Book", "{what}: {least} to {most}")
    return told.format(
        what=figure_name(name),
        least="" if least is None else form.format(least),
        most="" if most is None else form.format(most),
    )


def _why(fault: str) -> str:
    head, parted, words = fault.partition(": ")
    if parted and head == "not spoken":
        return translate("Book", "not spoken: {words}").format(words=words)
    return fault_name(fault)
