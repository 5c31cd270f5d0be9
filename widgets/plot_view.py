"""One plot over time: ground, title, cursor, playhead, selection; wheel, drag and click."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsRectItem,
    QGraphicsSceneWheelEvent,
    QGraphicsSimpleTextItem,
    QStyleOptionGraphicsItem,
    QWidget,
)

from widgets.curves import Lines
from widgets.in_sight import InSight
from widgets.palette import Colours, faded
from widgets.plot_colours import (
    CURSOR,
    EDGE,
    GROUND,
    HATCH,
    INK,
    PLAYHEAD,
    line_pen,
)
from widgets.time_axis import NOWHERE, TimeAxis

WHEEL_NOTCH = 120.0
"""What Qt counts for one notch of a wheel (``QWheelEvent.angleDelta``)."""
ZOOM_PER_NOTCH = 0.8
SCROLL_PER_NOTCH = 0.15
"""Share of what is seen."""
LEAST_DRAG_PX = 4.0
"""Shorter ones are clicks."""
TITLE_MARGIN_PX = 6.0
SELECTION_OPACITY = 0.22
PLATE_OPACITY = 0.7
HATCH_OPACITY = 0.45


class PathItem(InSight):
    """A path over all that is in sight.

    ``PlotCurveItem`` measures its values anew at every change of the view, which took
    a third of a picture's time; here the view itself says how far the item reaches.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pen = QPen(Qt.PenStyle.NoPen)
        self._brush = QBrush(Qt.BrushStyle.NoBrush)
        self._path = QPainterPath()

    def draw_with(self, pen: QPen | None, fill: QColor | None = None) -> None:
        """Take how it is drawn."""
        self._pen = QPen(Qt.PenStyle.NoPen) if pen is None else pen
        self._brush = QBrush(Qt.BrushStyle.NoBrush) if fill is None else QBrush(fill)
        self.update()

    def show_path(self, path: QPainterPath, bounds: QRectF) -> None:
        """Take a path and what is in sight, both in the view's units."""
        self.within(bounds)
        self._path = path
        self.update()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the path."""
        del option, widget
        painter.setBrush(self._brush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._pen)
        painter.drawPath(self._path)


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
        self.lines = Lines()
        self.setBackgroundColor(QColor(ground))
        self.disableAutoRange()
        self.addItem(self.lines, ignoreBounds=True)
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
