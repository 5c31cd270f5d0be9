"""Draw the studio's pictures: ``screenshots.py FOLDER [--backend NAME]``.

Opens the real window with the real engine, does what a person would, and writes what
is seen. One process a picture, since language and font are set before a window is made.
Needs a screen; `make screenshots` gives it one in memory.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app import settings
from app.book.queue import JobState
from app.studio.wiring import Studio
from engine.build import build_engine
from engine.models.prepared import models_folder
from tests.app.pulse import serving
from widgets.book.views import MannerView
from widgets.language import install_language
from widgets.themes import Theming
from widgets.views import SettingsView

WAIT_S = 120.0
"""Longest wait for the engine: loading takes seconds on a quiet machine."""

SCRIPT = (
    "You said you would be here by six. [angry] It is nine! "
    "[tired, slowly] I am not even surprised any more. [warmly] Come in, the soup is hot."
)


def main() -> None:
    """Draw all pictures, or in a process of its own one of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--only", choices=SCENES)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.only is not None:
        draw(asked.only, asked.folder, asked.backend)
        return
    with sound_device() as environment:
        for name in SCENES:
            command = [sys.executable, __file__, str(asked.folder)]
            command += ["--only", name, "--backend", asked.backend]
            subprocess.run(command, check=True, env=environment)


@contextmanager
def sound_device() -> Iterator[dict[str, str]]:
    """Give the environment in which there is a sound device, a silent one, if that can be.

    A machine without one draws a window that cannot be heard, and says so.
    """
    if shutil.which("pulseaudio") is None:
        yield dict(os.environ)
        return
    with tempfile.TemporaryDirectory() as place, serving(Path(place) / "sound") as server:
        server.add_sink()
        names = ("XDG_RUNTIME_DIR", "PULSE_SERVER", "PULSE_COOKIE", "ALSA_CONFIG_PATH")
        yield {**os.environ, **{name: server.env[name] for name in names}}


def draw(name: str, folder: Path, backend: str) -> None:
    """Draw one picture."""
    scene, look = SCENES[name]
    own = settings.load(os.environ)
    app = QApplication(sys.argv[:1])
    install_language(app, look.language or "en")
    theming = Theming(app, app)
    with tempfile.TemporaryDirectory() as place:
        # The window's own files lie elsewhere, so that pictures neither see nor change
        # what a person has left; the voice is the one that is prepared.
        mine = settings.Settings(data=Path(place), file=own.file)
        models_folder(mine.data).symlink_to(models_folder(own.data))  # a book's own process asks
        studio = Studio(mine, lambda: build_engine(own.data, backend), theming)
        studio.playing.live = False
        studio.look.apply(look)
        studio.playing.live = False
        studio.start()
        until(lambda: studio.engine.pictures)
        studio.state.board.drop_subjects("player")
        scene(studio)
        live(600)
        studio.state.board.drop_subjects("player")
        live(100)
        shown: QWidget = studio.window
        if studio.books.opened and studio.books.control.window is not None:
            shown = studio.books.control.window
        shown.grab().save(str(folder / f"{name}.png"))
        studio.keep_recovery = True
        studio.window.close()
        studio.stop()


def live(milliseconds: int) -> None:
    """Let the window live."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until(reached: Callable[[], object]) -> None:
    """Let the window live until something is so."""
    end = time.monotonic() + WAIT_S
    while not reached():
        if time.monotonic() > end:
            sys.exit("the engine does not answer")
        live(20)


def first_run(studio: Studio) -> None:
    """As it opens."""
    live(200)


def tuned(studio: Studio) -> None:
    """A script of lines, one of them tuned and spoken."""
    studio.lines.pasting.paste(SCRIPT)
    until(lambda: len(studio.state.project.lines) >= 5)
    lines = studio.state.project.lines
    studio.engine.speak_all((lines[0].id, lines[1].id))
    until(lambda: all(line.takes for line in studio.state.project.lines[:2]))
    studio.state.go_to(lines[2].id)
    studio.window.knobs.moved.emit("intensity", 1.4)
    studio.window.knobs.moved.emit("ramp", 0.4)
    studio.direction.show()
    studio.engine.speak(lines[2].id, play=False)
    until(lambda: studio.state.project.lines[2].takes)
    studio.window.folds["details"].set_open(True)


def failing(studio: Studio) -> None:
    """A voice that does not exist, said under the voice."""
    studio.window.voice.changed.emit("af_nobody")
    until(lambda: studio.engine.failures)


BOOK = (
    "The Ferry\n\nCHAPTER 1. The Bell\n\nNobody had rung the bell since the war.[1]\n\n"
    "MARA: Who is it?\n\nTOM: Only me. I have walked all night.\n\nMARA: Then come in, quickly!\n\n"
    "[1] So the ferryman said.\n\nCHAPTER 2. The River\n\nThe water was high and very still.\n\n"
    "TOM: I will never go back.\n\nShe put her hand on his, and they waited for the morning.\n"
)


def book(studio: Studio) -> None:
    """A small book, cast and directed, rendered and shown."""
    place = studio.state.data / "The Ferry.txt"
    place.write_text(BOOK, encoding="utf-8")
    books = studio.books.control
    books.open(place)
    until(lambda: books.standing is not None and books.standing.asked and books.speakers)
    window = books.window
    assert window is not None
    window.cast.all_proposed.emit()
    window.chapters.table.go_to(2)
    window.chapter.changed.emit(MannerView("", "very sad, slowly", 1.2))
    until(lambda: books.standing is not None and books.standing.laid.work is books.work)
    window.render_bar.render_asked.emit()
    until(lambda: [job.state for job in books.rendering.queue.jobs] == [JobState.DONE])
    window.chapters.table.go_to(1)


def book_map(studio: Studio) -> None:
    """The same, as a map."""
    book(studio)
    assert studio.books.control.window is not None
    studio.books.control.window.turn_to("map")


CHINESE = SettingsView(theme="light", language="zh_CN")
SCENES: dict[str, tuple[Callable[[Studio], None], SettingsView]] = {
    "first-run": (first_run, SettingsView(theme="light")),
    "tuned-line": (tuned, SettingsView(theme="light")),
    "failing-line": (failing, SettingsView(theme="light")),
    "dark": (tuned, SettingsView(theme="dark")),
    "high-contrast": (tuned, SettingsView(theme="contrast")),
    "large-font": (tuned, SettingsView(theme="light", font_scale=2.0)),
    "chinese": (tuned, CHINESE),
    "book": (book, SettingsView(theme="light")),
    "book-map": (book_map, SettingsView(theme="dark")),
}

if __name__ == "__main__":
    main()
