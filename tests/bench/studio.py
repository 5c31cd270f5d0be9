"""How live the window is: a knob dragged for 5 s. ``xvfb-run python -m tests.bench.studio``.

Prints, with the double and with the real voice, the heatmap updates a second, how long
the window was deaf at most, how soon a running sound was cut, and whether the last value
set was the last one drawn. To be read on a machine that does nothing else.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import settings
from app.settings import Settings
from app.wiring import Studio
from engine.build import build_engine
from widgets.themes import Theming

DRAG_S = 5.0
STEP_MS = 10
BEAT_MS = 5
LOAD_S = 120.0


def main() -> None:
    """Measure each backend in turn; with a backend's name as argument only that one."""
    own = settings.load(os.environ)
    app = QApplication(sys.argv[:1])
    theming = Theming(app, app)
    for backend in sys.argv[1:] or ("fake", "auto"):
        with tempfile.TemporaryDirectory() as place:
            measure(Settings(data=Path(place), file=own.file), own.data, backend, theming)


def measure(mine: Settings, data: Path, backend: str, theming: Theming) -> None:
    """Open a studio, drag its intensity, print what was seen."""
    begun = time.perf_counter()
    studio = Studio(mine, lambda: build_engine(data, backend), theming)
    studio.start()
    QApplication.processEvents()
    visible = time.perf_counter() - begun
    end = time.monotonic() + LOAD_S
    while not studio.engine.pictures and time.monotonic() < end:
        QTest.qWait(20)
    QTest.qWait(500)
    studio.engine.speak(studio.state.current, play=False)
    while studio.engine.desk.running is None:
        QTest.qWait(1)
    job = studio.engine.desk.running
    beats: list[float] = []
    beat = _timer(BEAT_MS, lambda: beats.append(time.perf_counter()))
    slider = studio.window.knobs.knobs["intensity"].slider
    span = slider.maximum() - slider.minimum()
    values = 0

    def step() -> None:
        nonlocal values
        values += 1
        phase = (values % 200) / 100
        slider.setValue(round(slider.minimum() + span * min(phase, 2 - phase)))

    start, before = time.perf_counter(), studio.engine.updates
    busy, painting = time.process_time(), time.thread_time()
    step()
    while studio.engine.desk.running is job:
        QTest.qWait(1)
    cut = time.perf_counter() - start
    drag = _timer(STEP_MS, step)
    while time.perf_counter() - start < DRAG_S:
        QTest.qWait(10)
    drag.stop()
    made = studio.engine.updates - before
    rate = made / (time.perf_counter() - start)
    busy, painting = time.process_time() - busy, time.thread_time() - painting
    gaps = 1000 * np.diff(beats)
    rested = time.perf_counter()
    while not (studio.state.line and studio.state.line.takes) and time.monotonic() < end:
        QTest.qWait(10)
    sounded = time.perf_counter() - rested
    beat.stop()
    shown = studio.engine.pictures[studio.state.current].plan.request.direction.intensity
    print(f"{backend}: window after {visible:.2f} s (imports aside)")
    print(f"  {rate:.1f} heatmap updates a second while {values} values were set")
    each = [1000 * seconds / max(made, 1) for seconds in (painting, busy)]
    print(f"  CPU for each: {each[0]:.0f} ms in the window's thread, {each[1]:.0f} ms in all")
    print(f"  heartbeat p99 {np.percentile(gaps, 99):.0f} ms, longest {gaps.max():.0f} ms")
    print(f"  running sound cut after {1000 * cut:.0f} ms; the resting value took {sounded:.2f} s")
    print(f"  last set {studio.state.direction.intensity}, last drawn {shown}")
    studio.keep_recovery = True
    studio.window.close()
    studio.stop()


def _timer(milliseconds: int, act: object) -> QTimer:
    assert callable(act)
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    timer.start()
    return timer


if __name__ == "__main__":
    main()
