"""The plan of a book: titles, borders, direction and cast, edited before it is rendered.

``espressivo check BOOK --write-plan FILE`` writes it, a text editor changes it,
``espressivo narrate BOOK --plan FILE`` follows it. It is JSON, one line a chapter::

    {
    "espressivo-book-plan": 1,
    "title": "The Sand", "authors": ["A. Writer"],
    "cast": {"MARA": {"voice": "bf_emma", "emotion": "calm"}},
    "chapters": [
    {"from": 0, "title": "The Pond", "begins": "Nobody had", "speak": true},
    {"from": 41, "title": "Notes", "begins": "1.", "speak": false}
    ]
    }

``from`` is the number of a chapter's first paragraph; ``begins`` only shows where that is.
A chapter may also have ``voice``, ``emotion`` and ``intensity``. The whole may have
``"pauses": {"sentence": 0.5, "heading": 2}``, in seconds: see ``Pauses``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from app import intake
from app.narration.book import Asked, Block, Book, Chapter, Run
from app.narration.casting import LABEL, speaker_of
from app.settings import knob
from engine.errors import InputError
from engine.reading.lines import PARAGRAPH_REST_S, SENTENCE_REST_S

FORMAT = "espressivo-book-plan"
VERSION = 1
BEGINS = 48
"""Characters of a chapter's beginning that are shown."""
MOST_PAUSE_S = 10.0
"""Longer ones are rejected by stores (ACX: 5 s at a chapter's end) and taken for an end."""
LEAST_PAUSE_S = (0.0, -0.3)
"""Between lines, and of what is added to a comma's: a third of a second is all it has."""

_KEYS = frozenset(("from", "title", "begins", "speak", "voice", "emotion", "intensity"))


@dataclass(frozen=True, slots=True)
class Pauses:
    """Silence by kind, in seconds."""

    comma: float = 0.0
    """Added to every pause inside a sentence, which the voice makes by itself."""
    sentence: float = SENTENCE_REST_S
    paragraph: float = PARAGRAPH_REST_S
    item: float = 0.5
    """After an item of a list or a row: between a sentence's and a paragraph's."""
    heading: float = 1.2
    """Half again a paragraph's, so that a heading stands alone."""
    section: float = 1.8
    """Where a ruled line or a row of stars parts a chapter: about twice a paragraph's."""

    def __post_init__(self) -> None:
        """Raise ValueError for a pause that is none."""
        for name, seconds in asdict(self).items():
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise TypeError(f"pause {name} is no number")
            if not LEAST_PAUSE_S[name == "comma"] <= seconds <= MOST_PAUSE_S:
                raise ValueError(f"pause {name} is not from 0 to {MOST_PAUSE_S:g} s")


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """What a plan says of one chapter."""

    first: int
    title: str
    speak: bool = True
    asked: Asked = field(default_factory=Asked)


@dataclass(frozen=True, slots=True)
class BookPlan:
    """What is to be made of a book; "" and () leave it to the book."""

    title: str = ""
    authors: tuple[str, ...] = ()
    cast: tuple[tuple[str, Asked], ...] = ()
    chapters: tuple[ChapterPlan, ...] = ()
    pauses: Pauses = field(default_factory=Pauses)


@dataclass(frozen=True, slots=True)
class Planned:
    """A book as it will be spoken: its chapters, each with what is asked for it."""

    book: Book
    asked: tuple[Asked, ...]
    speak: tuple[bool, ...]
    pauses: Pauses = field(default_factory=Pauses)


def load(path: Path) -> BookPlan:
    """Read a plan.

    Raises:
        InputError: ``book-plan-invalid`` with the place; those of ``app.intake``.
    """
    try:
        content = json.loads(intake.from_file(path))
    except ValueError as error:
        raise _wrong(path, str(error)) from error
    if not isinstance(content, dict) or content.get(FORMAT) != VERSION:
        raise _wrong(path, f"it does not say {FORMAT} {VERSION}")
    try:
        return BookPlan(
            str(content.get("title", "")),
            tuple(str(each) for each in content.get("authors", ())),
            tuple((str(name), _asked(each)) for name, each in content.get("cast", {}).items()),
            tuple(_chapter(each) for each in content.get("chapters", ())),
            Pauses(**content.get("pauses", {})),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise _wrong(path, f"{type(error).__name__}: {error}") from error


def _wrong(path: Path, detail: str) -> InputError:
    return InputError("book-plan-invalid", subject="file", detail=f"{path.name}: {detail}")


def _chapter(value: Mapping[str, Any]) -> ChapterPlan:
    unknown = sorted(value.keys() - _KEYS)
    if unknown:
        raise ValueError(f"a chapter has no field {unknown[0]!r}")
    first, speak = value["from"], value.get("speak", True)
    if not isinstance(first, int) or not isinstance(speak, bool):
        raise TypeError("from is a whole number, speak is true or false")
    return ChapterPlan(first, str(value["title"]), speak, _asked(value))


def _asked(value: Mapping[str, Any]) -> Asked:
    degree = value.get("intensity")
    return Asked(
        value.get("voice"),
        value.get("emotion"),
        None if degree is None else knob("intensity", degree),
    )


def to_text(book: Book) -> str:
    """The plan a book has by itself, to be edited."""
    chapters = ",\n".join(json.dumps(_row(each), ensure_ascii=False) for each in book.chapters)
    head = json.dumps({"title": book.title, "authors": list(book.authors)}, ensure_ascii=False)
    return (
        f'{{\n"{FORMAT}": {VERSION},\n{head[1:-1]},\n"cast": {{}},\n"pauses": {{}},\n'
        f'"chapters": [\n{chapters}\n]\n}}\n'
    )


def _row(chapter: Chapter) -> dict[str, object]:
    begins = next((block.visible for block in chapter.blocks if block.visible), "")
    return {
        "from": chapter.first,
        "title": chapter.title,
        "begins": begins[:BEGINS],
        "speak": True,
    }


def follow(book: Book, plan: BookPlan) -> Planned:
    """A book as a plan wants it.

    Raises:
        InputError: ``book-plan-invalid``: a border is not in the book or not in order.
    """
    book = replace(book, title=plan.title or book.title, authors=plan.authors or book.authors)
    if plan.chapters:
        book = replace(book, chapters=_recut(book, plan.chapters))
        asked = tuple(each.asked for each in plan.chapters)
        speak = tuple(each.speak for each in plan.chapters)
    else:
        asked = (Asked(),) * len(book.chapters)
        speak = (True,) * len(book.chapters)
    if plan.cast:
        cast = {name.casefold(): each for name, each in plan.cast}
        chapters = tuple(
            replace(chapter, blocks=tuple(_voiced(block, cast) for block in chapter.blocks))
            for chapter in book.chapters
        )
        book = replace(book, chapters=chapters)
    return Planned(book, asked, speak, plan.pauses)


def _recut(book: Book, plans: Sequence[ChapterPlan]) -> tuple[Chapter, ...]:
    blocks = tuple(book.blocks)
    levels = {chapter.first: (chapter.level, chapter.file_name) for chapter in book.chapters}
    starts = [each.first for each in plans]
    if starts != sorted(set(starts)) or starts[0] != 0 or starts[-1] >= max(len(blocks), 1):
        detail = f"chapters begin at 0 and rise, below {len(blocks)}: {starts}"
        raise InputError("book-plan-invalid", subject="file", detail=detail)
    ends = [*starts[1:], len(blocks)]
    return tuple(
        Chapter(each.title, blocks[each.first : end], each.first, *levels.get(each.first, (0, "")))
        for each, end in zip(plans, ends, strict=True)
    )


def _voiced(block: Block, cast: Mapping[str, Asked]) -> Block:
    """A block of a cast speaker: all of it after a name before it, else what it quotes.

    A name before a line is not spoken.
    """
    first = block.runs[0] if block.runs else Run("")
    label = LABEL.match(first.text) if not first.role else None
    if label is None or label[1].casefold() not in cast:
        speaker = speaker_of(block.visible, cast)
        return replace(block, quoted=cast[speaker]) if speaker else block
    runs = (Run(label[0], "speaker"), Run(first.text[label.end() :]), *block.runs[1:])
    return replace(block, runs=runs, asked=cast[label[1].casefold()])
