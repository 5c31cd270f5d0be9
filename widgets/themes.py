"""How the program looks: light, dark and high contrast, and fonts up to twice the size.

The palettes are whole: every role that is drawn has a colour in every group, so
that nothing is left to a platform's own theme. ``tests/widgets/test_themes.py``
computes the contrast of every pair that meets on the screen (WCAG 2.2, 1.4.3
and 1.4.11: text 4.5:1, parts of controls 3:1; high contrast 7:1).
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QFocusFrame, QWidget

from widgets.outlines import OutlinedStyle

THEMES = ("light", "dark", "contrast")
SYSTEM = "system"

MOST_SCALE = 2.0
RING_PX = 2
"""WCAG 2.2, 2.4.13: a focus ring of at least two pixels."""
RING_MARGIN_PX = 3


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one theme, as ``#rrggbb``."""

    window: str
    text: str
    base: str
    alternate: str
    button: str
    edge: str
    """Outlines of controls."""
    quiet: str
    """Secondary text."""
    disabled: str
    accent: str
    on_accent: str
    link: str
    focus: str


LIGHT = Colours(
    window="#f4f5f7",
    text="#1b1f24",
    base="#ffffff",
    alternate="#eef1f5",
    button="#e6e9ee",
    edge="#77818e",
    quiet="#545d69",
    disabled="#8a929c",
    accent="#1f5fa8",
    on_accent="#ffffff",
    link="#14539a",
    focus="#1f5fa8",
)
DARK = Colours(
    window="#1e2126",
    text="#e8eaed",
    base="#16181c",
    alternate="#22262c",
    button="#2d323a",
    edge="#7f8894",
    quiet="#aeb6c0",
    disabled="#767e88",
    accent="#8ab8f0",
    on_accent="#0d1620",
    link="#9cc4f5",
    focus="#8ab8f0",
)
CONTRAST = Colours(
    window="#000000",
    text="#ffffff",
    base="#000000",
    alternate="#101010",
    button="#000000",
    edge="#ffffff",
    quiet="#ffffff",
    disabled="#a6a6a6",
    accent="#ffe100",
    on_accent="#000000",
    link="#7fe0ff",
    focus="#ffe100",
)
COLOURS = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}

Role = QPalette.ColorRole
Group = QPalette.ColorGroup


def theme_palette(theme: str) -> QPalette:
    """Return the palette of ``light``, ``dark`` or ``contrast``.

    Raises:
        KeyError: there is no such theme.
    """
    colours = COLOURS[theme]
    palette = QPalette()
    for role, colour in _roles(colours).items():
        palette.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.Text, Role.ButtonText, Role.HighlightedText):
        palette.setColor(Group.Disabled, role, QColor(colours.disabled))
    palette.setColor(Group.Disabled, Role.Highlight, QColor(colours.button))
    palette.setColor(Group.Disabled, Role.Accent, QColor(colours.disabled))
    return palette


def _roles(colours: Colours) -> dict[QPalette.ColorRole, str]:
    button = QColor(colours.button)
    return {
        Role.Window: colours.window,
        Role.WindowText: colours.text,
        Role.Base: colours.base,
        Role.AlternateBase: colours.alternate,
        Role.ToolTipBase: colours.base,
        Role.ToolTipText: colours.text,
        Role.PlaceholderText: colours.quiet,
        Role.Text: colours.text,
        Role.Button: colours.button,
        Role.ButtonText: colours.text,
        Role.BrightText: colours.on_accent,
        Role.Highlight: colours.accent,
        Role.HighlightedText: colours.on_accent,
        Role.Accent: colours.accent,
        Role.Link: colours.link,
        Role.LinkVisited: colours.link,
        Role.Light: button.lighter(115).name(),
        Role.Midlight: button.lighter(107).name(),
        Role.Mid: colours.edge,
        Role.Dark: colours.edge,
        Role.Shadow: colours.edge,
    }


def style_sheet(theme: str) -> str:
    """Return the few rules a palette cannot say: outlines, quiet text, the big button."""
    c = COLOURS[theme]
    return f"""
    QToolTip {{ color: {c.text}; background: {c.base}; border: 1px solid {c.edge}; padding: 4px; }}
    QLabel[quiet="true"] {{ color: {c.quiet}; }}
    QLabel[heading="true"] {{ font-weight: 600; }}
    QFrame[card="true"] {{ background: {c.base}; border: 1px solid {c.edge}; border-radius: 4px; }}
    QPushButton[primary="true"] {{
        color: {c.on_accent}; background: {c.accent}; border: 1px solid {c.accent};
        border-radius: 4px; padding: 6px 18px; font-weight: 600; }}
    QPushButton[primary="true"]:hover {{ border-color: {c.text}; }}
    QPushButton[primary="true"]:disabled {{
        color: {c.disabled}; background: {c.button}; border-color: {c.disabled}; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QSplitter::handle {{ background: {c.window}; }}
    QSplitter::handle:hover {{ background: {c.accent}; }}
    """


def system_theme(app: QApplication) -> str:
    """Return the theme the system asks for: high contrast before dark before light."""
    hints = app.styleHints()
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return "contrast"
    return "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"


class FocusRing(QFocusFrame):
    """A two pixel ring around whatever has the keyboard, in every theme.

    It lies over its control. Qt would lay it under, unless a style hint said otherwise,
    and a hint costs much (``OutlinedStyle``); so it comes back to the top by itself.
    """

    UNDER = frozenset({QEvent.Type.Show, QEvent.Type.ParentChange, QEvent.Type.ZOrderChange})
    """Events of the control at which Qt lays the ring under it."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the control, and stay over it."""
        taken = super().eventFilter(watched, event)
        if event.type() in self.UNDER:
            self.raise_()
        return taken

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring, and a line of the ground's colour inside it.

        The line is what is seen of it on a control that itself has the ring's colour.
        """
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for role, width, inset in (
            (Role.Accent, RING_PX, RING_PX // 2),
            (Role.Base, RING_PX, RING_PX + RING_PX // 2),
        ):
            painter.setPen(QPen(self.palette().color(role), width))
            painter.drawRoundedRect(QRect(self.rect()).adjusted(inset, inset, -inset, -inset), 3, 3)
        painter.end()


class Theming(QObject):
    """Keeps one application in the theme and the font size a person chose."""

    changed = Signal(str)
    """The theme that rules now, after the palette is in place."""

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._choice = SYSTEM
        self._theme = ""
        self._font = QFont(app.font())
        self._scale = 1.0
        self._ring: FocusRing | None = None
        self._style = OutlinedStyle()
        app.setStyle(self._style)
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._follow)
        hints.accessibility().contrastPreferenceChanged.connect(self._follow)
        app.focusChanged.connect(self._ring_around)

    @property
    def theme(self) -> str:
        """The theme that rules now."""
        return self._theme

    def apply(self, choice: str, scale: float = 1.0) -> None:
        """Rule by ``choice`` (a theme or ``system``) with fonts ``scale`` times the system's."""
        self._choice = choice
        scale = min(max(scale, 1.0), MOST_SCALE)
        if scale != self._scale:
            self._scale = scale
            font = QFont(self._font)
            font.setPointSizeF(self._font.pointSizeF() * scale)
            self._set_font(font)
        self._follow()

    def _set_font(self, font: QFont) -> None:
        """Set the font of all widgets.

        A style sheet keeps the fonts of what it dressed, and what is not yet shown is
        passed over; hence the sheet is put on anew and each widget asked to inherit.
        """
        self._app.setStyleSheet("")
        self._app.setFont(font)
        self._style.follow(font)
        for widget in self._app.allWidgets():
            if not widget.font().resolveMask():
                widget.setFont(QFont())
        self._app.setStyleSheet(style_sheet(self._theme) if self._theme else "")

    def colour(self, choice: str) -> None:
        """Take a theme's colours, before there are widgets; ``apply`` takes all of it."""
        theme = system_theme(self._app) if choice == SYSTEM else choice
        self._app.setPalette(theme_palette(theme))

    def _follow(self) -> None:
        theme = system_theme(self._app) if self._choice == SYSTEM else self._choice
        if theme != self._theme:
            self._theme = theme
            # Off, then on: Qt asks what wore the sheet before to wear the new one, and keeps
            # there, unseen, widgets that were deleted while their style was still asked.
            self._app.setStyleSheet("")
            self._app.setPalette(theme_palette(theme))
            self._app.setStyleSheet(style_sheet(theme))
            self.changed.emit(theme)

    def _ring_around(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._ring is not None:
            self._ring.destroyed.disconnect(self._ring_gone)
            self._ring.deleteLater()
            self._ring = None
        if new is not None and new.window() is not new:
            self._ring = FocusRing(new)
            self._ring.destroyed.connect(self._ring_gone)
            self._ring.setWidget(new)
            self._ring.raise_()

    def _ring_gone(self) -> None:
        """Its control was deleted while it had the keyboard, and the ring with it."""
        self._ring = None


class PaletteWatch(QObject):
    """Calls back when the palette of a widget changes; lives as long as the widget."""

    repaint = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Say when the palette changed; never take the event."""
        if event.type() == QEvent.Type.PaletteChange:
            self.repaint.emit()
        return False
