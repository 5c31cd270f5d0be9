"""What the controllers share: the window, the project with its history, the current line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

from app.project.undo import History
from app.project.values import Project, ScriptLine, direction_of, set_direction
from app.studio.notice_board import NoticeBoard
from engine.errors import StudioError
from engine.values import Direction
from widgets.main_window import MainWindow


def stamp_now() -> str:
    """The time as projects keep it: UTC, ISO 8601 to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class State(QObject):
    """Owned by the window's thread; every change of the project goes through ``edit``."""

    project_changed = Signal()
    """The project has become another, by an edit, undo, or a finished take."""
    line_changed = Signal(str)
    """Another line is current; "" = there is none."""
    leaving = Signal()
    """Another project is about to be begun."""
    replaced = Signal()
    """Another project was begun."""
    presets_came = Signal()
    """Presets for all projects have come from elsewhere."""
    direction_changed = Signal()
    """The person changed how the current line is spoken."""

    def __init__(
        self, window: MainWindow, project: Project, data: Path, settings: QSettings
    ) -> None:
        super().__init__(window)
        self.window = window
        self.data = data
        self.settings = settings
        self.board = NoticeBoard()
        self.history = History(project, lambda _project: self.project_changed.emit())
        self.again: Callable[[], object] = lambda: None
        """Writes once more what could not be written."""
        self.elsewhere: Callable[[], object] = lambda: None
        """The same, in another place that is asked for."""
        self.current = project.lines[0].id if project.lines else ""
        self.selected: tuple[str, ...] = ()

    @property
    def project(self) -> Project:
        """The project as it is."""
        return self.history.project

    @property
    def line(self) -> ScriptLine | None:
        """The current line."""
        return self.project.line(self.current)

    @property
    def direction(self) -> Direction:
        """How the current line is spoken."""
        line = self.line
        return self.project.direction if line is None else direction_of(self.project, line)

    def edit(self, project: Project, text: str, merge: str = "") -> None:
        """Make an edit that can be undone."""
        self.history.do(project, text, merge)

    def direct(self, direction: Direction, text: str, merge: str = "") -> None:
        """Change how the current line is spoken; it then has a direction of its own.

        A number or name that cannot be is said under its control.
        """
        if self.line is None:
            return
        word = f"{merge} {self.current}" if merge else ""
        try:
            changed = set_direction(self.project, self.current, direction)
        except StudioError as error:
            self.board.error(error)
            return
        self.edit(changed, text, word)
        self.direction_changed.emit()

    def go_to(self, line_id: str) -> None:
        """Make a line current."""
        if line_id != self.current and (not line_id or self.project.line(line_id) is not None):
            self.current = line_id
            self.line_changed.emit(line_id)

    def begin(self, project: Project, *, saved: bool) -> None:
        """Go on with another project."""
        self.leaving.emit()
        self.current = project.lines[0].id if project.lines else ""
        self.selected = ()
        self.history.begin(project, saved=saved)
        self.replaced.emit()
        self.line_changed.emit(self.current)
