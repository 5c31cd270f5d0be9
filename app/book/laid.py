"""The lines of a book as they will be asked for, and what is known of each.

All of it is worked out beside the window: a long book takes a second.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.book.means import nudges
from app.book.values import BookWork
from app.lexicons import own_words
from app.narration.book import words_in
from app.narration.carrying import carried_over
from app.narration.hearing import HEARD
from app.narration.ledger import Done, known_lines
from app.narration.lines import BookLine, Directed, book_lines, plain_cut
from app.narration.narrate import with_credit
from app.narration.plan import Planned
from app.narration.speaking import request_key, stamp_of
from app.settings import Settings
from engine.asked import resolve
from engine.keys import key_of
from engine.values import SAMPLE_RATE, Direction, RenderRequest
from engine.voices import LANGUAGES

if TYPE_CHECKING:
    from engine.build import Engine
    from engine.cancel import CancelToken

LETTERS_A_SECOND = 14.5
"""155 words of 5.6 letters a minute, as narrators of audiobooks speak."""

Manner = tuple[str, Direction]
"""Voice and direction."""


@dataclass(frozen=True, slots=True)
class LaidBook:
    """A book with its lines, chapter by chapter; a spoken credit is the last chapter."""

    work: BookWork
    planned: Planned
    lines: tuple[tuple[BookLine, ...], ...]
    letters: int
    places: Mapping[RenderRequest, tuple[int, int]]
    """Chapter and line of each request."""
    words: tuple[int, ...]
    """Spoken words of each chapter."""
    directed: Directed
    """How it is spoken where nothing else is said."""

    def line_at(self, chapter: int, block: int, start: int) -> int:
        """The line of a chapter that a place in it belongs to.

        Where directions in brackets are followed, a narration cuts lines at them too.
        """
        lines = self.lines[chapter]
        return max(bisect_right(lines, (block, start), key=_place) - 1, 0)

    @property
    def manners(self) -> frozenset[Manner]:
        """All manners it is spoken in."""
        requests = (line.request for chapter in self.lines for line in chapter)
        return frozenset((each.voice, each.direction) for each in requests)


@dataclass(frozen=True, slots=True)
class LineFact:
    """What came of a line: see ``app.narration.ledger.Done``."""

    seconds: float
    faults: tuple[str, ...]
    unread: tuple[str, ...]
    change: tuple[float, ...]


@dataclass(slots=True)
class Tally:
    """What a chapter adds up to."""

    words: int
    lines: int
    seconds: float
    """With its rests; estimated where nothing is spoken."""
    done: int = 0
    ear: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """What the engine and the folder of the job say of a book."""

    asked: Mapping[Manner, tuple[float, float]]
    """Semitones and dB a manner asks for, against a neutral reading."""
    facts: Mapping[tuple[int, int], LineFact]
    """Of the lines an earlier run has spoken, by chapter and line."""


def lay(
    work: BookWork, settings: Settings, suggested: Mapping[str, str] = MappingProxyType({})
) -> LaidBook:
    """Cut a book into its lines.

    Args:
        work: the book.
        settings: the knobs a book has no field for.
        suggested: emotions texts suggest; followed if the book is to be spoken so.

    Raises:
        InputError: ``book-plan-invalid``.
    """
    planned = with_credit(work.planned()) if work.credit else work.planned()
    whole = work.whole
    degree = settings.intensity if whole.intensity is None else whole.intensity
    ways = work.means
    direction = Direction(
        whole.prompt or "",
        degree,
        settings.stability if ways.stability is None else ways.stability,
        settings.ramp if ways.ramp is None else ways.ramp,
        nudges=nudges(ways),
    )
    voice = whole.voice or settings.voice
    language = LANGUAGES.get(voice[:1], "unknown")
    directed = Directed(voice, direction, ways.seed)
    lines = book_lines(planned, directed, work.skip, plain_cut(language))
    if work.suggest:
        lines = tuple(tuple(_suggested(line, suggested) for line in each) for each in lines)
    letters = sum(len(line.request.text) for chapter in lines for line in chapter)
    places = {
        line.request: (chapter, at)
        for chapter, each in enumerate(lines)
        for at, line in enumerate(each)
    }
    words = tuple(
        sum(words_in(block.spoken(work.skip)) for block in chapter.blocks)
        for chapter in planned.book.chapters
    )
    return LaidBook(work, planned, lines, letters, places, words, directed)


def _place(line: BookLine) -> tuple[int, int]:
    return line.block, line.start


def _suggested(line: BookLine, suggested: Mapping[str, str]) -> BookLine:
    """A line as ``espressivo narrate --suggested-emotions`` has it."""
    request = line.request
    prompt = "" if request.direction.prompt else suggested.get(request.text, "")
    if not prompt:
        return line
    direction = replace(request.direction, prompt=prompt)
    return replace(line, request=replace(request, direction=direction))


def about_s(text: str) -> float:
    """Seconds a text will take, about."""
    return about_s_of(len(text))


def about_s_of(letters: int) -> float:
    """Seconds so many letters will take, about."""
    return letters / LETTERS_A_SECOND


def tallies_of(laid: LaidBook) -> list[Tally]:
    """Each chapter while none of it is spoken."""
    return [
        Tally(words, len(lines), sum(about_s(line.request.text) + line.rest_s for line in lines))
        for words, lines in zip(laid.words, laid.lines, strict=True)
    ]


def known(laid: LaidBook, settings: Settings, engine: Engine, token: CancelToken) -> Known:
    """What is known of a book's lines; on the engine's thread.

    Args:
        laid: the book.
        settings: say where the person's own words lie, and whether emotion is carried over.
        engine: the window's.
        token: cancels between lines.

    Raises:
        InputError: from the person's own words, or the book's.
    """
    asked = {}
    for voice, direction in laid.manners:
        token.check()
        asked[voice, direction] = _asked(engine, RenderRequest("a", voice, direction))
    found = known_lines(laid.work.out)
    facts: dict[tuple[int, int], LineFact] = {}
    if found:
        means = laid.work.means
        own = own_words(settings, Path(means.lexicon).expanduser() if means.lexicon else None)
        stamp = stamp_of(engine, own)
        stamp = key_of(stamp, HEARD) if means.listen else stamp
        for number, chapter in enumerate(_as_spoken(laid, settings, engine)):
            token.check()
            for line in chapter:
                done = found.get(request_key(stamp, line.request))
                if done is not None:
                    facts[number, laid.line_at(number, line.block, line.start)] = fact_of(done)
    return Known(asked, facts)


def _as_spoken(
    laid: LaidBook, settings: Settings, engine: Engine
) -> tuple[tuple[BookLine, ...], ...]:
    """The lines as a narration asks for them: cut at directions, emotion carried over."""
    lines, means = laid.lines, laid.work.means
    if means.tags:
        lines = book_lines(
            laid.planned,
            laid.directed,
            laid.work.skip,
            lambda text, voice: engine.script(text, voice).lines,
        )
    if (means.carry or settings.carry) == "on":
        lines = carried_over(lines, engine.renderer.for_delivery())
    return lines


def fact_of(done: Done) -> LineFact:
    """What came of a line, from its row in the ledger."""
    return LineFact(done.samples / SAMPLE_RATE, done.faults, done.unread, done.change)


def _asked(engine: Engine, request: RenderRequest) -> tuple[float, float]:
    mix = engine.voices.parse_mix(request.voice)
    emotion = engine.understander.understand(request.direction.prompt)
    sex = engine.voices.voice(mix.parts[0][0]).sex
    deltas = resolve(emotion, request, sex)
    return deltas.f0_level_st, deltas.energy_db
