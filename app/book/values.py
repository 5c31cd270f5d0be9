"""A book as it is worked on in the window: a frozen value, and the edits that make another.

Everything here ends in a plan and the options of ``espressivo narrate``: what the window
shows, asks and makes is what that command does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from app.book.means import NOTHING, Means
from app.book.means import arguments as means_of
from app.narration.book import ROLES, Asked, Book
from app.narration.deliver import USUAL
from app.narration.plan import (
    BEGINS,
    FORMAT,
    VERSION,
    BookPlan,
    ChapterPlan,
    Pauses,
    Planned,
    follow,
)

FORMATS = ("mp3", "m4b", "captions", "epub", "daisy", "labels", "flac", "wav", "opus", "ogg")
"""What may be asked for, as ``--formats`` names it; the usual ones first."""

PROFILE = "acx"
"""As ``espressivo narrate`` has it where nothing is said."""

PLAN_FILE = "book.plan.json"
"""In the folder of the files: what was planned, for the command line and for next time."""

SILENT = Asked()
"""Nothing is asked: as what is above."""


@dataclass(frozen=True, slots=True)
class BookWork:
    """A document, what is planned for it, and what is to be made of it."""

    path: Path
    book: Book
    """As it was read."""
    plan: BookPlan
    """Names every chapter."""
    out: Path
    whole: Asked
    """Voice, emotion and degree of all that has none of its own; the voice is never None."""
    skip: frozenset[str] = frozenset(ROLES)
    formats: tuple[str, ...] = field(default_factory=lambda: tuple(USUAL.split(",")))
    profile: str = PROFILE
    credit: bool = False
    suggest: bool = False
    """Whether lines nothing is asked for get the emotion their own words suggest."""
    means: Means = NOTHING
    """What is rarely asked for besides."""

    @property
    def title(self) -> str:
        """The title as it is planned."""
        return self.plan.title or self.book.title

    def planned(self) -> Planned:
        """The book as it will be spoken.

        Raises:
            InputError: ``book-plan-invalid``.
        """
        return follow(self.book, self.plan)


def begin(path: Path, book: Book, voice: str, out: Path) -> BookWork:
    """A book nothing was decided for yet."""
    return BookWork(path, book, own_plan(book), out, Asked(voice, "", 1.0))


def own_plan(book: Book) -> BookPlan:
    """The chapters a book has by itself."""
    chapters = tuple(ChapterPlan(each.first, each.title) for each in book.chapters)
    return BookPlan(book.title, book.authors, (), chapters)


def fitting(plan: BookPlan, book: Book) -> BookPlan:
    """A plan whose chapters are this book's own where its borders are not in the book."""
    count = sum(1 for _ in book.blocks)
    starts = [each.first for each in plan.chapters]
    fits = starts and starts[0] == 0 and starts == sorted(set(starts)) and starts[-1] < count
    return plan if fits else replace(plan, chapters=own_plan(book).chapters)


def retitled(work: BookWork, title: str) -> BookWork:
    """The book under another title; none is taken for the book's own."""
    return replace(work, plan=replace(work.plan, title=title or work.book.title))


def renamed(work: BookWork, chapter: int, title: str) -> BookWork:
    """A chapter under another title; an empty one is left as it was."""
    return (
        _with(work, chapter, replace(work.plan.chapters[chapter], title=title)) if title else work
    )


def speaking(work: BookWork, chapter: int, speak: bool) -> BookWork:
    """A chapter spoken or left out."""
    return _with(work, chapter, replace(work.plan.chapters[chapter], speak=speak))


def directed(work: BookWork, chapter: int, asked: Asked) -> BookWork:
    """A chapter in a manner of its own."""
    return _with(work, chapter, replace(work.plan.chapters[chapter], asked=asked))


def begun_at(work: BookWork, block: int, title: str) -> BookWork:
    """A chapter more, that begins at a paragraph; none if one begins there already."""
    chapters = work.plan.chapters
    before = [each for each in chapters if each.first < block]
    after = [each for each in chapters if each.first > block]
    if not before or len(before) + len(after) < len(chapters):
        return work
    new = ChapterPlan(block, title, before[-1].speak, before[-1].asked)
    return _chapters(work, (*before, new, *after))


def joined(work: BookWork, chapter: int) -> BookWork:
    """A chapter made part of the one before it; the first has none before it."""
    if chapter <= 0:
        return work
    chapters = work.plan.chapters
    return _chapters(work, (*chapters[:chapter], *chapters[chapter + 1 :]))


def restored(work: BookWork) -> BookWork:
    """The book's own chapters again."""
    return _chapters(work, own_plan(work.book).chapters)


def cast(work: BookWork, name: str, asked: Asked | None) -> BookWork:
    """Somebody in a voice of their own; None: by the narrator."""
    others = tuple(each for each in work.plan.cast if each[0].casefold() != name.casefold())
    added = () if asked is None else ((name, asked),)
    return replace(work, plan=replace(work.plan, cast=(*others, *added)))


def spoken_role(work: BookWork, role: str, spoken: bool) -> BookWork:
    """What a rule finds spoken after all, or skipped again."""
    changed = work.skip - {role} if spoken else work.skip | {role}
    return replace(work, skip=frozenset(changed))


def proposals(
    speakers: Iterable[str],
    cast_: Sequence[tuple[str, Asked]],
    narrator: str,
    voices: Sequence[str],
) -> dict[str, str]:
    """A free voice of the narrator's language for everybody who has none.

    Whether one fits is for the ear: nothing in a name is taken for a sign of it. The
    most talkative come first; where voices run out, nothing is proposed.
    """
    given = {name.casefold(): asked.voice or "" for name, asked in cast_}
    used = {narrator, *given.values()}
    free = [name for name in voices if name[:1] == narrator[:1] and name not in used]
    names = [name for name in speakers if name.casefold() not in given]
    return dict(zip(names, free, strict=False))


def plan_text(work: BookWork) -> str:
    """The plan as ``espressivo narrate --plan`` reads it, a line a chapter."""
    plan = work.plan
    head = {"title": plan.title, "authors": list(plan.authors)}
    cast_ = {name: _manner(asked) for name, asked in plan.cast}
    blocks = tuple(work.book.blocks)
    rows = []
    for each in plan.chapters:
        begins = next((b.visible for b in blocks[each.first :] if b.visible), "")
        row = {"from": each.first, "title": each.title, "begins": begins[:BEGINS]}
        rows.append(
            json.dumps(row | {"speak": each.speak} | _manner(each.asked), ensure_ascii=False)
        )
    chapters = ",\n".join(rows)
    pauses = asdict(plan.pauses)
    usual = asdict(Pauses())
    pauses = {name: seconds for name, seconds in pauses.items() if seconds != usual[name]}
    return (
        f'{{\n"{FORMAT}": {VERSION},\n{json.dumps(head, ensure_ascii=False)[1:-1]},\n'
        f'"pauses": {json.dumps(pauses)},\n'
        f'"cast": {json.dumps(cast_, ensure_ascii=False)},\n"chapters": [\n{chapters}\n]\n}}\n'
    )


def arguments(work: BookWork, plan: Path, backend: str = "") -> list[str]:
    """The command that makes the book: what follows ``espressivo``."""
    found = ["narrate", str(work.path), "--out", str(work.out)]
    found += ["--formats", ",".join(work.formats), "--profile", work.profile]
    found += ["--voice", work.whole.voice or "", "--plan", str(plan)]
    if work.whole.prompt:
        found += ["--emotion", work.whole.prompt]
    if work.whole.intensity is not None:
        found += ["--intensity", f"{work.whole.intensity:g}"]
    spoken = [role for role in ROLES if role not in work.skip]
    found += ["--speak", ",".join(spoken)] if spoken else []
    found += ["--credit"] if work.credit else []
    found += ["--suggested-emotions"] if work.suggest else []
    found += means_of(work.means)
    return [*found, "--backend", backend] if backend else found


def paused(work: BookWork, kind: str, seconds: float) -> BookWork:
    """Rests of a kind so long; what a plan does not take is passed over."""
    try:
        pauses = replace(work.plan.pauses, **{kind: seconds})
    except (TypeError, ValueError):
        return work
    return replace(work, plan=replace(work.plan, pauses=pauses))


def usually_paused(work: BookWork) -> BookWork:
    """All rests as they usually are."""
    return replace(work, plan=replace(work.plan, pauses=Pauses()))


def _manner(asked: Asked) -> dict[str, object]:
    values = {"voice": asked.voice, "emotion": asked.prompt, "intensity": asked.intensity}
    return {name: value for name, value in values.items() if value is not None}


def _with(work: BookWork, chapter: int, plan: ChapterPlan) -> BookWork:
    chapters = work.plan.chapters
    return _chapters(work, (*chapters[:chapter], plan, *chapters[chapter + 1 :]))


def _chapters(work: BookWork, chapters: tuple[ChapterPlan, ...]) -> BookWork:
    return replace(work, plan=replace(work.plan, chapters=chapters))
