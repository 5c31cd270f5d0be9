"""The map of hit rates and its table: the same figures for the eye and for the reader."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from tests.widgets.test_names import nameless
from widgets.dialogs.health import HealthDialog
from widgets.health_grid import CellView, HealthView
from widgets.plot_colours import cividis_at

VIEW = HealthView(
    ("Health: 0.80 of 1.", "60 % of the takes asked for were there already."),
    ("01 Dec 10:00", "01 Dec 10:05", "01 Dec 10:10"),
    (
        ("Letters", (CellView(0.0, 4), CellView(0.5, 12), CellView(1.0, 3))),
        ("A project with a name that is far too long", (CellView(None, 0),) * 3),
    ),
)


def test_the_table_says_what_the_map_shows(qtbot: QtBot) -> None:
    dialog = HealthDialog(VIEW)
    qtbot.addWidget(dialog)
    dialog.show()
    table = dialog.table
    cells = [[table.item(r, c).text() for c in range(3)] for r in range(2)]
    assert cells[0] == ["0 % of 4", "50 % of 12", "100 % of 3"]
    assert set(cells[1]) == {"nothing asked"}
    assert table.horizontalHeaderItem(2).text() == "01 Dec 10:10"
    assert table.verticalHeaderItem(0).text() == "Letters"
    picture = dialog.grid.grab().toImage()
    ratio = picture.devicePixelRatio()
    for column, cell in enumerate(VIEW.rows[0][1]):
        assert cell.rate is not None
        middle = dialog.grid.cell(0, column).center()
        drawn = picture.pixelColor(round(middle.x() * ratio), round(middle.y() * ratio))
        assert drawn == cividis_at(cell.rate)
    empty = dialog.grid.cell(1, 1).center()
    assert picture.pixelColor(empty.x(), empty.y()) not in (cividis_at(0.0), cividis_at(1.0))


def test_who_does_not_see_it_is_told(qtbot: QtBot) -> None:
    dialog = HealthDialog(VIEW)
    qtbot.addWidget(dialog)
    dialog.show()
    assert nameless(dialog) == []
    assert dialog.grid.accessibleName() == "Hit rate by project and time"
    assert "60 %" in dialog.grid.accessibleDescription()


def test_nothing_to_show_is_no_error(qtbot: QtBot) -> None:
    dialog = HealthDialog(HealthView(("Takes are not stored.",), (), ()))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.grid.grab()
    assert dialog.table.rowCount() == 0
