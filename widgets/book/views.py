"""What the book's window is given to draw: frozen values in the person's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class SpokenState(Enum):
    """How far a line of a book is; each has a sign of its own, so none is told by colour."""

    WAITS = "waits"
    SPOKEN = "spoken"
    EAR = "ear"
    """Spoken, and somebody should listen to it."""
    SKIPPED = "skipped"
    """Seen in the book and not spoken, by a rule."""


@dataclass(frozen=True, slots=True)
class ChapterView:
    """A chapter in the list."""

    title: str
    level: int
    """0 = top of the contents."""
    speak: bool
    words: int
    minutes: float
    """Of sound: what is known of it, and the rest estimated."""
    done: float
    """Share of its lines that are spoken, 0..1."""
    ear: int
    """Lines somebody should listen to."""


@dataclass(frozen=True, slots=True)
class BookLineView:
    """A line of a chapter, or a stretch that is skipped."""

    text: str
    state: SpokenState
    manner: str
    """Voice and emotion where they are not the chapter's; of what is skipped, the rule."""
    seconds: float
    """0 = not known."""
    note: str = ""
    """What is wrong with it, one sentence."""
    suggested: str = ""
    """An emotion the text itself suggests; shown, never taken by itself."""
    line: int = -1
    """Index among the chapter's lines; -1 for what is skipped."""
    block: int = 0
    """Number of its paragraph in the whole book: where a chapter may begin."""


@dataclass(frozen=True, slots=True)
class MannerView:
    """How something is spoken: "" and None stand for as what is above it."""

    voice: str
    emotion: str
    intensity: float | None


@dataclass(frozen=True, slots=True)
class SpeakerView:
    """Somebody who may be given a voice."""

    name: str
    times: int
    """How often the text says that they speak."""
    manner: MannerView | None
    """None = the narrator speaks for them."""
    proposed: str
    """A voice that is free and fits."""


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule by which something is skipped."""

    role: str
    name: str
    words: int
    spoken: bool
    """Whether it is spoken after all."""


@dataclass(frozen=True, slots=True)
class SkippedView:
    """A stretch that is skipped, for the preview."""

    chapter: str
    rule: str
    words: int
    text: str


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line in the map of the book; None where nothing is heard of it yet."""

    seconds: float
    asked: tuple[float, float]
    """Semitones and dB against the neutral reading."""
    heard: tuple[float, float] | None
    label: str


@dataclass(frozen=True, slots=True)
class MapRow:
    """A chapter in the map."""

    title: str
    lines: tuple[MapLine, ...]


@dataclass(frozen=True, slots=True)
class MapView:
    """The whole book: chapters by time."""

    rows: tuple[MapRow, ...] = ()
    says: str = ""
    """One sentence for ears instead of eyes."""
    longest_s: float = 0.0
    """As long as the longest row will be, about; 0 = as the rows that are there."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Something that is chosen from a list: its name, its label, a word on it."""

    name: str
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class MeansView:
    """The rare options: their values by name, and what is wrong with some, a sentence each."""

    values: Mapping[str, object]
    problems: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeliveryView:
    """What files are made and where they go."""

    formats: tuple[str, ...]
    """Names of those that are chosen."""
    profile: str
    folder: str
    credit: bool
    command: str
    """The same on the command line."""
    means: MeansView = field(default_factory=lambda: MeansView({}, {}))
    pauses: Mapping[str, float] = field(default_factory=dict)
    """Seconds by kind."""


@dataclass(frozen=True, slots=True)
class JobView:
    """A book in the queue."""

    title: str
    state: str
    """In the person's language."""
    share: float
    """0..1 of the book's letters."""
    says: str
    """Minutes of sound done and to come, and how long that takes."""
    running: bool
    paused: bool
    waiting: bool


@dataclass(frozen=True, slots=True)
class FileView:
    """A delivered file or chapter as it was measured."""

    file: str
    title: str
    passes: bool
    figures: tuple[str, ...]
    why: str
    """What does not pass."""


@dataclass(frozen=True, slots=True)
class ReportView:
    """The delivery report."""

    says: str
    columns: tuple[str, ...] = ()
    files: tuple[FileView, ...] = ()
    ear: tuple[tuple[str, str, str], ...] = ()
    """Chapter, line and why somebody should listen to it."""
    notes: tuple[str, ...] = ()
    page: str = ""
    """Path of the report as a page; "" while there is none."""
