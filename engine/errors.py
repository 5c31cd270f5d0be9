"""Failures as values: every error the engine raises on purpose.

The engine writes no sentences for people. It names what failed with a stable
``code``; the app owns the sentence, the next step and the exit status for each
code (``app/notices.py``), and a test holds the two lists together.
"""

from __future__ import annotations


class Cancelled(Exception):
    """The work was stopped because its result is no longer wanted."""


class StudioError(Exception):
    """Base of all deliberate errors.

    Args:
        code: a stable word such as ``"model-missing"``; see ``CODES``.
        subject: what the error belongs to: ``text``, ``prompt``, ``voice``,
            ``backend``, ``model``, ``file`` or ``setting``.
        detail: the technical reason, for logs and reports.
        hint: what would help, in data rather than prose (a path, near names).
    """

    def __init__(self, code: str, *, subject: str, detail: str = "", hint: str = "") -> None:
        if code not in CODES:
            msg = f"undeclared error code {code!r}"
            raise ValueError(msg)
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.subject = subject
        self.detail = detail
        self.hint = hint


class InputError(StudioError):
    """What was asked cannot be done as asked: the person can change it."""


class MissingModel(StudioError):
    """A model or voice file is absent, damaged or not the one expected."""


class BackendUnavailable(StudioError):
    """A backend asked for by name cannot run on this machine."""


class BackendFailed(StudioError):
    """A backend that was running failed."""


class CacheDamage(StudioError):
    """A stored record is broken; it is removed and computed again."""


class ExportError(StudioError):
    """A result could not be written where it was wanted."""


CODES = frozenset(
    {
        # input
        "text-empty",
        "text-too-long",
        "text-not-text",
        "text-unreadable",
        "markup-malformed",
        "lexicon-invalid",
        "lexicon-unreadable",
        "prompt-too-long",
        "voice-unknown",
        "voice-mix-malformed",
        "language-unsupported",
        "knob-out-of-range",
        "keyframe-off-text",
        "setting-invalid",
        "name-unusable",
        "pack-unusable",
        "data-missing",
        "training-unavailable",
        "judge-missing",
        # books
        "book-unknown",
        "book-damaged",
        "book-protected",
        "book-without-text",
        "book-plan-invalid",
        "profile-unknown",
        "delivery-unknown",
        "job-in-use",
        "job-damaged",
        "report-missing",
        "recogniser-missing",
        "cluster-missing",
        "cluster-unreachable",
        "cluster-unready",
        "cluster-lost",
        # project
        "project-damaged",
        "project-newer",
        "project-unreadable",
        "project-unwritable",
        "project-changed",
        "project-in-use",
        # model
        "model-missing",
        "model-damaged",
        "model-unsupported",
        "voices-missing",
        "prepare-failed",
        "source-damaged",
        "data-unwritable",
        "data-full",
        # backend
        "backend-unknown",
        "backend-unavailable",
        "backend-failed",
        # store
        "record-damaged",
        "store-full",
        # output
        "output-format-unknown",
        "output-unwritable",
        "output-too-long",
        "disk-full",
        "player-unavailable",
        "tool-missing",
        "tool-failed",
    }
)
"""Every code the engine may raise. A new failure is declared here first."""
