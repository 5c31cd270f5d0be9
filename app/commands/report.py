"""``espressivo report``: the files of a narration decoded, measured and judged."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.parser import examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "report"
SUMMARY = "measure the files of a narration again and say what passes"

DESCRIPTION = """\
Decode every file of sound that `espressivo narrate` wrote into DIR, measure it and
judge it by its profile, or by another one. Writes report.html and report.json there.
The exit status is 0 if all pass and 2 if not."""

EPILOG = examples("espressivo report book", "espressivo report book --profile acx --json")

FAILS = 2


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``report``."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="where a book was narrated into")
    parser.add_argument("--profile", metavar="NAME", help="judge by this one instead")
    parser.add_argument("--json", action="store_true", help="print it all as JSON")
    parser.add_argument(
        "--events", action="store_true", help="the same, and failures too: for programs"
    )


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Report; returns the exit status."""
    if not options.events:
        return _report(options, screen)
    from app.narration.events import EventScreen
    from engine.errors import StudioError

    told = EventScreen()
    try:
        return _report(options, told)
    except StudioError as error:
        told.failed(error)
        raise


def _report(options: argparse.Namespace, screen: Screen) -> int:
    from app import job
    from app.narration import delivered, report
    from app.narration.judging import judge
    from app.narration.measured import FileReport
    from app.narration.profiles import profile_of
    from engine.cancel import CancelToken

    record = delivered.read(options.folder)
    profile = profile_of(options.profile or record.profile)

    def work(token: CancelToken) -> list[FileReport]:
        with screen.progress("measuring", len(record.sounds)) as bar:
            return judge(options.folder, record, profile, token, bar)

    reports = job.run(work)
    passes = all(each.passes for each in reports)
    if options.json or options.events:
        data: dict[str, Any] = report.to_data(options.folder, record, profile, reports)
        screen.data(data)
        return 0 if passes else FAILS
    rows = [
        [
            each.path.relative_to(options.folder).as_posix(),
            each.title,
            f"{each.reading.rms_db:.1f}",
            f"{each.reading.true_peak_db:.1f}",
            f"{each.reading.floor_db:.0f}",
            report.why(each) or "passes",
        ]
        for each in reports
    ]
    screen.table(("file", "chapter", "RMS dB", "peak dBTP", "floor dB", "verdict"), rows)
    screen.out(report.sentence_of(reports))
    return 0 if passes else FAILS
