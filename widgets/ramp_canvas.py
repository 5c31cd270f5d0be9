"""The ramp as a picture: strength of the emotion over the words, with keyframes to move."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from widgets.announce import announce
from widgets.palette import Colours, colours_of, faded
from widgets.ramp_table import MOST_STRENGTH, STRENGTH_STEP
from widgets.views import RampView, WordView

FINE_STEP = 0.01
COARSE_STEP = 0.25
POINT_PX = 6.0
GRAB_PX = 12.0
"""Half the 24 pixels WCAG 2.2 (2.5.8) asks of what is aimed at."""
PAD_PX = 4.0
FILL_OPACITY = 0.16
CHOSEN_OPACITY = 0.14
TICKS = (0.0, 0.5, 1.0, 1.5)
NOTHING = RampView((), (), np.zeros(0, np.float32), 0.0125)
KEY_STEPS = {
    Qt.Key.Key_Up: STRENGTH_STEP,
    Qt.Key.Key_Down: -STRENGTH_STEP,
    Qt.Key.Key_PageUp: COARSE_STEP,
    Qt.Key.Key_PageDown: -COARSE_STEP,
}


class RampCanvas(QFrame):
    """Left and Right go from word to word; Up and Down change a keyframe (Shift: finely).

    Insert or Space sets a keyframe, Delete takes it away. Return grabs one: then Left
    and Right carry it to another word until Return lets go or Escape puts it back.
    With the mouse: click to set, drag to move, double-click to take away.
    """

    changed = Signal(object)
    """All keyframes: ``tuple[tuple[int, float], ...]`` by word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = NOTHING
        self.keyframes: dict[int, float] = {}
        self.word = 0
        """The word chosen."""
        self._grabbed: dict[int, float] | None = None
        self._dragging = False
        self._title = self.tr("Strength")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Ramp: strength of the emotion over the words"))

    def show_ramp(self, view: RampView) -> None:
        """Show words, keyframes and the curve in force; a drag keeps its own keyframes."""
        if view.words != self._view.words:
            self._grabbed, self._dragging = None, False
            self.word = 0
        self._view = view
        if not self._dragging:
            self.keyframes = dict(view.keyframes)
        self.describe()
        self.update()

    def strength_at(self, word: int) -> float:
        """Return the strength in force in the middle of a word."""
        if word in self.keyframes:
            return self.keyframes[word]
        curve, spoken = self._view.curve, self._view.words[word]
        if not curve.size:
            return 1.0
        at = int((spoken.start_s + spoken.end_s) / 2 / self._view.step_s)
        return float(curve[min(at, curve.size - 1)])

    def set_keyframe(self, word: int, strength: float) -> None:
        """Set one and tell."""
        strength = round(min(max(strength, 0.0), MOST_STRENGTH), 2)
        self._take({**self.keyframes, word: strength})

    def remove_keyframe(self, word: int) -> None:
        """Take one away and tell."""
        if word in self.keyframes:
            self._take({at: value for at, value in self.keyframes.items() if at != word})

    def value(self) -> str:
        """Return the chosen word and its strength, in words."""
        if not self._view.words:
            return self.tr("No words to ramp over.")
        text = self._view.words[self.word].text
        strength = self.strength_at(self.word)
        if self._grabbed is not None:
            says = self.tr("“{word}”, keyframe {strength:.2f}, grabbed")
        elif self.word in self.keyframes:
            says = self.tr("“{word}”, keyframe {strength:.2f}")
        else:
            says = self.tr("“{word}”, strength {strength:.2f}, no keyframe")
        return says.format(word=text, strength=strength)

    def describe(self) -> None:
        """Bring the accessible description up to date."""
        count = len(self.keyframes)
        kinds = self.tr("Keyframes: {n}.").format(n=count) if count else self.tr("No keyframes.")
        self.setAccessibleDescription(f"{kinds} {self.value()}")
        self.setToolTip(self.value())

    def sizeHint(self) -> QSize:
        """Ask for a strip."""
        return QSize(280, round(110 + 2 * QFontMetricsF(self.font()).height()))

    def minimumSizeHint(self) -> QSize:
        """Ask for enough to tell strengths apart."""
        return QSize(140, round(70 + 2 * QFontMetricsF(self.font()).height()))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw grid, curve, words and keyframes."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        plane = self.plane()
        painter.fillRect(plane, QColor(colours.surface))
        self._draw_grid(painter, colours, plane)
        if self._view.words:
            self._draw_curve(painter, colours, plane)
            self._draw_words(painter, colours, plane)
            for word in sorted(self.keyframes):
                self._draw_keyframe(painter, colours, word)
        else:
            painter.setPen(QColor(colours.text_muted))
            painter.drawText(plane, Qt.AlignmentFlag.AlignCenter, self.value())
        painter.end()

    def _draw_grid(self, painter: QPainter, colours: Colours, plane: QRectF) -> None:
        height = QFontMetricsF(self.font()).height()
        for tick in TICKS:
            y = self._y(tick)
            painter.setPen(QPen(QColor(colours.means.hairline), 1))
            painter.drawLine(QPointF(plane.left(), y), QPointF(plane.right(), y))
            painter.setPen(QColor(colours.text_muted))
            box = QRectF(0, y - height / 2, plane.left() - PAD_PX, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, f"{tick:.1f}")
        painter.drawText(plane.adjusted(PAD_PX, 1, 0, 0), Qt.AlignmentFlag.AlignLeft, self._title)
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(plane)

    def _draw_curve(self, painter: QPainter, colours: Colours, plane: QRectF) -> None:
        curve = self._view.curve
        if not curve.size:
            return
        width = max(int(plane.width()), 2)
        seconds = np.linspace(0.0, self._length(), width)
        at = np.minimum((seconds / self._view.step_s).astype(int), curve.size - 1)
        line = QPolygonF(
            [
                QPointF(self._x(float(when)), self._y(float(strength)))
                for when, strength in zip(seconds, curve[at], strict=True)
            ]
        )
        under = QPolygonF(line)
        under.append(plane.bottomRight())
        under.append(plane.bottomLeft())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(colours.accent, FILL_OPACITY))
        painter.drawPolygon(under)
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(line)

    def _draw_words(self, painter: QPainter, colours: Colours, plane: QRectF) -> None:
        metrics = QFontMetricsF(self.font())
        chosen = self._view.words[self.word]
        if self.hasFocus():
            left, right = self._x(chosen.start_s), self._x(chosen.end_s)
            box = QRectF(left, plane.top(), right - left, plane.height())
            painter.fillRect(box, faded(colours.accent, CHOSEN_OPACITY))
        taken: list[QRectF] = []
        order = sorted(
            range(len(self._view.words)),
            key=lambda n: (n != self.word, n not in self.keyframes, n),
        )
        for number in order:
            word = self._view.words[number]
            width = metrics.horizontalAdvance(word.text)
            left = (self._x(word.start_s) + self._x(word.end_s) - width) / 2
            left = min(max(left, plane.left()), self.width() - width)
            box = QRectF(left, plane.bottom() + PAD_PX, width + 1, metrics.height())
            if any(box.adjusted(-PAD_PX, 0, PAD_PX, 0).intersects(other) for other in taken):
                continue
            strong = number == self.word or number in self.keyframes
            painter.setPen(QColor(colours.text if strong else colours.text_muted))
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft, word.text)
            taken.append(box)

    def _draw_keyframe(self, painter: QPainter, colours: Colours, word: int) -> None:
        if word >= len(self._view.words):
            return
        at = self.place(word)
        size = POINT_PX + (2 if word == self.word else 0)
        corners = ((0, -size), (size, 0), (0, size), (-size, 0))
        diamond = QPolygonF([at + QPointF(x, y) for x, y in corners])
        held = word == self.word and (self._grabbed is not None or self._dragging)
        painter.setPen(QPen(QColor(colours.text if held else colours.accent), 2))
        painter.setBrush(QColor(colours.accent if word == self.word else colours.surface))
        painter.drawPolygon(diamond)

    def plane(self) -> QRectF:
        """Return the rectangle of the curve, pixels."""
        metrics = QFontMetricsF(self.font())
        left = metrics.horizontalAdvance("0.0") + 2 * PAD_PX
        top = metrics.height() / 2 + 1
        bottom = self.height() - metrics.height() - 2 * PAD_PX
        return QRectF(left, top, max(self.width() - left - POINT_PX, 1.0), max(bottom - top, 1.0))

    def place(self, word: int) -> QPointF:
        """Return where a word's keyframe is drawn, pixels."""
        spoken = self._view.words[word]
        middle = (spoken.start_s + spoken.end_s) / 2
        return QPointF(self._x(middle), self._y(self.strength_at(word)))

    def _length(self) -> float:
        words = self._view.words
        return max(self._view.curve.size * self._view.step_s, words[-1].end_s if words else 0, 0.1)

    def _x(self, seconds: float) -> float:
        plane = self.plane()
        return plane.left() + seconds / self._length() * plane.width()

    def _y(self, strength: float) -> float:
        plane = self.plane()
        return plane.bottom() - strength / MOST_STRENGTH * plane.height()

    # What the person does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a keyframe, or set one where there is none."""
        if event.button() != Qt.MouseButton.LeftButton or not self._view.words:
            return
        at = event.position()
        near = [w for w in self.keyframes if self._gap(w, at) <= GRAB_PX]
        self.word = min(near, key=lambda w: self._gap(w, at)) if near else self._word_at(at.x())
        self._dragging = True
        if not near:
            self.set_keyframe(self.word, self._strength_of(at.y()))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry the keyframe."""
        if self._dragging:
            self._carry(self._word_at(event.position().x()))
            self.set_keyframe(self.word, self._strength_of(event.position().y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let it go."""
        del event
        self._dragging = False
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a keyframe away."""
        del event
        self._dragging = False
        self.remove_keyframe(self.word)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the chosen word."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of what is grabbed."""
        super().focusOutEvent(event)
        self._grabbed = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go, change, set, take away, grab."""
        if not self._view.words or not self._done(Qt.Key(event.key()), event.modifiers()):
            event.ignore()
            return
        self.describe()
        self.update()
        announce(self, self.value(), urgent=True)

    def _done(self, key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
        last = len(self._view.words) - 1
        to = {
            Qt.Key.Key_Left: max(self.word - 1, 0),
            Qt.Key.Key_Right: min(self.word + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(key)
        if to is not None:
            self._go(to)
        elif key in KEY_STEPS and self.word in self.keyframes:
            fine = bool(held & Qt.KeyboardModifier.ShiftModifier)
            step = np.sign(KEY_STEPS[key]) * FINE_STEP if fine else KEY_STEPS[key]
            self.set_keyframe(self.word, self.keyframes[self.word] + step)
        elif key in (Qt.Key.Key_Insert, Qt.Key.Key_Space):
            self.set_keyframe(self.word, self.strength_at(self.word))
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_keyframe(self.word)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.word in self.keyframes:
            self._grabbed = None if self._grabbed is not None else dict(self.keyframes)
        elif key == Qt.Key.Key_Escape and self._grabbed is not None:
            before, self._grabbed = self._grabbed, None
            self._take(before)
        else:
            return False
        return True

    def _go(self, word: int) -> None:
        if self._grabbed is not None:
            self._carry(word)
        self.word = word

    def _carry(self, word: int) -> None:
        """Move the chosen keyframe to a free word."""
        if word == self.word or word in self.keyframes or self.word not in self.keyframes:
            return
        moved = dict(self.keyframes)
        moved[word] = moved.pop(self.word)
        self.word = word
        self._take(moved)

    def _take(self, keyframes: dict[int, float]) -> None:
        if keyframes != self.keyframes:
            self.keyframes = keyframes
            self.describe()
            self.update()
            self.changed.emit(tuple(sorted(keyframes.items())))

    def _gap(self, word: int, at: QPointF) -> float:
        away = self.place(word) - at
        return float(np.hypot(away.x(), away.y()))

    def _word_at(self, x: float) -> int:
        def away(word: WordView) -> float:
            return abs(self._x((word.start_s + word.end_s) / 2) - x)

        words = self._view.words
        return min(range(len(words)), key=lambda n: away(words[n]))

    def _strength_of(self, y: float) -> float:
        plane = self.plane()
        return (plane.bottom() - y) / plane.height() * MOST_STRENGTH
