"""Energy over time: mel bands once there is sound, and the level asked and achieved."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt

from widgets.palette import faded
from widgets.plot_colours import (
    ACHIEVED,
    ASKED,
    ASKED_DASH,
    cividis,
    line_pen,
)
from widgets.plot_view import CurveItem, PlotView
from widgets.time_axis import TimeAxis
from widgets.views import HeatmapView

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
        self.image = pg.ImageItem(axisOrder="row-major")
        self.image.setLookupTable(cividis())
        self.image.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.addItem(self.image, ignoreBounds=True)
        self.fill = pg.PlotCurveItem(
            pen=line_pen(ASKED, None, 0.0),
            brush=faded(ASKED, FILL_OPACITY),
            fillLevel=LEVEL_FLOOR_DB,
        )
        self.fill.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.fill.setPen(None)
        self.addItem(self.fill, ignoreBounds=True)
        self.achieved = CurveItem(self, ACHIEVED, None)
        self.asked = CurveItem(self, ASKED, ASKED_DASH)
        self.asked.raise_above()
        self.show_rows(LEVEL_FLOOR_DB, LEVEL_TOP_DB)

    def show_energy(self, view: HeatmapView) -> None:
        """Draw a view."""
        mel = view.mel_db
        self.image.setVisible(mel is not None)
        self.fill.setVisible(mel is None)
        if mel is not None:
            self.image.setImage(mel, autoLevels=False, levels=(MEL_FLOOR_DB, 0.0))
            height = LEVEL_TOP_DB - LEVEL_FLOOR_DB
            width = mel.shape[1] * view.mel_step_s
            self.image.setRect(QRectF(0.0, LEVEL_FLOOR_DB, width, height))
        else:
            at = (np.arange(view.asked_db.size) + 0.5) * view.step_s
            self.fill.setData(at, view.asked_db)
        self.asked.show(view.step_s, view.asked_db)
        self.achieved.show(view.step_s, view.achieved_db)
        self.hatch.setVisible(view.stale and mel is not None)
