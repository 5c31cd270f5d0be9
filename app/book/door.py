"""The way to the books: what they need is loaded when the first one is opened.

It takes half a second that the window's start need not wait for, nor its beat: the modules
are read on a thread of their own.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from app.settings import Settings
from app.studio.asking import Asking
from app.studio.control.engine import EngineControl
from app.studio.control.playing import PlayingControl
from app.studio.control.state import State

if TYPE_CHECKING:
    from app.book.control import BookControl


class BookDoor(QObject):
    """Opens books from the window's menu and from what is dropped on it."""

    _loaded = Signal()

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
        self._wanted: list[Callable[[BookControl], None]] = []
        self._loaded.connect(self._do_wanted, Qt.ConnectionType.QueuedConnection)
        action = state.window.actions_by_name["file.open_book"]
        action.triggered.connect(lambda _checked=False: self._want(lambda books: books.ask()))
        action = state.window.actions_by_name["view.book"]
        action.triggered.connect(lambda _checked=False: self._want(lambda books: books.show()))
        state.window.book_dropped.connect(
            lambda name: self._want(lambda books: books.open(Path(name)))
        )

    def _want(self, wish: Callable[[BookControl], None]) -> None:
        """Have something done once the modules are there."""
        if self._control is not None:
            wish(self._control)
            return
        self._wanted.append(wish)
        if len(self._wanted) == 1:
            threading.Thread(target=self._load, name="books", daemon=True).start()

    def _load(self) -> None:
        importlib.import_module("app.book.control")
        self._loaded.emit()

    def _do_wanted(self) -> None:
        wishes, self._wanted = self._wanted, []
        for wish in wishes:
            wish(self.control)

    @property
    def opened(self) -> bool:
        """Whether books have been asked for, and what they need is there."""
        return self._control is not None

    @property
    def control(self) -> BookControl:
        """The books' own controller, made when it is first asked for."""
        if self._control is None:
            from app.book.control import BookControl

            self._control = BookControl(*self._parts)
        return self._control

    def close(self) -> None:
        """The program ends."""
        self._wanted.clear()
        if self._control is not None:
            self._control.close()
