"""Takes, presets and comparisons of a project: a new project from an old one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from app.project.values import (
    Comparison,
    Preset,
    Project,
    ScriptLine,
    TakeRef,
    change_line,
    chosen_take,
    clean_text,
    is_current,
    tidy,
)
from engine.errors import InputError
from engine.values import Direction

_T = TypeVar("_T")

MOST_LOOSE_TAKES = 30
"""Takes of a line that are neither kept, named nor chosen; the oldest beyond these leave
the list when another comes. Their sound stays in the store."""


def add_take(project: Project, line_id: str, take: TakeRef) -> Project:
    """Add a finished take to its line; without an ``id`` it is given one here.

    The same record made from the same request is not listed twice. The new take is
    the chosen one, unless it comes too late: the line has changed meanwhile, and the
    one chosen is of the line as it stands.
    """
    line = project.line(line_id)
    if line is None:
        return project
    own = replace(take, id=take.id or next_take(project))
    changed, known = _with_take(project, line, own)
    project = change_line(project, line_id, lambda _: changed)
    return project if known else replace(project, next_id=max(project.next_id, _after(own)))


def add_takes(project: Project, finished: Iterable[tuple[str, TakeRef]]) -> Project:
    """Add finished takes, which have their ids, to their lines: as ``add_take`` for each.

    A batch of thousands is added in one pass; one after the other, each copied all lines.
    """
    waiting: dict[str, list[TakeRef]] = {}
    for line_id, take in finished:
        waiting.setdefault(line_id, []).append(take)
    lines, next_id = [], project.next_id
    for line in project.lines:
        changed = line
        for take in waiting.get(line.id, ()):
            changed, known = _with_take(project, changed, take)
            next_id = next_id if known else max(next_id, _after(take))
        lines.append(changed)
    return replace(project, lines=tuple(lines), next_id=next_id)


def _with_take(project: Project, line: ScriptLine, take: TakeRef) -> tuple[ScriptLine, bool]:
    """A line with a finished take, and whether it had it already."""
    same = next((old for old in line.takes if _is_same(old, take)), None)
    added = same or replace(take, text=clean_text(take.text))
    takes = line.takes if same else (*line.takes, added)
    before = chosen_take(line)
    late = before is not None and is_current(project, line, before)
    chosen = line.chosen if late and not is_current(project, line, added) else added.id
    return _pruned(replace(line, takes=takes, chosen=chosen)), same is not None


def _after(take: TakeRef) -> int:
    """The number after that of a take's id."""
    return int(take.id[1:]) + 1


def next_take(project: Project) -> str:
    """The id the next take gets."""
    return f"t{project.next_id}"


def choose(project: Project, line_id: str, take_id: str) -> Project:
    """Export this take of the line."""
    return _change_take(project, line_id, take_id, lambda take: take, chosen=True)


def restore(project: Project, line_id: str, take_id: str) -> Project:
    """Bring a take back: the line becomes what the take was made from."""
    line = project.line(line_id)
    take = None if line is None else line.take(take_id)
    if line is None or take is None:
        return project
    back = replace(
        line,
        text=take.text,
        voice=_own(take.voice, project.voice, line.voice),
        direction=_own(take.direction, project.direction, line.direction),
        seed=take.seed,
        chosen=take.id,
    )
    return change_line(project, line_id, lambda _: back)


def keep(project: Project, line_id: str, take_id: str, kept: bool = True) -> Project:
    """Mark a take as kept: it never leaves the list by itself."""
    return _change_take(project, line_id, take_id, lambda take: replace(take, kept=kept))


def name_take(project: Project, line_id: str, take_id: str, name: str) -> Project:
    """Give a take a name; "" takes it away."""
    neat = " ".join(clean_text(name).split())
    return _change_take(project, line_id, take_id, lambda take: replace(take, name=neat))


def discard(project: Project, line_id: str, take_id: str) -> Project:
    """Take a take off the list. If it was the chosen one, the newest left is chosen."""
    line = project.line(line_id)
    if line is None or line.take(take_id) is None:
        return project
    takes = tuple(take for take in line.takes if take.id != take_id)
    chosen = line.chosen
    if chosen == take_id:
        chosen = takes[-1].id if takes else None
    return change_line(project, line_id, lambda old: replace(old, takes=takes, chosen=chosen))


def save_preset(project: Project, name: str, direction: Direction) -> Project:
    """Name a direction; one of that name gives way. Keyframes belong to words and stay out.

    Raises:
        InputError: ``name-unusable`` for an empty name.
    """
    preset = Preset(_preset_name(name), tidy(replace(direction, keyframes=())))
    names = [each.name for each in project.presets]
    if preset.name not in names:
        return replace(project, presets=(*project.presets, preset))
    presets = tuple(preset if each.name == preset.name else each for each in project.presets)
    return project if presets == project.presets else replace(project, presets=presets)


def rename_preset(project: Project, name: str, to: str) -> Project:
    """Give a preset another name.

    Raises:
        InputError: ``name-unusable``: it is empty, or another preset has it.
    """
    new, names = _preset_name(to), {each.name for each in project.presets}
    if name not in names or new == name:
        return project
    if new in names:
        raise InputError("name-unusable", subject="prompt", detail=f"{new} is taken")
    presets = tuple(
        replace(each, name=new) if each.name == name else each for each in project.presets
    )
    return replace(project, presets=presets)


def delete_preset(project: Project, name: str) -> Project:
    """Forget a preset."""
    presets = tuple(each for each in project.presets if each.name != name)
    return project if len(presets) == len(project.presets) else replace(project, presets=presets)


def add_comparison(project: Project, comparison: Comparison) -> Project:
    """Store what came of a comparison, and choose the take that was preferred."""
    project = replace(project, comparisons=(*project.comparisons, comparison))
    return choose(project, comparison.line, comparison.preferred)


def _change_take(
    project: Project,
    line_id: str,
    take_id: str,
    change: Callable[[TakeRef], TakeRef],
    *,
    chosen: bool = False,
) -> Project:
    def changed(line: ScriptLine) -> ScriptLine:
        if line.take(take_id) is None:
            return line
        takes = tuple(change(take) if take.id == take_id else take for take in line.takes)
        return replace(line, takes=takes, chosen=take_id if chosen else line.chosen)

    return change_line(project, line_id, changed)


def _is_same(old: TakeRef, new: TakeRef) -> bool:
    made = (new.key, new.text, new.voice, new.direction, new.seed)
    return (old.key, old.text, old.voice, old.direction, old.seed) == made


def _pruned(line: ScriptLine) -> ScriptLine:
    loose = [
        take.id for take in line.takes if not (take.kept or take.name or take.id == line.chosen)
    ]
    gone = set(loose[:-MOST_LOOSE_TAKES])
    if not gone:
        return line
    return replace(line, takes=tuple(take for take in line.takes if take.id not in gone))


def _own(was: _T, projects: _T, own: _T | None) -> _T | None:
    return None if own is None and was == projects else was


def _preset_name(name: str) -> str:
    neat = " ".join(clean_text(name).split())
    if not neat:
        raise InputError("name-unusable", subject="prompt", detail="it is empty")
    return neat
