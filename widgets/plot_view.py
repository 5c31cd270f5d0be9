"""One plot over time: ground, title, cursor, playhead, selection; wheel, drag and click."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsRectItem,
    QGraphicsSceneWheelEvent,
    QGraphicsSimpleTextItem,
    QStyleOptionGraphicsItem,
    QWidget,
)

from widgets.palette import Colours, faded
from widgets.plot_colours import (
    CURSOR,
    EDGE,
    GROUND,
    HATCH,
    INK,
    PLAYHEAD,
    edge_pen,
    line_pen,
    thin_pen,
)
from widgets.time_axis import NOWHERE, TimeAxis

WHEEL_NOTCH = 120.0
"""What Qt counts for one notch of a wheel (``QWheelEvent.angleDelta``)."""
ZOOM_PER_NOTCH = 0.8
SCROLL_PER_NOTCH = 0.15
"""Share of what is seen."""
MOST_POINTS_PER_PX = 0.5
"""More points of a curve cost time and cannot be seen."""
HASTY_POINTS_PER_PX = 0.25
"""The same of a curve that moves: its steps are seen for the length of one picture."""
LEAST_DRAG_PX = 4.0
"""Shorter ones are clicks."""
TITLE_MARGIN_PX = 6.0
LINE_Z = 5
"""Order of drawing: edges of all lines below, what is asked above."""
SELECTION_OPACITY = 0.22
PLATE_OPACITY = 0.7
HATCH_OPACITY = 0.45

Values = NDArray[np.float32] | NDArray[np.float64]


class PathItem(QGraphicsItem):
    """A path over all that is in sight.

    ``PlotCurveItem`` measures its values anew at every change of the view, which took
    a third of a picture's time; here the view itself says how far the item reaches.
    """

    hasty = False
    """Whether it is drawn without smoothing and of lines one pixel wide, which Qt draws in a
    fifth of the time: it is about to be drawn anew."""

    def __init__(self) -> None:
        super().__init__()
        self._pen = self._thin = QPen(Qt.PenStyle.NoPen)
        self._brush = QBrush(Qt.BrushStyle.NoBrush)
        self._smooth = False
        self._path = QPainterPath()
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def draw_with(
        self, pen: QPen | None, fill: QColor | None = None, *, smooth: bool = False
    ) -> None:
        """Take how it is drawn."""
        self._pen = QPen(Qt.PenStyle.NoPen) if pen is None else pen
        self._thin = thin_pen(self._pen)
        self._brush = QBrush(Qt.BrushStyle.NoBrush) if fill is None else QBrush(fill)
        self._smooth = smooth
        self.update()

    def show_path(self, path: QPainterPath, bounds: QRectF) -> None:
        """Take a path and what is in sight, both in the view's units."""
        self.within(bounds)
        self._path = path
        self.update()

    def within(self, bounds: QRectF) -> None:
        """Take what is in sight, with the path as it is."""
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def boundingRect(self) -> QRectF:
        """Return what is in sight: the view cuts off the rest."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the path."""
        del option, widget
        painter.setBrush(self._brush)
        if self.hasty:
            self._paint_hastily(painter)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._smooth)
        painter.setPen(self._pen)
        painter.drawPath(self._path)

    def _paint_hastily(self, painter: QPainter) -> None:
        """Draw as many thin lines, one under the other, as the line is wide."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._thin)
        pixel = painter.worldTransform().m22()
        width = max(round(self._pen.widthF()), 1)
        rows = QPainterPath() if pixel else self._path
        for row in range(width) if pixel else ():
            rows.addPath(self._path.translated(0.0, (row - (width - 1) // 2) / pixel))
        painter.drawPath(rows)


class CurveItem:
    """A line with a dark edge under it, so that it stands out on light and dark.

    Only what is in sight is drawn, and no more points than can be told apart.
    """

    def __init__(
        self, view: PlotView, colour: str, dash: tuple[float, float] | None, *, edged: bool = True
    ) -> None:
        self._view = view
        view.curves.append(self)
        self.values: Values | None = None
        """What is drawn now."""
        self._step_s = 1.0
        self._hasty = False
        self._built: tuple[Values, float, int, int, int] | None = None
        """The values and their step, the first, the last and the distance of those drawn."""
        self._parts = [PathItem()]
        self._parts[0].draw_with(line_pen(colour, dash), smooth=True)
        if edged:
            self._parts.insert(0, PathItem())
            self._parts[0].draw_with(edge_pen())
        for part in self._parts:
            part.setZValue(LINE_Z)
            view.addItem(part, ignoreBounds=True)
        if edged:
            self._parts[0].setZValue(LINE_Z - 1)
        view.sigRangeChanged.connect(self._draw)
        view.sigResized.connect(self._draw)

    def show(self, step_s: float, values: Values | None) -> None:
        """Draw values ``step_s`` apart, NaN = gap; None draws nothing."""
        self.values, self._step_s = values, step_s
        for part in self._parts:
            part.setVisible(values is not None)
        self._draw()

    def set_hasty(self, hasty: bool) -> None:
        """Draw in haste, as it moves, or with care, once it rests."""
        if hasty != self._hasty:
            self._hasty = hasty
            for part in self._parts:
                part.hasty = hasty
                part.update()
            self._draw()

    def raise_above(self) -> None:
        """Draw above the other lines, but with the edge under them."""
        self._parts[-1].setZValue(LINE_Z + 1)

    def _draw(self) -> None:
        if self.values is None or self._view.held:
            return
        start, end = self._view.viewRange()[0]
        first = max(int(start / self._step_s) - 2, 0)
        last = min(int(end / self._step_s) + 2, self.values.size)
        most = HASTY_POINTS_PER_PX if self._hasty else MOST_POINTS_PER_PX
        dense = (last - first) / (most * max(self._view.rect().width(), 1.0))
        every = max(math.ceil(dense), 1)
        first -= first % every  # the same points whatever is in sight: nothing crawls
        bounds = self._view.viewRect()
        built = self._built
        wanted = self._step_s, first, last, every
        if built is not None and built[0] is self.values and built[1:] == wanted:
            for part in self._parts:
                part.within(bounds)
            return
        self._built = self.values, self._step_s, first, last, every
        part_of = self.values[first:last:every].astype(np.float64)
        at = (first + 0.5 + every * np.arange(part_of.size)) * self._step_s
        path = pg.arrayToQPath(at, part_of, connect="finite")
        for part in self._parts:
            part.show_path(path, bounds)


class PlotView(pg.ViewBox):
    """Shows the stretch of a ``TimeAxis``; vertical limits are its user's to set.

    Wheel zooms time, with Shift it scrolls time, with Ctrl it zooms the vertical
    axis, with Ctrl and Shift it scrolls that. A click says where to play from, a
    drag selects, a drag with the middle button moves the picture.
    """

    def __init__(self, time: TimeAxis, ground: str = GROUND) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self._time = time
        self.bottom, self.top = 0.0, 1.0
        self.curves: list[CurveItem] = []
        self.held = False
        """Whether curves wait: all of them are about to be given new values."""
        self.setBackgroundColor(QColor(ground))
        self.disableAutoRange()
        self.setMinimumHeight(24)
        self._add_marks()
        time.ranged.connect(self._range)
        time.pointed.connect(self._point)
        time.played.connect(self._play)
        time.marked.connect(self._mark)
        self.sigResized.connect(self._resized)
        self._range(time.start, time.end)

    def _add_marks(self) -> None:
        self._plate = QGraphicsRectItem(self)
        self._plate.setPen(QColor(0, 0, 0, 0))
        self._plate.setBrush(faded(EDGE, PLATE_OPACITY))
        self._plate.setZValue(19)
        self.title = QGraphicsSimpleTextItem(self)
        self.title.setPos(TITLE_MARGIN_PX, TITLE_MARGIN_PX - 3)
        self.title.setBrush(QColor(INK))
        self.title.setZValue(20)
        self.hatch = QGraphicsRectItem(self)
        self.hatch.setPen(QColor(0, 0, 0, 0))
        self.hatch.setBrush(QBrush(faded(HATCH, HATCH_OPACITY), Qt.BrushStyle.BDiagPattern))
        self.hatch.setZValue(8)
        self.hatch.setVisible(False)
        self.hatch.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.selection = pg.LinearRegionItem(
            (0, 0), brush=faded(CURSOR, SELECTION_OPACITY), pen=line_pen(CURSOR), movable=False
        )
        self.selection.setZValue(7)
        self.cursor_line = pg.InfiniteLine(0.0, pen=line_pen(CURSOR, (3, 2), 1.0))
        self.play_line = pg.InfiniteLine(0.0, pen=line_pen(PLAYHEAD, None, 2.0))
        for mark in (self.selection, self.cursor_line, self.play_line):
            mark.setVisible(False)
            mark.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            self.addItem(mark, ignoreBounds=True)
        self.cursor_line.setZValue(9)
        self.play_line.setZValue(10)

    def show_rows(self, bottom: float, top: float) -> None:
        """Show ``bottom`` to ``top`` of the vertical axis."""
        self.bottom, self.top = bottom, top
        self.setRange(yRange=(bottom, top), padding=0.0)

    def rows(self) -> tuple[float, float]:
        """Return what is shown of the vertical axis."""
        low, high = self.viewRange()[1]
        return low, high

    def zoom_rows(self, factor: float, around: float | None = None) -> None:
        """Show ``factor`` times as much of the vertical axis, never more than there is."""
        low, high = self.rows()
        middle = (low + high) / 2 if around is None else around
        self._rows_within(middle - (middle - low) * factor, middle + (high - middle) * factor)

    def scroll_rows(self, share: float) -> None:
        """Move up by a share of what is shown."""
        low, high = self.rows()
        self._rows_within(low + share * (high - low), high + share * (high - low))

    def _rows_within(self, low: float, high: float) -> None:
        span = min(high - low, self.most_top - self.most_bottom)
        low = min(max(low, self.most_bottom), self.most_top - span)
        self.setRange(yRange=(low, low + span), padding=0.0)

    most_bottom, most_top = 0.0, 1.0
    """How far the vertical axis may be scrolled."""

    def show_title(self, text: str, font: QFont) -> None:
        """Write what this plot shows, in its corner."""
        self.title.setText(text)
        self.title.setFont(font)
        around = self.title.mapRectToParent(self.title.boundingRect())
        self._plate.setRect(around.adjusted(-TITLE_MARGIN_PX, -1, TITLE_MARGIN_PX, 1))

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw nothing of its own; pyqtgraph's draws a border that is not there."""

    def wheelEvent(self, event: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:
        """Zoom and scroll."""
        del axis
        notches = event.delta() / WHEEL_NOTCH
        held = event.modifiers()
        shift = bool(held & Qt.KeyboardModifier.ShiftModifier)
        at = self.mapToView(event.pos())
        sideways = event.orientation() == Qt.Orientation.Horizontal
        if held & Qt.KeyboardModifier.ControlModifier:
            if shift:
                self.scroll_rows(SCROLL_PER_NOTCH * notches)
            else:
                self.zoom_rows(ZOOM_PER_NOTCH**notches, at.y())
        elif shift or sideways:
            self._time.scroll(-SCROLL_PER_NOTCH * notches * (self._time.end - self._time.start))
        else:
            self._time.zoom(ZOOM_PER_NOTCH**notches, at.x())
        event.accept()

    def mouseDragEvent(self, event: pg.MouseEvent, axis: int | None = None) -> None:
        """Select with the left button, move the picture with the middle one."""
        del axis
        event.accept()
        if event.button() == Qt.MouseButton.MiddleButton:
            moved = self.mapToView(event.lastPos()) - self.mapToView(event.pos())
            self._time.scroll(moved.x())
            low, high = self.rows()
            self._rows_within(low + moved.y(), high + moved.y())
        elif event.button() == Qt.MouseButton.LeftButton:
            down, here = event.buttonDownPos(), event.pos()
            if abs(here.x() - down.x()) >= LEAST_DRAG_PX:
                self._time.mark((self.mapToView(down).x(), self.mapToView(here).x()))

    def mouseClickEvent(self, event: pg.MouseEvent) -> None:
        """Drop the selection and point at where to play from."""
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self._time.mark(None)
            self._time.seek(self.mapToView(event.pos()).x())

    def mouse_at(self, scene: QPointF) -> tuple[float, float] | None:
        """Return time and height under a point of the scene; None outside."""
        if not self.isVisible() or not self.sceneBoundingRect().contains(scene):
            return None
        at = self.mapSceneToView(scene)
        return at.x(), at.y()

    def recolour(self, colours: Colours) -> None:
        """Take the theme's colours, for a plot that has no map as its ground."""
        means = colours.means
        self.setBackgroundColor(QColor(colours.surface))
        self.title.setBrush(QColor(colours.text))
        self._plate.setBrush(faded(colours.surface, PLATE_OPACITY))
        self.hatch.setBrush(QBrush(faded(means.hatch, HATCH_OPACITY), Qt.BrushStyle.BDiagPattern))
        self.cursor_line.setPen(line_pen(colours.text, (3, 2), 1.0))
        self.play_line.setPen(line_pen(means.playhead, None, 2.0))
        self.selection.setBrush(faded(colours.accent, SELECTION_OPACITY))
        for edge in self.selection.lines:
            edge.setPen(line_pen(colours.accent))

    def _range(self, start: float, end: float) -> None:
        self.setRange(xRange=(start, end), padding=0.0)

    def _point(self, at: float) -> None:
        self.cursor_line.setVisible(at != NOWHERE)
        self.cursor_line.setValue(at)

    def _play(self, at: float) -> None:
        self.play_line.setVisible(at != NOWHERE)
        self.play_line.setValue(at)

    def _mark(self, selection: tuple[float, float] | None) -> None:
        self.selection.setVisible(selection is not None)
        if selection is not None:
            self.selection.setRegion(selection)

    def _resized(self) -> None:
        self.hatch.setRect(self.rect())
