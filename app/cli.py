"""The command line: ``espressivo``. The only place where errors become sentences."""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from app.commands import (
    backends,
    bench,
    cache,
    calibrate,
    check,
    completion,
    doctor,
    emotions,
    evaluate,
    lexicon,
    licences,
    models,
    narrate,
    race,
    read,
    report,
    say,
    train,
    voices,
)
from app.notices import Exit, sentence, status
from app.parser import Parser, UsageError, Version, examples
from app.screen import Screen, close_streams, prepare_streams
from engine.errors import Cancelled, StudioError

COMMANDS: tuple[Any, ...] = (
    say,
    narrate,
    check,
    report,
    voices,
    emotions,
    read,
    lexicon,
    models,
    cache,
    backends,
    race,
    bench,
    evaluate,
    licences,
    doctor,
    train,
    calibrate,
    completion,
)
"""In the order help shows them."""

DEBUG = "ESPRESSIVO_DEBUG"
"""Set in the environment: an unexpected failure also prints where it happened."""

EPILOG = (
    examples(
        'espressivo say "I knew you would come." --emotion "warm, a little sad" --play',
        'espressivo emotions "not angry, just tired"',
        "espressivo voices --language en --sex female",
    )
    + """

exit status:
  0    done
  2    something in the request cannot be done as asked
  3    the voice model or the voices are missing or damaged
  4    the backend cannot run here, or failed
  5    the result could not be written or played
  6    other machines cannot be spoken on
  70   a fault of this program; a report is saved
  130  stopped

`espressivo COMMAND --help` shows each command with examples."""
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns its exit status (see ``app.notices.Exit``)."""
    prepare_streams()
    arguments = list(sys.argv[1:] if argv is None else argv)
    screen = Screen()
    try:
        return _run(arguments, screen)
    except BrokenPipeError:  # whoever was reading our output has enough: not a failure
        return Exit.OK
    finally:
        close_streams()


def _run(arguments: list[str], screen: Screen) -> int:
    command_name = ""
    lines: Sequence[str] = ()
    try:
        options = _read(arguments or ["--help"], screen)
        if options is None:
            return Exit.OK
        command_name = options.command
        command = next(each for each in COMMANDS if command_name == each.NAME)
        from app import report

        lines = report.listen().lines
        return _carry_out(command, options, screen)
    except SystemExit as leaving:  # errors of the parser, which it has told
        return leaving.code if isinstance(leaving.code, int) else Exit.INPUT
    except UsageError as error:
        screen.error(f"{error}; see `espressivo --help`.")
        return Exit.INPUT
    except (Cancelled, KeyboardInterrupt):
        return Exit.CANCELLED
    except StudioError as error:
        screen.error(sentence(error))
        return status(error)
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the edge of the program
        return _report(error, command_name, tuple(lines), screen)


def _read(arguments: list[str], screen: Screen) -> argparse.Namespace | None:
    """The options; None if help or the version was asked for and has been printed."""
    try:
        return parser().read(arguments)
    except SystemExit as leaving:
        if leaving.code:
            raise
    screen.flush()
    return None


def _carry_out(command: Any, options: argparse.Namespace, screen: Screen) -> int:
    from app import settings
    from engine.backends.refusing import refuse

    known = settings.load(os.environ)
    if hasattr(options, "backend"):  # before anything heavy is loaded
        refuse(options.backend or known.backend)
    code = int(command.run(options, known, screen))
    screen.flush()
    return code


def _report(error: Exception, command: str, lines: Sequence[str], screen: Screen) -> int:
    from app import report
    from app.settings import data_folder

    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    path = report.save(error, command, lines, data_folder(os.environ) / "reports")
    where = f"a report was saved at {path}" if path else "no report could be saved"
    screen.error(
        f"something broke in {command or 'the command line'} ({type(error).__name__}), "
        f"a fault of this program; {where}."
    )
    return Exit.OTHER


def parser() -> Parser:
    """The whole parser: every command with its options."""
    whole = Parser(
        prog="espressivo",
        description="Emotional speech on your own machine: "
        "write a text, say in free words how it should sound, hear it.",
        epilog=EPILOG,
    )
    whole.add_argument("--version", action=Version, help="print the version and leave")
    commands = whole.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser, title="commands"
    )
    for command in COMMANDS:
        added = commands.add_parser(
            command.NAME,
            help=command.SUMMARY,
            description=command.DESCRIPTION,
            epilog=command.EPILOG,
        )
        command.add(added)
    return whole


if __name__ == "__main__":
    sys.exit(main())
