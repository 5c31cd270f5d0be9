"""What ``espressivo narrate`` does once its options are read: a book in, files out.

Lines are spoken in order on the engine's thread; chapters that are complete are
mastered and encoded beside it. Everything is named by what it is made of, so that a
run that was stopped, by whatever, goes on where it was, and the files are the same.
"""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.keeping import limits
from app.narration import delivered, provenance, report
from app.narration.book import Asked, Block, Chapter, Run
from app.narration.chapters import open_book
from app.narration.covers import covered
from app.narration.deliver import Finished, chapter_kinds, deliver, makes_sound
from app.narration.delivered import Delivered, SoundOf
from app.narration.judging import Judging
from app.narration.ledger import Done, Ledger
from app.narration.lines import BookLine
from app.narration.making import Making, making
from app.narration.measured import FileReport
from app.narration.minding import for_the_ear, notes, older_words
from app.narration.names import numbered, unique
from app.narration.outbox import Outbox
from app.narration.plan import BookPlan, Planned, follow, load
from app.narration.preparing import prepared
from app.narration.products import Product, make, product_of
from app.narration.profiles import Profile
from app.narration.provenance import origin_of, tags_of
from app.narration.speakers import joined, speakers
from app.narration.speaking import Pace, Speaks
from app.narration.timeline import timeline
from app.narration.watch import IDLE, Watch
from app.refusals import from_os, unwritable
from app.screen import Progress, Screen
from app.settings import Settings
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from engine.errors import CacheDamage, InputError
from engine.reading.own_words import OwnWords
from engine.values import SAMPLE_RATE, Direction, Remark

SCHEMA = "espressivo.narrate/1"


@dataclass(frozen=True, slots=True)
class Task:
    """Everything one narration needs, as one value."""

    book: Path
    out: Path
    formats: tuple[str, ...]
    profile: Profile
    voice: str
    direction: Direction
    skip: frozenset[str]
    backend: str
    seed: int = 0
    plan: Path | None = None
    encoding: str | None = None
    tags: bool = False
    """Whether directions in brackets are followed; else words in brackets are spoken."""
    marked: bool = True
    credit: bool = False
    created: int | None = None
    own: OwnWords | None = None
    carry: bool = False
    """Whether a line begins part of the way from those before it."""
    suggest: bool = False
    """Whether lines nothing is asked for get the emotion their own words suggest."""
    workers: int = 1
    """Processes of this machine that speak at once."""
    listen: bool = False
    """Whether a recogniser listens to each line for words that are missing or repeated."""
    cluster: str = ""
    """Address of a Ray cluster to speak on; "" for this machine."""


@dataclass(slots=True)
class _Run:
    """One run: what it works with and what it has found."""

    task: Task
    engine: Engine
    ledger: Ledger
    token: CancelToken
    bar: Progress
    screen: Screen
    pace: Pace
    watch: Watch
    done: list[tuple[Done, ...]] = field(default_factory=list)


def narrate(
    task: Task, settings: Settings, screen: Screen, token: CancelToken, watch: Watch = IDLE
) -> dict[str, Any]:
    """Make a book into files; returns what ``--json`` prints.

    Raises:
        Cancelled: the token was cancelled; what is done is kept for the next run.
        StudioError: from the document, the engine, ffmpeg or the disk.
    """
    planned = planned_book(task)
    _make_folder(task.out)
    with contextlib.ExitStack() as stack:
        stack.enter_context(joined(task.cluster))
        ledger = Ledger(task.out, provenance.file_hash(task.book), task.created)
        stack.callback(ledger.close)
        if ledger.lines_known:
            known = ledger.lines_known
            screen.note(f"an earlier run spoke {known} lines here: those that fit are kept.")
        engine = _engine(task, settings)
        stack.callback(engine.close)
        screen.remarks(engine.remarks)
        lines = prepared(task, planned, engine, settings.data)
        letters = sum(len(line.request.text) for chapter in lines for line in chapter)
        if not letters:
            raise InputError("text-empty", subject="text", detail="no word of it is spoken")
        planned = covered(planned, task.formats, ledger.folder, token, screen.note)
        bar = stack.enter_context(screen.progress("speaking", letters))
        watch.begins(lines)
        run = _Run(task, engine, ledger, token, bar, screen, Pace(letters), watch)
        speaking = stack.enter_context(_speakers(run, settings.data))
        return _carry_out(run, planned, lines, speaking)


def _engine(task: Task, settings: Settings) -> Engine:
    return build_engine(
        settings.data,
        task.backend,
        speak_brackets=not task.tags,
        own=task.own,
        limits=limits(settings),
        precision=settings.precision,
    )


def _speakers(run: _Run, data: Path) -> AbstractContextManager[Speaks]:
    task = run.task
    return speakers(
        run.engine,
        run.ledger,
        run.token,
        own=task.own,
        workers=task.workers,
        cluster=bool(task.cluster),
        data=data,
        speak_brackets=not task.tags,
        listen=task.listen,
        tell=lambda what: run.screen.note(f"{what}."),
    )


def planned_book(task: Task) -> Planned:
    """The book as its plan, or it by itself, wants it.

    Raises:
        InputError: from reading the book or its plan.
    """
    book = open_book(task.book, task.encoding)
    planned = follow(book, BookPlan() if task.plan is None else load(task.plan))
    return with_credit(planned) if task.credit else planned


def with_credit(planned: Planned) -> Planned:
    """A book that ends with a spoken word on the voice, as a chapter of its own."""
    at = sum(1 for _ in planned.book.blocks)
    credit = Chapter("Credit", (Block((Run(provenance.CREDIT),)),), at)
    book = replace(planned.book, chapters=(*planned.book.chapters, credit))
    return replace(
        planned, book=book, asked=(*planned.asked, Asked()), speak=(*planned.speak, True)
    )


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise unwritable(out, "it is a file, not a folder") from error
    except OSError as error:
        raise from_os(error, out) from error


def _carry_out(
    run: _Run, planned: Planned, lines: Sequence[Sequence[BookLine]], speaking: Speaks
) -> dict[str, Any]:
    voices = [line.request.voice for chapter in lines for line in chapter]
    origin = origin_of(run.engine, voices, run.task.book, run.ledger.date, marked=run.task.marked)
    tags = tags_of(planned.book, origin)
    try:
        products = _spoken(run, planned, lines, speaking, tags)
    except CacheDamage:  # the damaged sound was removed: once more, it is spoken again
        run.done.clear()
        run.pace = Pace(run.pace.letters)
        products = _spoken(run, planned, lines, speaking, tags)
    name = uuid.uuid5(uuid.NAMESPACE_URL, f"{origin.book_hash}/{run.ledger.created}")
    finished = Finished(
        planned.book, run.task.skip, products, run.task.profile, origin, tags, name.urn
    )
    return _delivered(run, finished, speaking)


def _spoken(
    run: _Run,
    planned: Planned,
    lines: Sequence[Sequence[BookLine]],
    speaking: Speaks,
    tags: Mapping[str, str],
) -> tuple[Product, ...]:
    """Speak every chapter, and make its files while the next is spoken."""
    chapters = zip(planned.book.chapters, lines, strict=True)
    spoken = [(at, chapter, each) for at, (chapter, each) in enumerate(chapters) if each]
    stems = _stems([chapter for _, chapter, _ in spoken])
    products: list[Product] = []
    made: list[Future[None]] = []
    speaking.begin([line for each in lines for line in each])
    with making() as work:
        for number, (at, chapter, each) in enumerate(spoken, 1):
            done = tuple(_one_by_one(run, work, speaking, at, each))
            run.done.append(done)
            own = {"title": chapter.title, "track": f"{number}/{len(spoken)}", **tags}
            kinds = dict.fromkeys(chapter_kinds(run.task.formats), own)
            product = product_of(
                number,
                chapter,
                stems[number - 1],
                timeline(each, done, run.task.profile),
                run.ledger,
                run.task.profile,
                kinds,
            )
            products.append(product)
            if makes_sound(run.task.formats):
                made.append(work.begin(make, product, run.ledger, run.task.profile, kinds))
            run.screen.note(_chapter_note(run, number, len(spoken), chapter.title))
        run.bar.show(run.pace.letters, "", "mastering and encoding")
        run.watch.delivers("encoding")
        for piece in made:
            work.result(piece, run.token)
    return tuple(products)


def _stems(chapters: Sequence[Chapter]) -> tuple[str, ...]:
    if any(chapter.file_name for chapter in chapters):
        return unique(chapter.file_name or chapter.title for chapter in chapters)
    return numbered(chapter.title for chapter in chapters)


def _one_by_one(
    run: _Run, work: Making, speaking: Speaks, chapter: int, lines: Sequence[BookLine]
) -> Iterator[Done]:
    for number, done in enumerate(speaking.lines(lines, run.pace, run.watch.before)):
        work.check()
        run.watch.spoken(chapter, number, done, run.pace)
        run.screen.remarks([Remark(*each) for each in done.remarks])
        run.bar.show(run.pace.done_letters, progress_words(run.pace))
        yield done


def progress_words(pace: Pace) -> str:
    """How far the work is, in minutes of sound."""
    words = f"{pace.minutes:.1f} of about {pace.total_minutes:.0f} min of sound"
    left = pace.left_s
    if left is None:
        return words
    return f"{words}, about {max(round(left / 60), 1)} min of work left"


def _chapter_note(run: _Run, number: int, count: int, title: str) -> str:
    return f"chapter {number} of {count} spoken: {title} ({progress_words(run.pace)})"


def _delivered(run: _Run, finished: Finished, speaking: Speaks) -> dict[str, Any]:
    """Put all that was asked for in its place; what lies there is measured meanwhile."""
    task, out = run.task, run.task.out
    known: tuple[str, ...] = ()
    with contextlib.suppress(InputError):
        before = delivered.read(out)
        known = (*before.files, *before.older)
    own = (*known, provenance.MANIFEST, report.PAGE, report.DATA)
    outbox = Outbox(out, own, run.ledger.folder / "placed")
    with making() as work:
        judging = Judging(out, task.profile, work)
        joined = deliver(
            finished,
            task.formats,
            run.ledger,
            outbox,
            work,
            run.token,
            tell=lambda what: _tell(run, what),
            heard=judging.begin,
        )
        record = _recorded(run, finished, outbox, known, judging.sounds)
        run.watch.delivers("measuring")
        _prune(run, finished, joined)
        reports = judging.report(record, run.token, run.bar)
    return _result(run, record, finished, speaking, reports)


def _recorded(
    run: _Run,
    finished: Finished,
    outbox: Outbox,
    known: Sequence[str],
    sounds: Sequence[SoundOf],
) -> Delivered:
    """Write down what was delivered, for people and for later runs."""
    task, out = run.task, run.task.out
    if task.marked:
        paths = [out / name for name in outbox.files]
        text = provenance.manifest(finished.book, finished.origin, out, paths, task.profile.key)
        outbox.text(provenance.MANIFEST, text)
    older = delivered.left_over(out, known, outbox.files)
    record = Delivered(
        finished.book.title,
        task.profile.key,
        tuple(sounds),
        tuple(outbox.files),
        for_the_ear(finished),
        (*notes(finished), *older_words(older)),
        older,
    )
    delivered.write(out, record)
    return record


def _prune(run: _Run, finished: Finished, joined: Sequence[Path]) -> None:
    used = [done.key for chapter in run.done for done in chapter]
    made = [path for each in finished.products for path in (each.master, *each.encoded.values())]
    run.ledger.prune(used, [*made, *joined])


def _tell(run: _Run, what: str) -> None:
    run.bar.show(run.pace.letters, "", what)
    run.watch.delivers(what)


def _result(
    run: _Run,
    record: Delivered,
    finished: Finished,
    speaking: Speaks,
    reports: Sequence[FileReport],
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "out": str(run.task.out),
        "title": record.title,
        "profile": record.profile,
        "resumed": run.ledger.resumed,
        "lines": sum(len(done) for done in run.done),
        "spoken_now": list(speaking.spoken),
        "seconds": sum(each.line.samples for each in finished.products) / SAMPLE_RATE,
        "chapters": [
            {"title": each.chapter.title, "seconds": each.line.seconds}
            for each in finished.products
        ],
        "files": list(record.files),
        "passes": all(each.passes for each in reports),
        "verdict": report.sentence_of(reports) if reports else "",
        "for_the_ear": len(record.ear),
        "notes": list(record.notes),
    }
