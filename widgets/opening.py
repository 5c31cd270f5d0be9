"""What is seen while the window itself is still being made."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QSplashScreen

from widgets.icons import icon_pixmap

SIZE = (420, 240)
"""A card, in device independent pixels."""
ICON_PX = 64
NAME_SCALE = 1.8
"""Size of the program's name against the text."""


def show_opening(app: QApplication) -> QSplashScreen:
    """Show a card with the program's name and that it is loading; it is seen on return.

    Everything the window is made of takes a second to load, and much longer where the
    machine is busy; this takes a third of that.
    """
    palette = app.palette()
    card = QSplashScreen(_card(palette))
    says = QCoreApplication.translate("Studio", "Loading the voice…")
    card.setWindowTitle(QGuiApplication.applicationDisplayName())
    card.setAccessibleName(says)
    bottom = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
    card.showMessage(f"{says}\n", bottom, palette.color(QPalette.ColorRole.WindowText))
    card.show()
    QApplication.processEvents()
    return card


def _card(palette: QPalette) -> QPixmap:
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
    font.setPointSizeF(NAME_SCALE * font.pointSizeF())
    painter.setFont(font)
    painter.setPen(text)
    name = QRectF(0, 40 + ICON_PX, width, 56)
    painter.drawText(name, Qt.AlignmentFlag.AlignCenter, QGuiApplication.applicationDisplayName())
    painter.end()
    return card
