"""Twenty thousand short lines whose sound is in the store already, and a window that goes on."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from app.project.lines import insert
from app.project.values import NewLine, new_project
from app.settings import Settings
from engine.build import build_engine
from engine.values import Direction
from tests.studio.opened import live, opened, spoken, until
from widgets.themes import Theming

LINES = 20_000
FOR_S = 20.0

BEAT_MS = 250.0
"""50 ms are promised on a machine that does nothing else."""

MOST_DRAWN = 20.0
"""Times a second that the list may be drawn anew."""


@pytest.mark.soak
def test_results_by_the_hundred_a_second_leave_the_window_alive(
    theming: Theming, tmp_path: Path
) -> None:
    own = Settings(data=tmp_path / "data", file=tmp_path / "settings.toml")
    beats: list[float] = []
    drawn = 0
    with opened(own, theming, lambda: build_engine(own.data, "fake")) as studio:
        until(lambda: studio.engine.pictures)
        studio.playing.live = False
        empty = new_project("p1", "2026-01-02T03:04:05Z", "af_heart", Direction("warmly"))
        script = insert(empty, 0, [NewLine("Yes.") for _ in range(LINES)])
        studio.files._begin(script, None, None, None)
        spoken(studio)
        until(lambda: studio.warming.done)
        show = studio.lines.show

        def counted() -> None:
            nonlocal drawn
            drawn += 1
            show()

        studio.lines._redraw.timeout.disconnect()
        studio.lines._redraw.timeout.connect(counted)
        heart = QTimer()
        heart.timeout.connect(lambda: beats.append(time.perf_counter()))
        heart.start(5)
        studio.engine.speak_stale()
        begun = time.perf_counter()
        while time.perf_counter() - begun < FOR_S:
            live(200)
        took = time.perf_counter() - begun
        heart.stop()
        studio.engine.cancel()
        done = sum(bool(line.takes) for line in studio.state.project.lines)
    gaps = 1000 * np.diff(beats)
    print(f"{done} of {LINES} lines in {took:.0f} s; list drawn {drawn / took:.1f} times a second")
    print(f"heartbeat p99 {np.percentile(gaps, 99):.0f} ms, longest {gaps.max():.0f} ms")
    assert done > 200
    assert 0 < drawn / took < MOST_DRAWN
    assert np.percentile(gaps, 99) < BEAT_MS
