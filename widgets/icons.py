"""The program's icons: drawings of one colour, painted in the colour of the text around them.

``put_icon`` remembers on the button or action which drawing it has, so that
``recolour_icons`` can paint all of them again when the palette changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QObject, QRectF, QRegularExpression, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QWidget

ICON_PROPERTY = "espressivoIcon"
NAME_START = "icon-"
SIZES = (16, 20, 24, 32, 48, 64)
"""Pixels; Qt picks the nearest, so that 200 % fonts and screens get sharp ones."""

MODES = (
    (QIcon.Mode.Normal, QPalette.ColorGroup.Active),
    (QIcon.Mode.Disabled, QPalette.ColorGroup.Disabled),
)


@cache
def icon_source(name: str) -> str:
    """Return the SVG text of a drawing.

    Raises:
        FileNotFoundError: there is none of that name.
    """
    return files("assets").joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")


def icon_pixmap(name: str, colour: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    """Return a drawing painted in one colour, ``size`` device independent pixels wide.

    Qt keeps what was painted: a window has a hundred icons of forty drawings, and
    painting all of them anew takes half of its start.
    """
    key = f"espressivo {name} {colour.name()} {size} {ratio}"
    kept = QPixmap()
    if QPixmapCache.find(key, kept):
        return kept
    pixels = round(size * ratio)
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    _drawing(name, colour.name()).render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, pixmap)
    return pixmap


@lru_cache(maxsize=8)
def _drawing(name: str, colour: str) -> QSvgRenderer:
    """Return a drawing that was read: an icon is painted in many sizes one after another."""
    source = icon_source(name).replace("currentColor", colour)
    return QSvgRenderer(QByteArray(source.encode()))


def make_icon(
    name: str, palette: QPalette, role: QPalette.ColorRole = QPalette.ColorRole.ButtonText
) -> QIcon:
    """Return a drawing as an icon in the colours of ``palette``, greyed where disabled."""
    icon = QIcon()
    chosen = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.HighlightedText)
    for size in SIZES:
        for mode, group in MODES:
            icon.addPixmap(icon_pixmap(name, palette.color(group, role), size), mode)
        icon.addPixmap(icon_pixmap(name, chosen, size), QIcon.Mode.Selected)
    return icon


def put_icon(target: QAbstractButton | QAction, name: str, palette: QPalette) -> None:
    """Give a button or an action a drawing and remember which.

    A button keeps it as its object name, by which alone it is found again: a search
    over all objects would also take hold of those Qt keeps to itself and deletes unseen.
    """
    target.setProperty(ICON_PROPERTY, name)
    if isinstance(target, QAbstractButton):
        target.setObjectName(NAME_START + name)
    target.setIcon(make_icon(name, palette, _role(target)))


def recolour_icons(root: QWidget, actions: Iterable[QAction] = ()) -> None:
    """Paint the icons of the buttons under ``root`` and of ``actions`` in today's palette."""
    palette = root.palette()
    buttons = root.findChildren(QAbstractButton, QRegularExpression(f"^{NAME_START}"))
    targets: tuple[QAbstractButton | QAction, ...] = (*buttons, *actions)
    made: dict[tuple[str, QPalette.ColorRole], QIcon] = {}
    for target in targets:
        key = (str(target.property(ICON_PROPERTY) or ""), _role(target))
        if key[0]:
            made[key] = made.get(key) or make_icon(key[0], palette, key[1])
            target.setIcon(made[key])


def _role(target: QObject) -> QPalette.ColorRole:
    """Return the colour of the text beside an icon: the one primary button has its own."""
    primary = target.property("primary")
    return QPalette.ColorRole.BrightText if primary else QPalette.ColorRole.ButtonText
