"""The person's own presets, there in every project: a project file without lines.

A project keeps the presets that were saved in it, so that it can be handed on. Those of
all projects come together here, in the data folder.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.project import file as project_file
from app.project.values import Preset, Project, new_project
from engine.values import Direction

FILE = "presets.espressivo"


def own_presets(data: Path) -> tuple[Preset, ...]:
    """The presets that are kept; none where there is no file yet.

    Raises:
        InputError: ``project-damaged``, ``project-newer`` or ``project-unreadable``.
    """
    path = data / FILE
    return project_file.load(path).project.presets if path.exists() else ()


def change(data: Path, before: tuple[Preset, ...], after: tuple[Preset, ...]) -> None:
    """Do to the presets that are kept what was done to a project's.

    What is kept is read anew, so that two studios do not undo each other's work.

    Args:
        data: the data folder.
        before: the project's presets before.
        after: and after.

    Raises:
        InputError: what is kept cannot be read; it stays as it is.
        ExportError: it cannot be written.
    """
    gone = {each.name for each in before} - {each.name for each in after}
    new = {each.name: each for each in after if each not in before}
    kept = [new.pop(each.name, each) for each in own_presets(data) if each.name not in gone]
    holder = new_project("presets", "", "", Direction())
    presets = (*kept, *new.values())
    project_file.save(replace(holder, presets=presets), data / FILE)


def with_own(project: Project, own: tuple[Preset, ...]) -> Project:
    """The project with the person's presets beside its own, which go first."""
    names = {each.name for each in project.presets}
    others = tuple(each for each in own if each.name not in names)
    return replace(project, presets=(*project.presets, *others))
