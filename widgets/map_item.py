"""A heatmap's picture: values on a grid, coloured once and then only placed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from widgets.plot_colours import cividis
from widgets.views import Floats


@lru_cache(maxsize=1)
def _pixels() -> NDArray[np.uint32]:
    """The map's colours as pixels of ``Format_RGB32``."""
    channels = np.full((256, 4), 255, np.uint8)
    channels[:, :3] = cividis()[:, ::-1]
    order = "<u4"  # blue first: as a number with alpha on top, that is what Qt reads
    return channels.view(order)[:, 0].astype(np.uint32)


class MapItem(QGraphicsItem):
    """Rows upwards, columns to the right, colours of cividis between two levels.

    pyqtgraph's ``ImageItem`` wrote its table of colours anew for every picture and
    measured the picture for a histogram nobody sees, which took more than the drawing.
    """

    def __init__(self, low: float, high: float) -> None:
        super().__init__()
        self._low, self._high = low, high
        self._box = QRectF()
        self._picture = QImage()
        self._coloured: NDArray[np.uint32] | None = None  # the picture's memory
        self.image: Floats | None = None
        """What is drawn now."""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_map(self, values: Floats, box: QRectF) -> None:
        """Draw float32[rows, columns] over ``box``, in the view's units."""
        if box != self._box:
            self.prepareGeometryChange()
            self._box = box
        if values is not self.image:
            self.image = values
            scale = np.float32(256.0 / (self._high - self._low))
            steps = np.clip((values - np.float32(self._low)) * scale, 0.0, 255.0)
            self._coloured = _pixels()[steps.astype(np.uint8)]
            rows, columns = values.shape
            self._picture = QImage(
                self._coloured.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32
            )
        self.update()

    def boundingRect(self) -> QRectF:
        """Return where it is drawn."""
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw it; the view's scale turns the rows upwards."""
        del option, widget
        if not self._picture.isNull():
            painter.drawImage(self._box, self._picture)
