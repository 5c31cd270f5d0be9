"""Undo and redo over whole projects, as Qt's undo stack shows them in menus.

A step holds the project before and after an edit; since projects are frozen and
share their lines, that is small. What happens beside the person's edits (a take is
finished) is *admitted*: it is no step of its own, and is done again on any older
project that undo or redo brings back, so that undo never takes a take away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from time import monotonic

from PySide6.QtGui import QUndoCommand, QUndoStack

from app.project.takes import add_take, add_takes, next_take
from app.project.values import Project, TakeRef

DEPTH = 200
"""Steps kept. A step on a script of 1,000 lines holds about 8 KB."""

MERGE_S = 1.5
"""Edits with the same ``merge`` word become one step if no longer than this lies between:
longer than between two keys or two positions of a dragged knob, shorter than a thought."""

Change = Callable[[Project], Project]


@dataclass(frozen=True, slots=True)
class _Finished:
    """The change that a finished take is: those of a batch are made again all at once."""

    line: str
    take: TakeRef

    def __call__(self, project: Project) -> Project:
        return add_take(project, self.line, self.take)


class History:
    """The project as it is and the steps that led there.

    Args:
        project: what to begin with.
        changed: called with the project whenever it has become another.
        clock: seconds, rising.
    """

    def __init__(
        self,
        project: Project,
        changed: Callable[[Project], None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._project = project
        self._saved = project
        self._changed = changed
        self._clock = clock
        self._admitted: list[Change] = []
        self._sealed = True
        self._last = 0.0
        self.stack = QUndoStack()
        self.stack.setUndoLimit(DEPTH)

    @property
    def project(self) -> Project:
        """The project as it is."""
        return self._project

    @property
    def modified(self) -> bool:
        """Whether it differs from what was last saved."""
        return self._project != self._saved

    def do(self, project: Project, text: str, merge: str = "") -> None:
        """Make an edit that can be undone; one that changes nothing is no step.

        Args:
            project: the edited project, made from ``self.project``.
            text: what the menu says after "Undo".
            merge: edits that follow each other closely with the same word are one
                step (``intensity l3``, ``text l3``); "" never merges.
        """
        now = self._clock()
        if project is self._project or project == self._project:
            return
        joins = bool(merge) and not self._sealed and now - self._last <= MERGE_S
        before = self.stack.index()
        self.stack.push(_Step(self, project, text, merge, joins=joins))
        # Edits that came to nothing are gone; the step before them was over already.
        self._last, self._sealed = now, self.stack.index() < before

    def seal(self) -> None:
        """End the present step: the next edit is another, however alike (a knob was let go)."""
        self._sealed = True

    def admit(self, change: Change) -> None:
        """Let in what is not the person's edit; undo will not take it away.

        Args:
            change: pure; called again on older projects when they come back.
        """
        self._admitted.append(change)
        self._set(change(self._project))

    def finished(self, line_id: str, take: TakeRef) -> None:
        """Admit a finished take. Its id is given here, once for all projects it is in."""
        own = replace(take, id=next_take(self._project))
        self.admit(_Finished(line_id, own))

    def saved(self, project: Project) -> None:
        """Note that ``project`` is what lies on the disk."""
        self._saved = project
        self._sealed = True

    def begin(self, project: Project, *, saved: bool) -> None:
        """Go on with another project and forget all steps."""
        self.stack.clear()
        self._admitted.clear()
        self._sealed = True
        self._project = project
        self._saved = project if saved else replace(project, id="")
        self._changed(project)

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        self.stack.undo()

    def redo(self) -> None:
        """Do the last step taken back again, if there is one."""
        self.stack.redo()

    @property
    def admitted(self) -> int:
        """How much has been admitted so far."""
        return len(self._admitted)

    def bring(self, project: Project, admitted: int) -> None:
        """Make a project of a step the present one.

        Args:
            project: as the step holds it.
            admitted: how much had been admitted when it was made.
        """
        project = replace(project, next_id=max(project.next_id, self._project.next_id))
        for taken, changes in groupby(self._admitted[admitted:], lambda c: type(c) is _Finished):
            if taken:
                done = [(each.line, each.take) for each in changes if isinstance(each, _Finished)]
                project = add_takes(project, done)
                continue
            for change in changes:
                project = change(project)
        self._sealed = True
        self._set(project)

    def _set(self, project: Project) -> None:
        if project != self._project or project.next_id != self._project.next_id:
            self._project = project
            self._changed(project)


class _Step(QUndoCommand):
    """One step: the project before and after."""

    def __init__(
        self, history: History, project: Project, text: str, merge: str, *, joins: bool
    ) -> None:
        super().__init__(text)
        self._history = history
        self.old, self.old_admitted = history.project, history.admitted
        self.new, self.new_admitted = project, history.admitted
        self.word = merge
        self.joins = joins

    def id(self) -> int:
        """Steps of any number but -1 may merge."""
        return 1

    def redo(self) -> None:
        """Bring the project after; Qt calls this when the step is pushed, too."""
        self._history.bring(self.new, self.new_admitted)

    def undo(self) -> None:
        """Bring the project before."""
        self._history.bring(self.old, self.old_admitted)

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take a following step in; two that come to nothing go."""
        if not (isinstance(other, _Step) and other.joins and other.word == self.word):
            return False
        self.new, self.new_admitted = other.new, other.new_admitted
        if self.new == self.old:
            self.setObsolete(True)
        return True
