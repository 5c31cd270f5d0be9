"""Draw the studio's pictures: ``screenshots.py FOLDER [--backend NAME]``.

Opens the real window with the real engine, does what a person would, and writes what
is seen. One process a picture, since language and font are set before a window is made.
Needs a screen; `make screenshots` gives it one in memory.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app import settings
from app.wiring import Studio
from engine.build import build_engine
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
    for name in SCENES:
        command = [sys.executable, __file__, str(asked.folder), "--only", name]
        subprocess.run([*command, "--backend", asked.backend], check=True)


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
        studio.window.grab().save(str(folder / f"{name}.png"))
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


CHINESE = SettingsView(theme="light", language="zh_CN")
SCENES: dict[str, tuple[Callable[[Studio], None], SettingsView]] = {
    "first-run": (first_run, SettingsView(theme="light")),
    "tuned-line": (tuned, SettingsView(theme="light")),
    "failing-line": (failing, SettingsView(theme="light")),
    "dark": (tuned, SettingsView(theme="dark")),
    "high-contrast": (tuned, SettingsView(theme="contrast")),
    "large-font": (tuned, SettingsView(theme="light", font_scale=2.0)),
    "chinese": (tuned, CHINESE),
}

if __name__ == "__main__":
    main()
