"""Contrast of every pair of colours that meets on the screen, and switching at run time."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from widgets.icons import icon_source, make_icon, put_icon, recolour_icons
from widgets.main_window import MainWindow
from widgets.palette import contrast
from widgets.themes import COLOURS, THEMES, Theming, theme_palette

Role = QPalette.ColorRole
Group = QPalette.ColorGroup

TEXTS = (
    (Role.WindowText, Role.Window),
    (Role.Text, Role.Base),
    (Role.Text, Role.AlternateBase),
    (Role.ButtonText, Role.Button),
    (Role.ButtonText, Role.Window),
    (Role.PlaceholderText, Role.Base),
    (Role.PlaceholderText, Role.Window),
    (Role.HighlightedText, Role.Highlight),
    (Role.BrightText, Role.Accent),
    (Role.ToolTipText, Role.ToolTipBase),
    (Role.Link, Role.Base),
    (Role.Link, Role.Window),
)
PARTS = (
    (Role.Mid, Role.Window),
    (Role.Mid, Role.Base),
    (Role.Mid, Role.Button),
    (Role.Accent, Role.Window),
    (Role.Accent, Role.Base),
    (Role.Accent, Role.Button),
    (Role.Highlight, Role.Base),
)
LEAST = {"light": 4.5, "dark": 4.5, "contrast": 7.0}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pair", TEXTS, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_text_can_be_read(theme: str, pair: tuple[Role, Role], qapp: QApplication) -> None:
    palette = theme_palette(theme)
    for group in (Group.Active, Group.Inactive):
        ratio = contrast(palette.color(group, pair[0]), palette.color(group, pair[1]))
        assert ratio >= LEAST[theme]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pair", PARTS, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_controls_can_be_seen(theme: str, pair: tuple[Role, Role], qapp: QApplication) -> None:
    palette = theme_palette(theme)
    assert contrast(palette.color(pair[0]), palette.color(pair[1])) >= 3.0


@pytest.mark.parametrize("theme", THEMES)
def test_quiet_text_of_the_style_sheet_can_be_read(theme: str) -> None:
    colours = COLOURS[theme]
    for ground in (colours.window, colours.base):
        assert contrast(colours.quiet, ground) >= LEAST[theme]


def test_themes_switch_while_the_window_stands(
    qtbot: QtBot, qapp: QApplication, theming: Theming
) -> None:
    theming.apply("light")
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    seen: list[str] = []
    theming.changed.connect(seen.append)
    try:
        for theme in ("dark", "light", "contrast", "dark"):
            theming.apply(theme)
            qtbot.wait(10)
            assert qapp.palette().color(Role.Window).name() == COLOURS[theme].window
            # An icon of the window is drawn in the theme's own text colour.
            image = window.transport.rescan.icon().pixmap(32, 32).toImage()
            drawn = {
                image.pixelColor(x, y).name()
                for x in range(image.width())
                for y in range(image.height())
                if image.pixelColor(x, y).alpha() == 255
            }
            assert drawn == {COLOURS[theme].text}
    finally:
        theming.apply("light")
    assert seen[:4] == ["dark", "light", "contrast", "dark"]


def test_fonts_grow_to_twice_their_size_and_no_further(
    qapp: QApplication, theming: Theming
) -> None:
    theming.apply("light", 1.0)
    before = qapp.font()
    try:
        theming.apply("light", 2.0)
        assert qapp.font().pointSizeF() == pytest.approx(2 * before.pointSizeF())
        theming.apply("light", 9.0)
        assert qapp.font().pointSizeF() == pytest.approx(2 * before.pointSizeF())
    finally:
        theming.apply("light", 1.0)


def test_a_disabled_icon_is_drawn_fainter(qtbot: QtBot) -> None:
    palette = theme_palette("light")
    icon = make_icon("delete", palette)
    plain = icon.pixmap(32, 32, icon.Mode.Normal).toImage()
    faint = icon.pixmap(32, 32, icon.Mode.Disabled).toImage()
    assert plain != faint


def test_an_unknown_drawing_is_an_error(qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    with pytest.raises(FileNotFoundError):
        icon_source("no such drawing")
    put_icon(button, "play", theme_palette("dark"))
    recolour_icons(button)
    assert not button.icon().isNull()


def test_a_window_deleted_with_the_keyboard_in_it_is_let_go(theming: Theming, qtbot: QtBot) -> None:
    """What the ring lies on would otherwise live on with it, its takes and maps included."""
    window = QWidget()
    button = QPushButton("Speak", window)
    theming._ring_around(None, button)
    assert theming._ring is not None
    held = weakref.ref(window)
    window.deleteLater()
    del window, button
    qtbot.waitUntil(lambda: theming._ring is None)
    gc.collect()
    assert held() is None
    theming._ring_around(None, None)
