"""What is told on the engine's thread is shown by the window's."""

from __future__ import annotations

import threading

from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from app.studio.making import Making


def test_progress_comes_over_to_the_windows_thread(qtbot: QtBot) -> None:
    making = Making()
    heard: list[tuple[str, bool]] = []

    class Shown(Making):
        def show(self, text: str) -> None:
            heard.append((text, QThread.currentThread() is self.thread()))

    shown = Shown()
    making.words.connect(shown.show)
    thread = threading.Thread(target=lambda: making.tell("int8-ranges", 0.42))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(heard))
    ((text, here),) = heard
    assert here
    assert "42 %" in text
