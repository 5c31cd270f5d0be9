"""``espressivo race``: one line on every backend, side by side."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.parser import examples
from app.settings import Settings, backend_name

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.cancel import CancelToken

NAME = "race"
SUMMARY = "speak one line on every backend and compare"

DESCRIPTION = """\
Speak one line on every backend that can run here: seconds by stage, how far each sound lies
from the first one's (log-spectral distance; under 2 dB nobody hears), and which nodes of the
voice model ran where. A backend that cannot run is listed with its reason."""

EPILOG = examples(
    'espressivo race "I kept your letters."',
    'espressivo race "I kept your letters." --emotion sadly --json',
)

SCHEMA = "espressivo.race/1"

LINE = "I kept your letters all these years."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``race``."""
    parser.add_argument("text", nargs="?", default=LINE, help="the line")
    parser.add_argument("--emotion", default="", metavar="WORDS", help="how it should sound")
    parser.add_argument("--voice", metavar="VOICE", help="who speaks")
    parser.add_argument(
        "--backend", metavar="NAME", default="cpu", help="whom the others are compared with"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Race, print; returns the exit status."""
    from app import intake, job
    from app.laps import data_of, tables_of
    from engine.build import backend_rows, build_engine
    from engine.errors import InputError
    from engine.race import ENGINES_S, Lap, in_order, race
    from engine.values import Direction, RenderRequest

    text = intake.from_argument(options.text)
    if not any(character.isalnum() for character in text):
        raise InputError("text-empty", subject="text", detail="only marks" if text.strip() else "")
    request = RenderRequest(
        text,
        options.voice or settings.voice,
        Direction(intake.from_argument(options.emotion)),
    )

    base = backend_name(options.backend)

    def work(token: CancelToken) -> list[Lap]:
        with build_engine(settings.data, base) as engine, screen.progress("race", 1.0) as bar:
            laps = race(
                engine.renderer,
                in_order(backend_rows(engine.prepared), engine.backend.describe().name),
                request,
                token,
                running=engine.backend,
                wait_s=ENGINES_S,
                progress=lambda name, share: bar.show(share, title=name),
            )
            return list(laps)

    laps = job.run(work)
    if options.json:
        screen.data({"schema": SCHEMA, "text": request.text, "laps": [data_of(e) for e in laps]})
        return 0
    for heads, rows in tables_of(laps):
        screen.table(heads, rows)
    return 0
