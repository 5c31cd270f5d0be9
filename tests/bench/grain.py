"""When an emotion changes inside a text: error in ms at word, line and paragraph.

``python -m tests.bench.grain [--backend fake]`` speaks texts whose pitch is to rise at a
known word: by a keyframe inside a line, from one line to the next, and from one paragraph to
the next (a line begins there, after the script's own rest). It prints how far the change
that is heard lies from the one asked (``engine.evaluation.grain``), beside the figures that
another system has published and what the finding makes of the asked curve itself (the null:
it is not 0, since a change inside a rest or an unvoiced sound shows only when the voice
is back). Half a minute on the real voice.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from app.speak import requests_for
from engine.build import Engine, build_engine
from engine.evaluation.grain import PUBLISHED_MS, error_ms, labels, slots
from engine.heard import heard_values
from engine.timeline import curve_positions
from engine.values import (
    CURVE_S,
    Deltas,
    Direction,
    Floats,
    Keyframe,
    RenderRequest,
    Take,
)

VOICES: Final = ("af_heart", "am_michael", "bf_emma")
CHANGE_ST: Final = 4.0
"""A clear emotion's rise of pitch; nothing else is asked."""

WORD_LINES: Final = (
    ("The tram arrived at nine and the station was already empty.", 7),
    ("We were away all morning and nobody had told us why.", 6),
)
"""A line and the word at which the change is whole: it begins with the word before, a short
one, so that the moment between them is known."""

LINE_TEXT: Final = "We were away all morning. Nobody had told us why."
PARAGRAPH_TEXT: Final = "We were away all morning.\n\nNobody had told us why."

Curves = tuple[Floats, Floats, Floats]
"""Asked, unasked and heard F0, float32[n] Hz each, on the 12.5 ms grid of the sound."""


def curves_of(take: Take) -> Curves:
    """Return a take's three pitch curves."""
    assert take.achieved is not None  # it was rendered, not only planned
    heard, plan = take.achieved.f0, take.plan
    spoken = heard_values(plan.neutral_energy)  # the model draws a pitch through silences too
    places = curve_positions(plan, heard.size)
    inside = places >= 0

    def on_grid(curve: Floats) -> Floats:
        return np.where(inside, curve[np.maximum(places, 0)], 0.0).astype(np.float32)

    return on_grid(plan.f0 * spoken), on_grid(plan.neutral_f0 * spoken), heard


def words(engine: Engine) -> Iterator[tuple[float, Curves]]:
    """Yield the moment and the curves of changes at a word."""
    for voice in VOICES:
        for text, word in WORD_LINES:
            frames = (Keyframe(word - 1, 0.0), Keyframe(word, 1.0))
            direction = Direction(nudges=Deltas(f0_level_st=CHANGE_ST), keyframes=frames)
            take = engine.renderer.with_store(None).render(RenderRequest(text, voice, direction))
            (start, _), (reached, _) = take.plan.word_times[word - 1 : word + 1]
            yield (start + reached) / 2, curves_of(take)


def joined(engine: Engine, text: str) -> Iterator[tuple[float, Curves]]:
    """Yield the moment and the curves of a change from the first line of a text to the next."""
    for voice in VOICES:
        lines = engine.script(text, voice).lines
        requests = requests_for(lines, voice, Direction(), 0)
        parts: list[Curves] = []
        moment = 0.0
        for number, (line, request) in enumerate(zip(lines, requests, strict=True)):
            nudges = Deltas(f0_level_st=CHANGE_ST if number else 0.0)
            flat = (Keyframe(0, 1.0),)
            asked = Direction(nudges=nudges, keyframes=flat)
            take = engine.renderer.with_store(None).render(
                RenderRequest(request.text, voice, asked)
            )
            own = curves_of(take)
            if number == 1:  # where the new line's voice is planned to begin
                before = sum(part[0].size for part in parts)
                moment = (before + int(np.flatnonzero(own[0])[0])) * CURVE_S
            rest = np.zeros(round(line.rest_s / CURVE_S), np.float32)
            parts.append(own if number else tuple(np.concatenate((c, rest)) for c in own))  # type: ignore[arg-type]
        yield moment, tuple(np.concatenate(each) for each in zip(*parts, strict=True))  # type: ignore[misc]


def report(engine: Engine) -> None:
    """Print the table."""
    grains = {
        "word": words(engine),
        "line": joined(engine, LINE_TEXT),
        "paragraph": joined(engine, PARAGRAPH_TEXT),
    }
    sys.stdout.write("grain       heard ms (median, all)                 asked curve   published\n")
    for name, cells in grains.items():
        heard: list[float] = []
        null: list[float] = []
        for moment, (asked, neutral, sound) in cells:
            for curve, found in ((sound, heard), (asked, null)):
                error = error_ms(moment, slots(labels(curve, neutral, CHANGE_ST)))
                if error is not None:
                    found.append(error)
        every = " ".join(f"{value:.0f}" for value in heard)
        middle = float(np.median(heard)) if heard else float("nan")
        own = float(np.median(null)) if null else float("nan")
        sys.stdout.write(
            f"{name:11} {middle:6.1f}   {every:30} {own:10.1f} {PUBLISHED_MS[name]:11.1f}\n"
        )


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", default="cpu")
    options = parser.parse_args()
    data = None
    if options.backend != "fake":
        data = Path(os.environ.get("ESPRESSIVO_DATA", ".cache/espressivo"))
    with build_engine(data, options.backend) as engine:
        report(engine)


if __name__ == "__main__":
    main()
