"""Undo in any order of edits, finished takes, undo and redo."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from app.project.lines import delete, insert, merge, move, split
from app.project.takes import choose, discard, keep
from app.project.text import from_text, to_text
from app.project.undo import History
from app.project.values import (
    NewLine,
    Project,
    TakeRef,
    new_project,
    request_of,
    set_direction,
    set_text,
)
from engine.values import Direction

PLACES = st.integers(0, 5)


def bare(project: Project) -> Project:
    """The project without its takes: what a person's edits alone have made of it."""
    lines = tuple(replace(line, takes=(), chosen=None) for line in project.lines)
    return replace(project, lines=lines)


class Studio(RuleBasedStateMachine):
    """A person edits, takes come in, steps are taken back and done again."""

    @initialize(texts=st.lists(st.sampled_from(["One two.", "Three."]), min_size=1, max_size=3))
    def begin(self, texts: list[str]) -> None:
        project = new_project("p", "2026", "af_heart", Direction())
        project = insert(project, 0, [NewLine(text) for text in texts])
        self.history = History(project, lambda _: None, clock=lambda: 0.0)
        self.before: list[Project] = []
        self.after: list[Project] = []
        self.came: dict[str, str] = {}
        self.gone: set[str] = set()
        self.ids: dict[str, str] = {}
        self.keys = 0

    def edit(self, project: Project) -> None:
        old = self.history.project
        self.history.do(project, "Edit")
        if project != old:
            self.before.append(bare(old))
            self.after.clear()

    def id_at(self, place: int) -> str:
        lines = self.history.project.lines
        return lines[place % len(lines)].id if lines else "none"

    @rule(place=PLACES, text=st.sampled_from(["New.", "Newer words."]))
    def type_text(self, place: int, text: str) -> None:
        self.edit(set_text(self.history.project, self.id_at(place), text))

    @rule(place=PLACES, value=st.integers(0, 20))
    def turn_knob(self, place: int, value: int) -> None:
        direction = Direction("sadly", value / 10)
        self.edit(set_direction(self.history.project, self.id_at(place), direction))

    @rule(place=PLACES, offset=PLACES)
    def cut(self, place: int, offset: int) -> None:
        self.edit(split(self.history.project, self.id_at(place), offset))

    @rule(place=PLACES)
    def join(self, place: int) -> None:
        self.edit(merge(self.history.project, self.id_at(place)))

    @rule(place=PLACES, to=PLACES)
    def drag_line(self, place: int, to: int) -> None:
        self.edit(move(self.history.project, {self.id_at(place)}, to))

    @rule(place=PLACES)
    def take_out(self, place: int) -> None:
        self.edit(delete(self.history.project, {self.id_at(place)}))

    @rule(place=PLACES)
    def add_line(self, place: int) -> None:
        self.edit(insert(self.history.project, place, [NewLine("Added.")]))

    @rule(place=PLACES)
    def finish_a_take(self, place: int) -> None:
        line = self.history.project.line(self.id_at(place))
        if line is None:
            return
        self.keys += 1
        asked, key = request_of(self.history.project, line), f"k{self.keys}"
        take = TakeRef("", key, asked.text, asked.voice, asked.direction, asked.seed, "", 1.0)
        self.history.finished(line.id, take)
        self.came[key] = line.id

    @rule(place=PLACES, what=st.sampled_from(["keep", "choose", "discard"]))
    def judge_a_take(self, place: int, what: str) -> None:
        line = self.history.project.line(self.id_at(place))
        if line is None or not line.takes:
            return
        take = line.takes[place % len(line.takes)]
        change = {"keep": keep, "choose": choose, "discard": discard}[what]
        self.edit(change(self.history.project, line.id, take.id))
        if what == "discard":
            self.gone.add(take.key)

    @rule()
    def take_back(self) -> None:
        here = bare(self.history.project)
        self.history.undo()
        if self.before:
            assert bare(self.history.project) == self.before.pop()
            self.after.append(here)
        else:
            assert bare(self.history.project) == here

    @rule()
    def do_again(self) -> None:
        here = bare(self.history.project)
        self.history.redo()
        if self.after:
            assert bare(self.history.project) == self.after.pop()
            self.before.append(here)
        else:
            assert bare(self.history.project) == here

    @invariant()
    def no_take_of_a_line_that_is_there_is_lost(self) -> None:
        project = self.history.project
        there = {take.key for line in project.lines for take in line.takes}
        ids = {line.id for line in project.lines}
        lost = {key for key, line in self.came.items() if line in ids} - there - self.gone
        assert not lost

    @invariant()
    def ids_are_given_once_and_the_file_holds_it_all(self) -> None:
        project = self.history.project
        takes = [take.id for line in project.lines for take in line.takes]
        assert len(set(takes)) == len(takes)
        for take in (take for line in project.lines for take in line.takes):
            assert self.ids.setdefault(take.id, take.key) == take.key
        assert from_text(to_text(project)) == project


TestStudio = Studio.TestCase
TestStudio.settings = settings(max_examples=60, stateful_step_count=25)
