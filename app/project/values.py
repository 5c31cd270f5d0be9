"""A project: a script of lines, each with its voice, direction and takes.

Frozen values and functions that make a new project from an old one; whoever holds
the old one still has it, which is what undo lives on. Nothing here knows of files,
windows or the engine's work: ``app.project.lines`` adds, takes out and orders lines,
``app.project.takes`` keeps takes, presets and comparisons. A function given a line or
take that is not there returns the very project it was given: an intent that comes too
late changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import xxhash

from engine.errors import InputError
from engine.values import IDENTITY, Deltas, Direction, Keyframe, RenderRequest, Want

FORMAT_VERSION = 1
"""Version of the project file; see ``app.project.file``."""

SENTENCE_REST_S = 0.4
"""Rest after a typed line, as after a sentence of a text (``engine.reading.lines``)."""

SEED_BITS = 32
"""Seeds are short enough to be read in the file and exact in every JSON reader."""

DECIMALS = 4
"""Knobs, nudges and strengths are kept to 0.0001: far under what can be heard or set,
and short in the file."""


@dataclass(frozen=True, slots=True)
class TakeRef:
    """A take of a line: the key of its record and what was asked for it.

    Should the record be gone, the request makes the same sound again.
    """

    id: str
    key: str
    text: str
    voice: str
    direction: Direction
    seed: int
    created: str
    """UTC, ISO 8601 to the second."""
    seconds: float
    made: str = ""
    """What made it, short: backend, precision, model."""
    name: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line of the script. ``voice`` and ``direction`` None = the project's."""

    id: str
    text: str
    voice: str | None = None
    direction: Direction | None = None
    seed: int = 0
    rest_s: float = SENTENCE_REST_S
    """Silence after it when the script is joined, seconds."""
    takes: tuple[TakeRef, ...] = ()
    """Oldest first."""
    chosen: str | None = None
    """Id of the take that is exported; None = there is none."""

    def take(self, take_id: str | None) -> TakeRef | None:
        """The take of that id."""
        return next((take for take in self.takes if take.id == take_id), None)


@dataclass(frozen=True, slots=True)
class Preset:
    """A direction the person has named."""

    name: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of comparing two takes of a line by ear.

    ``kind`` is ``ab`` or ``abx``; ``preferred`` the take chosen ("" = none). For a blind
    comparison ``correct`` of ``trials`` answers were right.
    """

    line: str
    first: str
    second: str
    kind: str
    preferred: str
    created: str
    trials: int = 0
    correct: int = 0


@dataclass(frozen=True, slots=True)
class Project:
    """Everything a person works on at once."""

    id: str
    created: str
    """UTC, ISO 8601 to the second."""
    voice: str = "af_heart"
    direction: Direction = field(default_factory=Direction)
    lines: tuple[ScriptLine, ...] = ()
    presets: tuple[Preset, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    next_id: int = field(default=1, compare=False)
    """Number of the next line or take; none is given twice."""

    def line(self, line_id: str) -> ScriptLine | None:
        """The line of that id."""
        return next((line for line in self.lines if line.id == line_id), None)

    def index(self, line_id: str) -> int:
        """The place of a line in the script, or -1."""
        return next((at for at, line in enumerate(self.lines) if line.id == line_id), -1)


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that is not in a project yet, as pasted text is cut into."""

    text: str
    voice: str | None = None
    direction: Direction | None = None
    rest_s: float = SENTENCE_REST_S


Cut = Callable[[str], Sequence[NewLine]]
"""Cuts a text into lines: see ``app.studio.pasting``."""


def new_project(project_id: str, created: str, voice: str, direction: Direction) -> Project:
    """An empty project."""
    return Project(project_id, created, voice, tidy(direction))


# what a line is spoken as


def voice_of(project: Project, line: ScriptLine) -> str:
    """The voice or mix a line is spoken by."""
    return project.voice if line.voice is None else line.voice


def direction_of(project: Project, line: ScriptLine) -> Direction:
    """How a line is spoken."""
    return project.direction if line.direction is None else line.direction


def request_of(project: Project, line: ScriptLine, want: Want = Want.SOUND) -> RenderRequest:
    """What to ask of the engine for a line as it stands."""
    return RenderRequest(
        line.text, voice_of(project, line), direction_of(project, line), want, line.seed
    )


def take_request(take: TakeRef) -> RenderRequest:
    """What was asked for a take; asked again, it makes the same sound."""
    return RenderRequest(take.text, take.voice, take.direction, Want.SOUND, take.seed)


def is_current(project: Project, line: ScriptLine, take: TakeRef) -> bool:
    """Whether a take was made from the line as it stands.

    At stability 1 every seed gives the same sound, so the seed counts only below.
    """
    return (
        take.text == line.text
        and (take.seed == line.seed or take.direction.stability >= 1.0)
        and take.voice == voice_of(project, line)
        and take.direction == direction_of(project, line)
    )


def chosen_take(line: ScriptLine) -> TakeRef | None:
    """The take of a line that is exported."""
    return line.take(line.chosen)


def stale_lines(project: Project) -> tuple[ScriptLine, ...]:
    """Lines with something to speak whose chosen take is not of the line as it stands."""
    return tuple(line for line in project.lines if is_stale(project, line))


def is_stale(project: Project, line: ScriptLine) -> bool:
    """Whether a line has something to speak that its chosen take does not say."""
    take = chosen_take(line)
    return bool(line.text.strip()) and (take is None or not is_current(project, line, take))


def seed_of(project_id: str, line_id: str, roll: int = 0) -> int:
    """The seed of a line: of its id, and of how often it was rolled again."""
    digest = xxhash.xxh3_64_intdigest(f"{project_id}\x00{line_id}\x00{roll}".encode())
    return digest >> (64 - SEED_BITS)


# values from outside


def clean_text(text: str) -> str:
    """``text`` with halves of surrogate pairs replaced: no file can hold those."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def tidy(direction: Direction) -> Direction:
    """A direction with its numbers kept to ``DECIMALS``.

    Raises:
        InputError: ``knob-out-of-range`` for a number that is none.
    """
    nudges = IDENTITY
    if not direction.nudges.is_identity:  # a dragged knob comes here again and again
        nudges = Deltas(**{n: _short(n, getattr(direction.nudges, n)) for n in NUDGES})
    return replace(
        direction,
        prompt=clean_text(direction.prompt),
        intensity=_short("intensity", direction.intensity),
        stability=_short("stability", direction.stability),
        ramp=_short("ramp", direction.ramp),
        keyframes=tuple(
            Keyframe(int(each.word), _short("keyframe", each.strength))
            for each in sorted(direction.keyframes, key=lambda each: each.word)
        ),
        nudges=nudges,
    )


NUDGES = tuple(Deltas.__dataclass_fields__)
"""Names of the deltas that can be nudged."""


def _short(name: str, value: float) -> float:
    if not math.isfinite(value):
        raise InputError("knob-out-of-range", subject=name, detail=str(value), hint="a number")
    return round(float(value), DECIMALS) + 0.0


# the project's own


def set_defaults(project: Project, voice: str, direction: Direction) -> Project:
    """Change the voice and direction of all lines that have none of their own."""
    return replace(project, voice=voice, direction=tidy(direction))


# one line


def set_text(project: Project, line_id: str, text: str) -> Project:
    """Change a line's text."""
    return change_line(project, line_id, lambda line: replace(line, text=clean_text(text)))


def set_voice(project: Project, line_id: str, voice: str | None) -> Project:
    """Change a line's voice; None = the project's."""
    return change_line(project, line_id, lambda line: replace(line, voice=voice))


def set_direction(project: Project, line_id: str, direction: Direction | None) -> Project:
    """Change a line's direction; None = the project's."""
    neat = None if direction is None else tidy(direction)
    return change_line(project, line_id, lambda line: replace(line, direction=neat))


def set_rest(project: Project, line_id: str, rest_s: float) -> Project:
    """Change the silence after a line, seconds, not below 0."""
    rest = max(0.0, _short("rest", rest_s))
    return change_line(project, line_id, lambda line: replace(line, rest_s=rest))


def reroll(project: Project, line_id: str) -> Project:
    """Give a line another seed, of which it varies below stability 1."""
    number = project.next_id
    seed = seed_of(project.id, line_id, number)
    rolled = change_line(project, line_id, lambda line: replace(line, seed=seed))
    return rolled if rolled is project else replace(rolled, next_id=number + 1)


def fit_keyframes(project: Project, line_id: str, words: int) -> Project:
    """Take away a line's keyframes on words it does not have, once its reading is known."""
    line = project.line(line_id)
    if line is None or line.direction is None:
        return project
    on = tuple(each for each in line.direction.keyframes if each.word < words)
    if on == line.direction.keyframes:
        return project
    return set_direction(project, line_id, replace(line.direction, keyframes=on))


def change_line(
    project: Project, line_id: str, change: Callable[[ScriptLine], ScriptLine]
) -> Project:
    """The project with one line replaced; itself if that changes nothing."""
    at = project.index(line_id)
    if at < 0:
        return project
    changed = change(project.lines[at])
    if changed == project.lines[at]:
        return project
    return splice(project, at, at + 1, (changed,))


def splice(project: Project, first: int, last: int, lines: Iterable[ScriptLine]) -> Project:
    """The project with lines ``first:last`` replaced."""
    whole = project.lines
    return replace(project, lines=(*whole[:first], *lines, *whole[last:]))
