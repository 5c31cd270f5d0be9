"""Presets: applied, heard, saved, renamed and deleted, in every project alike."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject

from app.project import own_presets
from app.project.takes import delete_preset, rename_preset, save_preset
from app.project.values import Preset, Project, request_of, set_direction
from app.studio.control.direction import DirectionControl
from app.studio.control.state import State
from app.studio.present.direction import preset_of
from app.studio.present.records import preset_views
from engine.errors import StudioError

translate = QCoreApplication.translate


class PresetControl(QObject):
    """Shows the shipped presets, the person's and the project's; edits the latter two."""

    def __init__(self, state: State, direction: DirectionControl) -> None:
        super().__init__(state)
        self.state = state
        self.direction = direction
        self._own = self._read()
        self._before: tuple[Preset, ...] | None = state.project.presets
        """The project's presets when they were last looked at; None while it is replaced."""
        presets = state.window.presets
        presets.chosen.connect(self._apply)
        presets.auditioned.connect(self._hear)
        presets.saved.connect(self._save)
        presets.renamed.connect(self._rename)
        presets.deleted.connect(self._delete)
        state.project_changed.connect(self._changed)
        state.leaving.connect(self._leave)
        state.replaced.connect(self._replaced)
        state.presets_came.connect(self._came)
        self.show()

    def show(self) -> None:
        """Show all presets."""
        self.state.window.presets.show_presets(preset_views(self._all()))

    def _all(self) -> Project:
        return own_presets.with_own(self.state.project, self._own)

    def _read(self) -> tuple[Preset, ...]:
        try:
            return own_presets.own_presets(self.state.data)
        except StudioError as error:
            self.state.board.error(error)
            return ()

    def _changed(self) -> None:
        """Keep for all projects what an edit, undo or redo did to this one's presets."""
        before, now = self._before, self.state.project.presets
        if before is None or now is before:  # it is another project, or some other edit
            return
        self._before = now
        try:
            own_presets.change(self.state.data, before, now)
        except StudioError as error:
            self.state.board.error(error)
        self._own = self._read()
        self.show()

    def _leave(self) -> None:
        self._before = None

    def _replaced(self) -> None:
        self._before = self.state.project.presets
        self._own = self._read()
        self.show()

    def _came(self) -> None:
        self._own = self._read()
        self.show()

    # what the person does

    def _apply(self, name: str) -> None:
        found = preset_of(self._all(), name)
        if found is not None:
            text = translate("Studio", "preset {name}").format(name=name)
            self.direction.whole(found.direction, text)

    def _hear(self, name: str) -> None:
        found, line = preset_of(self._all(), name), self.state.line
        if found is not None and line is not None:
            tried = set_direction(self.state.project, line.id, found.direction)
            there = tried.line(line.id)
            if there is not None:
                self.direction.auditioned.emit(request_of(tried, there))

    def _save(self, name: str) -> None:
        direction = self.state.direction
        self._try(
            lambda project: save_preset(project, name, direction),
            translate("Studio", "save preset"),
        )

    def _rename(self, old: str, new: str) -> None:
        self._admit(old)
        self._try(
            lambda project: rename_preset(project, old, new), translate("Studio", "rename preset")
        )

    def _delete(self, name: str) -> None:
        self._admit(name)
        self._try(
            lambda project: delete_preset(project, name), translate("Studio", "delete preset")
        )

    def _admit(self, name: str) -> None:
        """Take a preset of another project into this one, so that undo can bring it back."""
        project = self.state.project
        own = next((each for each in self._own if each.name == name), None)
        if own is not None and all(each.name != name for each in project.presets):
            self.state.history.admit(lambda old: save_preset(old, own.name, own.direction))

    def _try(self, change: Callable[[Project], Project], text: str) -> None:
        try:
            self.state.edit(change(self.state.project), text)
        except StudioError as error:
            self.state.board.error(error)
