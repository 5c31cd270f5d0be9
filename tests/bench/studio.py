"""How live the window is. ``xvfb-run python -m tests.bench.studio [BACKEND ...]``.

Starts the studio as a program and waits until something of it is on the screen; then, in
this process, with the double and with the real voice: drags a knob for 5 s with the mouse
while a sound plays, and prints how often the heatmap came anew, how long the window was
deaf, how soon the sound was cut, whether the last value set was the last one drawn and
when that was heard. Last it opens and scrolls 1,000 lines. To be read on a machine that
does nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionSlider

from app import settings
from app.project import file as project_file
from app.project.lines import insert
from app.project.values import NewLine
from app.settings import Settings
from app.studio.wiring import Studio
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from tests.app.pulse import RATE, SoundServer, serving
from widgets.themes import Theming

CARD_AT, WINDOW_AT = (0.5, 0.5), (0.1, 0.3)
"""Places on the screen, as shares of it: both lie in the window, one also in the card."""
DRAG_S = 5.0
STEP_MS = 8
"""Between two movements of the mouse: what most mice report."""
SWEEP_STEPS = 250
"""Movements from one end of the knob to the other."""
BEAT_MS = 5
HANG_S = 120.0
PLANS = 20
LINES = 1_000
PAGES = 40
CUT_S = DRAG_S - 0.6
"""So long after the first movement sound is looked for: the recorder runs up to half a second
ahead of the file that tells how far it is, and after letting go there is sound again."""
QUIET = 1e-3
"""Samples under this are silence: -60 dB."""


def main() -> None:
    """Measure each backend in turn; with backends' names as arguments only those."""
    own = settings.load(os.environ)
    backends = sys.argv[1:] or ["fake", "auto"]
    app = QApplication(sys.argv[:1])
    theming = Theming(app, app)
    for backend in backends:
        with tempfile.TemporaryDirectory() as place:
            took = starting(place, own, backend)
        print(f"{backend}: the card that says it is loading is seen {took[0]:.2f} s after")
        print(f"  the program was called, the window after {took[1]:.2f} s")
    with tempfile.TemporaryDirectory() as place, serving(Path(place) / "pulse") as server:
        server.add_sink()
        kept = ("XDG_RUNTIME_DIR", "PULSE_SERVER", "PULSE_COOKIE", "ALSA_CONFIG_PATH")
        os.environ.update({name: server.env[name] for name in kept})
        for backend in backends:
            mine = Settings(data=Path(place) / backend, file=own.file)
            mine.data.mkdir()
            with opened(mine, own.data, backend, theming) as studio, server.recording():
                dragged = drag(studio, server)
            tell(backend, dragged, server)
        mine = Settings(data=Path(place) / "long", file=own.file)
        mine.data.mkdir()
        with opened(mine, own.data, "fake", theming) as studio:
            long_script(studio, Path(place) / "long.espressivo")


def starting(place: str, own: Settings, backend: str) -> tuple[float, float]:
    """Call the program; return the seconds until something is seen, and the window itself."""
    before = [_screen(at) for at in (CARD_AT, WINDOW_AT)]
    data = Path(place) / "data"  # of its own: it must not ask about work left elsewhere
    data.mkdir()
    if (own.data / "models").is_dir():
        (data / "models").symlink_to(own.data / "models")
    env = os.environ | {"ESPRESSIVO_DATA": str(data), "HOME": place}
    command = [sys.executable, "-m", "app.studio.program", "--backend", backend]
    begun = time.perf_counter()
    program = subprocess.Popen(command, env=env)
    seen = []
    try:
        for at, empty in zip((CARD_AT, WINDOW_AT), before, strict=True):
            while _screen(at) == empty and time.perf_counter() - begun < HANG_S:
                time.sleep(0.01)
            seen.append(time.perf_counter() - begun)
    finally:
        program.terminate()
        program.wait()
    return seen[0], seen[1]


def _screen(at: tuple[float, float]) -> QImage:
    """A bit of the screen, at shares of its width and height."""
    screen = QGuiApplication.primaryScreen()
    size = screen.size()
    x, y = round(at[0] * size.width()), round(at[1] * size.height())
    return screen.grabWindow(0, x, y, 8, 8).toImage()


@contextmanager
def opened(mine: Settings, data: Path, backend: str, theming: Theming) -> Iterator[Studio]:
    """Open a studio, wait for its first picture, close it at the end."""
    studio = Studio(mine, lambda: build_engine(data, backend), theming)
    studio.start()
    wait_for(lambda: studio.engine.pictures and studio.warming.done)
    live(500)
    yield studio
    studio.keep_recovery = True
    studio.window.close()
    studio.stop()


def wait_for(true: Callable[[], object], each_ms: int = 2) -> None:
    """Let the window live until something is so."""
    end = time.monotonic() + HANG_S
    while not true():
        if time.monotonic() > end:
            sys.exit("it does not come")
        live(each_ms)


def live(milliseconds: int) -> None:
    """Let the window live as the program does.

    ``QTest.qWait`` would keep the interpreter to itself all the while: the engine's thread
    would then stand still in the very time that is measured.
    """
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


@dataclass
class Dragged:
    """What was seen while a knob was dragged."""

    plan_ms: float = 0.0
    """A plan alone, the knob at rest."""
    beats: list[float] = field(default_factory=list)
    values: int = 0
    made: int = 0
    """Pictures."""
    seconds: float = 0.0
    window_s: float = 0.0
    """Seconds of the processor: of the window's thread, then of all."""
    all_s: float = 0.0
    heard_at: float = 0.0
    """Place in the recording when the mouse first moved, seconds."""
    render_cut_s: float = 0.0
    rested_s: float = 0.0
    """From letting go until the value's sound was begun to be played."""
    last: tuple[float, float] = (0.0, 0.0)
    """Set, and drawn."""


def drag(studio: Studio, server: SoundServer) -> Dragged:
    """Play the line, drag the intensity for ``DRAG_S``, let go and hear that."""
    done = Dragged(plan_ms=plan_alone(studio))
    state, engine, playing = studio.state, studio.engine, studio.playing.playback
    studio.window.transport.speak.click()
    wait_for(lambda: playing.playing)
    live(300)
    before, window_s, all_s = engine.updates, time.thread_time(), time.process_time()
    beat = _timer(BEAT_MS, lambda: done.beats.append(time.perf_counter()))
    hand = Hand(studio)
    done.heard_at = server.raw.stat().st_size / 4 / RATE
    job, start = engine.desk.running, time.perf_counter()

    def settled(ticket: int) -> None:
        if job is not None and ticket == job.ticket:
            done.render_cut_s = time.perf_counter() - start

    engine.workshop.worker.settled.connect(settled)
    move = _timer(STEP_MS, hand.move)
    hand.move()
    live(round(1000 * DRAG_S))
    move.stop()
    engine.workshop.worker.settled.disconnect(settled)
    done.seconds = time.perf_counter() - start
    done.made, done.values = engine.updates - before, hand.values
    done.window_s, done.all_s = time.thread_time() - window_s, time.process_time() - all_s
    hand.let_go()
    start = time.perf_counter()
    wait_for(lambda: playing.playing)
    done.rested_s = time.perf_counter() - start
    live(1_000)
    beat.stop()
    shown = engine.pictures[state.current].plan.request.direction.intensity
    done.last = state.direction.intensity, shown
    return done


class Hand:
    """A hand on the mouse: holds the intensity's knob and moves it to and fro."""

    def __init__(self, studio: Studio) -> None:
        self._slider = studio.window.knobs.knobs["intensity"].slider
        self._window = studio.window.windowHandle()
        self.values = 0
        """Set so far."""
        self._steps = 0
        self._slider.valueChanged.connect(self._count)
        x, self._y, self._half = self._handle()
        self._at = self._place(x)
        QTest.mousePress(self._window, Qt.MouseButton.LeftButton, pos=self._at)

    def move(self) -> None:
        """Go one step on the way to the end and back."""
        self._steps += 1
        share = (self._steps / SWEEP_STEPS) % 2
        room = self._slider.width() - 2 * self._half
        self._at = self._place(self._half + round(room * min(share, 2 - share)))
        QTest.mouseMove(self._window, self._at)

    def let_go(self) -> None:
        """Release the knob where it is."""
        QTest.mouseRelease(self._window, Qt.MouseButton.LeftButton, pos=self._at)
        self._slider.valueChanged.disconnect(self._count)

    def _count(self) -> None:
        self.values += 1

    def _handle(self) -> tuple[int, int, int]:
        """Middle of the knob on its slider, and its half width, pixels."""
        option = QStyleOptionSlider()
        self._slider.initStyleOption(option)
        part = QStyle.SubControl.SC_SliderHandle
        box = self._slider.style().subControlRect(
            QStyle.ComplexControl.CC_Slider, option, part, self._slider
        )
        return box.center().x(), box.center().y(), box.width() // 2

    def _place(self, x: int) -> QPoint:
        """A place on the slider as one on the window."""
        return self._slider.mapTo(self._slider.window(), QPoint(x, self._y))


def plan_alone(studio: Studio) -> float:
    """Return the milliseconds a plan of a moved intensity takes, the window at rest."""
    line = studio.state.line
    assert line is not None
    request = studio.engine.pictures[line.id].plan.request

    def plan(engine: Engine, token: CancelToken) -> float:
        took = []
        for step in range(PLANS):
            moved = replace(request.direction, intensity=0.5 + step / PLANS)
            start = time.perf_counter()
            engine.renderer.plan(replace(request, direction=moved), token)
            took.append(time.perf_counter() - start)
        return 1000 * float(np.median(took))

    answers: list[object] = []
    studio.engine.errand(plan, answers.append)
    wait_for(lambda: answers)
    assert isinstance(answers[0], float)
    return answers[0]


def tell(backend: str, done: Dragged, server: SoundServer) -> None:
    """Print what was seen."""
    loud = np.flatnonzero(np.abs(server.heard) > QUIET) / RATE
    during = loud[(loud > done.heard_at) & (loud < done.heard_at + CUT_S)]
    heard = during[-1] - done.heard_at if during.size else 0.0
    gaps = 1000 * np.diff(done.beats)
    each = [1000 * seconds / max(done.made, 1) for seconds in (done.window_s, done.all_s)]
    print(f"{backend}: a plan alone {done.plan_ms:.0f} ms")
    print(f"  {done.made / done.seconds:.1f} heatmap updates a second, {done.values} values set")
    print(f"  CPU for each: {each[0]:.0f} ms in the window's thread, {each[1]:.0f} ms in all")
    print(f"  heartbeat p99 {np.percentile(gaps, 99):.0f} ms, longest {gaps.max():.0f} ms")
    print(f"  sound heard for {1000 * heard:.0f} ms more; its render ended", end=" ")
    print(f"{1000 * done.render_cut_s:.0f} ms after")
    print(f"  the resting value played {done.rested_s:.2f} s after letting go")
    print(f"  last set {done.last[0]}, last drawn {done.last[1]}")


def long_script(studio: Studio, path: Path) -> None:
    """Open and scroll a project of ``LINES`` lines, and print how long that takes."""
    lines = [NewLine(f"Line number {number} is spoken here.") for number in range(LINES)]
    project_file.save(insert(studio.state.project, 0, lines), path)
    start = time.perf_counter()
    studio.files.load(path)
    QApplication.processEvents()
    took = time.perf_counter() - start
    wait_for(lambda: studio.state.current in studio.engine.pictures)
    beats: list[float] = []
    beat = _timer(BEAT_MS, lambda: beats.append(time.perf_counter()))
    script = studio.window.script
    script.setFocus()
    for _ in range(PAGES):
        QTest.keyClick(studio.window.windowHandle(), Qt.Key.Key_PageDown)
        live(30)
    beat.stop()
    gaps = 1000 * np.diff(beats)
    print(f"{LINES} lines open in {took:.2f} s; {PAGES} pages scrolled: heartbeat", end=" ")
    print(f"p99 {np.percentile(gaps, 99):.0f} ms, longest {gaps.max():.0f} ms")


def _timer(milliseconds: int, act: Callable[[], object]) -> QTimer:
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    timer.start()
    return timer


if __name__ == "__main__":
    main()
