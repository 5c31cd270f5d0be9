"""The stretch of time that several pictures show together, and what is marked in it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

LEAST_SPAN_S = 0.1
"""Closest zoom: a short vowel then fills the picture, and a curve still has 8 values."""

NOWHERE = -1.0
"""Stands for no cursor and no playhead."""


class TimeAxis(QObject):
    """Range, cursor, playhead and selection in seconds; pictures of one line share one."""

    ranged = Signal(float, float)
    pointed = Signal(float)
    """The cursor moved; ``NOWHERE`` if it left."""
    played = Signal(float)
    marked = Signal(object)
    """The selection: ``(start, end)`` or None."""
    sought = Signal(float)
    """The person wants to hear from here."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.length = 1.0
        self.start = 0.0
        self.end = 1.0
        self.cursor = NOWHERE
        self.playhead = NOWHERE
        self.selection: tuple[float, float] | None = None

    @property
    def whole(self) -> bool:
        """Whether all of the line is in sight."""
        return self.start <= 0.0 and self.end >= self.length

    def begin(self, seconds: float) -> None:
        """Show the whole of another line, with nothing marked in it."""
        self.mark(None)
        self.point(NOWHERE)
        self.set_length(seconds)
        self.reset()

    def set_length(self, seconds: float) -> None:
        """Take a new length; a zoom into the line is kept as far as it still lies inside."""
        whole = self.whole
        self.length = max(seconds, LEAST_SPAN_S)
        if whole:
            self.show_range(0.0, self.length)
        else:
            self.show_range(self.start, self.end)

    def show_range(self, start: float, end: float) -> None:
        """Show ``start`` to ``end``, moved and cut to lie inside the line."""
        span = min(max(end - start, LEAST_SPAN_S), self.length)
        start = min(max(start, 0.0), self.length - span)
        if (start, start + span) != (self.start, self.end):
            self.start, self.end = start, start + span
            self.ranged.emit(self.start, self.end)

    def zoom(self, factor: float, around: float) -> None:
        """Show ``factor`` times as much time; ``around`` keeps its place on the screen."""
        self.show_range(
            around - (around - self.start) * factor, around + (self.end - around) * factor
        )

    def scroll(self, seconds: float) -> None:
        """Move what is shown."""
        self.show_range(self.start + seconds, self.end + seconds)

    def reset(self) -> None:
        """Show the whole line."""
        self.show_range(0.0, self.length)

    def point(self, seconds: float) -> None:
        """Put the cursor; what is shown follows it."""
        if seconds != NOWHERE:
            seconds = min(max(seconds, 0.0), self.length)
            self._turn_to(seconds)
        if seconds != self.cursor:
            self.cursor = seconds
            self.pointed.emit(seconds)

    def play(self, seconds: float) -> None:
        """Put the playhead; a picture that is zoomed in turns over like a page."""
        if seconds != self.playhead:
            self.playhead = seconds
            if seconds != NOWHERE:
                self._turn_to(seconds)
            self.played.emit(seconds)

    def mark(self, selection: tuple[float, float] | None) -> None:
        """Select a stretch, or nothing."""
        if selection is not None:
            low, high = sorted(min(max(at, 0.0), self.length) for at in selection)
            selection = (low, high) if high > low else None
        if selection != self.selection:
            self.selection = selection
            self.marked.emit(selection)

    def seek(self, seconds: float) -> None:
        """Ask to play from a moment."""
        self.sought.emit(min(max(seconds, 0.0), self.length))

    def _turn_to(self, seconds: float) -> None:
        span = self.end - self.start
        if seconds < self.start or seconds > self.end:
            self.show_range(seconds - span / 10, seconds + span * 9 / 10)
