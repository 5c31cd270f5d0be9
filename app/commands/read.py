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
    from engine.reading.script import ScriptLine
    from engine.values import Reading, Word

NAME = "read"
SUMMARY = "show how a text will be read"

DESCRIPTION = """\
Show how a text is read: its lines and what its tags ask of them, the words as they
are spoken (numbers, abbreviations and marks written out) and their phonemes.
Nothing is spoken."""

EPILOG = examples(
    'espressivo read "[angry] Get out! [normal] Please."',
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
    from app.lexicons import own_words
    from app.saying import parentheses_of, remarks_data, text_of
    from app.speak import bounded
    from engine.build import FAKE, build_reader, build_understander, build_voices
    from engine.reading.script import script_of
    from engine.voices import is_mix

    text = text_of(options)
    script = script_of(
        text,
        build_understander(settings.data).is_direction,
        is_mix(build_voices(None, FAKE)),
        parentheses=parentheses_of(options, settings),
        language=options.language,
    )
    speak = (options.brackets or settings.brackets) == "speak"
    reader = build_reader(speak_brackets=speak, own=own_words(settings, options.lexicon))
    found = [(line, reader.read(line.text, options.language)) for line in bounded(script.lines)]
    reader.close()
    if options.json:
        screen.data(
            {
                "schema": SCHEMA,
                "language": options.language,
                "remarks": remarks_data(script.remarks),
                "lines": [_data(line, reading) for line, reading in found],
            }
        )
        return 0
    screen.remarks(script.remarks)
    for line, reading in found:
        manner = _manner(line)
        if manner:
            screen.out(f"[{manner}]")
        screen.out(reading.spoken)
        screen.out(f"  {reading.phonemes}")
        screen.remarks(reading.remarks)
    return 0


def _manner(line: ScriptLine) -> str:
    """The manner a line is spoken in, where the script says so, in a few words."""
    from engine.values import IDENTITY

    manner = line.manner
    said = [manner.prompt or "", f"voice {manner.voice}" if manner.voice else ""]
    said.append(f"x{manner.degree:g}" if manner.degree != 1.0 else "")
    said += [
        f"{name} {value:+.3g}"
        for name, value in asdict(manner.nudges).items()
        if value != getattr(IDENTITY, name)
    ]
    return ", ".join(filter(None, said))


def _data(line: ScriptLine, reading: Reading) -> dict[str, Any]:
    from app.saying import remarks_data

    return {
        "text": reading.text,
        "start": line.start,
        "end": line.end,
        "rest_s": line.rest_s,
        "manner": asdict(line.manner),
        "spoken": reading.spoken,
        "phonemes": reading.phonemes,
        "tokens": list(reading.tokens),
        "phrases": [list(phrase) for phrase in reading.phrases],
        "words": [_word(line, word) for word in reading.words],
        "breaks": [asdict(rest) for rest in reading.breaks],
        "lexicon": [
            {"entry": entry, "source": list(line.source_of(start, end))}
            for entry, start, end in reading.own_words
        ],
        "remarks": remarks_data(reading.remarks),
    }


def _word(line: ScriptLine, word: Word) -> dict[str, Any]:
    """A word with its place in the line (``start``, ``end``) and in the whole (``source``)."""
    return asdict(word) | {"source": list(line.source_of(word.start, word.end))}
