"""The parts panes are put together from, and how the keyboard finds into them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QStyle, QVBoxLayout, QWidget


def heading(text: str) -> QLabel:
    """Return the heading of a pane."""
    label = QLabel(text)
    label.setProperty("heading", True)
    return label


def column(*parts: QWidget | tuple[QWidget, int], margin: int) -> QWidget:
    """Return widgets below each other; a pair gives a widget its share of free height."""
    box = QWidget()
    layout = QVBoxLayout(box)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(8)
    for part in parts:
        widget, share = part if isinstance(part, tuple) else (part, 0)
        layout.addWidget(widget, share)
    return box


class PaneArea(QScrollArea):
    """Scrolls up and down only: it is never narrower than what is in it."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the content's least width, which grows with folds and fonts."""
        inner = self.widget()
        if event.type() == QEvent.Type.LayoutRequest and inner is not None and watched is inner:
            bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
            self.setMinimumWidth(inner.minimumSizeHint().width() + bar)
        return super().eventFilter(watched, event)


def scrolled(inner: QWidget) -> QScrollArea:
    """Return a widget that scrolls up and down when its room is too small."""
    area = PaneArea()
    area.setWidget(inner)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def pane_of(widget: QWidget, panes: tuple[QWidget, ...], otherwise: int) -> int:
    """Return the number of the pane a widget is in."""
    inside = (n for n, pane in enumerate(panes) if pane is widget or pane.isAncestorOf(widget))
    return next(inside, otherwise)
