"""Failures about books in the window's words, with the buttons that help."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.notices import fill, plain
from app.studio.notice_board import UNEXPECTED
from app.studio.present.notices import notice_view
from app.studio.worker import Unexpected
from engine.errors import StudioError
from widgets.views import NoticeView

translate = QCoreApplication.translate

OTHER = ("other", QT_TRANSLATE_NOOP("Book", "Open another book…"))
PLACE = ("place", QT_TRANSLATE_NOOP("Book", "Choose another folder…"))
AGAIN = ("again", QT_TRANSLATE_NOOP("Book", "Go on"))
OWN = ("own", QT_TRANSLATE_NOOP("Book", "The book’s own chapters"))

STEPS: dict[str, object] = {
    "book-plan-invalid": QT_TRANSLATE_NOOP("Book", "take the book's own chapters"),
    "job-in-use": QT_TRANSLATE_NOOP("Book", "let it end, or choose another folder"),
    "job-damaged": QT_TRANSLATE_NOOP("Book", "choose another folder, or remove that file"),
    "report-missing": QT_TRANSLATE_NOOP("Book", "render the book into this folder first"),
    "disk-full": QT_TRANSLATE_NOOP(
        "Book", "free some space and go on, or choose another folder; what is spoken is kept"
    ),
    "output-unwritable": QT_TRANSLATE_NOOP(
        "Book", "choose another folder, or see that this one can be written in"
    ),
    "tool-missing": QT_TRANSLATE_NOOP(
        "Book", "install ffmpeg (version 5 or newer) and go on; what is spoken is kept"
    ),
    "text-unreadable": QT_TRANSLATE_NOOP("Book", "see that the file is there and whole"),
}
"""Next steps where the command line's own would name options."""

ACTIONS: dict[str, tuple[tuple[str, object], ...]] = {
    "book-plan-invalid": (OWN,),
    "job-in-use": (PLACE, AGAIN),
    "job-damaged": (PLACE,),
    "disk-full": (AGAIN, PLACE),
    "output-unwritable": (PLACE, AGAIN),
    "tool-missing": (AGAIN,),
    "tool-failed": (AGAIN, PLACE),
}
OPENING = ("book-unknown", "book-damaged", "book-protected", "book-without-text", "text-unreadable")
"""Codes of documents that cannot be read."""


def book_notice(error: StudioError | Unexpected, subject: str) -> NoticeView:
    """Return the notice of a failure; ``subject`` is a bar of the book's window."""
    if isinstance(error, Unexpected):
        return notice_view(error, UNEXPECTED, subject)
    view = notice_view(error, error.code, subject)
    actions = (OTHER,) if error.code in OPENING else ACTIONS.get(error.code, (AGAIN,))
    labels = tuple((word, QCoreApplication.translate("Book", str(text))) for word, text in actions)
    step = STEPS.get(error.code)
    if step is None:
        return replace(view, actions=labels)
    values = {"detail": plain(error.detail), "hint": plain(error.hint), "subject": ""}
    told = fill(QCoreApplication.translate("Book", str(step)), values)
    stop = QCoreApplication.translate("Notices", ".")
    return replace(view, step=f"{told[0].upper()}{told[1:]}{stop}", actions=labels)


def no_suggestions(said: str) -> NoticeView:
    """Return the notice of a look for suggested emotions that failed."""
    says = QCoreApplication.translate("Book", "Emotions could not be looked for: {said}")
    step = QCoreApplication.translate("Book", "Try again; everything else goes on without them.")
    return NoticeView("suggesting", "chapter", "warning", says.format(said=plain(said)), step)


def complaint(said: str) -> NoticeView:
    """Return the notice of a narration that ended and gave no reason a person can act on."""
    says = QCoreApplication.translate("Book", "The rendering ended unexpectedly: {said}")
    step = QCoreApplication.translate("Book", "What was spoken is kept: go on to try again.")
    label = QCoreApplication.translate("Book", str(AGAIN[1]))
    return NoticeView(
        "ended", "render", "error", says.format(said=plain(said)), step, ((AGAIN[0], label),)
    )


def interrupted_notice() -> NoticeView:
    """A rendering that a program which ended had under way."""
    says = translate("Book", "This book was being rendered when the program ended.")
    step = translate("Book", "What was spoken is kept: going on takes it up where it was.")
    actions = (("again", translate("Book", "Go on")),)
    return NoticeView("interrupted", "render", "info", says, step, actions)
