"""The one place where the window's half is put together, started and stopped.

Start: language and theme, window, controllers, the first project, ``show``; the engine
is loaded only then, on its own thread. Stop: nothing new is taken, what runs is
cancelled, the engine thread releases its sessions and ends, then the sound, and last
the recovery file and the lock.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSettings, Qt
from PySide6.QtGui import QCloseEvent

from app import report
from app.book.door import BookDoor
from app.project.lines import insert
from app.project.values import NewLine, Project, new_project
from app.settings import STUDIO_FILE, Settings
from app.studio.asking import Asking
from app.studio.control.batch import BatchControl
from app.studio.control.direction import DirectionControl
from app.studio.control.engine import EngineControl
from app.studio.control.files import FilesControl
from app.studio.control.health import HealthControl
from app.studio.control.lines import LinesControl
from app.studio.control.look import LookControl, look_of
from app.studio.control.playing import PlayingControl
from app.studio.control.presets import PresetControl
from app.studio.control.race import RaceControl
from app.studio.control.state import State, stamp_now
from app.studio.control.takes import TakesControl
from app.studio.control.tones import ToneControl
from app.studio.lively import Lively
from app.studio.rebuilding import Build
from app.studio.warming import Warming
from app.studio.worker import EngineThread
from engine.values import Direction
from widgets.main_window import MainWindow
from widgets.opening import show_now
from widgets.themes import Theming

if TYPE_CHECKING:
    # Only for its type: loading it is the engine thread's, behind the open window.
    from engine.build import Engine

LOG = logging.getLogger(__name__)

translate = QCoreApplication.translate

SETTINGS_FILE = STUDIO_FILE

SAMPLE = "I kept your letters all these years, and I still know every word by heart."
SAMPLE_PROMPT = "with gentle sadness, slowly"
"""What a first start shows: the line of ``make run``."""


class Studio:
    """The window with all behind it.

    Args:
        settings: of the program.
        build: puts the engine together; called on the engine thread.
        theming: of the application.
        rebuild: puts it together with another backend; None = as ``build`` does.
    """

    def __init__(
        self,
        settings: Settings,
        build: Callable[[], Engine],
        theming: Theming,
        rebuild: Build | None = None,
    ) -> None:
        kept = QSettings(str(settings.data / SETTINGS_FILE), QSettings.Format.IniFormat)
        # First: icons made in their own colours need not be painted a second time. The
        # style sheet comes last: each widget made under one takes longer.
        theming.colour(look_of(kept)[0])
        self.window = MainWindow()
        self.state = State(self.window, first_project(settings), settings.data, kept)
        self.thread = EngineThread(build, self.window)
        self.engine = EngineControl(self.state, self.thread)
        self.lines = LinesControl(self.state, self.engine)
        self.direction = DirectionControl(self.state, self.engine)
        self.presets = PresetControl(self.state, self.direction)
        self.playing = PlayingControl(self.state, self.engine, self.direction)
        self.takes = TakesControl(self.state, self.engine, self.playing)
        self.tones = ToneControl(self.state, self.engine, self.playing)
        self.asking = Asking(self.window)
        self.files = FilesControl(self.state, self.engine, self.lines, self.asking)
        self.books = BookDoor(settings, self.state, self.engine, self.playing, self.asking)
        self.log = report.listen()
        again = rebuild or (lambda _backend: build())
        self.look = LookControl(
            self.state, self.engine, self.playing, self.files, theming, self.log, again
        )
        self.batch = BatchControl(self.state, self.engine)
        self.warming = Warming(self.engine)
        self.lively = Lively(self.window)
        self.engine.ready.connect(self.lively.loaded)
        self.thread.worker.load_failed.connect(self.lively.loaded)
        self.thread.worker.settled.connect(self.lively.worked)
        self.state.project_changed.connect(self.lively.worked)
        self.keep_recovery = False
        """Whether unsaved work is left to be offered at the next start."""
        self._stopped = False
        self.window.closing.connect(self._closing)

    def start(self, project: Path | None = None) -> None:
        """Show the window, then load the engine; open ``project`` if there is one."""
        self.health = HealthControl(self.state, self.engine)
        self.racing = RaceControl(self.state, self.engine, self.direction)
        self.lines.show()
        self.state.line_changed.emit(self.state.current)
        self.window.show_engine(translate("Studio", "Loading the voice…"))
        show_now(self.window)
        self.lively.start()
        self.thread.start()
        self.playing.playback.rescan()  # for the list; that there is none is said at Speak
        if project is not None:
            self.files.load(project)
        self.engine.ready.connect(self._offer, Qt.ConnectionType.SingleShotConnection)

    def _offer(self) -> None:
        """Give the keyboard to the one button of a first start, unless it went elsewhere."""
        self.playing.show()
        if self.window.focusWidget() in (None, self.window.script):  # where Qt itself puts it
            self.window.transport.speak.setFocus()

    def stop(self) -> bool:
        """End all that was started.

        Returns:
            False if the engine thread did not end in time.
        """
        if self._stopped:
            return True
        self._stopped = True
        self.books.close()
        self.warming.stop()
        self.engine.close()
        self.look.rebuilding.stop()
        ended = self.thread.stop()
        self.lively.stop()
        self.playing.close()
        self.look.remember()
        if not self.keep_recovery:
            self.files.close()
        # While all of them are there: Python's collector may free a step before its stack,
        # which would then free it once more.
        self.state.history.stack.clear()
        report.stop_listening(self.log)
        if not ended:
            LOG.error("the engine thread did not end")
        return ended

    def _closing(self, event: QCloseEvent) -> None:
        if self.keep_recovery or self.files.may_leave():
            event.accept()
        else:
            event.ignore()


def first_project(settings: Settings) -> Project:
    """What a start without a project shows: one line that can be spoken at once."""
    direction = Direction(SAMPLE_PROMPT, settings.intensity, settings.stability, settings.ramp)
    empty = new_project(uuid.uuid4().hex[:12], stamp_now(), settings.voice, direction)
    return insert(empty, 0, [NewLine(SAMPLE)])
