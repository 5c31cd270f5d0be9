"""A book opened in the window of a studio, and waiting for what becomes of it."""

from __future__ import annotations

from pathlib import Path

from app.book.control import BookControl
from app.book.standing import Standing
from tests.studio.opened import until
from widgets.book.window import BookWindow

WHOLE_S = 300.0
"""A book through ffmpeg in four formats, on a machine where ten others are at work."""

PLAY = (
    "A word before.\n\nCHAPTER 1\n\nMARA: Who is it?[1]\n\nTOM: Only me.\n\nMARA: Come in.\n\n"
    "[1] Said at the door.\n\nCHAPTER 2\n\nTOM: It is late.\n\nShe let him in.\n"
)
"""A small play: its chapters, who speaks, and a note."""


def opened(control: BookControl, path: Path) -> None:
    control.open(path)
    until(lambda: control.work is not None and control.work.path == path)
    settled(control)


def settled(control: BookControl) -> None:
    """Wait until what is shown is what was decided, and what is known of it."""
    until(
        lambda: (
            control.standing is not None
            and control.standing.laid.work is control.work
            and control.standing.asked
            and not control.aside.busy("speakers")
        )
    )


def shut(control: BookControl) -> None:
    """Keep the book and have none open."""
    control.keep()
    control.work = None


def standing_of(control: BookControl) -> Standing:
    assert control.standing is not None
    return control.standing


def lines_of(control: BookControl) -> int:
    return sum(len(each) for each in standing_of(control).laid.lines)


def window_of(control: BookControl) -> BookWindow:
    assert control.window is not None
    return control.window


def notices(control: BookControl, bar: str) -> list[str]:
    return [card.view.id for card in window_of(control).bars[bar].cards]
