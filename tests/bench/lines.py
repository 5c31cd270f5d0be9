"""How long a line takes on this machine: to its plan, to its first sound, to its end.

``python -m tests.bench.lines`` prints a table. Every figure is the median of
``ROUNDS`` runs after one that warms up, on the prepared voice model and the backend
the settings choose. No take is kept, and every run speaks other words, so nothing is
answered from an earlier one; "again" is the plan of the same line with another knob.
"""

from __future__ import annotations

import os
import statistics
import sys
from dataclasses import dataclass, replace
from time import perf_counter

from app.settings import load
from engine.build import build_engine
from engine.models.prepare import Sources, prepare
from engine.renderer import Renderer
from engine.stages import Stages
from engine.values import SAMPLE_RATE, Direction, Floats, RenderRequest

ROUNDS = 5

NAMES = ("Anna", "Bernard", "Clara", "Dennis", "Edith", "Frank")
"""One for each run: a text that was not planned before."""

LINES = {
    "short": "{} is here.",
    "middle": "{} walked down to the river and waited for the boat.",
    "long": "When the rain had stopped at last, {} opened the window, looked over the wet roofs "
    "of the town, and thought of nothing in particular, which did not happen often.",
}

DIRECTION = Direction("with gentle sadness")


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds of one run, and of the sound it made."""

    plan: float
    again: float
    first: float
    whole: float
    sound: float


def once(renderer: Renderer, text: str) -> Run:
    """Plan a line, plan it again with a knob moved, then speak it."""
    request = RenderRequest(text, direction=DIRECTION)
    started = perf_counter()
    renderer.plan(request)
    planned = perf_counter()
    renderer.plan(replace(request, direction=replace(DIRECTION, intensity=0.5)))
    again = perf_counter()

    arrivals: list[float] = []

    def hear(_: Floats) -> None:
        arrivals.append(perf_counter())

    take = renderer.render(request, on_unit=hear)
    ended = perf_counter()
    assert take.audio is not None
    return Run(
        plan=planned - started,
        again=again - planned,
        first=arrivals[0] - again + planned - started,
        whole=ended - again + planned - started,
        sound=take.audio.size / SAMPLE_RATE,
    )


def main() -> int:
    """Print the table; returns 0."""
    settings = load(os.environ)
    prepare(Sources(fetch=True), settings.data)
    engine = build_engine(settings.data, settings.backend)
    # A renderer without a store: what was spoken yesterday must not answer today.
    renderer = Renderer(
        Stages(engine.backend), engine.reader, engine.understander, engine.voices, None
    )
    info = engine.backend.describe()
    sys.stdout.write(f"{info.runtime}, {info.device}, {info.threads} threads\n")
    heads = ("line", "sound s", "plan s", "again s", "first sound s", "whole s", "x real time")
    sys.stdout.write("".join(f"{head:>15}" for head in heads) + "\n")
    for name, line in LINES.items():
        runs = [once(renderer, line.format(who)) for who in NAMES[: ROUNDS + 1]][1:]
        sound, plan, again, first, whole = (
            statistics.median(getattr(run, field) for run in runs)
            for field in ("sound", "plan", "again", "first", "whole")
        )
        figures = (sound, plan, again, first, whole, sound / whole)
        sys.stdout.write(f"{name:>15}" + "".join(f"{value:15.3f}" for value in figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
