"""What one notice is: its sentence, its next step, its exit status.

The tables are in ``app.notices`` and, for books, ``app.book.notices``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Exit(IntEnum):
    """Exit statuses of the command line."""

    OK = 0
    INPUT = 2
    MODEL = 3
    BACKEND = 4
    OUTPUT = 5
    CLUSTER = 6
    OTHER = 70
    CANCELLED = 130


def said(context: str, text: str) -> str:
    """Return ``text``, which the translator's tools find by this call.

    It stands for Qt's ``QT_TRANSLATE_NOOP``: the command line works without Qt.
    ``packaging/translate.sh`` names it to ``lupdate``.

    Args:
        context: under which the window looks the text up.
        text: a literal.
    """
    return text


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said about one code: a sentence, what to do next, the exit status."""

    says: str
    step: str
    status: Exit
