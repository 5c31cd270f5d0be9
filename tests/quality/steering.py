"""Three ways to the same prosody, on plans: kernels alone, style alone, both.

``python -m tests.quality.steering [--lines N]`` prints the tables of docs/steering.md. No
sound is made: durations, F0 and energy of plans are compared with those of the plan with
nothing asked, and their contours with the neutral ones of other voices (Wasserstein
distances; the null is the same between neutral plans).
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.settings import load
from engine.asked import longest_phrase, resolve
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from engine.heard import heard_values
from engine.phonemes import Kind, TokenKinds
from engine.planning import Planner, Wish
from engine.stages import Stages
from engine.steering import STEERED, Steering, contour_figures, wished
from engine.values import CURVE_S, IDENTITY, Deltas, Direction, Plan, Reading, RenderRequest
from kernels.contour import VOICED_HZ
from tests.quality.grid import EMOTIONS, SENTENCES

VOICES = ("af_heart", "bf_emma", "am_michael", "am_fenrir", "af_sky", "bm_george", "af_nicole")
WAYS = ("kernel", "style", "both")
TOLERANCE = np.array([0.7, 0.15, 1.0, 1.5, 0.04])
"""What counts as there, per steered axis: 0.7 st and 4 %, else a listener's step."""

FASTEST_ST_S, SHARPEST_ST_S = 200.0, 100.0
"""Beyond these lie the glides of the model into and out of voicing."""

Wide = NDArray[np.float64]


@dataclass(frozen=True)
class Planned:
    """One plan against the unasked one: what was asked and came on each steered axis."""

    way: str
    emotion: str
    voice: str
    asked: Wide
    came: Wide
    shape: dict[str, Wide]


def figures_of(plan: Plan) -> Wide:
    """Return a plan's five figures in the units of ``STEERED``."""
    contour = contour_figures(plan.f0, heard_values(plan.energy))
    assert contour is not None
    spoken = ~np.isin(TokenKinds().of(plan.tokens), (Kind.PAD, Kind.REST, Kind.QUOTE))
    return np.append(contour, math.log(plan.durations[spoken].sum()))


def shape_of(plan: Plan) -> dict[str, Wide]:
    """Return the values whose spread says how natural a contour is."""
    heard = heard_values(plan.energy) & (plan.f0 >= VOICED_HZ)
    pitch = 12 * np.log2(np.maximum(plan.f0.astype(np.float64), VOICED_HZ))
    pairs = heard[1:] & heard[:-1]
    speed = np.diff(pitch)[pairs] / CURVE_S
    turn = np.diff(pitch, 2)[pairs[1:] & pairs[:-1]] / CURVE_S
    energy = plan.energy[heard].astype(np.float64)
    return {
        "F0 speed, st/s": speed[np.abs(speed) < FASTEST_ST_S],
        "F0 turn, st/s a step": turn[np.abs(turn) < SHARPEST_ST_S],
        "F0 range, st": pitch[heard] - np.median(pitch[heard]),
        "energy shape, N": energy - np.median(energy),
    }


def distance(one: Wide, two: Wide) -> float:
    """Return the 1-D Wasserstein distance of two samples (mean gap of their quantiles)."""
    at = np.linspace(0.01, 0.99, 99)
    return float(np.abs(np.quantile(one, at) - np.quantile(two, at)).mean())


def planned(engine: Engine, steering: Steering, lines: Sequence[str]) -> Iterator[Planned]:
    """Plan every voice, line and emotion in the three ways, pauses and tremor left out."""
    stages = Stages(engine.backend)
    ways = (None, replace(steering, exact=False), steering)
    planners = {w: Planner(stages, map_) for w, map_ in zip(WAYS, ways, strict=True)}

    def plan(way: str, voice: str, reading: Reading, deltas: Deltas) -> Plan:
        style = engine.voices.row(engine.voices.parse_mix(voice), longest_phrase(reading))
        return planners[way].plan(Wish(reading, style, deltas, Direction(), 0), CancelToken())

    for voice in VOICES:
        for reading in map(engine.reader.read, lines):
            own = plan("kernel", voice, reading, IDENTITY)
            yield Planned("", "", voice, np.zeros(5), np.zeros(5), shape_of(own))
            for emotion in EMOTIONS:
                found = engine.understander.understand(emotion)
                request = RenderRequest("", voice, Direction(emotion))
                deltas = resolve(found, request, engine.voices.voice(voice).sex)
                deltas = replace(deltas, jitter_st=0.0, pauses_per_s=0.0, pause_s=0.0)
                for way in WAYS:
                    made = plan(way, voice, reading, deltas)
                    came = figures_of(made) - figures_of(own)
                    yield Planned(way, emotion, voice, wished(deltas), came, shape_of(made))


def landing_table(found: Sequence[Planned]) -> str:
    """Return for each way the median error, and the share of plans within ``TOLERANCE``."""
    rows = ["{:8}".format("way") + "".join(f"{name:>24}" for name in STEERED)]
    for way in WAYS:
        off = np.abs([each.asked - each.came for each in found if each.way == way])
        cells = zip(np.median(off, axis=0), (off <= TOLERANCE).mean(axis=0), strict=True)
        rows.append(f"{way:8}" + "".join(f"{m:15.2f} {share:8.0%}" for m, share in cells))
    return "\n".join(rows)


def shape_table(found: Sequence[Planned]) -> str:
    """Return for each way how far contours lie from the neutral ones of the other voices."""
    neutral = {
        voice: [each.shape for each in found if (each.way, each.voice) == ("", voice)]
        for voice in VOICES
    }

    def others(voice: str, name: str) -> Wide:
        return np.concatenate([s[name] for v in VOICES if v != voice for s in neutral[v]])

    rows = ["{:22}".format("") + "".join(f"{head:>9}" for head in ("null", *WAYS))]
    for name in found[0].shape:
        null = [
            distance(np.concatenate([s[name] for s in neutral[v]]), others(v, name)) for v in VOICES
        ]
        cells = [float(np.mean(null))]
        for way in WAYS:
            gaps = []
            for voice in VOICES:
                for emotion in EMOTIONS:
                    key = (way, emotion, voice)
                    own = [e.shape[name] for e in found if (e.way, e.emotion, e.voice) == key]
                    gaps.append(distance(np.concatenate(own), others(voice, name)))
            cells.append(float(np.mean(gaps)))
        rows.append(f"{name:22}" + "".join(f"{cell:9.3f}" for cell in cells))
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None) -> int:
    """Plan and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=3, help="sentences of the grid (%(default)s)")
    lines = SENTENCES[: parser.parse_args(argv).lines]
    with build_engine(load(os.environ).data, "cpu") as engine:
        found = list(planned(engine, Steering.load(), lines))
    print(landing_table(found), shape_table(found), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
