"""``espressivo say``: text and a prompt become a sound file, or sound at once."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.parser import UsageError, examples
from app.settings import (
    BACKENDS,
    BRACKETS,
    CARRY,
    CORRECT,
    FORMATS,
    KNOBS,
    PARENTHESES,
    PRECISIONS,
    STEER,
    Settings,
    with_precision,
)

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "say"
SUMMARY = "speak a text and write it to a sound file"

DESCRIPTION = """\
Speak TEXT the way the emotion prompt says.

A tag in square brackets directs what follows it: [angry] [in a low voice] change
the emotion, [voice bf_emma] the voice, [normal] goes back, [pause 0.8s] rests.
A text that begins with <speak> is read as SSML.

Without -o the sound goes to espressivo-1.wav in the current folder (or -2, -3 …:
nothing is ever overwritten unless you name it) and its name is printed. With
--play and no -o it is played and nothing is written. A long text is spoken line
by line and written as it is made; Ctrl-C stops it and leaves no half file."""

EPILOG = examples(
    'espressivo say "The parcel came today." --emotion "quiet relief"',
    'espressivo say "Who left this open?" --emotion angry --intensity 1.5 -o open.flac',
    "espressivo say --file story.txt --voice af_heart:0.7+bf_emma:0.3 "
    "-o story.mp3 --captions story.srt",
    'espressivo say "One moment." --emotion "calm, slowly" --plot moment.png --play',
    'espressivo say "[angry] Get out! [normal] Please."',
    "echo Ready. | espressivo say - -o - | aplay",
)


BY_HAND = {
    "nudge": "a change by hand on top, again and again if need be: breathy=0.4, tense=-0.5, "
    "bright=0.6, whispered=1, tremor_db=2, f0_level_st=-1 … (names as in `emotions`)",
    "local": "pitch at places in a line, again and again if need be: share=1 (what the emotion "
    "asks of a line's end at each clause's end too), clause_st=-2, accent_st=1.5 (semitones "
    "by hand); none by itself",
}
"""Options that are given again and again, and what they are told to do."""


def add_direction(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how and by whom something is spoken."""
    how = parser.add_argument_group("how it is spoken")
    how.add_argument(
        "-e",
        "--emotion",
        default="",
        metavar="PROMPT",
        help='free words: "gentle concern", "angry, but in a low voice", "not sad at all"',
    )
    for name, text in (
        ("intensity", "0 = neutral, 1 = clear, 2 = strongest"),
        ("stability", "1 = every take alike, 0 = as varied as an actor"),
        ("ramp", "0 = the emotion is there at once, 1 = only at the end of a line"),
    ):
        low, high = KNOBS[name]
        how.add_argument(
            f"--{name}", metavar=f"{low:g}..{high:g}", help=f"{text} (as set, else the default)"
        )
    for name, text in BY_HAND.items():
        how.add_argument(f"--{name}", action="append", default=[], metavar="NAME=VALUE", help=text)
    how.add_argument(
        "-v", "--voice", metavar="MIX", help="a voice, or a mix such as af_heart:0.7+bf_emma:0.3"
    )
    how.add_argument(
        "--seed",
        type=_seed,
        default=0,
        metavar="N",
        help="another take of the same text (default 0). Each line's own seed is made of "
        "this, its text and how often that text came before, so editing one line changes "
        "no other",
    )
    how.add_argument("--backend", metavar="NAME", help=f"one of {', '.join(BACKENDS)}")
    add_precision(how)


def add_precision(parser: argparse._ActionsContainer) -> None:
    """Add the option that says what a processor computes in."""
    parser.add_argument(
        "--precision",
        choices=PRECISIONS,
        help="on a processor: exact (float32, the default), fast (int8, made once when first "
        "asked for), or auto: the quicker of the two here",
    )


def _seed(given: str) -> int:
    try:
        return int(given)
    except ValueError:
        message = f"{given!r} is not a whole number"
        raise argparse.ArgumentTypeError(message) from None


def add_text(parser: argparse.ArgumentParser) -> None:
    """Add the text itself: an argument, a file or standard input."""
    parser.add_argument(
        "text", nargs="?", metavar="TEXT", help="what to speak; - reads standard input"
    )
    parser.add_argument("-f", "--file", type=Path, metavar="FILE", help="speak a text file")
    parser.add_argument(
        "--encoding", metavar="NAME", help="encoding of the file or input (default UTF-8)"
    )
    parser.add_argument(
        "--brackets",
        choices=BRACKETS,
        help="words in [square brackets] that are no direction: skip (default) or speak",
    )
    parser.add_argument(
        "--parentheses",
        choices=PARENTHESES,
        help="(round brackets) are text (default), or tags as square ones are",
    )
    parser.add_argument(
        "--lexicon",
        type=Path,
        metavar="FILE",
        help="a project's lexicon, besides your own (see `espressivo lexicon`)",
    )


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``say``."""
    add_text(parser)
    add_direction(parser)
    parser.add_argument(
        "--carry",
        choices=CARRY,
        help="emotion carried from line to line: on, a line begins half-way from those before "
        "it (default off)",
    )
    parser.add_argument(
        "--steer",
        choices=STEER,
        help="ask the voice model's own prosody first, by its style, and bend only the rest: "
        "on or off (default off); calmer contours, slightly less exact",
    )
    parser.add_argument(
        "--correct",
        choices=CORRECT,
        help="a line whose pitch or level misses what was asked is made once more, corrected: "
        "on or off (default off); its sound comes when the whole line is done",
    )
    out = parser.add_argument_group("what comes out")
    out.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=f"sound file; its ending says which kind ({', '.join(FORMATS)}); "
        "- writes a WAV stream to standard output",
    )
    out.add_argument(
        "--captions", type=Path, metavar="FILE", help="also write captions (.srt or .vtt)"
    )
    out.add_argument(
        "--plot", type=Path, metavar="FILE", help="also draw pitch and energy (.png, .svg or .pdf)"
    )
    out.add_argument("--play", action="store_true", help="play it while it is made")
    out.add_argument("--json", action="store_true", help="print what was made as JSON")
    out.add_argument("-q", "--quiet", action="store_true", help="print only errors")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Speak; returns the exit status."""
    from app import saying

    screen.quiet = options.quiet
    if options.json and options.output == "-":
        raise UsageError("--json and -o - both write to standard output: choose one")
    if options.text is not None and options.file is not None:
        raise UsageError("TEXT and --file are both given: choose one")
    return saying.say(options, with_precision(settings, options.precision), screen)
