"""The way to the books: what they need is loaded when the first one is opened.

It takes half a second that the window's start need not wait for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.asking import Asking
from app.controller_engine import EngineControl
from app.controller_playing import PlayingControl
from app.controller_state import State
from app.settings import Settings

if TYPE_CHECKING:
    from app.controller_book import BookControl


class BookDoor(QObject):
    """Opens books from the window's menu and from what is dropped on it."""

    def __init__(
        self,
        settings: Settings,
        state: State,
        engine: EngineControl,
        playing: PlayingControl,
        asking: Asking,
    ) -> None:
        super().__init__(state)
        self._parts = (settings, state, engine, playing, asking)
        self._control: BookControl | None = None
        action = state.window.actions_by_name["file.open_book"]
        action.triggered.connect(lambda _checked=False: self.control.ask())
        state.window.book_dropped.connect(lambda name: self.control.open(Path(name)))

    @property
    def control(self) -> BookControl:
        """The books' own controller, made when it is first asked for."""
        if self._control is None:
            from app.controller_book import BookControl

            self._control = BookControl(*self._parts)
        return self._control

    def close(self) -> None:
        """The program ends."""
        if self._control is not None:
            self._control.close()
