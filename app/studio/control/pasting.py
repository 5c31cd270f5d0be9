"""Pasted and dropped text: cut on the engine thread, put into the script slice by slice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.intake import from_file
from app.project.lines import delete, insert
from app.project.values import NewLine
from app.studio.control.engine import EngineControl
from app.studio.control.state import State
from engine.cancel import CancelToken
from engine.errors import InputError, StudioError

if TYPE_CHECKING:
    # Only for their types: loading it is the engine thread's, behind the open window.
    from app.studio.pasting import Pasted
    from engine.build import Engine

translate = QCoreApplication.translate

MOST_TAKEN = 500_000
"""Characters that are taken at once: a long novel, some 7,000 lines, nine hours of speech.
A script of much more would hold up the window with every edit."""

LONGEST_END = 4_000
"""How far before the greatest length the end of a paragraph, a sentence or a word is
looked for, so that nothing is cut in two."""

SLICE = 500
"""Lines that are put in at once: some tens of milliseconds of the window's work."""


class PastingControl(QObject):
    """Takes a text into the script after the current line."""

    putting = Signal()
    """Lines have been put in; more may follow."""

    def __init__(self, state: State, engine: EngineControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self._left: list[NewLine] = []
        """Lines that have been cut and are still to be put in."""
        self._whole = 0
        self._after = ""
        """The line they come after; "" = at the beginning."""
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._put)
        state.replaced.connect(self._forget)

    def paste(self, text: str) -> None:
        """Put a text's lines after the current one; of a very long one, the first part."""
        if not text.strip():
            return
        taken = first_part(text)
        if len(taken) < len(text):
            self._tell_cut(text, taken)
        project = self.state.project

        def cut(engine: Engine, _token: CancelToken) -> Pasted:
            from app.studio.pasting import cut_text
            from engine.voices import is_mix

            language = engine.voices.parse_mix(project.voice).language
            judge = engine.understander.is_direction
            return cut_text(project, taken, judge, is_mix(engine.voices), language=language)

        self._say(translate("Studio", "Cutting the text into lines…"))
        if self.engine.errand(cut, self._cut) is None:
            from app.studio.pasting import Pasted

            self._cut(Pasted(_plain_lines(taken), ()))

    def read(self, path: Path) -> None:
        """Put the lines of a text file after the current one."""
        try:
            self.paste(from_file(path))
        except StudioError as error:
            self.state.board.error(error)

    def _tell_cut(self, text: str, taken: str) -> None:
        begins = " ".join(text[len(taken) : len(taken) + 200].split()[:6])
        detail = translate("Studio", "{all} characters, of which the first {taken} were taken")
        hint = translate("Studio", "what is left begins with “{words}”")
        self.state.board.error(
            InputError(
                "text-too-long",
                subject="text",
                detail=detail.format(all=f"{len(text):,}", taken=f"{len(taken):,}"),
                hint=hint.format(words=begins),
            )
        )

    def _cut(self, answer: object) -> None:
        from app.studio.pasting import Pasted

        assert isinstance(answer, Pasted)
        self.state.board.remarks(answer.remarks)
        self._left += answer.lines
        self._whole = len(self._left)
        self._after = self.state.current
        self.state.history.seal()
        self._put()

    def _put(self) -> None:
        """Put the next slice in; the slices of one text are one step of undo."""
        some, self._left = self._left[:SLICE], self._left[SLICE:]
        project, at = self.state.project, self.state.project.index(self._after) + 1
        before = self.state.line
        first = bool(some) and len(some) + len(self._left) == self._whole
        if first and before is not None and not before.text.strip():
            project, at = delete(project, (before.id,)), at - 1
        changed = insert(project, at, some)
        self.state.edit(changed, translate("Studio", "paste lines"), "paste")
        self.putting.emit()
        if some:
            self._after = self.state.project.lines[at + len(some) - 1].id
        if first:
            self.state.go_to(self.state.project.lines[at].id)
        if self._left:
            done = 1 - len(self._left) / self._whole
            self._say(translate("Studio", "Putting in lines… {done}").format(done=f"{done:.0%}"))
            self._next.start()
        else:
            self._next.stop()
            self._say("")

    def _forget(self) -> None:
        """Another project was begun: what is left belongs to the one before."""
        self._next.stop()
        self._left.clear()

    def _say(self, text: str) -> None:
        self.state.window.statusBar().showMessage(text)


def first_part(text: str) -> str:
    """As much of a text as is taken at once, up to the end of a paragraph if one is near."""
    if len(text) <= MOST_TAKEN:
        return text
    for mark in ("\n\n", "\n", ". ", " "):
        end = text.rfind(mark, MOST_TAKEN - LONGEST_END, MOST_TAKEN)
        if end >= 0:
            return text[: end + len(mark)]
    return text[:MOST_TAKEN]


def _plain_lines(text: str) -> tuple[NewLine, ...]:
    """A text's lines as they stand: what can be done before the engine is loaded."""
    return tuple(NewLine(each.strip()) for each in text.splitlines() if each.strip())
