"""A book, its lines, its cast and its files as the window's views: sentences are made here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from shlex import join

from PySide6.QtCore import QCoreApplication

from app.book.laid import LaidBook, LineFact, Manner, Tally, about_s, about_s_of
from app.book.means_words import means_view
from app.book.queue import ACTIVE, BookJob, JobState
from app.book.values import BookWork, arguments, proposals
from app.book.words import fault_name, role_name
from app.narration.book import ROLES, Asked
from app.narration.casting import proposed
from app.narration.lines import BookLine
from app.narration.plan import BookPlan, Planned
from app.narration.skipping import skipped
from app.studio.present.direction import voice_label
from engine.values import RenderRequest
from widgets.book.views import (
    BookLineView,
    ChapterView,
    DeliveryView,
    JobView,
    MannerView,
    MapLine,
    MapRow,
    MapView,
    RuleView,
    SkippedView,
    SpeakerView,
    SpokenState,
)

translate = QCoreApplication.translate

WORDS_A_MINUTE = 155
"""Narrators of audiobooks speak 150 to 160; the estimate says "about"."""
FEW_MINUTES = 10.0
"""Below this, tenths are told too."""
LABEL = 60
"""Characters of a line in the map."""


def summary(work: BookWork, tallies: Sequence[Tally]) -> str:
    """A book in one sentence."""
    book = work.book
    words = sum(tally.words for tally in tallies)
    told = translate("Book", "{kind}, {chapters} chapters, {words} words, about {minutes} min")
    return told.format(
        kind=book.kind.upper(),
        chapters=len(work.plan.chapters),
        words=words,
        minutes=minutes_text(words / WORDS_A_MINUTE),
    )


def minutes_text(minutes: float) -> str:
    """A time as it is told: to the minute where there are many."""
    return f"{minutes:.1f}" if minutes < FEW_MINUTES else f"{minutes:.0f}"


def chapter_views(
    plan: BookPlan, planned: Planned, tallies: Sequence[Tally]
) -> tuple[ChapterView, ...]:
    """The chapters of a plan; ``planned`` and ``tallies`` are of as many chapters."""
    return tuple(
        ChapterView(
            each.title,
            chapter.level,
            each.speak,
            tally.words,
            tally.seconds / 60,
            tally.done / max(tally.lines, 1),
            tally.ear,
        )
        for each, chapter, tally in zip(plan.chapters, planned.book.chapters, tallies, strict=False)
    )


def line_rows(laid: LaidBook, chapter: int, suggested: Mapping[str, str]) -> list[BookLineView]:
    """A chapter's lines as if none were spoken, with what is skipped of it in its place."""
    whole, rows = laid.planned.book.chapters[chapter], []
    of_block: dict[int, list[tuple[int, int, BookLineView]]] = {}
    usual = laid.work.whole.voice or ""
    if chapter < len(laid.work.plan.chapters):
        usual = laid.work.plan.chapters[chapter].asked.voice or usual
    for at, line in enumerate(laid.lines[chapter]):
        view = _waiting(at, line.request, whole.first + line.block, usual)
        view = replace(view, suggested=suggested.get(line.request.text, ""))
        of_block.setdefault(line.block, []).append((line.start, 1, view))
    for number, block in enumerate(whole.blocks):
        parts = of_block.get(number, [])
        parts += [
            (piece.at, 0, _skipped_view(piece.text, piece.role, whole.first + number))
            for piece in block.pieces(laid.work.skip)
            if piece.skipped
        ]
        rows += [view for _, _, view in sorted(parts, key=lambda part: part[:2])]
    return rows


def _waiting(at: int, request: RenderRequest, block: int, usual: str) -> BookLineView:
    voice = voice_label(request.voice) if request.voice != usual else ""
    return BookLineView(
        text=" ".join(request.text.split()),
        state=SpokenState.WAITS,
        manner=", ".join(filter(None, (voice, request.direction.prompt))),
        seconds=0.0,
        line=at,
        block=block,
    )


def spoken_row(view: BookLineView, fact: LineFact) -> BookLineView:
    """A line as it stands once it is spoken."""
    note = fault_words(fact)
    state = SpokenState.EAR if note else SpokenState.SPOKEN
    return replace(view, state=state, seconds=fact.seconds, note=note)


def _skipped_view(text: str, role: str, block: int) -> BookLineView:
    rule = role_name(role)
    told = translate("Book", "skipped: {rule}").format(rule=rule)
    return BookLineView(text, SpokenState.SKIPPED, told, 0.0, rule, block=block)


def fault_words(fact: LineFact) -> str:
    """What is wrong with a line; "" if nothing is."""
    parts = [fault_name(each) for each in fact.faults]
    if fact.unread:
        told = translate("Book", "not spoken: {words}")
        parts.append(told.format(words=" ".join(fact.unread)))
    return "; ".join(parts)


def skipped_views(work: BookWork) -> tuple[str, tuple[RuleView, ...], tuple[SkippedView, ...]]:
    """A sentence, the rules that find anything, and what is skipped by them."""
    book = work.planned().book
    everything = skipped(book, frozenset(ROLES))
    totals: dict[str, int] = {}
    for each in everything:
        totals[each.role] = totals.get(each.role, 0) + each.words
    rules = tuple(
        RuleView(role, role_name(role), totals[role], role not in work.skip)
        for role in ROLES
        if role in totals
    )
    found = tuple(
        SkippedView(each.chapter, role_name(each.role), each.words, each.text)
        for each in everything
        if each.role in work.skip
    )
    count = sum(rule.words for rule in rules if not rule.spoken)
    told = translate(
        "Book", "{count} words that are seen in the book are not spoken, by these rules."
    )
    none = translate("Book", "Every word that is seen in the book is spoken.")
    return (told.format(count=count) if count else none), rules, found


def speaker_views(
    work: BookWork, speakers: Mapping[str, int], voices: Sequence[str]
) -> tuple[SpeakerView, ...]:
    """Who speaks, with what they have been given; who was cast before is kept on the list."""
    given = {name.casefold(): asked for name, asked in work.plan.cast}
    names = dict(speakers)
    known = {name.casefold() for name in names}
    names |= {name: 0 for name, _ in work.plan.cast if name.casefold() not in known}
    offers = proposals(names, work.plan.cast, work.whole.voice or "", voices)
    return tuple(
        SpeakerView(
            name,
            times,
            manner_view(given[name.casefold()]) if name.casefold() in given else None,
            offers.get(name, ""),
        )
        for name, times in names.items()
    )


def speakers_of(work: BookWork) -> dict[str, int]:
    """Names the document says are speaking, and how often."""
    return proposed(work.book.blocks)


def manner_view(asked: Asked) -> MannerView:
    """What is asked, for its fields."""
    return MannerView(asked.voice or "", asked.prompt or "", asked.intensity)


def asked_of(manner: MannerView) -> Asked:
    """What fields say."""
    return Asked(manner.voice or None, manner.emotion or None, manner.intensity)


def delivery_view(work: BookWork, plan: Path) -> DeliveryView:
    """What is made of a book, with the same as a command."""
    command = join(["espressivo", *arguments(work, plan)])
    return DeliveryView(
        work.formats,
        work.profile,
        str(work.out),
        work.credit,
        command,
        means_view(work.means),
        asdict(work.plan.pauses),
    )


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chapter's row of the map with what it adds up to."""

    row: MapRow
    seconds: float = 0.0
    heard: int = 0
    """Lines that are spoken."""
    most: tuple[float, float] = (0.0, 0.0)
    """What its strongest line asks for."""


def drawn(title: str, lines: Sequence[MapLine]) -> Drawn:
    """A chapter of the map."""
    seconds = sum(line.seconds for line in lines)
    heard = sum(line.heard is not None for line in lines)
    most = max((line.asked for line in lines), key=_strength, default=(0.0, 0.0))
    return Drawn(MapRow(title, tuple(lines)), seconds, heard, most)


def map_view(rows: Sequence[Drawn], longest_s: float) -> MapView:
    """The map of a book: of each chapter that is spoken what is drawn of it.

    Args:
        rows: the chapters.
        longest_s: about as long as the longest is, so that what is drawn keeps its place.
    """
    return MapView(tuple(each.row for each in rows), _map_words(rows), longest_s)


def map_line(
    line: BookLine, asked: Mapping[Manner, tuple[float, float]], fact: LineFact | None
) -> MapLine:
    """A line of the map: what it asks for, and what is heard of it."""
    request = line.request
    wanted = asked.get((request.voice, request.direction), (0.0, 0.0))
    heard = None
    if fact is not None and len(fact.change) == 4:
        wanted, heard = (fact.change[0], fact.change[1]), (fact.change[2], fact.change[3])
    flat = " ".join(request.text[: 2 * LABEL].split())
    label = flat if len(flat) <= LABEL else f"{flat[: LABEL - 1]}…"
    seconds = fact.seconds if fact is not None else about_s(request.text)
    return MapLine(seconds + line.rest_s, wanted, heard, label)


def _strength(asked: tuple[float, float]) -> float:
    return abs(asked[0]) + abs(asked[1])


def _map_words(rows: Sequence[Drawn]) -> str:
    count = sum(len(each.row.lines) for each in rows)
    if not count:
        return translate("Book", "Nothing of this book is spoken.")
    minutes = sum(each.seconds for each in rows) / 60
    heard = sum(each.heard for each in rows)
    strongest = max(rows, key=lambda each: _strength(each.most))
    parts = [
        translate("Book", "{chapters} chapters, about {minutes} min; {share} % is spoken.").format(
            chapters=len(rows),
            minutes=minutes_text(minutes),
            share=f"{100 * heard / count:.0f}",
        )
    ]
    if any(strongest.most):
        told = translate("Book", "Most is asked in {chapter}: {st} st, {db} dB.")
        st, db = strongest.most
        parts.append(told.format(chapter=strongest.row.title, st=f"{st:+.1f}", db=f"{db:+.1f}"))
    else:
        parts.append(translate("Book", "No emotion is asked anywhere."))
    return " ".join(parts)


def job_view(job: BookJob) -> JobView:
    """A book in the queue."""
    return JobView(
        job.laid.work.title,
        _state_words(job),
        job.share,
        job_words(job),
        job.state is JobState.RUNS,
        job.state is JobState.PAUSED,
        job.state is JobState.WAITS,
    )


def _state_words(job: BookJob) -> str:
    if job.state is JobState.RUNS and not job.begun:
        return translate("Book", "loading the voice")
    if job.state is JobState.RUNS and job.stage:
        return translate("Book", "mastering and measuring")
    return {
        JobState.WAITS: translate("Book", "waiting"),
        JobState.RUNS: translate("Book", "speaking"),
        JobState.PAUSED: translate("Book", "paused"),
        JobState.DONE: translate("Book", "done"),
        JobState.STOPPED: translate("Book", "stopped"),
        JobState.FAILED: translate("Book", "failed"),
    }[job.state]


def job_words(job: BookJob) -> str:
    """How far a book is, in minutes of sound, and how long the rest will take as far as known."""
    if not job.begun:
        minutes = minutes_text(about_s_of(job.laid.letters) / 60)
        return translate("Book", "about {minutes} min of sound").format(minutes=minutes)
    told = translate("Book", "{done} of about {all} min of sound").format(
        done=f"{job.minutes:.1f}", all=minutes_text(job.total_minutes)
    )
    if job.state not in ACTIVE or job.stage:
        return told
    if job.left_s is None:
        return told + translate("Book", "; too early to say how long")
    left = translate("Book", "; about {left} min of work left")
    return told + left.format(left=max(round(job.left_s / 60), 1))
