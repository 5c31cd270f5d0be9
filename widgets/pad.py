"""The valence-arousal pad: where the prompt landed, and a way to move it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from widgets.announce import announce
from widgets.overview import signed
from widgets.palette import Colours, colours_of
from widgets.views import PadView

STEP = 0.05
FINE_STEP = 0.01
COARSE_STEP = 0.25
"""Of the keys: alone, with Shift, and the Page keys. The pad is 2 wide."""
DOT_PX = 8.0
MARGIN_PX = 6.0
LANDMARK_PX = 2.5
LABEL_SCALE = 0.85
KEYS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}


class Pad(QFrame):
    """Left is unpleasant, right pleasant, up excited, down calm; each -1..1.

    Drag the point or move it with the arrows (Shift: finely; Page keys: arousal by a
    quarter; Home: to the middle). Named emotions are marked to steer by.
    """

    dragged = Signal(float, float)
    """Valence and arousal, while it is moved."""
    released = Signal()
    """The move ended: at once for a key, else with the button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = PadView(0.0, 0.0, 0.0)
        self._held = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Emotion pad: valence and arousal"))
        self._describe()

    @property
    def view(self) -> PadView:
        """What is shown."""
        return self._view

    def show_pad(self, view: PadView) -> None:
        """Show where the prompt landed; a point being dragged stays under the hand."""
        if self._held:
            view = PadView(self._view.valence, self._view.arousal, view.dominance, view.landmarks)
        if view != self._view:
            self._view = view
            self._describe()
            self.update()

    def value(self) -> str:
        """Return the place in words."""
        text = self.tr("valence {valence}, arousal {arousal}, dominance {dominance}")
        text = text.format(
            valence=signed(self._view.valence),
            arousal=signed(self._view.arousal),
            dominance=signed(self._view.dominance),
        )
        near = self._nearest()
        return self.tr("{text}, near {emotion}").format(text=text, emotion=near) if near else text

    def heightForWidth(self, width: int) -> int:
        """Keep the plane square; under it stand the numbers."""
        return round(width + self._foot())

    def sizeHint(self) -> QSize:
        """Ask for a palm's size."""
        return QSize(240, self.heightForWidth(240))

    def minimumSizeHint(self) -> QSize:
        """Ask for enough to aim at, and for the numbers below."""
        numbers = QFontMetricsF(self.font()).horizontalAdvance(self._numbers(-1.0, -1.0))
        return QSize(max(140, math.ceil(numbers)), round(140 + self._foot()))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plane, its landmarks and the point."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        plane = self.plane()
        painter.setBrush(QColor(colours.surface))
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.drawRoundedRect(plane, 4, 4)
        painter.setPen(QPen(QColor(colours.means.hairline), 1))
        middle = plane.center()
        painter.drawLine(QPointF(plane.left(), middle.y()), QPointF(plane.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), plane.top()), QPointF(middle.x(), plane.bottom()))
        self._draw_words(painter, colours, plane)
        self._draw_point(painter, colours)
        painter.setPen(QColor(colours.text_muted))
        foot = QRectF(0, self.height() - self._foot(), self.width(), self._foot())
        numbers = self._numbers(self._view.valence, self._view.arousal)
        painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, numbers)
        painter.end()

    def _numbers(self, valence: float, arousal: float) -> str:
        text = self.tr("valence {valence} · arousal {arousal}")
        return text.format(valence=signed(valence), arousal=signed(arousal))

    def _draw_words(self, painter: QPainter, colours: Colours, plane: QRectF) -> None:
        """Write the ends of the axes, then each landmark that covers nothing."""
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * LABEL_SCALE)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        taken = [self._around(self.point())]
        painter.setPen(QColor(colours.text_muted))
        for text, x, y in self._ends():
            width, height = metrics.horizontalAdvance(text), metrics.height()
            left = plane.left() + MARGIN_PX + x * (plane.width() - width - 2 * MARGIN_PX)
            top = plane.top() + 2 + y * (plane.height() - height - 4)
            box = QRectF(left, top, width + 1, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, text)
            taken.append(box)
        painter.setPen(QColor(colours.text))
        painter.setBrush(QColor(colours.text_muted))
        for name, valence, arousal in self._view.landmarks:
            at = self._place(valence, arousal)
            width = metrics.horizontalAdvance(name)
            left = min(max(at.x() - width / 2, plane.left() + 2), plane.right() - width - 2)
            box = QRectF(left, at.y() + LANDMARK_PX, width + 1, metrics.height())
            if box.bottom() > plane.bottom():
                box.moveBottom(at.y() - LANDMARK_PX)
            if any(box.intersects(other) for other in taken):
                continue
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, name)
            painter.drawEllipse(at, LANDMARK_PX - 1, LANDMARK_PX - 1)
            taken.append(box)
        painter.setFont(self.font())

    def _draw_point(self, painter: QPainter, colours: Colours) -> None:
        at = self.point()
        painter.setPen(QPen(QColor(colours.surface), 2))
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(at, DOT_PX, DOT_PX)
        painter.setPen(QPen(QColor(colours.on_accent), 1.5))
        painter.drawLine(at - QPointF(3, 0), at + QPointF(3, 0))
        painter.drawLine(at - QPointF(0, 3), at + QPointF(0, 3))

    def _ends(self) -> tuple[tuple[str, float, float], ...]:
        return (
            (self.tr("excited"), 0.5, 0.0),
            (self.tr("calm"), 0.5, 1.0),
            (self.tr("unpleasant"), 0.0, 0.5),
            (self.tr("pleasant"), 1.0, 0.5),
        )

    def plane(self) -> QRectF:
        """Return the square that stands for -1..1 both ways, pixels."""
        side = min(self.width(), self.height() - self._foot()) - 2
        return QRectF((self.width() - side) / 2, 1, side, side)

    def point(self) -> QPointF:
        """Return where the point is drawn, pixels."""
        return self._place(self._view.valence, self._view.arousal)

    def _place(self, valence: float, arousal: float) -> QPointF:
        room = self.plane().adjusted(DOT_PX, DOT_PX, -DOT_PX, -DOT_PX)
        return QPointF(
            room.center().x() + valence * room.width() / 2,
            room.center().y() - arousal * room.height() / 2,
        )

    def _around(self, at: QPointF) -> QRectF:
        return QRectF(at.x() - DOT_PX, at.y() - DOT_PX, 2 * DOT_PX, 2 * DOT_PX)

    def _foot(self) -> float:
        return QFontMetricsF(self.font()).height() + 4

    # What the person does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the point to the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = True
            self._follow(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Keep it under the pointer."""
        if self._held:
            self._follow(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let it go."""
        if self._held and event.button() == Qt.MouseButton.LeftButton:
            self._held = False
            self.released.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the point."""
        key = Qt.Key(event.key())
        fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        step = FINE_STEP if fine else STEP
        if key in KEYS:
            right, up = KEYS[key]
            to = (self._view.valence + right * step, self._view.arousal + up * step)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            up = COARSE_STEP if key == Qt.Key.Key_PageUp else -COARSE_STEP
            to = (self._view.valence, self._view.arousal + up)
        elif key == Qt.Key.Key_Home:
            to = (0.0, 0.0)
        else:
            event.ignore()
            return
        self._move(*to)
        announce(self, self.value(), urgent=True)
        self.released.emit()

    def _follow(self, at: QPointF) -> None:
        room = self.plane().adjusted(DOT_PX, DOT_PX, -DOT_PX, -DOT_PX)
        self._move(
            (at.x() - room.center().x()) / (room.width() / 2),
            (room.center().y() - at.y()) / (room.height() / 2),
        )

    def _move(self, valence: float, arousal: float) -> None:
        valence, arousal = (round(min(max(at, -1.0), 1.0), 3) for at in (valence, arousal))
        if (valence, arousal) == (self._view.valence, self._view.arousal):
            return
        self._view = PadView(valence, arousal, self._view.dominance, self._view.landmarks)
        self._describe()
        self.update()
        self.dragged.emit(valence, arousal)

    def _nearest(self) -> str:
        here = complex(self._view.valence, self._view.arousal)
        places = [(abs(complex(v, a) - here), name) for name, v, a in self._view.landmarks]
        return min(places)[1] if places else ""

    def _describe(self) -> None:
        self.setAccessibleDescription(self.value())
        self.setToolTip(self.value())
