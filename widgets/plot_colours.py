"""What curves over a heatmap are drawn with: the same in every theme, as the map is.

The map is cividis (Nuñez, Anderton and Renslow 2018, PLoS ONE 13(7) e0199239):
even to the eye and alike for eyes that see no red or green. Its low end is dark,
so lines are light with a dark edge and stand out on both ends; asked and achieved
differ by dash and lightness too, never by colour alone.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

GROUND = "#00204d"
"""cividis at 0."""
EDGE = "#06101f"
"""Around light lines."""
INK = "#f4f6f8"
"""Text on the ground."""
ASKED = "#ffffff"
ACHIEVED = "#ff9e57"
NEUTRAL = "#a9c1e6"
CURSOR = "#ffffff"
PLAYHEAD = "#ff9d91"
HATCH = "#dfe4ea"

ASKED_DASH = (5.0, 3.0)
NEUTRAL_DASH = (1.0, 2.5)
"""Lengths of dash and gap in widths of the line."""

LINE_PX = 1.8
EDGE_PX = 3.6


@lru_cache(maxsize=1)
def cividis() -> NDArray[np.uint8]:
    """Return the map: uint8[256, 3] red, green, blue, read-only.

    It is pyqtgraph's table, read from its file: pyqtgraph itself takes as long to load as
    half of the window, and the window shows these colours before it shows plots.
    """
    found = find_spec("pyqtgraph")
    assert found is not None
    assert found.submodule_search_locations is not None
    file = Path(found.submodule_search_locations[0]) / "colors" / "maps" / "cividis.csv"
    shares = np.loadtxt(file, delimiter=",", comments=";")
    table = (255.0 * shares + 0.5).astype(np.uint8)
    table.flags.writeable = False
    return table


def cividis_at(value: float) -> QColor:
    """Return the map's colour at 0..1; values outside are cut."""
    red, green, blue = cividis()[round(min(max(value, 0.0), 1.0) * 255)]
    return QColor(int(red), int(green), int(blue))


def line_pen(colour: str, dash: tuple[float, float] | None = None, width: float = LINE_PX) -> QPen:
    """Return a pen whose width does not change with the zoom."""
    pen = QPen(QColor(colour), width)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)  # round ones cost half of the drawing
    if dash is not None:
        pen.setDashPattern(list(dash))
    return pen


def thin_pen(pen: QPen) -> QPen:
    """Return a pen one pixel wide, with dashes as long on the screen as those of ``pen``."""
    thin = QPen(pen)
    thin.setWidthF(1.0)
    if pen.style() == Qt.PenStyle.CustomDashLine:
        thin.setDashPattern([part * pen.widthF() for part in pen.dashPattern()])
    return thin


def edge_pen() -> QPen:
    """Return the pen that goes under a line: whole, so that dashes lie on one dark track."""
    return line_pen(EDGE, None, EDGE_PX)
