"""``espressivo voices``: which voices there are, and what one sounds like."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.parser import UsageError, examples
from app.settings import Settings, backend_name

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.voices import Voice

NAME = "voices"
SUMMARY = "list the voices, or hear one"

DESCRIPTION = """\
List the voices, or write a sample of one with --sample.

The first letter of a name is its language, the second the sex of the speaker.
Voices can be mixed: --voice af_heart:0.7+bf_emma:0.3 takes seven parts of the one
and three of the other."""

EPILOG = examples(
    "espressivo voices",
    "espressivo voices --language en-gb --sex male",
    "espressivo voices --sample bm_george --play",
    "espressivo voices --sample af_heart:0.5+af_bella:0.5 -o mix.wav",
)

SCHEMA = "espressivo.voices/1"

SEXES = {"female": "female", "f": "female", "male": "male", "m": "male"}

SAMPLES = {
    "en-us": "Somebody left a light on in the kitchen, and the kettle is still warm.",
    "en-gb": "Somebody left a light on in the kitchen, and the kettle is still warm.",
    "es": "Alguien dejó una luz encendida en la cocina.",
    "fr": "Quelqu'un a laissé une lampe allumée dans la cuisine.",
    "hi": "किसी ने रसोई में बत्ती जलती छोड़ दी है।",
    "it": "Qualcuno ha lasciato una luce accesa in cucina.",
    "ja": "台所の明かりがついたままです。",
    "pt-br": "Alguém deixou uma luz acesa na cozinha.",
    "zh": "有人忘了关厨房的灯。",
}
"""A plain sentence for each language: quiet vowels, stops, a fricative, no feeling of its own."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``voices``."""
    parser.add_argument(
        "-l", "--language", metavar="CODE", help="only this language: en, en-gb, fr, ja …"
    )
    parser.add_argument("-s", "--sex", choices=tuple(SEXES), help="only female or male voices")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    sample = parser.add_argument_group("hearing one")
    sample.add_argument("--sample", metavar="MIX", help="speak a short sentence with this voice")
    sample.add_argument("-o", "--output", metavar="FILE", help="sound file for the sample")
    sample.add_argument("--play", action="store_true", help="play the sample")
    sample.add_argument(
        "--backend", metavar="NAME", help="backend for the sample; fake also lists its own voices"
    )
    sample.add_argument("-q", "--quiet", action="store_true", help="print only errors")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """List the voices or speak a sample; returns the exit status."""
    screen.quiet = options.quiet
    if options.sample is not None:
        return _sample(options, settings, screen)
    if options.output or options.play:
        raise UsageError("-o and --play need --sample VOICE")
    from engine.build import build_voices

    bank = build_voices(settings.data, backend_name(options.backend or settings.backend))
    sex = SEXES.get(options.sex or "")
    found = [
        voice
        for voice in map(bank.voice, bank.names())
        if _speaks(voice.language, options.language) and sex in (None, voice.sex)
    ]
    if options.json:
        screen.data({"schema": SCHEMA, "voices": [_data(voice) for voice in found]})
    elif found:
        rows = [(v.name, v.language, v.sex, v.attribution) for v in found]
        screen.table(("voice", "language", "sex", "voice data"), rows)
    else:
        languages = sorted({bank.voice(name).language for name in bank.names()})
        screen.note(f"no voice is like that; there are voices for {', '.join(languages)}")
    return 0


def _speaks(language: str, wanted: str | None) -> bool:
    if wanted is None:
        return True
    wanted = wanted.lower().replace("_", "-")
    return language == wanted or language.split("-")[0] == wanted


def _data(voice: Voice) -> dict[str, str]:
    return {
        "name": voice.name,
        "language": voice.language,
        "sex": voice.sex,
        "attribution": voice.attribution,
    }


def _sample(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app import saying
    from app.outputs import wanted
    from engine.build import build_voices
    from engine.values import Direction

    backend = backend_name(options.backend or settings.backend)
    mix = build_voices(settings.data, backend).parse_mix(options.sample)
    task = saying.Task(
        text=SAMPLES[mix.language],
        voice=mix.text,
        direction=Direction(),
        seed=0,
        backend=backend,
        want=wanted(
            options.output,
            play=options.play,
            captions_to=None,
            plot_to=None,
            extension=settings.format,
            folder=Path(),
            stem=mix.parts[0][0] if len(mix.parts) == 1 else "mix",
        ),
        details=options.json,
    )
    return saying.carry_out(task, settings, screen)
