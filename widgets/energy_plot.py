"""Energy over time: mel bands once there is sound, and the level asked and achieved."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF

from widgets.curves import Curve
from widgets.map_item import MapItem
from widgets.palette import faded
from widgets.plot_colours import (
    ACHIEVED,
    ASKED,
    ASKED_DASH,
)
from widgets.plot_view import PathItem, PlotView
from widgets.time_axis import TimeAxis
from widgets.views import Floats, HeatmapView

LEVEL_FLOOR_DB = -60.0
LEVEL_TOP_DB = 4.0
"""Level curves end at 0; their line needs some room above."""
MEL_FLOOR_DB = -80.0
FILL_OPACITY = 0.18


class EnergyPlot(PlotView):
    """Positions are dB of level; the mel bands are spread over the same height."""

    most_bottom, most_top = LEVEL_FLOOR_DB, LEVEL_TOP_DB

    def __init__(self, time: TimeAxis) -> None:
        super().__init__(time)
        self.image = MapItem(MEL_FLOOR_DB, 0.0)
        self.addItem(self.image, ignoreBounds=True)
        self.fill = PathItem()
        self.fill.draw_with(None, faded(ASKED, FILL_OPACITY))
        self.addItem(self.fill, ignoreBounds=True)
        self.achieved = Curve(self, ACHIEVED, None)
        self.asked = Curve(self, ASKED, ASKED_DASH)
        self.show_rows(LEVEL_FLOOR_DB, LEVEL_TOP_DB)

    def show_energy(self, view: HeatmapView) -> None:
        """Draw a view."""
        mel = view.mel_db
        self.image.setVisible(mel is not None)
        self.fill.setVisible(mel is None)
        if mel is not None:
            height = LEVEL_TOP_DB - LEVEL_FLOOR_DB
            width = mel.shape[1] * view.mel_step_s
            self.image.show_map(mel, QRectF(0.0, LEVEL_FLOOR_DB, width, height))
        else:
            self._fill_under(view.asked_db, view.step_s)
        self.asked.show(view.step_s, view.asked_db)
        self.achieved.show(view.step_s, view.achieved_db)
        self.hatch.setVisible(view.stale and mel is not None)

    def _fill_under(self, curve: Floats, step_s: float) -> None:
        """Fill from the floor to a curve."""
        at = (np.arange(curve.size) + 0.5) * step_s
        around = np.concatenate((at[:1], at, at[-1:]))
        ends = np.full(1 if curve.size else 0, LEVEL_FLOOR_DB)
        path = pg.arrayToQPath(around, np.concatenate((ends, curve, ends)))
        height = LEVEL_TOP_DB - LEVEL_FLOOR_DB
        self.fill.show_path(path, QRectF(0.0, LEVEL_FLOOR_DB, curve.size * step_s, height))
