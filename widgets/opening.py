"""What is seen while the window itself is still being made."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from widgets.icons import icon_pixmap

SIZE = (420, 240)
"""A card, in device independent pixels."""
ICON_PX = 64
NAME_SCALE = 1.8
"""Size of the program's name against the text."""
SEEN_S = 0.1
"""Longest wait until the screen has taken a window in; without one, it is drawn later."""


class Opening(QLabel):
    """The card. ``QSplashScreen`` waits a whole second for the screen each time it is shown."""

    def __init__(self, card: QPixmap) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.SplashScreen | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setPixmap(card)
        self.resize(card.deviceIndependentSize().toSize())
        self.move(
            QGuiApplication.primaryScreen().availableGeometry().center() - self.rect().center()
        )

    def finish(self, window: QWidget) -> None:
        """Make way for the window."""
        window.raise_()
        self.close()


def show_opening(app: QApplication) -> Opening:
    """Show a card with the program's name and that it is loading; it is seen on return.

    Everything the window is made of takes a second to load, and much longer where the
    machine is busy; this takes a third of that.
    """
    says = QCoreApplication.translate("Studio", "Loading the voice…")
    card = Opening(_card(app.palette(), says))
    card.setWindowTitle(QGuiApplication.applicationDisplayName())
    card.setAccessibleName(says)
    show_now(card)
    return card


def show_now(window: QWidget) -> None:
    """Show a window; it has been drawn on return, whatever is done next."""
    window.show()
    given_up = monotonic() + SEEN_S
    while not window.windowHandle().isExposed() and monotonic() < given_up:
        QApplication.processEvents()
    window.repaint()


def _card(palette: QPalette, says: str) -> QPixmap:
    ratio = QGuiApplication.primaryScreen().devicePixelRatio()
    width, height = SIZE
    card = QPixmap(round(width * ratio), round(height * ratio))
    card.setDevicePixelRatio(ratio)
    card.fill(palette.color(QPalette.ColorRole.Window))
    painter = QPainter(card)
    painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1.0))
    painter.drawRect(QRectF(0.5, 0.5, width - 1, height - 1))
    text = palette.color(QPalette.ColorRole.WindowText)
    icon = icon_pixmap("espressivo", text, round(ICON_PX * ratio))
    painter.drawPixmap(QRectF((width - ICON_PX) / 2, 40, ICON_PX, ICON_PX), icon, icon.rect())
    font = QFont(QGuiApplication.font())
    bottom = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
    painter.setPen(text)
    painter.drawText(QRectF(0, 0, width, height - QFontMetrics(font).height()), bottom, says)
    font.setPointSizeF(NAME_SCALE * font.pointSizeF())
    painter.setFont(font)
    name = QRectF(0, 40 + ICON_PX, width, 56)
    painter.drawText(name, Qt.AlignmentFlag.AlignCenter, QGuiApplication.applicationDisplayName())
    painter.end()
    return card
