"""How live the window is with a long book open: ``xvfb-run python -m tests.bench.book [WORDS]``.

Opens a made book of 60,000 words (or as many as asked) in the studio with the double, goes
through it as a person would and lets it be spoken, a line every few milliseconds; prints how
long the window was deaf: the gaps between beats of a timer of 5 ms. To be read on a machine
that does nothing else.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.book.control import BookControl
from app.book.queue import JobState
from app.settings import Settings
from app.studio.wiring import Studio
from engine.build import build_engine
from tests.narration.book_maker import make, write_epub
from tests.studio.opened import live
from widgets.book.views import MannerView
from widgets.book.window import BookWindow
from widgets.themes import Theming

WORDS = 60_000
CHAPTERS = 40
BEAT_MS = 5
HANG_S = 120.0
SPEAK_S = 8.0
AT_ONCE = 3
"""Lines told between two turns of the window: far more than a machine speaks."""


@dataclass
class Beat:
    """The gaps between beats since the last telling, in milliseconds."""

    gaps: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)
    """Processor time of the window's thread in each: on a busy machine the rest is waiting."""
    last: float = field(default_factory=time.perf_counter)
    last_spent: float = field(default_factory=time.thread_time)

    def __call__(self) -> None:
        """Beat."""
        now, spent = time.perf_counter(), time.thread_time()
        self.gaps.append(1000 * (now - self.last))
        self.spent.append(1000 * (spent - self.last_spent))
        self.last, self.last_spent = now, spent

    def tell(self, what: str) -> None:
        """Print the gaps, and begin anew."""
        middle, late, most = spread(self.gaps)
        _, own_late, own_most = spread(self.spent)
        print(f"{what:34} p50 {middle:5.1f}  p99 {late:5.1f}  longest {most:6.1f} ms; "
              f"own time p99 {own_late:5.1f}  longest {own_most:5.1f} ms")  # fmt: skip
        self.gaps.clear()
        self.spent.clear()
        self.last, self.last_spent = time.perf_counter(), time.thread_time()


def spread(values: list[float]) -> tuple[float, float, float]:
    """The middle, the one that 99 of 100 do not exceed, and the greatest."""
    found = sorted(values) or [0.0]
    return found[len(found) // 2], found[min(round(0.99 * len(found)), len(found) - 1)], found[-1]


def main() -> None:
    """Measure."""
    words = int(sys.argv[1]) if len(sys.argv) > 1 else WORDS
    app = QApplication(sys.argv[:1])
    theming = Theming(app, app)
    with tempfile.TemporaryDirectory() as place:
        data = Path(place)
        book = data / "book.epub"
        write_epub(make(words, 3, CHAPTERS), book)
        own = Settings(data=data, file=data / "settings.toml")
        studio = Studio(own, lambda: build_engine(data, "fake"), theming)
        theming.apply("light", 1.0)
        studio.start()
        until(lambda: studio.engine.pictures and studio.engine.desk.running is None)
        beat = Beat()
        timer = QTimer()
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.setInterval(BEAT_MS)
        timer.timeout.connect(beat)
        timer.start()
        began = time.perf_counter()
        studio.window.book_dropped.emit(str(book))
        until(lambda: studio.books.opened)
        measure(studio.books.control, began, beat)
        studio.keep_recovery = True
        studio.window.close()
        studio.stop()


def measure(books: BookControl, began: float, beat: Beat) -> None:
    """Go through the book."""
    until(lambda: books.standing is not None and books.standing.asked)
    assert books.standing is not None
    assert books.window is not None
    laid, window = books.standing.laid, books.window
    print(f"{laid.letters} letters open after {time.perf_counter() - began:.1f} s")
    beat.tell("opening")
    bar = window.lines.table.verticalScrollBar()
    for _ in range(60):
        bar.setValue(bar.value() + 60)
        live(15)
    beat.tell("scrolling lines")
    for chapter in range(len(laid.work.plan.chapters)):
        window.chapters.table.go_to(chapter)
        live(20)
    beat.tell("going through chapters")
    window.chapters.titled.emit(0, "Another title")
    live(2000)
    beat.tell("a title changed")
    window.whole.changed.emit(MannerView("af_heart", "sad", 1.0))
    live(3000)
    beat.tell("the whole book directed")
    for page in ("cast", "skipped", "delivery", "queue", "report"):
        window.turn_to(page)
        live(100)
    beat.tell("the pages turned")
    window.turn_to("map")
    live(500)
    beat.tell("the map shown")
    window.map.as_table.setChecked(True)
    live(300)
    window.map.as_table.setChecked(False)
    beat.tell("the map as a table")
    speak(books, window, beat)


def speak(books: BookControl, window: BookWindow, beat: Beat) -> None:
    """Tell the window of lines as a rendering does, with the map on the screen."""
    assert books.standing is not None
    laid = books.standing.laid
    job = books.rendering.queue.add(laid)
    job.state, job.begun = JobState.RUNS, True
    places = iter(laid.places.values())
    told, end = 0, time.perf_counter() + SPEAK_S
    event = {"event": "line", "seconds": 3.0, "faults": [], "unread": [], "left_s": 60.0}
    event |= {"change": [1.0, 1.0, 0.5, 0.5], "minutes": 1.0, "total_minutes": 300.0}
    while time.perf_counter() < end:
        for (chapter, line), _ in zip(places, range(AT_ONCE), strict=False):
            place = laid.lines[chapter][line]
            event |= {"chapter": chapter, "block": place.block, "start": place.start}
            books.rendering._told(job, event)
            told += 1
        live(8)
    beat.tell(f"{told} lines spoken, with the map")
    job.state = JobState.DONE
    window.turn_to("lines")


def until(reached: Callable[[], object]) -> None:
    """Let the window live until something is so."""
    end = time.monotonic() + HANG_S
    while not reached():
        assert time.monotonic() < end, "it does not come"
        live(5)


if __name__ == "__main__":
    main()
