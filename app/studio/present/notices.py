"""Errors and remarks as notices under the control they belong to, with what can be done.

The sentences are those of ``app.notices``, which the command line prints too; where a
next step there is a command to type, a window has a button or words of its own here.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.notices import NOTICES, fill, plain
from app.remarks import REMARKS
from app.studio.worker import Unexpected
from engine.errors import (
    BackendFailed,
    BackendUnavailable,
    CacheDamage,
    ExportError,
    MissingModel,
    StudioError,
)
from engine.values import Remark
from widgets.views import NoticeView

SUBJECTS = frozenset({"text", "prompt", "voice", "backend", "file", "player", "project"})
"""Places of the window where notices stand."""

PLACES = {"model": "backend", "setting": "prompt", "output": "file", "store": "file"}
"""Where what belongs to no such place is shown."""

CODE_PLACES = {
    "keyframe-off-text": "prompt",
    "knob-out-of-range": "prompt",
    "lexicon-invalid": "text",
    "lexicon-unreadable": "text",
    "player-unavailable": "player",
}

PROJECT_CODES = "project-"

LOCATE = ("locate", QT_TRANSLATE_NOOP("Notices", "Locate…"))
AUTOMATIC = ("automatic", QT_TRANSLATE_NOOP("Notices", "Use automatic"))
ON_CPU = ("cpu", QT_TRANSLATE_NOOP("Notices", "Retry on CPU"))
REPORT = ("report", QT_TRANSLATE_NOOP("Notices", "Save report…"))
PLACE = ("elsewhere", QT_TRANSLATE_NOOP("Notices", "Choose another place…"))
WRITE = ("again", QT_TRANSLATE_NOOP("Notices", "Try again"))
RESCAN = ("rescan", QT_TRANSLATE_NOOP("Notices", "Look for devices again"))
COPY = ("copy", QT_TRANSLATE_NOOP("Notices", "Work on a copy"))
AGAIN = ("retry", QT_TRANSLATE_NOOP("Notices", "Try again"))

CODE_ACTIONS: dict[str, tuple[tuple[str, object], ...]] = {
    "player-unavailable": (RESCAN,),
    "project-in-use": (COPY,),
    "project-changed": (PLACE,),
    "project-unwritable": (PLACE, WRITE),
    "output-unwritable": (PLACE, WRITE),
    "output-format-unknown": (PLACE,),
    "output-too-long": (PLACE,),
    "disk-full": (PLACE, WRITE),
}

STEPS: dict[str, object] = {
    "voice-unknown": QT_TRANSLATE_NOOP("Notices", "[did you mean {hint}? ]The list has them all"),
    "model-missing": QT_TRANSLATE_NOOP("Notices", "locate the folder with its files"),
    "voices-missing": QT_TRANSLATE_NOOP("Notices", "locate the folder with their files"),
    "model-damaged": QT_TRANSLATE_NOOP("Notices", "locate the folder with sound files"),
    "prepare-failed": QT_TRANSLATE_NOOP("Notices", "locate the folder with its files[ ({hint})]"),
    "backend-unavailable": QT_TRANSLATE_NOOP("Notices", "use automatic[ ({hint})]"),
    "backend-failed": QT_TRANSLATE_NOOP("Notices", "try again on the CPU[ ({hint})]"),
    "output-unwritable": QT_TRANSLATE_NOOP("Notices", "choose another place[ ({hint})]"),
    "disk-full": QT_TRANSLATE_NOOP("Notices", "free some space or choose another place[ ({hint})]"),
    "player-unavailable": QT_TRANSLATE_NOOP(
        "Notices", "connect an output and look again; everything else goes on[ ({hint})]"
    ),
    "markup-malformed": QT_TRANSLATE_NOOP(
        "Notices", "correct it, or leave out <speak> to have it read as plain text"
    ),
}
"""Next steps that the window puts in words of its own, by code."""

STAGES: dict[str, object] = {
    "loading": QT_TRANSLATE_NOOP("Notices", "loading the voice"),
    "speaking": QT_TRANSLATE_NOOP("Notices", "speaking"),
}


def notice_view(
    error: StudioError | Unexpected, notice_id: str, subject: str | None = None
) -> NoticeView:
    """Return the notice of a failure.

    Args:
        error: what failed.
        notice_id: comes back with the person's answer.
        subject: where to show it; None = where it belongs.
    """
    if isinstance(error, Unexpected):
        return _unexpected(error, notice_id, subject)
    notice = NOTICES[error.code]
    values = {
        "detail": plain(error.detail),
        "hint": plain(error.hint),
        "subject": plain(error.subject),
    }
    step = STEPS.get(error.code)
    return NoticeView(
        id=notice_id,
        subject=subject or place_of(error.code, error.subject),
        severity="warning" if isinstance(error, CacheDamage) else "error",
        says=_sentence(fill(QCoreApplication.translate("Notices", notice.says), values)),
        step=_sentence(
            fill(QCoreApplication.translate("Notices", str(step or notice.step)), values)
        ),
        actions=tuple(
            (word, QCoreApplication.translate("Notices", str(text)))
            for word, text in _actions(error)
        ),
    )


def remark_views(remarks: Iterable[Remark], prefix: str = "remark") -> tuple[NoticeView, ...]:
    """Return quiet notices of what is worth knowing, each once.

    Args:
        remarks: of a take or an engine.
        prefix: of the ids, so that those of two takes differ.
    """
    return tuple(
        NoticeView(
            id=f"{prefix}-{remark.code}-{number}",
            subject=place_of(remark.code, remark.subject),
            severity="info",
            says=_remark(remark),
            step="",
        )
        for number, remark in enumerate(dict.fromkeys(remarks))
    )


def _remark(remark: Remark) -> str:
    template = REMARKS.get(remark.code, f"{remark.code}[: {{detail}}]")
    values = {"detail": plain(remark.detail), "subject": plain(remark.subject), "hint": ""}
    return _sentence(fill(QCoreApplication.translate("Notices", template), values))


def place_of(code: str, subject: str) -> str:
    """Return the place of the window a code and subject belong to."""
    if code.startswith(PROJECT_CODES):
        return "project"
    if code in CODE_PLACES:
        return CODE_PLACES[code]
    if subject in SUBJECTS:
        return subject
    return PLACES.get(subject, "project")


def _actions(error: StudioError) -> tuple[tuple[str, object], ...]:
    if error.code in CODE_ACTIONS:
        return CODE_ACTIONS[error.code]
    if isinstance(error, MissingModel):
        return (LOCATE,)
    if isinstance(error, BackendUnavailable):
        return (AUTOMATIC,)
    if isinstance(error, BackendFailed):
        return (ON_CPU, AGAIN)
    return (AGAIN,) if isinstance(error, ExportError) and error.code != "tool-missing" else ()


def _unexpected(error: Unexpected, notice_id: str, subject: str | None) -> NoticeView:
    """The kind of the error is told, its message not: it may quote the text."""
    stage = QCoreApplication.translate("Notices", str(STAGES.get(error.stage, error.stage)))
    says = QCoreApplication.translate("Notices", "something broke in {stage} ({kind})")
    return NoticeView(
        id=notice_id,
        subject=subject or "backend",
        severity="error",
        says=_sentence(says.format(stage=stage, kind=type(error.error).__name__)),
        step=_sentence(
            QCoreApplication.translate("Notices", "the rest goes on; a report helps to mend it")
        ),
        actions=((REPORT[0], QCoreApplication.translate("Notices", str(REPORT[1]))),),
    )


def _sentence(text: str) -> str:
    """``text`` with a capital and a full stop."""
    if not text:
        return ""
    ends = text.endswith((".", "!", "?", "…", "。", "!", "?"))
    stop = "" if ends else QCoreApplication.translate("Notices", ".")
    return text[0].upper() + text[1:] + stop
