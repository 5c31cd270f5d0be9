"""The scene plots lie in: takes the keyboard and tells what the mouse is over."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from widgets.palette import Colours
from widgets.plot_axes import PlainAxis
from widgets.time_axis import NOWHERE, TimeAxis
from widgets.units import hz_text, level_text, semitone_text

FINE_S = 0.0125
"""Distance of two values of a curve."""
STEP_S = 0.05
"""One press of an arrow: about half a short vowel."""
PAGE_S = 1.0
ZOOM_PER_KEY = 0.7
SCROLL_PER_KEY = 0.1

LONGEST_HZ = 10_000.0
LONGEST_ST, LONGEST_DB = 24.0, -60.0
"""Of these are the longest labels: all plots give their axes room for them and so line up."""
AXIS_PAD_PX = 12


class PlotCanvas(pg.GraphicsLayoutWidget):
    """One focusable scene of plots over a ``TimeAxis``.

    Left and Right move the cursor (Alt: finely; Shift: select), Page keys by a second,
    Home and End to the ends, Return plays from there, Escape lets go; Ctrl with plus,
    minus and 0 zooms time; Up and Down are for the subclass's user.
    """

    mouse_over = Signal(QPointF)
    mouse_left = Signal()
    rowed = Signal(float, bool)
    """Up or Down was pressed: share to move; True with Ctrl: to zoom."""
    reset = Signal()

    def __init__(self, time: TimeAxis, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._time = time
        self._anchor = NOWHERE
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # one stop, with a name: this
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.ci.layout.setContentsMargins(0, 2, 0, 2)
        self.ci.layout.setSpacing(0)
        self.scene().sigMouseMoved.connect(self._moved_to)

    def sizeHint(self) -> QSize:
        """Ask for no more than the least: what room there is, the layout gives."""
        return self.minimumSizeHint().expandedTo(self.minimumSize())

    def left_width(self) -> float:
        """Return the width of the axis on the left, pixels."""
        return self._room(hz_text(LONGEST_HZ))

    def right_width(self) -> float:
        """Return the width of the axis on the right, pixels."""
        return max(self._room(semitone_text(LONGEST_ST)), self._room(level_text(LONGEST_DB)))

    def _room(self, sample: str) -> float:
        return math.ceil(QFontMetricsF(self.font()).horizontalAdvance(sample)) + AXIS_PAD_PX

    def dress(self, axis: PlainAxis, colours: Colours) -> None:
        """Give an axis the font and the colours of the window."""
        axis.dress(self.font(), colours)

    def ground(self, colours: Colours) -> None:
        """Take the colour behind the plots."""
        self.setBackground(QColor(colours.window))

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the mouse is gone."""
        super().leaveEvent(event)
        self.mouse_left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, zoom, select."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ctrl = bool(held & Qt.KeyboardModifier.ControlModifier)
        done = self._zoomed(event.key(), ctrl) or self._moved(event.key(), held)
        if not done and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            share = SCROLL_PER_KEY if event.key() == Qt.Key.Key_Up else -SCROLL_PER_KEY
            self.rowed.emit(share, ctrl)
            done = True
        if done:
            event.accept()
        else:
            event.ignore()

    def _moved_to(self, scene: QPointF) -> None:
        self.mouse_over.emit(scene)

    def _zoomed(self, key: int, ctrl: bool) -> bool:
        if not ctrl:
            return False
        time = self._time
        middle = time.cursor if time.cursor != NOWHERE else (time.start + time.end) / 2
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            time.zoom(ZOOM_PER_KEY, middle)
        elif key == Qt.Key.Key_Minus:
            time.zoom(1 / ZOOM_PER_KEY, middle)
        elif key == Qt.Key.Key_0:
            time.reset()
            self.reset.emit()
        else:
            return False
        return True

    def _moved(self, key: int, held: Qt.KeyboardModifier) -> bool:
        time = self._time
        at = max(time.cursor, 0.0) if time.cursor != NOWHERE else time.start
        step = FINE_S if held & Qt.KeyboardModifier.AltModifier else STEP_S
        to = {
            Qt.Key.Key_Left: at - step,
            Qt.Key.Key_Right: at + step,
            Qt.Key.Key_PageUp: at - PAGE_S,
            Qt.Key.Key_PageDown: at + PAGE_S,
            Qt.Key.Key_Home: 0.0,
            Qt.Key.Key_End: time.length,
        }.get(Qt.Key(key))
        if to is not None:
            self._point(at, max(to, 0.0), bool(held & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and held == Qt.KeyboardModifier(0):
            time.seek(at)
        elif key == Qt.Key.Key_Escape and (time.selection or time.cursor != NOWHERE):
            time.mark(None)
            time.point(NOWHERE)
            self._anchor = NOWHERE
        else:
            return False
        return True

    def _point(self, at: float, to: float, selecting: bool) -> None:
        if not selecting:
            self._anchor = NOWHERE
        elif self._anchor == NOWHERE:
            self._anchor = at
        self._time.point(to)
        if selecting:
            self._time.mark((self._anchor, self._time.cursor))
