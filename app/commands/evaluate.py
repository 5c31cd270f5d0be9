"""``espressivo evaluate``: does it do what it says, in numbers with their nulls?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.parser import UsageError, examples
from app.settings import BACKENDS, Settings, backend_name

if TYPE_CHECKING:
    from app.evaluate.findings import Section
    from app.evaluate.sections.part import Part
    from app.screen import Screen
    from engine.cancel import CancelToken

NAME = "evaluate"
SUMMARY = "measure how well emotions are understood and spoken"

DESCRIPTION = """\
Speak lines in many emotions, measure the sounds, and write one report (evaluation.html,
evaluation.json and evaluation.md) in which every figure stands beside what it would be if
there were nothing to be found. Each line that was measured is kept under --out, so a run
that was stopped or killed goes on where it was; a run without changes takes no new sounds.

Without --full a subset drawn by the seed is spoken: about half an hour on two cores. Praat
judges the sounds where the extra is installed (pip install 'espressivo[evaluate]'), else
the program's own measures do.

Beside the report lies a listening page, one file to hand to people; what they answer is
read with --answers."""

EPILOG = examples(
    "espressivo evaluate",
    "espressivo evaluate --only prompts,geometry",
    "espressivo evaluate --full --out evaluation-full",
    "espressivo evaluate --answers answers-1.csv answers-2.csv",
)

OUT = Path("evaluation")
SEED = 7


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``evaluate``."""
    parser.add_argument(
        "--out",
        type=Path,
        default=OUT,
        metavar="DIR",
        help=f"records and the report, default {OUT}",
    )
    parser.add_argument("--full", action="store_true", help="everything: many hours")
    parser.add_argument(
        "--seed",
        type=int,
        default=SEED,
        metavar="N",
        help=f"draws the lines of the subset, default {SEED}",
    )
    parser.add_argument(
        "--only", default="", metavar="NAMES", help="sections, parted by commas; see --list"
    )
    parser.add_argument("--list", action="store_true", help="list the sections and leave")
    parser.add_argument("--minutes", type=float, metavar="N", help="begin no new sound after these")
    parser.add_argument(
        "--prompts", type=Path, metavar="FILE", help="other prompts to be understood"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder with emobank.csv")
    parser.add_argument(
        "--answers", type=Path, nargs="+", metavar="FILE", help="what listeners answered"
    )
    parser.add_argument("--backend", metavar="NAME", help=", ".join(BACKENDS))
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but the result")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Evaluate, print, write; returns the exit status."""
    from app import job
    from app.evaluate.report import Report
    from app.evaluate.run import KEY, PAGE, Wish, evaluate

    screen.quiet = options.quiet
    if options.answers:
        return _listened(options, screen, options.out / KEY)
    parts = _parts(options.only)
    if options.list:
        screen.table(("section", "what it shows"), [(part.name, part.title) for part in parts])
        return 0
    wish = Wish(
        options.out,
        backend_name(options.backend or settings.backend),
        parts,
        options.full,
        options.seed,
        options.minutes,
        options.prompts,
        options.data,
    )

    def work(token: CancelToken) -> Report:
        with screen.progress("evaluating", 1.0) as bar:
            return evaluate(
                settings.data, wish, token, lambda words, share: bar.show(share, title=words)
            )

    report = job.run(work)
    if options.json:
        screen.out(report.as_json().rstrip("\n"))
        return 0
    for section in report.sections:
        screen.out(f"\n{section.title}")
        _print(section, screen)
    screen.out(f"\n{options.out / PAGE}")
    return 0


def _print(section: Section, screen: Screen) -> None:
    from app.evaluate.findings import HEADS, row_of

    if section.figures:
        screen.table(HEADS, [row_of(figure) for figure in section.figures])
    for note in section.notes:
        screen.note(f"{section.name}: {note}")


def _listened(options: argparse.Namespace, screen: Screen, key: Path) -> int:
    from app.evaluate.listening import analysed

    section = analysed(key, options.answers, options.seed)
    if options.json:
        screen.data(section.as_data())
        return 0
    _print(section, screen)
    for table in section.tables:
        screen.table(table.heads, table.rows)
    return 0


def _parts(names: str) -> list[Part]:
    """The sections of these names, all for none.

    Raises:
        UsageError: there is no such section.
    """
    from app.evaluate.sections.listing import ALL

    known = {part.name: part for part in ALL}
    wanted = [name.strip() for name in names.split(",") if name.strip()] or list(known)
    for name in wanted:
        if name not in known:
            raise UsageError(f"there is no section {name!r}, choose from {', '.join(known)}")
    return [known[name] for name in wanted]
