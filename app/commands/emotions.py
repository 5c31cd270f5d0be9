"""``espressivo emotions``: what a prompt is understood as."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from app.parser import examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.values import Deltas, Emotion

NAME = "emotions"
SUMMARY = "show what a prompt is understood as"

DESCRIPTION = """\
Show what an emotion prompt is understood as, at intensity 1: which emotions and
how much of each, valence, arousal and dominance (-1 to 1), what changes in the
voice, and which words counted or were left aside. Nothing is spoken."""

EPILOG = examples(
    'espressivo emotions "with gentle concern"',
    'espressivo emotions "not angry, just very tired, slowly"',
    'espressivo emotions "confident yet hesitant" --json',
)

SCHEMA = "espressivo.emotion/1"

UNITS = {
    "f0_level_st": ("pitch level", "{:+.1f} semitones"),
    "f0_excursion": ("pitch movement", "x {:.2f}"),
    "declination_st_s": ("slope over the line", "{:+.2f} semitones a second"),
    "final_st": ("end of the line", "{:+.1f} semitones"),
    "vowel_duration": ("length of vowels", "x {:.2f}"),
    "consonant_duration": ("length of consonants", "x {:.2f}"),
    "pause_s": ("each pause", "{:+.2f} s"),
    "pauses_per_s": ("extra pauses", "{:.2f} a second"),
    "energy_db": ("level", "{:+.1f} dB"),
    "tilt_db": ("brightness (spectral tilt)", "{:+.1f} dB"),
    "jitter_st": ("wavering of pitch", "up to {:.2f} semitones"),
    "breathy": ("breath beside the voice", "{:.2f} of 1"),
    "whispered": ("whisper in the voice's place", "{:.2f} of 1"),
    "tense": ("tension (-1 lax, 1 pressed)", "{:+.2f}"),
    "bright": ("timbre (-1 dark, 1 bright)", "{:+.2f}"),
    "tremor_db": ("tremor of level", "{:.1f} dB to either side"),
}
"""Each delta's name and unit as a person reads it."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``emotions``."""
    parser.add_argument("prompt", metavar="PROMPT", help="free words, in quotes")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Show what a prompt means; returns the exit status."""
    from app import intake
    from engine.build import build_understander

    prompt = intake.from_argument(options.prompt)
    emotion = build_understander(settings.data).understand(prompt)
    if options.json:
        screen.data(to_data(prompt, emotion))
        return 0
    if emotion.mixture:
        screen.out("understood as   " + ", ".join(f"{n} {w:.0%}" for n, w in emotion.mixture))
    elif emotion.matched:
        screen.out("understood as   no emotion, but a manner of speaking")
    else:
        screen.out("understood as   nothing: the line stays neutral")
    axes = (("valence", emotion.valence), ("arousal", emotion.arousal))
    shown = ", ".join(f"{n} {v:+.2f}" for n, v in (*axes, ("dominance", emotion.dominance)))
    screen.out(f"on the axes     {shown}")
    screen.out(f"confidence      {emotion.confidence:.0%}")
    for match in emotion.matched:
        screen.out(f"counted         {match.text!r} as {match.kind} {match.meaning}")
    if emotion.ignored:
        screen.out(f"left aside      {', '.join(emotion.ignored)}")
    _show_deltas(emotion.deltas, screen)
    screen.remarks(emotion.remarks)
    return 0


def _show_deltas(deltas: Deltas, screen: Screen) -> None:
    from engine.values import IDENTITY

    changed = [
        (name, getattr(deltas, name))
        for name in UNITS
        if getattr(deltas, name) != getattr(IDENTITY, name)
    ]
    if not changed:
        screen.out("in the voice    nothing changes")
    for number, (name, value) in enumerate(changed):
        label, form = UNITS[name]
        screen.out(f"{'in the voice' if not number else '':15} {label}: {form.format(value)}")


def to_data(prompt: str, emotion: Emotion) -> dict[str, Any]:
    """An emotion for JSON; the schema is ``espressivo.emotion/1``."""
    from dataclasses import asdict

    from app.saying import remarks_data

    return {
        "schema": SCHEMA,
        "prompt": prompt,
        "mixture": [{"name": name, "weight": weight} for name, weight in emotion.mixture],
        "valence": emotion.valence,
        "arousal": emotion.arousal,
        "dominance": emotion.dominance,
        "confidence": emotion.confidence,
        "deltas": {f.name: getattr(emotion.deltas, f.name) for f in fields(emotion.deltas)},
        "matched": [asdict(match) for match in emotion.matched],
        "ignored": list(emotion.ignored),
        "emovec": [float(value) for value in emotion.emovec],
        "remarks": remarks_data(emotion.remarks),
    }
