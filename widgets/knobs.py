"""The three knobs: a slider and a number each, in percent."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPolygonF
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QProxyStyle,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QVBoxLayout,
    QWidget,
)

from widgets.access_keys import plain
from widgets.at_most import AtMost
from widgets.outlines import FUSION, edge_slider
from widgets.text_field import pass_shortcuts
from widgets.views import KnobsView

Part = QStyle.SubControl

REST_MS = 120
"""Quiet time after which a value counts as set: longer than between two wheel or key steps."""
FRAME_MS = 12
"""A mouse reports up to eight places in the time of one picture; only the last can be drawn.
A little shorter than that of a screen's, since a busy window hears of its end late."""
FIGURE_MS = 100
"""The number follows a dragged slider this often: faster, it cannot be read."""
PERCENT = 100
PAGE_PERCENT = 10
MARK_PX = 5.0

NAMES = ("intensity", "stability", "ramp")
MOST = {"intensity": 2.0, "stability": 1.0, "ramp": 1.0}
START = {"intensity": 1.0, "stability": 1.0, "ramp": 0.0}
"""Where a double click goes back to."""


class MarkedSlider(QSlider):
    """A slider with an optional mark under its groove; a double click resets it.

    It is drawn by Qt's own style and then edged as ours would: a picture of a slider takes
    fifty measures, and the way of each through Python has to wait for the engine's thread.
    """

    reset = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.mark: int | None = None
        # Not from ``QStyleFactory``: Python is not told when that one's is deleted.
        self._fusion = QProxyStyle(FUSION)
        self._fusion.setParent(self)

    def set_mark(self, value: int | None) -> None:
        """Mark a value, or none."""
        if value != self.mark:
            self.mark = value
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the slider with its edges, then the mark."""
        del event
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        option.subControls = Part.SC_SliderGroove | Part.SC_SliderHandle
        if self.isSliderDown():
            option.activeSubControls = Part.SC_SliderHandle
        painter = QPainter(self)
        self._fusion.drawComplexControl(QStyle.ComplexControl.CC_Slider, option, painter, self)
        edge_slider(painter, self._fusion, option, self)
        if self.mark is not None:
            self._paint_mark(painter, option, self.mark)
        painter.end()

    def _paint_mark(self, painter: QPainter, option: QStyleOptionSlider, mark: int) -> None:
        knob = self._fusion.pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, self)
        span = self.width() - knob
        offset = QStyle.sliderPositionFromValue(
            self.minimum(), self.maximum(), mark, span, option.upsideDown
        )
        x, y = offset + knob / 2, float(self.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.WindowText))
        tip = QPointF(x, y - MARK_PX * 1.4)
        left, right = QPointF(x - MARK_PX, y), QPointF(x + MARK_PX, y)
        painter.drawPolygon(QPolygonF([tip, left, right]))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the starting value."""
        self.reset.emit()
        event.accept()


class Knob(QWidget):
    """One value from 0 to ``most``, told in percent.

    ``moved`` comes with every step, but with a mouse's at most once a frame; ``rested``
    once after the last: when the slider is let go or after ``REST_MS`` of quiet.
    """

    moved = Signal(float)
    rested = Signal()

    def __init__(
        self, label: str, hint: str, most: float, start: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._start = start
        self._label = QLabel(label, self)
        self.slider = MarkedSlider(self)
        self.number = QDoubleSpinBox(self)
        self.warning = QLabel(self)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(REST_MS)
        self._quiet.timeout.connect(self.rested)
        self._frames = AtMost(FRAME_MS, lambda: self.moved.emit(self.value), self)
        self._set_up(label, hint, round(most * PERCENT))
        self._figure = AtMost(FIGURE_MS, self._show_figure, self)
        self._place()

    def _set_up(self, label: str, hint: str, most: int) -> None:
        self.slider.setRange(0, most)
        self.slider.setPageStep(PAGE_PERCENT)
        self.slider.setAccessibleName(self.tr("{name}, percent").format(name=plain(label)))
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderReleased.connect(self._rest_now)
        self.slider.reset.connect(self._reset)
        self.number.setRange(0, most)
        self.number.setDecimals(0)
        self.number.setSuffix(self.tr(" %"))
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setKeyboardTracking(False)
        self.number.setAccessibleName(self.tr("{name}, number").format(name=plain(label)))
        self.number.valueChanged.connect(self._typed)
        pass_shortcuts(self.number)
        self._label.setBuddy(self.slider)
        self.warning.setWordWrap(True)
        self.warning.setProperty("quiet", True)
        self.warning.hide()
        for part in (self, self.slider, self.number, self._label):
            part.setToolTip(hint)
        self.slider.setAccessibleDescription(hint)

    def _place(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.addWidget(self._label, 0, 0)
        grid.addWidget(self.slider, 1, 0, 1, 2)
        grid.addWidget(self.number, 0, 1)
        grid.addWidget(self.warning, 2, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        self.setTabOrder(self.slider, self.number)

    @property
    def value(self) -> float:
        """The value, 0 to ``most``."""
        return self.slider.value() / PERCENT

    def show_value(self, value: float) -> None:
        """Show a value without saying it moved; not while the person holds the slider."""
        if self.slider.isSliderDown():
            return
        percent = round(value * PERCENT)
        for part in (self.slider, self.number):
            part.blockSignals(True)
            part.setValue(percent)
            part.blockSignals(False)

    def show_mark(self, value: float | None, warning: str) -> None:
        """Mark the largest value without side effects; say ``warning`` above it."""
        self.slider.set_mark(None if value is None else round(value * PERCENT))
        self.warning.setText(warning)
        self.warning.setVisible(bool(warning))

    def _slid(self) -> None:
        (self._figure.ask if self.slider.isSliderDown() else self._figure.now)()
        self._go()

    def _show_figure(self) -> None:
        self.number.blockSignals(True)
        self.number.setValue(self.slider.value())
        self.number.blockSignals(False)

    def _typed(self, percent: float) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round(percent))
        self.slider.blockSignals(False)
        self._go()

    def _go(self) -> None:
        if self.slider.isSliderDown():
            self._frames.ask()
        else:
            self._frames.now()
            self._quiet.start()

    def _rest_now(self) -> None:
        self._quiet.stop()
        self._figure.settle()
        self._frames.settle()
        self.rested.emit()

    def _reset(self) -> None:
        self.slider.setValue(round(self._start * PERCENT))


class Knobs(QWidget):
    """Intensity, stability and ramp."""

    moved = Signal(str, float)
    """Name and value, while it changes."""
    rested = Signal(str)
    """Name, once it stays."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        texts = self._texts()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self.knobs: dict[str, Knob] = {}
        for name in NAMES:
            knob = Knob(*texts[name], MOST[name], START[name], self)
            knob.moved.connect(lambda value, name=name: self.moved.emit(name, value))
            knob.rested.connect(lambda name=name: self.rested.emit(name))
            self.knobs[name] = knob
            layout.addWidget(knob)
        self._safe: float | None = None
        self.knobs["intensity"].moved.connect(self._mark)

    def _texts(self) -> dict[str, tuple[str, str]]:
        return {
            "intensity": (
                self.tr("&Intensity"),
                self.tr("How strong the emotion is. 0 % is neutral, 100 % clear but not shouted."),
            ),
            "stability": (
                self.tr("Stabilit&y"),
                self.tr("How alike takes are. 100 % gives the same take every time."),
            ),
            "ramp": (
                self.tr("&Ramp"),
                self.tr("How slowly the emotion is reached. 0 % has it from the first word."),
            ),
        }

    def show_knobs(self, view: KnobsView) -> None:
        """Show the three values and the safe mark."""
        for name in NAMES:
            self.knobs[name].show_value(getattr(view, name))
        self.show_safe(view.safe_intensity)

    def show_safe(self, safe: float | None) -> None:
        """Show the safe mark alone: it may move while a knob is held."""
        self._safe = safe
        self._mark(self.knobs["intensity"].value)

    def _mark(self, value: float) -> None:
        warning = ""
        if self._safe is not None and value > self._safe:
            text = self.tr("Above {percent} % the speaker may sound like someone else.")
            warning = text.format(percent=round(self._safe * PERCENT))
        self.knobs["intensity"].show_mark(self._safe, warning)
