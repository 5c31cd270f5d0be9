"""``espressivo check``: what a book's chapters are, and what of it is not spoken."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.narrate import add_book, skip_of
from app.parser import examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.narration.book import Book
    from app.narration.lines import Cut
    from app.narration.suggesting import Lines
    from app.screen import Screen

NAME = "check"
SUMMARY = "show a book's chapters and what of it is not spoken"

DESCRIPTION = """\
Show what `espressivo narrate` makes of BOOK: its chapters with their words, what
is skipped by which rule, and who speaks: names before lines as in a script, names
beside quoted speech. Nothing is spoken. --lint reads it all for words and signs that
no list has; `espressivo lexicon` says them your way. --suggest reads the lines for the emotion
their words carry; `espressivo narrate --suggested-emotions` speaks them so.
--write-plan writes a plan to be edited: titles, borders, which chapters are spoken,
each one's voice and emotion, a cast."""

EPILOG = examples(
    "espressivo check book.epub",
    "espressivo check book.epub --skipped",
    "espressivo check story.txt --lint --suggest",
    "espressivo check play.txt --write-plan play.plan.json",
)

SCHEMA = "espressivo.check/1"
WORDS_A_MINUTE = 155
"""Narrators of audiobooks speak 150 to 160; the estimate says "about"."""
SHOWN = 70
"""Characters of what is skipped that are shown."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``check``."""
    add_book(parser)
    parser.add_argument(
        "--skipped", action="store_true", help="also list every stretch that is not spoken"
    )
    parser.add_argument(
        "--write-plan", type=Path, metavar="FILE", help="write a plan to be edited (JSON)"
    )
    parser.add_argument(
        "--suggest",
        action="store_true",
        help="also list the lines whose own words suggest an emotion, and which",
    )
    parser.add_argument(
        "--lint",
        action="store_true",
        help="also list what a reader stumbles over: words no list has, signs, brackets, tags",
    )
    parser.add_argument(
        "--tags", action="store_true", help="with --lint: take [directions] as narrate --tags does"
    )
    parser.add_argument(
        "--lexicon", type=Path, metavar="FILE", help="with --lint: a project's lexicon"
    )
    parser.add_argument("--json", action="store_true", help="print it all as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Check a book; returns the exit status."""
    from app.narration.chapters import open_book
    from app.narration.plan import to_text
    from app.whole_files import write_file

    skip = skip_of(options)
    book = open_book(options.book, options.encoding)
    if options.write_plan is not None:
        write_file(options.write_plan, to_text(book).encode())
    data = to_data(book, skip)
    if options.suggest:
        data["suggested"] = _suggested(book, skip, settings)
    if options.lint:
        data["flaws"] = _flaws(book, skip, settings, options)
    if options.json:
        screen.data(data)
        return 0
    authors = f", by {', '.join(book.authors)}" if book.authors else ""
    screen.out(f"{book.title}{authors} ({book.kind})")
    rows = [
        [str(number), each["title"], str(each["words"]), f"{each['minutes']:.0f}"]
        for number, each in enumerate(data["chapters"], 1)
    ]
    screen.table(("no", "chapter", "words", "about min"), rows)
    _show_skipped(data, screen, every=options.skipped)
    for each in data.get("flaws", ()):
        told = f"{each['says']} ({each['times']}, {each['chapter']})"
        screen.out(f"{told}: {_short(each['text'])}")
    for each in data.get("suggested", ()):
        told = f"{each['emotion']} ({each['share']:.2f}, {each['chapter']})"
        screen.out(f"{told}: {_short(each['text'])}")
    if data["speakers"]:
        names = ", ".join(f"{name} ({count})" for name, count in data["speakers"].items())
        screen.out(f"speakers found: {names}; a plan's cast gives them voices")
    if options.write_plan is not None:
        screen.out(str(options.write_plan))
    return 0


def to_data(book: Book, skip: frozenset[str]) -> dict[str, Any]:
    """A book for JSON; the schema is ``espressivo.check/1``."""
    from app.narration.book import ROLES, words_in
    from app.narration.casting import proposed
    from app.narration.skipping import skipped

    chapters = []
    for chapter in book.chapters:
        words = sum(words_in(block.spoken(skip)) for block in chapter.blocks)
        chapters.append(
            {
                "title": chapter.title,
                "level": chapter.level,
                "from": chapter.first,
                "words": words,
                "minutes": words / WORDS_A_MINUTE,
            }
        )
    return {
        "schema": SCHEMA,
        "title": book.title,
        "authors": list(book.authors),
        "language": book.language,
        "kind": book.kind,
        "words_visible": sum(words_in(block.visible) for block in book.blocks),
        "words_spoken": sum(each["words"] for each in chapters),
        "chapters": chapters,
        "skipped": [
            {
                "chapter": each.chapter,
                "rule": each.role,
                "what": ROLES[each.role],
                "words": each.words,
                "text": each.text,
            }
            for each in skipped(book, skip)
        ],
        "speakers": proposed(book.blocks),
    }


def _lines(book: Book, skip: frozenset[str], settings: Settings, cut: Cut | None = None) -> Lines:
    """The lines narrate would speak."""
    from app.narration.lines import Directed, book_lines, plain_cut
    from app.narration.plan import BookPlan, follow
    from engine.values import Direction

    directed = Directed(settings.voice, Direction())
    cut = cut or plain_cut(_language(settings))
    return book_lines(follow(book, BookPlan()), directed, skip, cut)


def _language(settings: Settings) -> str:
    from engine.build import FAKE, build_voices

    return build_voices(None, FAKE).parse_mix(settings.voice).language


def _flaws(
    book: Book, skip: frozenset[str], settings: Settings, options: argparse.Namespace
) -> list[dict[str, Any]]:
    """What a reader stumbles over in the lines."""
    from app.lexicons import own_words
    from app.narration.linting import UNREAD, flaws
    from app.remarks import remark_sentence
    from engine.build import FAKE, build_reader, build_understander, build_voices
    from engine.reading.script import script_of
    from engine.values import Line, Remark
    from engine.voices import is_mix

    language = _language(settings)
    judge, known = build_understander(settings.data).is_direction, is_mix(build_voices(None, FAKE))

    def cut(text: str, voice: str) -> Sequence[Line]:
        del voice
        return script_of(text, judge, known, language=language).lines

    lines = _lines(book, skip, settings, cut if options.tags else None)
    own = own_words(settings, options.lexicon)
    with closing(build_reader(speak_brackets=not options.tags, own=own)) as reader:
        found = flaws(lines, reader, language)
    return [
        {
            "code": each.code,
            "what": each.what,
            "says": f"nothing is spoken for {each.what}"
            if each.code == UNREAD
            else remark_sentence(Remark(each.code, "text", each.what)).rstrip("."),
            "times": each.times,
            "chapter": book.chapters[each.chapter].title,
            "text": each.text,
        }
        for each in found
    ]


def _suggested(book: Book, skip: frozenset[str], settings: Settings) -> list[dict[str, Any]]:
    """The lines that suggest an emotion by their own words."""
    from app.narration.suggesting import suggestions
    from engine.build import build_suggester

    lines = _lines(book, skip, settings)
    return [
        {
            "chapter": book.chapters[each.chapter].title,
            "line": each.line,
            "text": each.text,
            "emotion": each.suggestion.emotion,
            "share": each.suggestion.share,
        }
        for each in suggestions(lines, build_suggester(settings.data))
    ]


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _show_skipped(data: dict[str, Any], screen: Screen, *, every: bool) -> None:
    totals: dict[str, int] = {}
    for each in data["skipped"]:
        totals[each["rule"]] = totals.get(each["rule"], 0) + each["words"]
        if every:
            screen.out(f"skipped ({each['rule']}, {each['chapter']}): {_short(each['text'])}")
    if not totals:
        screen.out("nothing is skipped")
        return
    told = ", ".join(f"{name} {words} words" for name, words in totals.items())
    screen.out(f"skipped: {told}")
