"""``espressivo calibrate``: up to which intensity each voice stays itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.parser import UsageError, examples
from app.settings import Settings, with_precision

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.build import Engine
    from engine.cancel import CancelToken

NAME = "calibrate"
SUMMARY = "find up to which intensity each voice stays itself"

DESCRIPTION = """\
Find for each English voice and each of seven emotions the largest intensity at which the
speaker stays himself and the words stay clear, by bisection on two lines; write the table
that marks the intensity knob (the one that ships was made so).

Takes some two minutes a voice on one core. What was heard is kept in the data folder, so a
run that was stopped or killed goes on where it was. It needs judges that the program itself
does not (a speaker embedding and a recogniser): "packaging/evaluate.sh calibrate" installs
them in an environment of their own and starts the command there."""

EPILOG = examples(
    "espressivo calibrate --output safe_intensity.json",
    "espressivo calibrate --voices af_heart,bm_george",
)

JOURNAL = "calibration.jsonl"
"""In the data folder: what was heard so far."""

SCHEMA = "espressivo.calibrate/1"

ENGLISH = ("a", "b")
"""First letters of the voices that speak English, American and British."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``calibrate``."""
    parser.add_argument(
        "--voices", metavar="NAMES", help="with commas; all English voices if left out"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the table (JSON)")
    parser.add_argument(
        "--precision", choices=("exact", "fast"), help="what the voice is computed in (exact)"
    )
    parser.add_argument(
        "--journal", type=Path, metavar="FILE", help="what was heard so far (in the data folder)"
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only errors")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Calibrate, write and print the table; returns the exit status."""
    from app import job
    from app.refusals import from_os

    screen.quiet = options.quiet
    named = _named(options.voices)
    chosen = with_precision(settings, options.precision)
    path = options.journal or settings.data / JOURNAL
    try:
        table = job.run(lambda token: _calibrated(named, path, chosen, screen, token))
    except OSError as error:
        raise from_os(error, path) from error
    if options.output is not None:
        _write(options.output, table)
    if options.json:
        screen.data({"schema": SCHEMA, **table})
    else:
        _show(table, screen)
    return 0


def _calibrated(
    named: list[str] | None, path: Path, settings: Settings, screen: Screen, token: CancelToken
) -> dict[str, Any]:
    from engine.build import build_engine
    from engine.evaluation.guard import Guard
    from engine.evaluation.guard_table import table_of
    from engine.evaluation.identity import SpeakerEncoder
    from engine.evaluation.journal import Journal
    from engine.evaluation.sound_judge import SoundJudge
    from engine.listening import Recogniser

    encoder, recogniser = SpeakerEncoder(), Recogniser(settings.data)
    with (
        screen.progress("calibrating", 1.0) as bar,
        build_engine(settings.data, settings.backend, precision=settings.precision) as engine,
    ):
        facts = _facts(engine)
        journal = Journal(path, " ".join(facts.values()))
        try:
            renderer = engine.renderer.with_store(None).for_delivery()
            judge = SoundJudge(renderer, encoder, recogniser, token)
            guard = Guard(judge, journal, token, lambda what, share: bar.show(share, title=what))
            nulls = guard.run(_voices(named, engine))
            return table_of(journal, nulls, facts)
        finally:
            journal.close()


def _named(given: str | None) -> list[str] | None:
    """The voices that were named; None = all.

    Raises:
        UsageError: none is named, or one that does not speak English.
    """
    if given is None:
        return None
    found = [name.strip() for name in given.split(",") if name.strip()]
    if not found:
        raise UsageError("--voices names no voice")
    for name in found:
        if name[:1] not in ENGLISH:
            raise UsageError(f"the lines of calibrate are English and {name} is no English voice")
    return found


def _voices(named: list[str] | None, engine: Engine) -> list[str]:
    """The voices asked for; of all, those first whose neutral takes are needed anyway."""
    from engine.evaluation.guard import NULL_VOICES

    if named is None:
        english = [name for name in engine.voices.names() if name[:1] in ENGLISH]
        return sorted(english, key=lambda name: (name not in NULL_VOICES, name))
    for name in named:
        engine.voices.parse_mix(name)  # raises for one that is not there
    return named


def _facts(engine: Engine) -> dict[str, str]:
    """What decides what a take sounds like and how it is judged."""
    from engine.evaluation.guard import LINES, PROMPTS
    from engine.keys import key_of
    from engine.planning import PLAN_VERSION
    from engine.sounding import SOUND_VERSION

    info = engine.backend.describe()
    return {
        "model": info.model[:16],
        "precision": info.precision,
        "plan": f"plan-{PLAN_VERSION}",
        "sound": f"sound-{SOUND_VERSION}",
        "asked": key_of(LINES, tuple(PROMPTS.items()))[:16],
    }


def _write(path: Path, table: dict[str, Any]) -> None:
    import json

    from app.refusals import from_os
    from engine.record_file import write_whole

    try:
        write_whole(path.expanduser().absolute(), (json.dumps(table, indent=1) + "\n").encode())
    except OSError as error:
        raise from_os(error, path) from error


def _show(table: dict[str, Any], screen: Screen) -> None:
    families = list(table["prompts"])
    nulls = table["nulls"]
    rows = [[name, *(f"{row[f]:g}" for f in families)] for name, row in table["voices"].items()]
    screen.table(["largest intensity", *families], rows)
    heard = table["at_intensity_1"]
    rows = [
        ["allowed", *(f"{table['allowed_drop'][f]:.3f}" for f in families)],
        ["half of actors", *(f"{table['half_of_actors'][f]:.3f}" for f in families)],
        ["median at 1", *(f"{heard[f]['drop']:.3f}" if f in heard else "-" for f in families)],
    ]
    screen.table(["drop of the speaker embedding", *families], rows)
    screen.out(
        f"nulls: another voice {nulls['other_voice']:.3f}, "
        f"another line {nulls['other_line']:.3f}, a repeat {nulls['neutral_repeat']:.3f}"
    )
