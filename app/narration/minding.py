"""What of a narration a person should mind: lines to listen to, captions to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.narration.deliver import Finished
from app.narration.delivered import Heard
from app.narration.timed import cues_of, over_limit

MOST_EAR = 500
"""Lines listed for the ear at most; a book with more is listened to whole."""
LATE_S = 0.25
"""A caption that is voiced later than this after its time is told of."""


def for_the_ear(finished: Finished) -> tuple[Heard, ...]:
    """Lines somebody should listen to, and why: those that stayed wrong, and unspoken words."""
    return tuple(_heard(finished))[:MOST_EAR]


def notes(finished: Finished) -> tuple[str, ...]:
    """Sentences on captions nobody can follow or that come late."""
    return tuple(_notes(finished))


def older_words(names: Sequence[str]) -> tuple[str, ...]:
    """A sentence on files that earlier runs left in the folder, if there are some."""
    if not names:
        return ()
    shown = ", ".join(dict.fromkeys(Path(name).parts[0] for name in names))
    left = f"{len(names)} files of an earlier run are still in the folder"
    return (f"{left} and not of this one: {shown}",)


def _heard(finished: Finished) -> Iterator[Heard]:
    for product in finished.products:
        for placed in product.line.placed:
            text = placed.line.request.text
            for fault in placed.done.faults:
                yield Heard(product.chapter.title, text, fault)
            if placed.done.unread:
                why = f"not spoken: {' '.join(placed.done.unread)}"
                yield Heard(product.chapter.title, text, why)


def _notes(finished: Finished) -> Iterator[str]:
    for product in finished.products:
        fast = sum(1 for _ in over_limit(cues_of(product.line)))
        if fast:
            yield f"{product.chapter.title}: {fast} captions are too fast to be read"
        if product.line.late_s > LATE_S:
            late = product.line.late_s
            yield f"{product.chapter.title}: captions are up to {late:.1f} s late"
