"""What is drawn over all of a plot that is in sight."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QGraphicsItem


class InSight(QGraphicsItem):
    """An item as large as what the view shows, told by the view; the mouse goes through it."""

    def __init__(self) -> None:
        super().__init__()
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def within(self, bounds: QRectF) -> None:
        """Take what is in sight, in the view's units: it says how far the item reaches."""
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def boundingRect(self) -> QRectF:
        """Return what is in sight: the view cuts off the rest."""
        return self._bounds
