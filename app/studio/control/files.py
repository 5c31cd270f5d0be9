"""Projects on the disk: new, open, save, recent, kept safe, brought back; exports."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QObject, QTimer
from PySide6.QtGui import QAction

from app.project import autosave, recent
from app.project import file as project_file
from app.project.autosave import TICK_S, Autosave, Lost
from app.project.file import ProjectLock
from app.project.lines import insert
from app.project.values import NewLine, Project, new_project
from app.studio.asking import Asking
from app.studio.control.engine import EngineControl
from app.studio.control.export import ExportControl
from app.studio.control.lines import LinesControl
from app.studio.control.state import State, stamp_now
from engine.errors import ExportError, StudioError
from engine.values import Direction
from widgets.dialogs.recovery import DISCARD, RECOVER
from widgets.script_list import BOOK_ENDINGS, PROJECT_ENDING

translate = QCoreApplication.translate


class FilesControl(QObject):
    """Owns the project's file, its lock and its recovery."""

    def __init__(
        self, state: State, engine: EngineControl, lines: LinesControl, asking: Asking
    ) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.lines = lines
        self.asking = asking
        self.path: Path | None = None
        self._stamp: str | None = None
        self._lock: ProjectLock | None = None
        self.autosave = Autosave(state.data, uuid.uuid4().hex)
        self._tick = QTimer(self)
        self._tick.setInterval(round(1000 * TICK_S))
        self._tick.timeout.connect(self._keep)
        self._tick.start()
        state.project_changed.connect(self._edited)
        self.exports = ExportControl(
            state, engine, asking, lambda: self._folder() / f"{self._stem()}.wav"
        )
        self._connect()
        self._show_title()
        self._show_recent()
        self._own_takes()

    def _connect(self) -> None:
        window = self.state.window
        window.file_dropped.connect(self.dropped)
        window.script.dropped_file.connect(self.dropped)
        wanted: dict[str, Callable[[], object]] = {
            "file.new": self.new,
            "file.open": self.open,
            "file.import": self._import,
            "file.save": self.save,
            "file.save_as": self.save_as,
            "file.quit": window.close,
        }
        for name, act in wanted.items():
            action = window.actions_by_name[name]
            action.triggered.connect(lambda _checked=False, act=act: act())

    # opening

    def new(self) -> None:
        """Begin an empty project."""
        if self.may_leave():
            old = self.state.project
            fresh = new_project(uuid.uuid4().hex[:12], stamp_now(), old.voice, Direction())
            self._begin(insert(fresh, 0, [NewLine("")]), None, None, None)
            self.state.window.line_text.setFocus()

    def open(self) -> None:
        """Ask for a project and open it."""
        path = self.asking.open_project(self._folder())
        if path is not None and self.may_leave():
            self.load(path)

    def load(self, path: Path) -> bool:
        """Open a project file; as a copy if another studio has it open."""
        try:
            opened = project_file.load(path)
        except StudioError as error:
            self.state.board.error(error)
            return False
        lock: ProjectLock | None = None
        try:
            lock = ProjectLock(path)
        except ExportError as error:
            self._begin(opened.project, None, None, None)
            self.state.board.error(error)
            return True
        self._begin(opened.project, path, opened.stamp, lock)
        self._remember(path)
        return True

    def dropped(self, name: str) -> None:
        """Open a dropped project or book, or put a dropped text into the script."""
        path = Path(name)
        if path.suffix.lower() in BOOK_ENDINGS:
            self.state.window.book_dropped.emit(name)
        elif path.suffix.lower() == PROJECT_ENDING:
            if self.may_leave():
                self.load(path)
        else:
            self.lines.pasting.read(path)

    def _import(self) -> None:
        path = self.asking.open_text(self._folder())
        if path is not None:
            self.lines.pasting.read(path)

    def _begin(
        self, project: Project, path: Path | None, stamp: str | None, lock: ProjectLock | None
    ) -> None:
        self.release()
        self.path, self._stamp, self._lock = path, stamp, lock
        self.state.board.drop_subjects("project", "file", "text", "prompt", "voice")
        self.autosave.saved()
        self.autosave.belongs(path, stamp or "")
        self.state.begin(project, saved=path is not None)
        self.state.history.stack.setClean()
        self._own_takes()
        self._show_title()
        self.lines.show()

    # saving

    def save(self) -> bool:
        """Save where the project lies; ask where it has no place yet."""
        return self.save_as() if self.path is None else self._write(self.path, self._stamp)

    def save_as(self) -> bool:
        """Ask for a place and save there."""
        path = self.asking.save_project(self._folder())
        if path is None:
            return False
        path = project_file.named(path)
        return self._write(path, self._stamp if path == self.path else None)

    def _write(self, path: Path, stamp: str | None) -> bool:
        project = self.state.project
        self.state.again, self.state.elsewhere = self.save, self.save_as
        try:
            if path != self.path:
                lock = ProjectLock(path)
                self.release()
                self._lock = lock
            self._stamp = project_file.save(project, path, stamp)
        except StudioError as error:
            self.state.board.error(error)
            return False
        self.path = path
        self.state.board.drop_subjects("project")
        self.state.history.saved(project)
        self.state.history.stack.setClean()
        self.autosave.saved()
        self.autosave.belongs(path, self._stamp)
        self._remember(path)
        self._own_takes()
        self._show_title()
        return True

    def may_leave(self) -> bool:
        """Ask about unsaved edits; False = stay."""
        if not self.state.history.modified:
            return True
        if self.state.history.stack.isClean():
            # Only takes have come: they are in the store, and belong in a file there is.
            return self.path is None or self.save()
        answer = self.asking.save_changes(self._name())
        return answer == "discard" or (answer == "save" and self.save())

    def release(self) -> None:
        """Let another studio have the file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def close(self) -> None:
        """The program ends and nothing is unsaved that is wanted."""
        self._tick.stop()
        self.autosave.close()
        self.release()

    # unsaved work

    def _edited(self) -> None:
        self.autosave.edited(time.monotonic())
        self._show_title()

    def _keep(self) -> None:
        self.autosave.tick(self.state.project, time.monotonic(), time.time())

    def offer_recovery(self) -> None:
        """Offer what a studio that did not end by itself left unsaved."""
        for lost in autosave.lost_work(self.state.data):
            name = lost.path.name if lost.path else ""
            when = QDateTime.fromSecsSinceEpoch(round(lost.written))
            told = QLocale().toString(when, QLocale.FormatType.ShortFormat)
            answer = self.asking.recover(name, told)
            if answer == RECOVER:
                self._recover(lost)
                return
            if answer == DISCARD:
                autosave.forget(lost)
                if lost.path is not None:
                    self.load(lost.path)
                return

    def _recover(self, lost: Lost) -> None:
        lock: ProjectLock | None = None
        path = lost.path
        if path is not None:
            try:
                lock = ProjectLock(path)
            except ExportError as error:
                self.state.board.error(error)
                path = None
        self._begin(lost.project, path, lost.stamp or None, lock)
        self.state.history.begin(lost.project, saved=False)
        self.state.history.stack.resetClean()
        if self.autosave.write(lost.project, time.time()):
            autosave.forget(lost)
        self._show_title()

    # names and places

    def _folder(self) -> Path:
        return Path.home() if self.path is None else self.path.parent

    def _name(self) -> str:
        return translate("Studio", "Untitled") if self.path is None else self.path.stem

    def _own_takes(self) -> None:
        """Have takes kept in the name a person clears them by: that of the project's file."""
        named = self.state.project.id if self.path is None else self.path.stem
        self.engine.workshop.project.emit(named)

    def _stem(self) -> str:
        return "espressivo" if self.path is None else self.path.stem

    def _show_title(self) -> None:
        window = self.state.window
        title = f"{self._name()}[*] – Espressivo"
        if window.windowTitle() != title:  # both cost a round through the window system
            window.setWindowTitle(title)
        if window.isWindowModified() != self.state.history.modified:
            window.setWindowModified(self.state.history.modified)

    def _remember(self, path: Path) -> None:
        try:
            recent.remember(self.state.data, path)
        except StudioError as error:
            self.state.board.error(error)
        self._show_recent()

    def _show_recent(self) -> None:
        menu = self.state.window.recent
        menu.clear()
        for path in recent.recent(self.state.data):
            action = QAction(str(path), menu)
            action.triggered.connect(lambda _checked=False, path=path: self._open_recent(path))
            menu.addAction(action)
        menu.setEnabled(not menu.isEmpty())

    def _open_recent(self, path: Path) -> None:
        if self.may_leave():
            self.load(path)
