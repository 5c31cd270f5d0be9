"""The picture of a heatmap: which colour lies where."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from widgets.map_item import MapItem
from widgets.plot_colours import cividis, cividis_at
from widgets.views import Floats

CELL_PX = 4


def painted(values: Floats, low: float, high: float) -> QImage:
    rows, columns = values.shape
    item = MapItem(low, high)
    item.show_map(values, QRectF(0, 0, columns * CELL_PX, rows * CELL_PX))
    screen = QImage(columns * CELL_PX, rows * CELL_PX, QImage.Format.Format_RGB32)
    screen.fill(QColor("red"))
    painter = QPainter(screen)
    item.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    return screen


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-80.0, 0.0)])
def test_every_cell_has_the_colour_of_its_level(qtbot: QtBot, low: float, high: float) -> None:
    del qtbot
    share = np.linspace(0.0, 1.0, 35, dtype=np.float32).reshape(5, 7)
    screen = painted((low + share * (high - low)).astype(np.float32), low, high)
    for row in range(5):
        for column in range(7):
            found = screen.pixelColor(column * CELL_PX + 1, row * CELL_PX + 1)
            wanted = cividis_at(float(share[row, column]))
            apart = (
                abs(found.red() - wanted.red())
                + abs(found.green() - wanted.green())
                + abs(found.blue() - wanted.blue())
            )
            assert apart <= 6, (row, column, "one of 256 steps")


def test_levels_beyond_the_ends_are_cut(qtbot: QtBot) -> None:
    del qtbot
    screen = painted(np.array([[-5.0, 7.0]], np.float32), 0.0, 1.0)
    assert screen.pixelColor(1, 1) == cividis_at(0.0)
    assert screen.pixelColor(CELL_PX + 1, 1) == cividis_at(1.0)


def test_the_picture_is_of_the_newest_values(qtbot: QtBot) -> None:
    del qtbot
    item = MapItem(0.0, 1.0)
    box = QRectF(0, 0, 8, 8)
    for level in (0.0, 1.0):
        item.show_map(np.full((2, 2), level, np.float32), box)
        screen = QImage(8, 8, QImage.Format.Format_RGB32)
        painter = QPainter(screen)
        item.paint(painter, QStyleOptionGraphicsItem())
        painter.end()
        assert screen.pixelColor(4, 4) == cividis_at(level)


def test_the_map_is_pyqtgraphs() -> None:
    table = pg.colormap.get("cividis").getLookupTable(nPts=256, alpha=False)
    np.testing.assert_array_equal(cividis(), table)
