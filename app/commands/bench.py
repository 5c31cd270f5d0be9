"""``espressivo bench``: how quick this machine speaks, where the time goes, and against whom."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.say import add_precision
from app.parser import examples
from app.settings import BACKENDS, Settings, backend_name, with_precision

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "bench"
SUMMARY = "measure how quick this machine speaks"

DESCRIPTION = """\
Speak a few lines and show where the time goes: from text to plan, to the first sound, to
the last, by part and by operator of the voice model; and how much memory it took. What was
measured is kept, so that the next time shows both, and is written as a page with plots.

With --peers the same lines are also spoken, in turn, by kokoro-onnx (on the file our voice
is made from, and on the same in float32) and by Piper. They are installed with pip into an
environment of their own in the data folder (a gigabyte, the first time)."""

EPILOG = examples(
    "espressivo bench", "espressivo bench --peers --rounds 5", "espressivo bench --page speed.html"
)

ROUNDS = 3


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``bench``."""
    parser.add_argument(
        "--rounds",
        type=int,
        default=ROUNDS,
        metavar="N",
        help=f"runs of each line, default {ROUNDS}",
    )
    parser.add_argument("--peers", action="store_true", help="let other programs speak in turn")
    parser.add_argument("--voice", metavar="VOICE", help="who speaks")
    parser.add_argument("--backend", metavar="NAME", help=", ".join(BACKENDS))
    add_precision(parser)
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the page here")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("-q", "--quiet", action="store_true", help="print nothing but the result")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Measure, print, keep; returns the exit status."""
    from app.bench.page import page
    from app.bench.result import FOLDER, earlier, keep, ratios, table
    from app.bench.rounds import run_rounds

    backend = backend_name(options.backend or settings.backend)
    screen.quiet = options.quiet
    with screen.progress("measuring", 1.0) as bar:
        result = run_rounds(
            settings.data,
            backend,
            options.voice or settings.voice,
            options.rounds,
            peers=settings.data / FOLDER / "peers" if options.peers else None,
            precision=with_precision(settings, options.precision).precision,
            progress=lambda step, share: bar.show(share, title=step),
        )
    kept = keep(result, settings.data)
    target = options.page or kept.with_suffix(".html")
    _write(target, page(result, earlier(result, settings.data)))
    if options.json:
        screen.data(result.data() | {"ratios": ratios(result), "page": str(target)})
        return 0
    screen.table(*table(result))
    for line, found in ratios(result).items():
        for what, value in found.items():
            screen.out(f"{line}: {value:.2f} of {what}")
    screen.out(f"ready after {result.load_s:.2f} s, at most {result.peak_mib:.0f} MiB; {target}")
    return 0


def _write(path: Path, text: str) -> None:
    from app.refusals import from_os

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise from_os(error, path) from error
