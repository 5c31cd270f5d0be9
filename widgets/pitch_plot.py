"""Pitch over time: the map with the curves asked, achieved and unasked over it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from widgets.curves import Curve
from widgets.map_item import MapItem
from widgets.plot_colours import (
    ACHIEVED,
    ASKED,
    ASKED_DASH,
    NEUTRAL,
    NEUTRAL_DASH,
)
from widgets.plot_view import PlotView
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
        self.image = MapItem(0.0, 1.0)
        self.addItem(self.image, ignoreBounds=True)
        self.neutral = Curve(self, NEUTRAL, NEUTRAL_DASH, edged=False)
        self.achieved = Curve(self, ACHIEVED, None)
        self.asked = Curve(self, ASKED, ASKED_DASH)
        self._logs: dict[Curve, tuple[Floats, float, NDArray[np.float64]]] = {}
        """The pitch each line shows, as it came, its lowest and its log."""

    def show_pitch(self, view: HeatmapView, *, asked: bool, achieved: bool) -> None:
        """Draw a view: the asked half, the achieved half or both over the achieved map."""
        got = achieved and view.achieved_f0 is not None
        self._show_curve(self.neutral, view, view.neutral_f0 if asked else None)
        self._show_curve(self.asked, view, view.asked_f0 if asked else None)
        self._show_curve(self.achieved, view, view.achieved_f0 if got else None)
        picture = view.achieved_map if achieved and view.achieved_map is not None else None
        if picture is None and asked:
            picture = view.asked_map
        self._show_map(view, picture)
        self.hatch.setVisible(view.stale and got)

    def _show_curve(self, item: Curve, view: HeatmapView, curve: Floats | None) -> None:
        if curve is None:
            item.show(view.step_s, None)
            return
        known = self._logs.get(item)  # a knob leaves what was achieved as it was
        if known is None or known[0] is not curve or known[1] != view.map_hz[0]:
            known = curve, view.map_hz[0], log_pitch(curve, view.map_hz[0])
            self._logs[item] = known
        item.show(view.step_s, known[2])

    def _show_map(self, view: HeatmapView, picture: Floats | None) -> None:
        self.image.setVisible(picture is not None)
        if picture is None or picture.shape[0] < 2:
            return
        low, high = (math.log2(hz) for hz in view.map_hz)
        half = (high - low) / (picture.shape[0] - 1) / 2
        width = picture.shape[1] * view.step_s
        self.image.show_map(picture, QRectF(0.0, low - half, width, high - low + 2 * half))
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
