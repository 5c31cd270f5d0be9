"""Speaks lines with another text-to-speech package, told so on standard input.

This file is run by the interpreter of an environment that has the peers and nothing of
ours, so it imports only what they bring. Each line in is a JSON object, each line out
its answer; the first line out says what was opened.

    python peer.py kokoro-onnx MODEL VOICES
    python peer.py piper MODEL
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import sys
from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Any

Speak = Callable[[str, str], tuple[float, float]]
"""Takes text and voice; gives seconds to the first sound, and seconds of sound."""


def kokoro(model: str, voices: str) -> Speak:
    """Open kokoro-onnx with its defaults on a model and voices."""
    module = importlib.import_module("kokoro_onnx")
    voice_of: Any = module.Kokoro(model, voices)

    def speak(text: str, voice: str) -> tuple[float, float]:
        started = perf_counter()
        sound, rate = voice_of.create(text, voice=voice, speed=1.0, lang="en-us")
        return perf_counter() - started, len(sound) / rate

    return speak


def piper(model: str) -> Speak:
    """Open Piper on one of its voices; it hands out a sentence at a time."""
    module = importlib.import_module("piper")
    voice_of: Any = module.PiperVoice.load(model)

    def speak(text: str, _: str) -> tuple[float, float]:
        started = perf_counter()
        first, seconds = 0.0, 0.0
        for chunk in voice_of.synthesize(text):
            first = first or perf_counter() - started
            seconds += len(chunk.audio_int16_array) / chunk.sample_rate
        return first, seconds

    return speak


PEERS: dict[str, tuple[str, Callable[..., Speak]]] = {
    "kokoro-onnx": ("kokoro-onnx", kokoro),
    "piper": ("piper-tts", piper),
}
"""Name on the command line: distribution, and what opens it."""


def main(arguments: list[str]) -> int:
    """Answer requests until standard input ends; returns 0."""
    name, *files = arguments
    distribution, opening = PEERS[name]
    started = perf_counter()
    speak = opening(*files)
    version = importlib.metadata.version(distribution)
    say({"peer": distribution, "version": version, "load_s": perf_counter() - started})
    for line in sys.stdin:
        asked = json.loads(line)
        started, spent = perf_counter(), process_time()
        first, sound = speak(asked["text"], asked["voice"])
        answer = {"first_s": first, "whole_s": perf_counter() - started, "sound_s": sound}
        say(answer | {"processor_s": process_time() - spent, "peak_mib": peak_mib()})
    return 0


def peak_mib() -> float:
    """Return the most memory this process ever held, MiB; 0 where that is not told."""
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:  # Windows
        return 0.0
    in_bytes = sys.platform == "darwin"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak / (2**20 if in_bytes else 2**10))


def say(answer: Mapping[str, object]) -> None:
    """Write one answer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
