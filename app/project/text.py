"""A project as text: JSON with one script line a line, so that changes can be compared.

Objects have their keys in a fixed order and leave out what is as always (a direction
without nudges says nothing of nudges). ``ARCHITECTURE.md`` shows the whole format with
an example. Reading is strict: an unknown or missing field, a value of another kind or
out of its range is an error that names the place, never a guess.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from app.project.fields import Damage, Fields, fields_of
from app.project.values import (
    FORMAT_VERSION,
    SENTENCE_REST_S,
    Comparison,
    Preset,
    Project,
    ScriptLine,
    TakeRef,
)
from engine.emotion.knobs import MAX_INTENSITY, MAX_STRENGTH
from engine.errors import InputError
from engine.values import Deltas, Direction, Keyframe

HEADER = "espressivo-project"
"""First field of every project file; its value is the format's version."""

LONGEST_REST_S = 3600.0
"""A rest of over an hour is a slip of the pen."""

LONGEST_WORD = 1_000_000
"""Most words a line can have a keyframe on."""

_PLAIN = Direction()
_NO_NUDGES = Deltas()


class ProjectWriter:
    """Writes projects as text; remembers the lines of the last, as most are the same again."""

    def __init__(self) -> None:
        self._lines: tuple[ScriptLine, ...] = ()
        self._written: list[bytes] = []

    def data(self, project: Project) -> bytes:
        """The project file's whole text in UTF-8, ending in a line feed."""
        self._written = self._texts(project.lines)
        self._lines = project.lines
        head = [
            (HEADER, FORMAT_VERSION),
            ("id", project.id),
            ("created", project.created),
            ("next", project.next_id),
            ("voice", project.voice),
            ("direction", _direction(project.direction)),
        ]
        parts = [f"{_json(name)}: {_json(value)}" for name, value in head]
        presets = ({"name": p.name, "direction": _direction(p.direction)} for p in project.presets)
        parts.append(_listed("presets", map(_json, presets)))
        parts.append(_listed("comparisons", (_json(_comparison(c)) for c in project.comparisons)))
        above = "{\n" + ",\n".join(parts) + ",\n"
        if not self._written:
            return (above + _listed("lines", ()) + "\n}\n").encode()
        return b"".join(
            ((above + '"lines": [\n').encode(), b",\n".join(self._written), b"\n]\n}\n")
        )

    def _texts(self, lines: tuple[ScriptLine, ...]) -> list[bytes]:
        """The lines' texts: those at both ends that did not change are taken as they are."""
        old, texts = self._lines, self._written
        most = min(len(old), len(lines))
        first = next((n for n in range(most) if old[n] is not lines[n]), most)
        most -= first
        last = next((n for n in range(most) if old[-1 - n] is not lines[-1 - n]), most)
        left, right = len(old) - last, len(lines) - last
        known = {id(old[n]): texts[n] for n in range(first, left)}
        new = [known.get(id(each)) or _line_text(each).encode() for each in lines[first:right]]
        return [*texts[:first], *new, *texts[left:]]


def to_text(project: Project) -> str:
    """The project file's whole text."""
    return ProjectWriter().data(project).decode()


def from_text(text: str, name: str = "") -> Project:
    """Read a project file's text.

    Args:
        text: the whole file.
        name: what the file is called in an error.

    Raises:
        InputError: ``project-damaged`` says where; ``project-newer``.
    """
    try:
        whole = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        root = fields_of(whole, "the file")
        _check_version(root.need(HEADER))
        return _project(root)
    except _Newer as newer:
        detail = f"its format is {newer}, this program knows {FORMAT_VERSION}"
        raise InputError("project-newer", subject="project", detail=_named(name, detail)) from newer
    except (Damage, json.JSONDecodeError) as error:
        raise _damaged(name, str(error)) from error
    except (RecursionError, ValueError) as error:  # nested or numbered beyond all reason
        raise _damaged(name, "it is no project") from error


def _damaged(name: str, detail: str) -> InputError:
    return InputError("project-damaged", subject="project", detail=_named(name, detail))


def _named(name: str, detail: str) -> str:
    return f"{name}: {detail}" if name else detail


class _Newer(Exception):
    """The file's format is newer than this program."""


def _check_version(version: object) -> None:
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise Damage(f"{HEADER} is not a version")
    if version > FORMAT_VERSION:
        raise _Newer(version)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Damage(f"the field {twice!r} is there twice")
    return found


def _no_constant(word: str) -> NoReturn:
    raise Damage(f"{word} is not a number")


# writing


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Two more that editors and compare tools take for the end of a line.
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _listed(name: str, items: Iterable[str]) -> str:
    inside = ",\n".join(items)
    return f"{_json(name)}: [\n{inside}\n]" if inside else f"{_json(name)}: []"


def _line_text(line: ScriptLine) -> str:
    """A line on one line, its takes indented below."""
    fields: dict[str, object] = {"id": line.id, "text": line.text}
    if line.voice is not None:
        fields["voice"] = line.voice
    if line.direction is not None:
        fields["direction"] = _direction(line.direction)
    fields["seed"] = line.seed
    if line.rest_s != SENTENCE_REST_S:
        fields["rest"] = _number(line.rest_s)
    if line.chosen is not None:
        fields["chosen"] = line.chosen
    own = _json(fields)
    if not line.takes:
        return own
    takes = ",\n".join(f"  {_json(_take(take))}" for take in line.takes)
    return f'{own[:-1]}, "takes": [\n{takes}\n]}}'


def _take(take: TakeRef) -> dict[str, object]:
    fields: dict[str, object] = {
        "id": take.id,
        "key": take.key,
        "text": take.text,
        "voice": take.voice,
        "direction": _direction(take.direction),
        "seed": take.seed,
        "created": take.created,
        "seconds": _number(take.seconds),
    }
    for name in ("made", "name", "kept"):
        if getattr(take, name):
            fields[name] = getattr(take, name)
    return fields


def _direction(direction: Direction) -> dict[str, object]:
    fields: dict[str, object] = {}
    if direction.prompt:
        fields["prompt"] = direction.prompt
    for name in ("intensity", "stability", "ramp"):
        if getattr(direction, name) != getattr(_PLAIN, name):
            fields[name] = _number(getattr(direction, name))
    if direction.keyframes:
        fields["keyframes"] = [[each.word, _number(each.strength)] for each in direction.keyframes]
    nudges = {
        name: _number(getattr(direction.nudges, name))
        for name in Deltas.__dataclass_fields__
        if getattr(direction.nudges, name) != getattr(_NO_NUDGES, name)
    }
    return fields | ({"nudges": nudges} if nudges else {})


def _comparison(each: Comparison) -> dict[str, object]:
    names = ("line", "first", "second", "kind", "preferred", "created", "trials", "correct")
    return {name: getattr(each, name) for name in names}


def _number(value: float) -> float | int:
    """The shortest that reads back as the same: a whole number without its ``.0``."""
    return int(value) if value == int(value) else value


# reading


def _project(root: Fields) -> Project:
    lines = tuple(
        _line(fields_of(each, f"line {number} of the script"))
        for number, each in enumerate(root.items("lines"), 1)
    )
    presets = tuple(_preset(fields_of(each, "a preset")) for each in root.items("presets"))
    comparisons = tuple(
        _read_comparison(fields_of(each, "a comparison")) for each in root.items("comparisons")
    )
    project = Project(
        root.text("id"),
        root.text("created"),
        root.text("voice"),
        _read_direction(root.inside("direction")),
        lines,
        presets,
        comparisons,
        root.whole("next", 1),
    )
    root.finish()
    _check_ids(project)
    return project


def _check_ids(project: Project) -> None:
    ids = [line.id for line in project.lines]
    ids += [take.id for line in project.lines for take in line.takes]
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            raise Damage(f"the id {each!r} is there twice")
        seen.add(each)
        if each[1:].isdecimal() and int(each[1:]) >= project.next_id:
            raise Damage(f"the id {each!r} is not below next, {project.next_id}")
    names = [preset.name for preset in project.presets]
    if len(set(names)) != len(names):
        raise Damage("two presets have the same name")


def _line(fields: Fields) -> ScriptLine:
    own = fields.inside("direction") if fields.has("direction") else None
    line = ScriptLine(
        fields.id("id"),
        fields.text("text"),
        fields.text("voice") if fields.has("voice") else None,
        None if own is None else _read_direction(own),
        fields.whole("seed"),
        fields.number("rest", 0.0, LONGEST_REST_S, SENTENCE_REST_S),
        tuple(
            _read_take(fields_of(each, f"a take in {fields.where}"))
            for each in fields.items("takes", [])
        ),
        fields.id("chosen") if fields.has("chosen") else None,
    )
    if line.chosen is not None and line.take(line.chosen) is None:
        raise Damage(f"{fields.where} has no take {line.chosen!r}")
    fields.finish()
    return line


def _read_take(fields: Fields) -> TakeRef:
    take = TakeRef(
        fields.id("id"),
        fields.id("key"),
        fields.text("text"),
        fields.text("voice"),
        _read_direction(fields.inside("direction")),
        fields.whole("seed"),
        fields.text("created"),
        fields.number("seconds", 0.0, 86_400.0),
        fields.text("made", ""),
        fields.text("name", ""),
        fields.flag("kept"),
    )
    fields.finish()
    return take


def _read_direction(fields: Fields) -> Direction:
    keyframes = []
    for each in fields.items("keyframes", []):
        if not isinstance(each, list) or len(each) != 2:
            raise Damage(f"a keyframe in {fields.where} is not a word and a strength")
        pair: Mapping[str, object] = {"word": each[0], "strength": each[1]}
        at = Fields(pair, f"a keyframe in {fields.where}")
        strength = at.number("strength", 0.0, MAX_STRENGTH)
        keyframes.append(Keyframe(at.whole("word", 0, LONGEST_WORD), strength))
    inside = fields.inside("nudges", {})
    nudges = {
        name: inside.number(name, -1e6, 1e6, getattr(_NO_NUDGES, name))
        for name in Deltas.__dataclass_fields__
    }
    inside.finish()
    direction = Direction(
        fields.text("prompt", ""),
        fields.number("intensity", 0.0, MAX_INTENSITY, _PLAIN.intensity),
        fields.number("stability", 0.0, 1.0, _PLAIN.stability),
        fields.number("ramp", 0.0, 1.0, _PLAIN.ramp),
        tuple(keyframes),
        Deltas(**nudges),
    )
    fields.finish()
    return direction


def _preset(fields: Fields) -> Preset:
    preset = Preset(fields.text("name"), _read_direction(fields.inside("direction")))
    fields.finish()
    return preset


def _read_comparison(fields: Fields) -> Comparison:
    found = Comparison(
        fields.id("line"),
        fields.id("first"),
        fields.id("second"),
        fields.text("kind"),
        fields.text("preferred"),
        fields.text("created"),
        fields.whole("trials"),
        fields.whole("correct"),
    )
    fields.finish()
    return found
