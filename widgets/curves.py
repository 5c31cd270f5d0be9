"""The lines of a plot: all of them one item, as Qt asks each item a dozen things a picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from widgets.in_sight import InSight
from widgets.plot_colours import edge_pen, line_pen, thin_pen

if TYPE_CHECKING:
    # Only for its type: a plot has its lines.
    from widgets.plot_view import PlotView

MOST_POINTS_PER_PX = 0.5
"""More points of a curve cost time and cannot be seen."""
HASTY_POINTS_PER_PX = 0.25
"""The same of a curve that moves: its steps are seen for the length of one picture."""
LINES_Z = 5
"""Above the map, below selection, hatching and cursor."""

Values = NDArray[np.float32] | NDArray[np.float64]


class Lines(InSight):
    """Draws the curves of a plot, first the edges of all of them; later ones lie above."""

    def __init__(self) -> None:
        super().__init__()
        self.curves: list[Curve] = []
        self.hasty = False
        """Whether they are drawn without smoothing and of lines one pixel wide, which Qt draws
        in a fifth of the time: they are about to be drawn anew."""
        self.setZValue(LINES_Z)

    def set_hasty(self, hasty: bool) -> None:
        """Draw in haste, as they move, or with care, once they rest."""
        if hasty != self.hasty:
            self.hasty = hasty
            self.update()
            for curve in self.curves:
                curve.draw()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw them."""
        del option, widget
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        shown = [curve for curve in self.curves if curve.values is not None]
        pixel = painter.worldTransform().m22() if self.hasty else 0.0
        for curve in shown:
            if curve.edge is not None:
                curve.edge.paint(painter, curve.path, pixel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not pixel)
        for curve in shown:
            curve.line.paint(painter, curve.path, pixel)


class Stroke:
    """A pen, and what it draws in haste."""

    def __init__(self, pen: QPen) -> None:
        self._pen, self._thin = pen, thin_pen(pen)
        self._width = max(round(pen.widthF()), 1)
        self._rows = QPainterPath()
        self._rows_of: tuple[QPainterPath, float] | None = None

    def paint(self, painter: QPainter, path: QPainterPath, pixel: float) -> None:
        """Draw a path; ``pixel`` is what its unit of height is in haste, 0 = with care."""
        if pixel:
            painter.setPen(self._thin)
            painter.drawPath(self._thin_rows(path, pixel))
        else:
            painter.setPen(self._pen)
            painter.drawPath(path)

    def _thin_rows(self, path: QPainterPath, pixel: float) -> QPainterPath:
        """As many thin lines, one under the other, as the line is wide."""
        known = self._rows_of
        if known is None or known[0] is not path or known[1] != pixel:
            self._rows_of, self._rows = (path, pixel), QPainterPath()
            for row in range(self._width):
                below = (row - (self._width - 1) // 2) / pixel
                self._rows.addPath(path.translated(0.0, below))
        return self._rows


class Curve:
    """A line with a dark edge under it, so that it stands out on light and dark.

    Only what is in sight is drawn, and no more points than can be told apart.
    """

    def __init__(
        self, view: PlotView, colour: str, dash: tuple[float, float] | None, *, edged: bool = True
    ) -> None:
        self._view = view
        self.line = Stroke(line_pen(colour, dash))
        self.edge = Stroke(edge_pen()) if edged else None
        self.values: Values | None = None
        """What is drawn now."""
        self.path = QPainterPath()
        self._step_s = 1.0
        self._built: tuple[Values, float, int, int, int] | None = None
        """The values and their step, the first, the last and the distance of those drawn."""
        view.lines.curves.append(self)
        view.sigRangeChanged.connect(self.draw)
        view.sigResized.connect(self.draw)

    def show(self, step_s: float, values: Values | None) -> None:
        """Draw values ``step_s`` apart, NaN = gap; None draws nothing."""
        if values is None and self.values is not None:
            self._view.lines.update()
        self.values, self._step_s = values, step_s
        self.draw()

    def draw(self) -> None:
        """Find what is in sight and draw it, unless it is drawn already."""
        if self.values is None:
            return
        lines = self._view.lines
        start, end = self._view.viewRange()[0]
        first = max(int(start / self._step_s) - 2, 0)
        last = min(int(end / self._step_s) + 2, self.values.size)
        most = HASTY_POINTS_PER_PX if lines.hasty else MOST_POINTS_PER_PX
        dense = (last - first) / (most * max(self._view.rect().width(), 1.0))
        every = max(math.ceil(dense), 1)
        first -= first % every  # the same points whatever is in sight: nothing crawls
        lines.within(self._view.viewRect())
        built = self._built
        wanted = self._step_s, first, last, every
        if built is None or built[0] is not self.values or built[1:] != wanted:
            self._built = self.values, self._step_s, first, last, every
            part_of = self.values[first:last:every].astype(np.float64)
            at = (first + 0.5 + every * np.arange(part_of.size)) * self._step_s
            self.path = pg.arrayToQPath(at, part_of, connect="finite")
            lines.update()
