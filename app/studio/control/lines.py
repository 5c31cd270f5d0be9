"""The script's lines: what the list and the line's text ask for, and what they show."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.project.lines import delete, insert, merge, move, split, spoken_alike
from app.project.values import NewLine, Project, set_text
from app.studio.control.engine import EngineControl
from app.studio.control.pasting import PastingControl
from app.studio.control.state import State
from app.studio.script_rows import ScriptRows

translate = QCoreApplication.translate

REDRAW_MS = 200
"""The list is brought up to date at most this often, so that neither a dragged knob nor
thousands of lines that are in the store already spend their time on its rows. What it says
of them is words and lengths: faster, they cannot be read."""

REDRAW_REST = 8
"""And it rests this many times as long as it took: 20,000 rows take a twentieth of a second."""

TYPED_MS = 200
"""A text is planned once no key was pressed for this long: between two keys of quick
typing lie 100 to 200 ms."""


class LinesControl(QObject):
    """Edits the script; shows it in the list and the overview."""

    def __init__(self, state: State, engine: EngineControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.pasting = PastingControl(state, engine)
        self._rows = ScriptRows()
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(REDRAW_MS)
        self._redraw.timeout.connect(self.show)
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(TYPED_MS)
        self._typed.timeout.connect(engine.plan)
        self._connect()
        self._connect_actions()

    def _connect(self) -> None:
        script, line = self.state.window.script, self.state.window.line_text
        script.chosen.connect(self.state.go_to)
        script.selected.connect(self._selected)
        script.text_edited.connect(self._text)
        script.split.connect(self._split)
        script.merged.connect(self._merge)
        script.moved.connect(self._move)
        script.inserted.connect(self._insert)
        script.deleted.connect(self._delete)
        script.pasted.connect(self.pasting.paste)
        self.pasting.putting.connect(self.show)
        line.edited.connect(self._typed_text)
        line.split.connect(lambda offset: self._split(self.state.current, offset))
        line.merged.connect(lambda: self._merge(self.state.current))
        line.merged_back.connect(self._merge_back)
        line.pasted.connect(self.pasting.paste)
        self.state.window.overview.jumped.connect(self.state.go_to)
        self.state.project_changed.connect(self._start_redraw)
        self.state.line_changed.connect(self._line_changed)
        self.engine.states.connect(self._start_redraw)

    def _connect_actions(self) -> None:
        actions = self.state.window.actions_by_name
        wanted: dict[str, Callable[[], None]] = {
            "edit.insert": lambda: self._insert(self._index() + 1, ""),
            "edit.split": self._split_here,
            "edit.merge": lambda: self._merge(self.state.current),
            "edit.up": lambda: self._step(-1),
            "edit.down": lambda: self._step(1),
            "edit.delete": lambda: self._delete(self.state.selected or (self.state.current,)),
            "edit.undo": self._undo,
            "edit.redo": self._redo,
            "line.next": lambda: self._go(1),
            "line.previous": lambda: self._go(-1),
        }
        for name, act in wanted.items():
            actions[name].triggered.connect(lambda _checked=False, act=act: act())
        stack = self.state.history.stack
        stack.canUndoChanged.connect(actions["edit.undo"].setEnabled)
        stack.canRedoChanged.connect(actions["edit.redo"].setEnabled)
        actions["edit.undo"].setEnabled(False)
        actions["edit.redo"].setEnabled(False)

    # what is shown

    def show(self) -> None:
        """Bring the list and the overview up to date."""
        self._redraw.stop()
        begun = time.monotonic()
        state, window = self.state, self.state.window
        if state.line is None and state.project.lines:
            state.go_to(state.project.lines[0].id)
        engine = self.engine
        views, rows = self._rows.of(state.project, engine.emotions, engine.activity)
        window.script.show_lines(views)
        window.script.show_current(state.current)
        window.overview.show_overview(rows)
        window.overview.show_current(state.current)
        took = round(1000 * (time.monotonic() - begun))
        self._redraw.setInterval(max(REDRAW_MS, REDRAW_REST * took))

    def _start_redraw(self) -> None:
        if not self._redraw.isActive():
            self._redraw.start()

    def _line_changed(self) -> None:
        self._typed.stop()  # the line that was typed in has been left; this one is planned
        line = self.state.line
        self.state.window.line_text.show_text("" if line is None else line.text)
        self.state.window.script.show_current(self.state.current)
        self.state.window.overview.show_current(self.state.current)

    # what the person does

    def _selected(self, ids: object) -> None:
        assert isinstance(ids, tuple)
        self.state.selected = ids

    def _index(self) -> int:
        return self.state.project.index(self.state.current)

    def _go(self, step: int) -> None:
        lines = self.state.project.lines
        at = self._index() + step
        if 0 <= at < len(lines):
            self.state.go_to(lines[at].id)

    def _step(self, step: int) -> None:
        at = self._index()
        if at >= 0 and 0 <= at + step < len(self.state.project.lines):
            self._move(self.state.current, at + step)

    def _text(self, line_id: str, text: str) -> None:
        changed = set_text(self.state.project, line_id, text)
        self.state.edit(changed, translate("Studio", "edit text"), f"text {line_id}")
        self.state.board.drop_subjects("text")
        self.engine.failures.pop(line_id, None)
        if line_id == self.state.current:
            if self.state.window.line_text.toPlainText() != text:
                self.state.window.line_text.show_text(text)
            self._typed.start()

    def _typed_text(self, text: str) -> None:
        """Take what is typed; in a script that is empty it begins the first line."""
        if self.state.line is not None:
            self._text(self.state.current, text)
        elif text:
            self._insert(0, text)

    def _split_here(self) -> None:
        self._split(self.state.current, self.state.window.line_text.cursor_offset())

    def _split(self, line_id: str, offset: int) -> None:
        self._structure(
            split(self.state.project, line_id, offset), translate("Studio", "split line")
        )
        self._go(1)

    def _merge(self, line_id: str) -> None:
        self._structure(merge(self.state.project, line_id), translate("Studio", "join lines"))
        self.state.go_to(line_id)
        self._line_changed()
        self.engine.plan()

    def _merge_back(self) -> None:
        at = self._index()
        if at > 0:
            self._merge(self.state.project.lines[at - 1].id)

    def _move(self, line_id: str, row: int) -> None:
        before = row + 1 if row > self.state.project.index(line_id) else row
        moved = move(self.state.project, (line_id,), before)
        self._structure(moved, translate("Studio", "move line"))

    def _insert(self, at: int, text: str) -> None:
        line = self.state.line
        new = NewLine(text) if line is None else spoken_alike(self.state.project, line)
        new = NewLine(text, new.voice, new.direction, new.rest_s)
        changed = insert(self.state.project, at, (new,))
        self._structure(changed, translate("Studio", "new line"))
        lines = self.state.project.lines
        self.state.go_to(lines[min(at, len(lines) - 1)].id)
        self.state.window.line_text.setFocus()

    def _delete(self, ids: object) -> None:
        assert isinstance(ids, tuple)
        at = max(0, min(self.state.project.index(each) for each in ids))
        changed = delete(self.state.project, ids)
        self._structure(changed, translate("Studio", "delete lines"))
        lines = self.state.project.lines
        self.state.go_to(lines[min(at, len(lines) - 1)].id if lines else "")

    def _structure(self, project: Project, text: str) -> None:
        self.state.edit(project, text)
        self.show()

    def _undo(self) -> None:
        self.state.history.undo()
        self._came_back()

    def _redo(self) -> None:
        self.state.history.redo()
        self._came_back()

    def _came_back(self) -> None:
        """Show all of a project that undo or redo brought back."""
        self.show()
        self.state.line_changed.emit(self.state.current)
