"""What a book's rare options cannot be, said under their fields."""

from __future__ import annotations

from dataclasses import asdict

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.book.means import Means, problems
from widgets.book.views import MeansView

translate = QCoreApplication.translate

PROBLEMS: dict[str, object] = {
    "nudge": QT_TRANSLATE_NOOP("Book", "This cannot be changed so: {detail}."),
    "encoding": QT_TRANSLATE_NOOP("Book", "There is no encoding called {detail}."),
    "no-file": QT_TRANSLATE_NOOP("Book", "There is no such file: {detail}."),
    "address": QT_TRANSLATE_NOOP(
        "Book", "{detail} is no address: give HOST:PORT of the cluster’s head, or auto."
    ),
    "both": QT_TRANSLATE_NOOP(
        "Book", "A cluster is for several machines, processes are for this one: leave one out."
    ),
    "no-ray": QT_TRANSLATE_NOOP("Book", "Ray is not installed: pip install '{detail}'."),
    "no-recogniser": QT_TRANSLATE_NOOP(
        "Book", "The recogniser is not installed: pip install '{detail}'."
    ),
}
"""By the words of ``app.book.means.problems``."""


def means_view(means: Means) -> MeansView:
    """The options for their fields."""
    said = {
        name: translate("Book", str(PROBLEMS[word])).format(detail=detail)
        for name, (word, detail) in problems(means).items()
    }
    return MeansView(asdict(means), said)
