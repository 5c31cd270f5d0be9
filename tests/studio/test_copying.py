"""The curves as a table on the clipboard."""

from __future__ import annotations

import csv
from dataclasses import replace

from PySide6.QtGui import QGuiApplication

from app.studio.copying import COLUMNS, curves_text
from app.studio.wiring import Studio
from tests.studio.opened import spoken
from tests.widgets import curves


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines(), delimiter="\t"))


def test_a_row_for_each_value_and_nothing_where_there_is_none() -> None:
    view = replace(curves.made_view(), achieved_f0=None, achieved_db=None)
    head, *rows = rows_of(curves_text(view))
    assert tuple(head) == COLUMNS
    assert len(rows) == view.asked_f0.size
    for at, row in enumerate(rows):
        hertz = float(view.asked_f0[at])
        assert row[2] == (f"{hertz:.2f}" if hertz > 0 else "")
        assert row[3] == row[6] == ""
    assert {row[1] for row in rows} >= {word.text for word in view.words}
    part = rows_of(curves_text(view, (2 * view.step_s, 5 * view.step_s)))
    assert part == [head, *rows[2:5]]


def test_the_curves_of_the_line_are_copied(studio: Studio) -> None:
    spoken(studio)
    QGuiApplication.clipboard().clear()
    studio.window.actions_by_name["edit.copy_curves"].trigger()
    view = studio.engine.pictures[studio.state.current].view
    head, *rows = rows_of(QGuiApplication.clipboard().text())
    assert tuple(head) == COLUMNS
    assert len(rows) == view.asked_f0.size
    assert any(row[3] and row[6] for row in rows), "what was achieved, too"
