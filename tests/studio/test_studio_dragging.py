"""Lines put into another order with the mouse, in the wired window.

What is dragged and where it is dropped is decided by the window system, so the mouse
is that of the screen, moved through its testing extension (XTEST).
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.studio.wiring import Studio
from tests.studio.opened import idle, until

STEP_MS = 40

FAR = (100_000, 100_000)
"""Beyond the screen: the pointer stops in its corner."""

LEFT = 1
"""Number of the mouse's button."""


class Mouse:
    """The screen's own mouse."""

    def __init__(self) -> None:
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._test = ctypes.CDLL("libXtst.so.6")  # at-spi2-core brings it
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._screen = ctypes.c_void_p(self._x11.XOpenDisplay(os.environ["DISPLAY"].encode()))
        assert self._screen.value

    def move(self, widget: QWidget, place: QPoint) -> None:
        """Move it to a place of a widget."""
        at = widget.mapToGlobal(place)
        self._test.XTestFakeMotionEvent(self._screen, -1, at.x(), at.y(), 0)
        self._x11.XFlush(self._screen)

    def press(self, down: bool) -> None:
        """Press its left button, or let it go."""
        self._test.XTestFakeButtonEvent(self._screen, LEFT, int(down), 0)
        self._x11.XFlush(self._screen)

    def close(self) -> None:
        """Leave the screen, with no button held and nothing under the pointer."""
        self.press(False)
        self._test.XTestFakeMotionEvent(self._screen, -1, *FAR, 0)
        self._x11.XFlush(self._screen)
        self._x11.XCloseDisplay(self._screen)


@pytest.fixture
def mouse() -> Iterator[Mouse]:
    made = Mouse()
    yield made
    made.close()


def drag(studio: Studio, mouse: Mouse, row: int, to: int, *, below: bool) -> None:
    """Press on a row, move the mouse to the edge of another one, let go."""
    script = studio.window.script
    view = script.viewport()
    start = script.visualRect(script.lines.index(row)).center()
    target = script.visualRect(script.lines.index(to))
    end = QPoint(target.center().x(), target.bottom() - 3 if below else target.top() + 3)
    places = [start + (end - start) * share / 4 for share in range(5)] + [end, end]
    steps: list[Callable[[], None]] = [partial(mouse.move, view, place) for place in places]
    steps.insert(1, partial(mouse.press, True))
    steps.append(partial(mouse.press, False))
    # What is dragged runs an event loop of its own: the steps go on inside it.
    beat = QTimer()
    beat.timeout.connect(lambda: steps.pop(0)() if steps else beat.stop())
    beat.start(STEP_MS)
    until(lambda: not beat.isActive())
    QTest.qWait(STEP_MS)


@pytest.mark.parametrize(
    ("row", "to", "below", "order"),
    [
        (0, 2, True, "BCA"),
        (2, 0, False, "CAB"),
        (0, 1, True, "BAC"),
        (1, 2, False, "ABC"),
    ],
)
def test_a_line_is_dragged_to_its_new_place(
    studio: Studio, mouse: Mouse, row: int, to: int, below: bool, order: str
) -> None:
    studio.window.line_text.edited.emit("A stands here.")
    studio.window.script.pasted.emit("B is the second one.\n\nC is the third one.")
    until(lambda: len(studio.state.project.lines) == 3)
    idle(studio)
    drag(studio, mouse, row, to, below=below)
    until(lambda: "".join(line.text[0] for line in studio.state.project.lines) == order)
    shown = [studio.window.script.lines.view_at(at).text[0] for at in range(3)]
    assert "".join(shown) == order
    idle(studio)
