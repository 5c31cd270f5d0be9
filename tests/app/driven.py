"""A ``Playback`` in a process of its own, asked and listened to from a test.

PortAudio takes its devices from the environment when it is loaded, so the test's
own process cannot use a sound server made for one test.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

PROGRAM = """
import json, os, sys, threading
import numpy as np
from concurrent.futures import Future
from app.playing.playback import Playback

try:
    os.nice(-10)  # as the sound server takes it: other tests' work is not to be heard as gaps
except PermissionError:
    pass

say = threading.Lock()

def put(*what):
    with say:
        print(json.dumps(what), flush=True)

def told(event):
    reason = None if event.reason is None else f"{event.reason.code}: {event.reason.detail}"
    put("event", event.kind.value, event.position_s, reason)

def tone(seconds, pieces=1):
    t = np.arange(round(24_000 * seconds)) / 24_000
    whole = (0.5 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)
    for piece in np.array_split(whole, pieces):
        playback.append(piece)

playback = Playback(told)
for line in sys.stdin:
    name, *given = json.loads(line)
    what = tone if name == "tone" else getattr(playback, name)
    what = what(*given) if callable(what) else what
    if isinstance(what, Future):
        what = what.result()
    put("answer", str(what) if isinstance(what, Exception) else what)
playback.close()
"""

PORTAUDIO = "Expression '"
"""PortAudio's own thread prints where it was when a device left it; nobody can stop that."""

HANG_S = 20.0
"""Longer than anything takes: reaching it means that it hangs."""


@dataclass(frozen=True)
class Told:
    """An event and when it came (``time.monotonic``)."""

    kind: str
    position_s: float
    reason: str | None
    at: float


class Driven:
    """The other process. ``ask("play", 1.0)`` calls, ``ask("position_s")`` reads."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._answers: queue.Queue[Any] = queue.Queue()
        self._events: queue.Queue[Told] = queue.Queue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def ask(self, name: str, *given: object) -> Any:
        """Call a method with arguments, or read an attribute."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([name, *given]) + "\n")
        self._process.stdin.flush()
        return self._answers.get(timeout=HANG_S)

    def wait(self, kind: str) -> Told:
        """Return the next event, which has to be of this kind."""
        told = self._events.get(timeout=HANG_S)
        assert told.kind == kind, told
        return told

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what, *rest = json.loads(line)
            if what == "answer":
                self._answers.put(rest[0])
            else:
                self._events.put(Told(*rest, time.monotonic()))


@contextmanager
def driven(env: dict[str, str], before: str = "") -> Iterator[Driven]:
    """Run a playback under an environment; ``before`` is Python run ahead of it."""
    with subprocess.Popen(
        [sys.executable, "-c", before + PROGRAM],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        there = Driven(process)
        assert process.stdin is not None
        assert process.stderr is not None
        try:
            yield there
        finally:
            process.stdin.close()
            try:
                assert process.wait(HANG_S) == 0
            finally:
                process.kill()
                there.reader.join()
        lines = process.stderr.read().splitlines()
        said = [line for line in lines if not line.startswith(PORTAUDIO)]
        assert not said, said
