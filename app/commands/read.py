"""``espressivo read``: how a text will be read, word by word."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.commands.say import add_text
from app.parser import examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.values import Line, Reading

NAME = "read"
SUMMARY = "show how a text will be read"

DESCRIPTION = """\
Show how a text is read: its lines, the words as they are spoken (numbers,
abbreviations and marks written out) and their phonemes. Nothing is spoken."""

EPILOG = examples(
    'espressivo read "Dr. Pohl paid $4.50 at 07:05 AM."',
    "espressivo read --file chapter.txt --json",
)

SCHEMA = "espressivo.reading/1"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``read``."""
    add_text(parser)
    parser.add_argument("-l", "--language", default="en-us", metavar="CODE", help="default en-us")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Show how a text is read; returns the exit status."""
    from app.saying import text_of
    from app.speak import bounded
    from engine.build import build_reader
    from engine.reading.lines import split_lines

    text = text_of(options)
    reader = build_reader()
    found = [
        (line, reader.read(line.text, options.language)) for line in bounded(split_lines(text))
    ]
    if options.json:
        lines = [_data(line, reading) for line, reading in found]
        screen.data({"schema": SCHEMA, "language": options.language, "lines": lines})
        return 0
    for _, reading in found:
        screen.out(reading.spoken)
        screen.out(f"  {reading.phonemes}")
        screen.remarks(reading.remarks)
    return 0


def _data(line: Line, reading: Reading) -> dict[str, Any]:
    from app.saying import remarks_data

    return {
        "text": reading.text,
        "start": line.start,
        "end": line.end,
        "rest_s": line.rest_s,
        "spoken": reading.spoken,
        "phonemes": reading.phonemes,
        "words": [asdict(word) for word in reading.words],
        "breaks": [asdict(rest) for rest in reading.breaks],
        "remarks": remarks_data(reading.remarks),
    }
