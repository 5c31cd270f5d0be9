"""The studio's window as a program of its own, played by a test that owns the sound server.

    python -m tests.studio.heard_studio DATA

PortAudio takes its devices from the environment when it is loaded, so a test's own
process cannot use a sound server that was made for the test. Each line that is read is
one thing a person does; the answer is one line of JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.playing.playback import Playback
from app.settings import Settings
from app.studio.wiring import Studio
from engine.build import build_engine
from tests.studio.opened import until
from widgets.themes import Theming

LATENCY_S = 0.5


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


class Person:
    """What the test may ask for, by name."""

    def __init__(self, studio: Studio, data: Path) -> None:
        self.studio = studio
        self.data = data
        self.window = studio.window

    def write(self) -> None:
        """Type a short line and wait for its curves."""
        field = self.window.line_text
        field.selectAll()
        QTest.keyClicks(field, "Never, never again.")
        pictures, line = self.studio.engine.pictures, self.studio.state.current
        until(lambda: pictures[line].plan.request.text == "Never, never again.")

    def speak(self) -> None:
        """Press Speak and wait until it sounds."""
        click(self.window.transport.speak)
        until(lambda: self.window.transport.speak.text() == "Stop")

    def ended(self) -> str:
        """Wait for the end; leave the take beside the data and say where."""
        until(lambda: self.window.transport.speak.text() == "Speak")
        until(lambda: self.studio.engine.pictures[self.studio.state.current].sound)
        take = self.studio.engine.pictures[self.studio.state.current].sound
        assert take is not None
        assert take.audio is not None
        place = self.data / "take.npy"
        np.save(place, take.audio)
        return str(place)

    def notice(self) -> dict[str, Any]:
        """Wait for a notice beside the transport and read it."""
        bar = self.window.bars["player"]
        until(lambda: bar.isVisible() and bar.cards)
        (card,) = bar.cards
        buttons = [button.text() for button in card.findChildren(QPushButton)]
        return {"says": card.view.says, "step": card.view.step, "buttons": buttons}

    def shift_intensity(self) -> bool:
        """Move a knob and wait for the curves that follow; say whether all is usable."""
        before = self.studio.engine.updates
        QTest.keyClick(self.window.knobs.knobs["intensity"].slider, Qt.Key.Key_Home)
        until(lambda: self.studio.engine.updates > before)
        return self.window.isEnabled() and self.window.transport.speak.isEnabled()

    def rescan(self) -> bool:
        """Press the notice's button and wait until a device is found."""
        (card,) = self.window.bars["player"].cards
        click(card.findChildren(QPushButton)[0])
        until(lambda: self.studio.playing.playback.can_play)
        until(lambda: not self.window.bars["player"].cards)
        return self.window.transport.device.isEnabled()


def calm(studio: Studio) -> None:
    """Have the device hold more sound than a window would: other tests run meanwhile."""
    studio.playing.playback.close()
    studio.playing.playback = Playback(studio.playing._told.emit, latency_s=LATENCY_S)


def main(data: Path) -> int:
    data.mkdir(parents=True)
    app = QApplication(["heard"])
    own = Settings(data=data, file=data / "settings.toml")
    studio = Studio(own, lambda: build_engine(data, "fake"), Theming(app, app))
    calm(studio)
    studio.start()
    until(lambda: studio.engine.pictures)
    studio.playing.live = False  # each sound is asked for
    person = Person(studio, data)
    wishes: dict[str, Callable[[], object]] = {
        name: getattr(person, name)
        for name in ("write", "speak", "ended", "notice", "shift_intensity", "rescan")
    }
    print(json.dumps("ready"), flush=True)
    for line in sys.stdin:
        print(json.dumps(wishes[line.strip()]()), flush=True)
    studio.keep_recovery = True
    studio.window.close()
    ended = studio.stop()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return 0 if ended else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
