"""A program for a screen reader to read: the studio's window with made-up views.

    python -m tests.studio.spoken_window small|whole

``small`` is one slider and a button that announces; ``whole`` is all of the window,
whose Speak button brings notices and whose curves follow nothing.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QSlider, QVBoxLayout, QWidget

from tests.widgets import made_up
from widgets.announce import announce
from widgets.main_window import MainWindow

TITLE = "Spoken window"


def small() -> QWidget:
    window = QWidget()
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, 200)
    slider.setValue(160)
    slider.setAccessibleName("Intensity, percent")
    button = QPushButton("Say")
    button.clicked.connect(lambda: announce(button, f"Set to {slider.value()} %."))
    layout = QVBoxLayout(window)
    layout.addWidget(slider)
    layout.addWidget(button)
    return window


def whole() -> QWidget:
    window = MainWindow()
    made_up.fill(window)
    for fold in window.folds.values():
        fold.set_open(True)
    window.transport.play_asked.connect(lambda: window.show_notices(made_up.notices()))
    return window


def main(which: str) -> int:
    app = QApplication(["spoken"])
    window = {"small": small, "whole": whole}[which]()
    window.setWindowTitle(TITLE)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
