"""Undo and redo: every step, drags as one, and never a take lost."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from app.project.lines import delete, insert, merge, move, split
from app.project.takes import add_take, add_takes, discard, keep
from app.project.undo import DEPTH, MERGE_S, History
from app.project.values import NewLine, Project, TakeRef, request_of, set_direction, set_text
from engine.values import Direction


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def seen() -> list[Project]:
    return []


@pytest.fixture
def history(project: Project, seen: list[Project], clock: Clock) -> History:
    return History(project, seen.append, clock)


def take_of(project: Project, line_id: str, key: str) -> TakeRef:
    line = project.line(line_id)
    assert line is not None
    asked = request_of(project, line)
    return TakeRef("", key, asked.text, asked.voice, asked.direction, asked.seed, "", 1.5)


def keys(project: Project, line_id: str) -> list[str]:
    line = project.line(line_id)
    return [] if line is None else [take.key for take in line.takes]


def test_every_step_goes_back_and_forth(history: History, project: Project) -> None:
    steps = [project]
    for change in (
        lambda p: set_text(p, "l1", "Never."),
        lambda p: split(p, "l2", 8),
        lambda p: merge(p, "l1"),
        lambda p: move(p, {"l3"}, 0),
        lambda p: set_direction(p, "l3", Direction("sadly", 0.4)),
        lambda p: delete(p, {"l1"}),
    ):
        history.do(change(history.project), "Change")
        steps.append(history.project)
    assert history.stack.count() == len(steps) - 1
    for step in reversed(steps[:-1]):
        history.undo()
        assert history.project == step
    history.undo()
    assert history.project == project
    for step in steps[1:]:
        history.redo()
        assert history.project == step
    history.redo()


def test_who_listens_hears_each_change_once(
    history: History, project: Project, seen: list[Project]
) -> None:
    changed = set_text(project, "l1", "Never.")
    history.do(changed, "Edit Text")
    history.undo()
    history.redo()
    assert seen == [changed, project, changed]
    assert history.stack.undoText() == "Edit Text"


def test_what_changes_nothing_is_no_step(
    history: History, project: Project, seen: list[Project]
) -> None:
    history.do(set_text(project, "l1", "I kept your letters."), "Edit Text")
    history.do(replace(project), "Nothing")
    assert history.stack.count() == 0
    assert not seen


def drag(history: History, values: list[float], word: str = "intensity l1") -> None:
    for value in values:
        direction = Direction("warmly", value)
        history.do(set_direction(history.project, "l1", direction), "Intensity", word)


def test_a_drag_is_one_step(history: History, project: Project) -> None:
    drag(history, [1.0 + tick / 100 for tick in range(60)])
    assert history.stack.count() == 1
    history.undo()
    assert history.project == project
    history.redo()
    line = history.project.line("l1")
    assert line is not None
    assert line.direction == Direction("warmly", 1.59)


def test_drags_are_told_apart_by_word_pause_and_release(history: History, clock: Clock) -> None:
    drag(history, [1.1, 1.2])
    drag(history, [1.3], "stability l1")
    drag(history, [1.4, 1.5])
    clock.now += MERGE_S + 0.1
    drag(history, [1.6, 1.7])
    history.seal()
    drag(history, [1.8])
    drag(history, [1.9], "")
    drag(history, [2.0], "")
    assert history.stack.count() == 7


def test_an_edit_after_undo_does_not_join_the_step_before(history: History) -> None:
    drag(history, [1.1])
    drag(history, [1.2], "other")
    history.undo()
    drag(history, [1.3])
    assert history.stack.count() == 2


def test_a_drag_that_comes_back_leaves_no_step(history: History, project: Project) -> None:
    drag(history, [1.1, 1.2])
    history.do(project, "Intensity", "intensity l1")
    assert history.stack.count() == 0
    assert history.project == project


def test_undo_takes_no_take_away(history: History, project: Project) -> None:
    history.do(set_text(project, "l1", "One."), "Edit")
    first = take_of(history.project, "l1", "k1")
    history.finished("l1", first)
    history.do(set_text(history.project, "l1", "Two."), "Edit")
    second = take_of(history.project, "l1", "k2")
    history.finished("l1", second)
    for _ in range(2):
        history.undo()
        assert keys(history.project, "l1") == ["k1", "k2"]
    history.redo()
    assert keys(history.project, "l1") == ["k1", "k2"]


def test_a_batch_comes_back_as_its_takes_came(history: History, project: Project) -> None:
    history.do(set_text(project, "l1", "One."), "Edit")
    came = [
        (line.id, replace(take_of(history.project, line.id, f"k{key}"), id=f"t{40 + number}"))
        for number, (line, key) in enumerate(
            (line, key) for key in range(34) for line in project.lines
        )
    ]
    came.append((came[0][0], replace(came[0][1], id="t999")))  # the same record once more
    came.append(("gone", replace(came[0][1], id="t998")))
    one_by_one = history.project
    for line_id, take in came:
        one_by_one = add_take(one_by_one, line_id, take)
    assert add_takes(history.project, came) == one_by_one
    assert add_takes(history.project, came).next_id == one_by_one.next_id


def test_a_take_comes_back_with_its_line(history: History, project: Project) -> None:
    history.do(insert(project, 0, [replace_text("New.")]), "Insert")
    new = history.project.lines[0].id
    take = take_of(history.project, new, "k1")
    history.finished(new, take)
    history.undo()
    assert history.project.line(new) is None
    history.redo()
    assert keys(history.project, new) == ["k1"]


def test_a_discarded_take_stays_discarded(history: History) -> None:
    take = take_of(history.project, "l1", "k1")
    history.finished("l1", take)
    history.do(keep(history.project, "l1", "t4"), "Keep")
    history.do(discard(history.project, "l1", "t4"), "Discard")
    assert keys(history.project, "l1") == []
    history.undo()
    history.redo()
    assert keys(history.project, "l1") == []
    history.undo()
    history.undo()
    assert keys(history.project, "l1") == ["k1"]


def replace_text(text: str) -> NewLine:
    return NewLine(text)


def test_ids_are_not_given_twice_after_undo(history: History, project: Project) -> None:
    history.do(insert(project, 0, [replace_text("One.")]), "Insert")
    first = history.project.lines[0].id
    history.undo()
    history.do(insert(history.project, 0, [replace_text("Two.")]), "Insert")
    assert history.project.lines[0].id != first


def test_modified_is_told_by_what_is_there(history: History, project: Project) -> None:
    assert not history.modified
    history.do(set_text(project, "l1", "Never."), "Edit")
    assert history.modified
    history.undo()
    assert not history.modified
    history.redo()
    history.saved(history.project)
    assert not history.modified
    history.admit(lambda p: add_take(p, "l1", take_of(p, "l1", "k1")))
    assert history.modified


def test_another_project_begins_without_steps(history: History, project: Project) -> None:
    history.do(set_text(project, "l1", "Never."), "Edit")
    history.begin(project, saved=True)
    assert history.stack.count() == 0
    assert not history.modified
    history.begin(project, saved=False)
    assert history.modified


def test_steps_are_bounded_and_outlive_the_collector(history: History, project: Project) -> None:
    for number in range(DEPTH + 50):
        history.do(set_text(history.project, "l1", f"Line {number}."), "Edit")
    gc.collect()
    assert history.stack.count() == DEPTH
    for _ in range(DEPTH):
        history.undo()
    line = history.project.line("l1")
    assert line is not None
    assert line.text == "Line 49."
    del project


def test_edits_that_came_to_nothing_do_not_open_the_step_before(
    history: History, clock: Clock
) -> None:
    history.do(set_text(history.project, "l1", "Hello there."), "Text", "text l1")
    typed = history.project
    clock.now += 2 * MERGE_S
    for text in ("Hello there.x", "Hello there.", "Hello there. More"):
        history.do(set_text(history.project, "l1", text), "Text", "text l1")
        clock.now += 0.1
    assert history.stack.count() == 2
    history.undo()
    assert history.project == typed
