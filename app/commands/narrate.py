"""``espressivo narrate``: a book in, finished audio out."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.say import add_direction
from app.parser import UsageError, examples
from app.settings import CARRY, Settings, backend_name, with_precision

if TYPE_CHECKING:
    from app.narration.narrate import Task
    from app.screen import Screen

NAME = "narrate"
SUMMARY = "speak a whole book into files that stores and players accept"

DESCRIPTION = """\
Speak BOOK into the folder DIR: txt, md, html, epub, docx, odt, pdf with text, srt,
vtt or csv. `espressivo check BOOK` shows first what its chapters are and what is
left out.

It may be stopped at any time, also by a power cut: the same command goes on where
it was, and the files are the same as if nothing had happened. A line that was
changed is spoken anew, the others are not. What is kept for that lies in
DIR/.narration and may be removed when the book is done.

The files are then decoded and measured; report.html in DIR says what passes. They
say in their tags that the speech is synthetic, and manifest.json has their hashes."""

EPILOG = examples(
    "espressivo narrate book.epub --out book",
    "espressivo narrate book.epub --out book --formats m4b,epub,daisy --voice bf_emma",
    'espressivo narrate story.txt --out story --emotion "warm, unhurried" --profile podcast',
    "espressivo narrate book.epub --out book --plan book.plan.json",
    "espressivo narrate film.srt --out dub --formats wav --profile raw",
    "espressivo narrate book.epub --out book --cluster 192.168.1.10:6379",
)

FORMATS_HELP = (
    "parted by commas: mp3, wav, flac (a file a chapter); m4b, opus, ogg (the whole book); "
    "epub; daisy (202 and 3); captions (srt, vtt, lrc); labels (audacity, textgrid). "
    "Default: mp3,m4b,captions"
)

MOST_WORKERS = 64
"""Each holds the memory of a line it speaks, half a gigabyte at most; the weights are shared."""

CREATED = "SOURCE_DATE_EPOCH"
"""Seconds since the epoch a job counts as begun at, so that files can be made again to the bit."""


LATEST = 253_402_300_799
"""The last second of the year 9999: no date is later."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``narrate``."""
    add_book(parser)
    parser.add_argument(
        "-o", "--out", type=_folder, metavar="DIR", required=True, help="folder for it all"
    )
    parser.add_argument("--formats", metavar="LIST", help=FORMATS_HELP)
    parser.add_argument(
        "--profile",
        metavar="NAME",
        default="acx",
        help="levels: acx (default), podcast, broadcast, accessible or raw",
    )
    parser.add_argument("--plan", type=Path, metavar="FILE", help="titles, borders, cast (JSON)")
    parser.add_argument(
        "--tags",
        action="store_true",
        help="follow [directions] in the text instead of speaking them",
    )
    parser.add_argument(
        "--lexicon", type=Path, metavar="FILE", help="a project's lexicon, besides your own"
    )
    add_direction(parser)
    _add_lines(parser)
    _add_speakers(parser)
    _add_told(parser)


def _folder(given: str) -> Path:
    if not given.strip():
        raise argparse.ArgumentTypeError("name a folder")
    return Path(given)


def _add_lines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--carry",
        choices=CARRY,
        help="emotion carried from line to line of a chapter: as for say (default off)",
    )
    parser.add_argument(
        "--suggested-emotions",
        action="store_true",
        help="give lines nothing is asked for the emotion their own words suggest "
        "(`espressivo check BOOK --suggest` shows them)",
    )


def _add_speakers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes that speak at once on this machine, the files the same",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        default="",
        help="speak on every machine of a Ray cluster: HOST:PORT of its head, or auto "
        "(the extra called cluster)",
    )
    parser.add_argument(
        "--listen",
        action="store_true",
        help="let a recogniser listen to each line for lost or repeated words, wherever it is "
        "spoken (the extra called recogniser)",
    )


def _add_told(parser: argparse.ArgumentParser) -> None:
    out = parser.add_argument_group("what is said of it")
    out.add_argument("--credit", action="store_true", help="end with a spoken word on the voice")
    out.add_argument(
        "--unmarked", action="store_true", help="leave out tags and manifest on synthetic speech"
    )
    out.add_argument("--json", action="store_true", help="print what was made as JSON")
    out.add_argument(
        "--events",
        action="store_true",
        help="print every line as it is done, as JSON, and read pause, go and stop: for programs",
    )
    out.add_argument("-q", "--quiet", action="store_true", help="print only errors")


def add_book(parser: argparse.ArgumentParser) -> None:
    """Add the book itself and what of it is spoken."""
    parser.add_argument("book", type=Path, metavar="BOOK", help="the document")
    parser.add_argument("--encoding", metavar="NAME", help="encoding of a text file (UTF-8)")
    parser.add_argument(
        "--speak",
        metavar="LIST",
        default="",
        help="what is spoken though it is skipped as a rule, parted by commas: note, "
        "note-mark, page-number, running-head, contents, bibliography, index, ...",
    )


def skip_of(options: argparse.Namespace) -> frozenset[str]:
    """The roles that are not spoken."""
    from app.narration.book import ROLES

    spoken = {name.strip() for name in options.speak.split(",") if name.strip()}
    unknown = sorted(spoken - ROLES.keys())
    if unknown:
        raise UsageError(f"--speak knows no {unknown[0]!r}: choose among {', '.join(ROLES)}")
    return frozenset(ROLES) - spoken


def created_of(environment: os._Environ[str] | dict[str, str]) -> int | None:
    """When the job counts as begun, if the environment says so."""
    given = environment.get(CREATED)
    if not given:
        return None
    if not given.isdecimal() or len(given) > len(str(LATEST)) or int(given) > LATEST:
        raise UsageError(f"{CREATED} is not a whole number of seconds: {given!r}")
    return int(given)


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Narrate; returns the exit status."""
    from app import job
    from app.narration.narrate import narrate

    screen.quiet = options.quiet
    settings = with_precision(settings, options.precision)
    if options.events:
        return _followed(options, settings)
    task = _task(options, settings)
    if task.profile.warning:
        screen.note(f"{task.profile.warning}.")
    result = job.run(lambda token: narrate(task, settings, screen, token))
    if options.json:
        screen.data(result)
        return 0
    _tell(result, task.out, screen)
    return 0


def _followed(options: argparse.Namespace, settings: Settings) -> int:
    """Narrate for another process, which is told everything as it happens."""
    import sys

    from app import job
    from app.narration.events import EventScreen, EventWatch, obeying, step_back
    from app.narration.narrate import narrate
    from engine.cancel import CancelToken
    from engine.errors import StudioError

    step_back()
    told = EventScreen()
    watch = EventWatch(told)

    def work(token: CancelToken) -> dict[str, Any]:
        with obeying(watch, token, sys.stdin):
            return narrate(_task(options, settings), settings, told, token, watch)

    try:
        told.data(job.run(work))
    except StudioError as error:
        told.failed(error)
        raise
    return 0


def _task(options: argparse.Namespace, settings: Settings) -> Task:
    from app.lexicons import own_words
    from app.narration.deliver import USUAL, formats_of
    from app.narration.narrate import Task
    from app.narration.profiles import profile_of
    from app.saying import direction_of

    return Task(
        book=options.book,
        out=options.out,
        formats=formats_of(USUAL if options.formats is None else options.formats),
        profile=profile_of(options.profile),
        voice=settings.voice if options.voice is None else options.voice,
        direction=direction_of(options, settings),
        skip=skip_of(options),
        backend=backend_name(options.backend or settings.backend),
        seed=options.seed,
        plan=options.plan,
        encoding=options.encoding,
        tags=options.tags,
        marked=not options.unmarked,
        credit=options.credit,
        created=created_of(os.environ),
        own=own_words(settings, options.lexicon),
        workers=_workers_of(options),
        cluster=options.cluster,
        suggest=options.suggested_emotions,
        carry=(options.carry or settings.carry) == "on",
        listen=options.listen,
    )


def _workers_of(options: argparse.Namespace) -> int:
    """How many processes speak."""
    workers: int = options.workers
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"--workers is a number from 1 to {MOST_WORKERS}, not {workers}")
    if workers > 1 and options.cluster:
        raise UsageError("--workers is for this machine and --cluster for several: choose one")
    return workers


def _tell(result: dict[str, Any], out: Path, screen: Screen) -> None:
    """Name what was made, a folder of chapters once, and what is worth knowing."""
    if not screen.quiet:
        for name in dict.fromkeys((*(Path(f).parts[0] for f in result["files"]), "report.html")):
            screen.out(str(out / name))
    for note in result["notes"]:
        screen.note(f"{note}.")
    if result["for_the_ear"]:
        screen.note(f"{result['for_the_ear']} lines should be listened to: see the report.")
    if result["verdict"]:
        screen.note(result["verdict"])
