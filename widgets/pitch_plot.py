"""Pitch over time: the map with the curves asked, achieved and unasked over it."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt

from widgets.plot_colours import (
    ACHIEVED,
    ASKED,
    ASKED_DASH,
    NEUTRAL,
    NEUTRAL_DASH,
    cividis,
)
from widgets.plot_view import CurveItem, PlotView
from widgets.time_axis import TimeAxis
from widgets.views import Floats, HeatmapView

ROOM_OCT = 5 / 12
"""Kept free above and below the curves: a knob may move them that far unscrolled."""
LEAP_OCT = 0.25
"""Largest step between two values that is drawn, 3 st in 12.5 ms: speakers change pitch by up
to about 100 st/s, 1.25 st a step (Xu and Sun 2002, JASA 111(3) 1399-1413)."""
GRID_OCT = 0.5
"""Limits are rounded to half octaves, so that they stay while a knob is dragged."""


def log_pitch(curve: Floats, lowest: float) -> NDArray[np.float64]:
    """Return log2 of a pitch curve in Hz, NaN where unvoiced.

    At the ends of voicing a model's own curve falls to nothing. Drawn, that would be
    poles, so values under the map's ``lowest`` row are left out, and so is the lower
    of two that no voice could join.
    """
    pitch = np.log2(np.where(curve >= lowest, curve, np.nan).astype(np.float64))
    steps = np.diff(pitch)
    with np.errstate(invalid="ignore"):
        pitch[1:][steps < -LEAP_OCT] = np.nan
        pitch[:-1][steps > LEAP_OCT] = np.nan
    return pitch


class PitchPlot(PlotView):
    """One heatmap of pitch; with all curves, or those of one half."""

    def __init__(self, time: TimeAxis) -> None:
        super().__init__(time)
        self.image = pg.ImageItem(axisOrder="row-major")
        self.image.setLookupTable(cividis())
        self.image.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.addItem(self.image, ignoreBounds=True)
        self.neutral = CurveItem(self, NEUTRAL, NEUTRAL_DASH, edged=False)
        self.achieved = CurveItem(self, ACHIEVED, None)
        self.asked = CurveItem(self, ASKED, ASKED_DASH)
        self.asked.raise_above()

    def show_pitch(self, view: HeatmapView, *, asked: bool, achieved: bool) -> None:
        """Draw a view: the asked half, the achieved half or both over the achieved map."""
        got = achieved and view.achieved_f0 is not None
        lowest = view.map_hz[0]
        self.neutral.show(view.step_s, log_pitch(view.neutral_f0, lowest) if asked else None)
        self.asked.show(view.step_s, log_pitch(view.asked_f0, lowest) if asked else None)
        curve = view.achieved_f0 if got else None
        self.achieved.show(view.step_s, None if curve is None else log_pitch(curve, lowest))
        picture = view.achieved_map if achieved and view.achieved_map is not None else None
        if picture is None and asked:
            picture = view.asked_map
        self._show_map(view, picture)
        self.hatch.setVisible(view.stale and got)

    def _show_map(self, view: HeatmapView, picture: Floats | None) -> None:
        self.image.setVisible(picture is not None)
        if picture is None or picture.shape[0] < 2:
            return
        self.image.setImage(picture, autoLevels=False, levels=(0.0, 1.0))
        low, high = (math.log2(hz) for hz in view.map_hz)
        half = (high - low) / (picture.shape[0] - 1) / 2
        width = picture.shape[1] * view.step_s
        self.image.setRect(QRectF(0.0, low - half, width, high - low + 2 * half))
        self.most_bottom, self.most_top = low - half, high + half

    def fit(self, view: HeatmapView, *, anew: bool) -> None:
        """Show where the curves lie; unless ``anew``, only ever more than is shown."""
        curves = [view.neutral_f0, view.asked_f0]
        if view.achieved_f0 is not None:
            curves.append(view.achieved_f0)
        lowest = view.map_hz[0]
        voiced = np.concatenate([curve[curve >= lowest] for curve in curves])
        if not voiced.size:
            low, high = self.most_bottom, self.most_top
        else:
            voiced.sort()  # ``np.percentile`` takes ten times as long
            ends = np.array((0.005, 0.995)) * (voiced.size - 1)
            least, most = np.log2(np.interp(ends, np.arange(voiced.size), voiced))
            low = math.floor((least - ROOM_OCT) / GRID_OCT) * GRID_OCT
            high = math.ceil((most + ROOM_OCT) / GRID_OCT) * GRID_OCT
        if not anew:
            low, high = min(low, self.bottom), max(high, self.top)
        low, high = max(low, self.most_bottom), min(high, self.most_top)
        if anew or (low, high) != (self.bottom, self.top):
            self.show_rows(low, high)
