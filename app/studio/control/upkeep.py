"""Upkeep of the cache, asked for in its dialog: mended, made compact, handed on, removed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.studio import upkeep
from app.studio.asking import Asking
from app.studio.control.engine import EngineControl
from app.studio.control.state import State
from app.studio.present.notices import notice_view
from engine.errors import StudioError
from widgets.dialogs.health import CLEAR, COMPACT, EXPORT, IMPORT, MEND, HealthDialog

if TYPE_CHECKING:
    # Only for its type: loading it is the engine thread's, behind the open window.
    from engine.build import Engine

FIRST_NAME = "espressivo.pack"


class Upkeep(QObject):
    """Does what the dialog asks for, on the engine thread; questions come first."""

    def __init__(self, state: State, engine: EngineControl, asking: Asking) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.asking = asking

    def serve(self, dialog: HealthDialog) -> None:
        """Do what this dialog asks for."""
        dialog.asked.connect(lambda word: self._do(dialog, word))

    def _do(self, dialog: HealthDialog, word: str) -> None:
        work = self._work(word)
        if work is None:
            return
        for button in dialog.buttons.values():
            button.setEnabled(False)

        def then(sentence: object) -> None:
            dialog.tell(str(sentence))
            if word == IMPORT:
                self.state.presets_came.emit()

        if self.engine.errand(lambda engine, _token: _told(work, engine), then) is None:
            dialog.tell("")

    def _work(self, word: str) -> Callable[[Engine], str] | None:
        """What is to be done; None if the person thought better of it."""
        data = self.state.data
        if word in (MEND, COMPACT):
            return {MEND: upkeep.mend, COMPACT: upkeep.compact}[word]
        if word == CLEAR:
            return upkeep.clear if self.asking.clear_cache() else None
        if word == EXPORT:
            named = self.asking.pack_names()
            file = named and self.asking.save_pack(Path.home() / FIRST_NAME)
            if not named or not file:
                return None
            author, licence = named
            return lambda engine: upkeep.export(engine, data, file, author, licence)
        found = self.asking.open_pack(Path.home())
        return None if found is None else lambda engine: upkeep.take(engine, data, found)


def _told(work: Callable[[Engine], str], engine: Engine) -> str:
    """What came of it, an error too: the dialog waits for words."""
    try:
        return work(engine)
    except StudioError as error:
        view = notice_view(error, error.code)
        return f"{view.says} {view.step}".strip()
    except OSError as error:
        return error.strerror or str(error)
