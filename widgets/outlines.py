"""The style: Qt's Fusion, with the edges of controls drawn so that they can be seen.

Fusion takes outlines from a darker shade of the window's colour, which is invisible
on dark grounds. Here they have the palette's own edge colour (WCAG 2.2, 1.4.11), and
icons, boxes and scroll bars grow with the font.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QStyleOptionComplex,
    QTableView,
    QWidget,
)

Metric = QStyle.PixelMetric
Primitive = QStyle.PrimitiveElement
Complex = QStyle.ComplexControl
Contents = QStyle.ContentsType
Part = QStyle.SubControl

EDGED = (
    Primitive.PE_PanelButtonCommand,
    Primitive.PE_PanelButtonTool,
    Primitive.PE_FrameLineEdit,
    Primitive.PE_IndicatorCheckBox,
    Primitive.PE_Frame,
)
EDGED_WHOLE = (Complex.CC_ComboBox, Complex.CC_SpinBox)

GROWING = {
    Metric.PM_SmallIconSize: 1.0,
    Metric.PM_ButtonIconSize: 1.0,
    Metric.PM_ListViewIconSize: 1.0,
    Metric.PM_IndicatorWidth: 0.9,
    Metric.PM_IndicatorHeight: 0.9,
    Metric.PM_ScrollBarExtent: 0.9,
}
"""Sizes that follow the font: share of its height."""

OWN = frozenset((Metric.PM_HeaderMargin, Metric.PM_FocusFrameHMargin, Metric.PM_FocusFrameVMargin))
"""The focus ring lies on the edge of its control: outside, its parent would cut it off."""

FUSION = "Fusion"

TARGET_PX = 24
"""Least height of what is clicked, and width of a button's arrow (WCAG 2.2, 2.5.8)."""

CLICKED = frozenset(
    (
        Contents.CT_PushButton,
        Contents.CT_ToolButton,
        Contents.CT_CheckBox,
        Contents.CT_RadioButton,
        Contents.CT_ComboBox,
        Contents.CT_SpinBox,
        Contents.CT_Slider,
    )
)

CORNER_PX = 2.0

CELL_PX = 4
"""On both sides of a table cell's text, so that neighbouring columns do not run together."""


class OutlinedStyle(QProxyStyle):
    """Fusion with edges.

    It answers no style hints: Qt asks for one with nearly every colour it looks up, and
    their way through Python took as long as half of a picture of the curves.
    """

    def __init__(self) -> None:
        super().__init__(FUSION)
        self._grown: dict[QStyle.PixelMetric, int] = {}
        self.follow(QApplication.font())

    def follow(self, font: QFont) -> None:
        """Let sizes grow with the program's font.

        They are worked out here, as they are asked for hundreds of times a picture.
        """
        height = QFontMetrics(font).height()
        self._grown = {metric: round(share * height) for metric, share in GROWING.items()}

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Return a size; those that should follow the font do."""
        grown = self._grown.get(metric)
        if grown is not None:
            return max(super().pixelMetric(metric, option, widget), grown)
        if metric in OWN:
            # Tables take the same measure for the room beside a cell's text.
            table = metric == Metric.PM_FocusFrameHMargin and isinstance(widget, QTableView)
            return CELL_PX if table or metric == Metric.PM_HeaderMargin else 0
        if metric == Metric.PM_MenuButtonIndicator:
            return TARGET_PX
        return super().pixelMetric(metric, option, widget)

    def sizeFromContents(
        self,
        kind: QStyle.ContentsType,
        option: QStyleOption,
        size: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        """Return how large a control is; none that is clicked is too small to be hit."""
        # Qt's stubs demand a widget; the style itself takes none, as its callers do.
        whole = super().sizeFromContents(kind, option, size, widget)  # type: ignore[arg-type]
        return whole.expandedTo(QSize(0, TARGET_PX)) if kind in CLICKED else whole

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw, then the edge."""
        super().drawPrimitive(element, option, painter, widget)
        if element in EDGED and _has_edge(element, option):
            _edge(painter, option.rect, option.palette)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw, then the edge; of a slider, those of its groove and its knob."""
        super().drawComplexControl(control, option, painter, widget)
        if control in EDGED_WHOLE:
            _edge(painter, option.rect, option.palette)
        elif control == Complex.CC_Slider and widget is not None:
            edge_slider(painter, self, option, widget)
        elif control == Complex.CC_ScrollBar and widget is not None:
            handle = self.subControlRect(control, option, Part.SC_ScrollBarSlider, widget)
            _edge(painter, handle, option.palette)


def edge_slider(
    painter: QPainter, style: QStyle, option: QStyleOptionComplex, slider: QWidget
) -> None:
    """Draw the edges of a slider's knob and of its groove right of it."""
    handle = style.subControlRect(Complex.CC_Slider, option, Part.SC_SliderHandle, slider)
    _edge(painter, handle.adjusted(1, 1, -1, -1), option.palette)
    groove = style.subControlRect(Complex.CC_Slider, option, Part.SC_SliderGroove, slider)
    left, middle = handle.right() + 1, handle.center().y()
    _edge(painter, QRect(left, middle - 1, groove.right() - left, 4), option.palette)


def _has_edge(element: QStyle.PrimitiveElement, option: QStyleOption) -> bool:
    """Whether a part is a control of its own; flat buttons show their edge only when raised."""
    if element != Primitive.PE_PanelButtonTool:
        return True
    flat = bool(option.state & QStyle.StateFlag.State_AutoRaise)
    active = QStyle.StateFlag.State_Raised | QStyle.StateFlag.State_On
    return not flat or bool(option.state & active)


def _edge(painter: QPainter, rect: QRect, palette: QPalette) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), CORNER_PX, CORNER_PX)
    painter.restore()
