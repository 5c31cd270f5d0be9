"""A narration as another process follows it: a JSON object a line out, a word a line in.

``espressivo narrate BOOK --out DIR --events`` prints, in this order::

    {"event": "begin", "lines": [12, 0, 31], "letters": 4711}
    {"event": "line", "chapter": 0, "line": 0, "block": 0, "start": 0, "seconds": 3.2,
     "faults": [], "unread": [], "change": [0.0, 0.0, -0.1, 0.4], "minutes": 0.05,
     "total_minutes": 17.1, "left_s": null}
    {"event": "stage", "what": "encoding"}
    {"event": "note", "text": "..."}
    {"event": "result", ...what ``--json`` prints...}

or, where it fails, ``{"event": "error", "code", "subject", "detail", "hint"}``. It reads
``pause``, ``go`` and ``stop``; the end of its input is a ``stop``, so that it does not
outlive who started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from app.narration.ledger import Done
from app.narration.lines import BookLine
from app.narration.speaking import Pace
from app.narration.watch import Watch
from app.remarks import remark_sentence
from app.screen import Screen
from engine.cancel import CancelToken
from engine.errors import StudioError
from engine.values import SAMPLE_RATE, Remark

PAUSE, GO, STOP = "pause", "go", "stop"

WAIT_S = 0.1
"""How long one wait of a paused narration lasts before it looks whether it was stopped."""

NICER = 10
"""Priority given up, of 19: what a person does in a window goes first, and still the work
gets all of a processor nobody else wants."""


class EventScreen(Screen):
    """Prints events and nothing else."""

    def __init__(self) -> None:
        super().__init__(quiet=True)
        self._lock = threading.Lock()

    def event(self, name: str, **values: Any) -> None:
        """Print one event at once."""
        row = json.dumps({"event": name, **values}, ensure_ascii=True)
        with self._lock:
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()

    def note(self, text: str) -> None:
        """Tell something worth knowing."""
        self.event("note", text=text)

    def remarks(self, remarks: Sequence[Remark]) -> None:
        """Tell each remark once."""
        for remark in remarks:
            mark = (remark.code, remark.subject, remark.detail)
            if mark not in self._said:
                self._said.add(mark)
                self.note(remark_sentence(remark))

    def data(self, value: Mapping[str, Any]) -> None:
        """Tell the result."""
        self.event("result", **value)

    def failed(self, error: StudioError) -> None:
        """Tell what went wrong, for somebody who has sentences of their own."""
        self.event(
            "error",
            code=error.code,
            subject=error.subject,
            detail=error.detail,
            hint=error.hint,
        )


class EventWatch(Watch):
    """Tells every line, and waits while it is paused."""

    def __init__(self, screen: EventScreen) -> None:
        self._screen = screen
        self._lines: Sequence[Sequence[BookLine]] = ()
        self._runs = threading.Event()
        self._runs.set()

    def pause(self) -> None:
        """Let no further line begin."""
        self._runs.clear()

    def go(self) -> None:
        """Go on."""
        self._runs.set()

    def begins(self, lines: Sequence[Sequence[BookLine]]) -> None:
        """Tell how many lines there are."""
        self._lines = lines
        letters = sum(len(line.request.text) for chapter in lines for line in chapter)
        self._screen.event("begin", lines=[len(each) for each in lines], letters=letters)

    def before(self, token: CancelToken) -> None:
        """Wait while paused."""
        while not self._runs.wait(WAIT_S):
            token.check()

    def spoken(self, chapter: int, line: int, done: Done, pace: Pace) -> None:
        """Tell a line."""
        place = self._lines[chapter][line]
        self._screen.event(
            "line",
            chapter=chapter,
            line=line,
            block=place.block,
            start=place.start,
            seconds=round(done.samples / SAMPLE_RATE, 2),
            faults=list(done.faults),
            unread=list(done.unread),
            change=list(done.change),
            minutes=round(pace.minutes, 3),
            total_minutes=round(pace.total_minutes, 3),
            left_s=None if pace.left_s is None else round(pace.left_s),
        )

    def delivers(self, what: str) -> None:
        """Tell that something else than speaking goes on."""
        self._screen.event("stage", what=what)


@contextmanager
def obeying(watch: EventWatch, token: CancelToken, words: Iterable[str]) -> Iterator[None]:
    """Follow the words another process writes, until the work is done.

    Args:
        watch: is paused.
        token: is cancelled by ``stop`` and by the end of the words.
        words: lines of standard input.
    """

    def listen() -> None:
        with suppress(OSError, ValueError):  # the pipe is closed while it is read
            for word in words:
                if word.strip() == PAUSE:
                    watch.pause()
                elif word.strip() == GO:
                    watch.go()
                elif word.strip() == STOP:
                    break
        token.cancel()
        watch.go()

    # A thread that waits for input cannot be woken; it ends with its process.
    threading.Thread(target=listen, name="words", daemon=True).start()
    yield


def step_back() -> None:
    """Let everything else on the machine go first, where the system knows how."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICER)
