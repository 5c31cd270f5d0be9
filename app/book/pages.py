"""The pages that show the whole book at once: its map, and what of it is skipped.

What is on them grows with the book, so it is made beside the window or a slice a turn,
and only while the page is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.book import present as book_present
from app.studio.slices import Slices
from widgets.at_most import AtMost
from widgets.book.window import BookWindow

if TYPE_CHECKING:
    from app.book.control import BookControl

MAP_MS = 1_000
"""Shortest time between two maps of a book that is being spoken."""


class BookPages(QObject):
    """Fills them when they are turned to, and when what they show has changed."""

    def __init__(self, control: BookControl) -> None:
        super().__init__(control)
        self._control = control
        self._drawing = Slices(self)
        self._again = False
        """Whether the map was asked for while it was being drawn."""
        self.map_soon = AtMost(MAP_MS, self._draw_map, self)

    def connect_to(self, window: BookWindow) -> None:
        """Hear the window."""
        window.page_turned.connect(self.show)
        window.map.jumped.connect(self._jump)

    def show(self, page: str) -> None:
        """Show a page as it is now, if it is one of these."""
        work = self._control.work
        if work is None:
            return
        if page == "map":
            self.map_soon.now()
        elif page == "skipped":
            self._control.aside.do(
                "skipped",
                lambda: book_present.skipped_views(work),
                self._show_skipped,
                lambda error: self._control.say(error, "chapter"),
            )

    def drop(self) -> None:
        """Draw nothing more of what was open."""
        self._drawing.drop()
        self._again = False

    def _draw_map(self) -> None:
        standing, window = self._control.standing, self._control.window
        if standing is None or window is None or window.page() != "map":
            return
        if self._drawing.busy:
            self._again = True
            return
        self._drawing.do(standing.draw(), self._drawn, self._put_map)

    def _drawn(self) -> None:
        self._put_map()
        again, self._again = self._again, False
        if again:
            self.map_soon.ask()

    def _put_map(self) -> None:
        standing, window = self._control.standing, self._control.window
        if standing is not None and window is not None:
            window.map.show_map(standing.picture())

    def _jump(self, row: int, line: int) -> None:
        """Go to a line of the map, whose rows are the chapters that are spoken."""
        standing = self._control.standing
        if standing is None:
            return
        spoken = [at for at, lines in enumerate(standing.laid.lines) if lines]
        if row < len(spoken) and spoken[row] < len(standing.laid.work.plan.chapters):
            self._control.go_to(spoken[row], line)

    def _show_skipped(self, found: object) -> None:
        assert isinstance(found, tuple)
        if self._control.window is not None:
            self._control.window.skipped.show_skipped(*found)
