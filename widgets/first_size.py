"""How large a window is at its first start: as it is meant, or what the screen has room for."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStyle, QWidget


def first_size(window: QWidget, wanted: tuple[int, int]) -> QSize:
    """Return a size at which a window and its title bar lie within the screen.

    The button that speaks stands at the lower edge; on a screen of 1366 by 768 it would
    lie below it.

    Args:
        window: not shown yet, so that how high its frame is can only be guessed.
        wanted: width and height where there is room, in device independent pixels.
    """
    room = window.screen().availableGeometry().size()
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    return QSize(*wanted).boundedTo(QSize(room.width(), room.height() - title))
