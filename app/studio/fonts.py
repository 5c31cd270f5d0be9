"""Whether the window can be read with the fonts of this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontDatabase, QFontMetrics, QGuiApplication

if TYPE_CHECKING:
    # Only for its type: loading it takes as long as all else before the window is seen.
    from widgets.views import NoticeView

translate = QCoreApplication.translate

WRITING = {"zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese}
"""What a language is written in, where it is not the letters that every font has."""

NO_FONT = (
    "espressivo-studio: no font is installed here, so every letter is drawn as a box; "
    "install one (Debian and Ubuntu: fonts-dejavu-core) and start again."
)
"""Said where the program was started: in the window it could not be read."""


def readable(language: str) -> bool:
    """Whether there is a font for a language of the window."""
    writing = WRITING.get(language)
    return writing is None or bool(QFontDatabase.families(writing))


def has_font() -> bool:
    """Whether letters can be drawn at all."""
    return QFontMetrics(QGuiApplication.font()).inFontUcs4(ord("A"))


def unreadable_notice() -> NoticeView:
    """Say why the window is in English; in English, since nothing else can be read."""
    from widgets.views import NoticeView

    return NoticeView(
        id="font-missing",
        subject="project",
        severity="warning",
        says=translate("Studio", "There is no font for Chinese here, so the window is in English."),
        step=translate(
            "Studio", "Install one (Debian and Ubuntu: fonts-noto-cjk) and start again."
        ),
    )
