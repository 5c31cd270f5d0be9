"""Directions of voice quality in the acoustic style: found from the voices, then measured.

``python -m tests.bench.voice_quality fit`` renders one line with the timbre of each of the
54 voices on the contours of one woman and one man (so that only timbre differs), regresses
what is measured on the principal directions of the acoustic style rows, and writes
``assets/voice_quality.npz``. ``... table`` renders lines with each quality asked and prints
what it changes, and how far the speaker embedding moves where the judges are installed
(``packaging/evaluate.sh``). Two minutes each on one core; tables in
``docs/voice_quality.md``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.build import build_engine
from engine.cancel import CancelToken
from engine.evaluation import identity
from engine.measure import measure
from engine.renderer import Renderer
from engine.sounding import Sounder
from engine.stages import STYLE_HALF, Stages
from engine.values import SAMPLE_RATE, Deltas, Direction, Floats, Plan, RenderRequest, Want
from engine.voice_quality import STYLED, Timbre
from engine.voices import VoiceBank

Wide = NDArray[np.float64]

ASSET: Final = Path(__file__).resolve().parents[2] / "assets" / "voice_quality.npz"
FIT_LINE: Final = "We were away all morning."
"""Nearly all voiced: what is measured is the voice."""
PLANS: Final = {"f": "af_heart", "m": "am_michael"}
ROWS: Final = slice(20, 300, 4)
DIRECTIONS: Final = 20
"""Principal directions of the acoustic rows: 86-91 % of the voices' variance."""
RIDGE: Final = 6.0

MEASURES: Final = ("h1h2", "alpha", "presence", "air", "centroid", "cpp")
"""Level of the first harmonic over the second (dB); power in 1-5 kHz over 50-1000 Hz, in
2-5 kHz and in 5-10 kHz over the rest (dB); log2 of the centre of gravity (Hz); cepstral
peak prominence (dB; Hillenbrand et al. 1994). Means over the louder voiced frames."""

WANTED: Final = {
    "breathy": {"h1h2": 1.0, "cpp": -1.5},
    "tense": {"h1h2": -1.0, "alpha": 0.6, "cpp": 0.6},
    "bright": {"air": 1.0, "presence": 0.7, "centroid": 0.6},
}
"""What each quality is, in spreads of the voices; measures not named are to stay. A breathy
voice has a strong first harmonic and a weak cepstral peak, a pressed one the reverse
(Klatt and Klatt 1990; Hillenbrand et al. 1994)."""

NOISE_SHARE: Final = 0.6
LEAST_NOISE: Final = 0.05
FRAME: Final = 1024
TABLE_VOICES: Final = ("af_heart", "am_michael", "bf_emma", "bm_george")
TABLE_LINES: Final = ("They are waiting for us in the garden.",)
ASKED: Final = (
    *((name, sign) for name in STYLED for sign in (1.0, -1.0) if (name, sign) != ("breathy", -1.0)),
    ("breathy", 0.4),
    ("breathy", 0.7),
    ("whispered", 0.5),
    ("whispered", 1.0),
    ("tremor_db", 2.5),
)


def figures(audio: Floats) -> Wide:
    """Return ``MEASURES`` of a sound, float64[6]; NaN with under ten voiced frames."""
    f0 = measure(audio).f0
    wide, hop = audio.astype(np.float64), SAMPLE_RATE // 80
    window = np.hanning(FRAME)
    hertz = np.fft.rfftfreq(4 * FRAME, 1 / SAMPLE_RATE).astype(np.float64)
    rows = []
    for place in np.flatnonzero(f0 > 0):
        first = place * hop + hop // 2 - FRAME // 2
        if first < 0 or first + FRAME > wide.size:
            continue
        frame = wide[first : first + FRAME] * window
        rows.append(_frame(frame, float(f0[place]), hertz))
    if len(rows) < 10:
        return np.full(len(MEASURES), np.nan)
    found = np.array(rows)
    loud = found[:, -1] > found[:, -1].max() - 20
    return np.asarray(found[loud, :-1].mean(axis=0))


def _frame(frame: Wide, f0: float, hertz: Wide) -> tuple[float, ...]:
    power = np.abs(np.fft.rfft(frame, 4 * FRAME)) ** 2 + 1e-12

    def peak(order: int) -> float:
        near = (hertz > f0 * (order - 0.2)) & (hertz < f0 * (order + 0.2))
        return float(10 * np.log10(power[near].max()))

    def band(low: float, high: float) -> float:
        return float(power[(hertz >= low) & (hertz < high)].sum())

    low, high, air = band(50, 1000), band(1000, 5000), band(5000, 10_000)
    whole = low + high + air
    heard = hertz < 10_000
    return (
        peak(1) - peak(2),
        10 * np.log10(high / low),
        10 * np.log10(band(2000, 5000) / whole),
        10 * np.log10(air / whole),
        float(np.log2((power * hertz)[heard].sum() / power[heard].sum())),
        _prominence(frame),
        10 * np.log10(whole),
    )


def _prominence(frame: Wide) -> float:
    """Return the height of the cepstral peak of 60-500 Hz over the line through it, dB."""
    log = 10 * np.log10(np.abs(np.fft.rfft(frame)) ** 2 + 1e-12)
    cepstrum = 20 * np.log10(np.abs(np.fft.irfft(log)) + 1e-9)
    quefrency = np.arange(cepstrum.size) / SAMPLE_RATE
    inside = np.flatnonzero((quefrency > 1 / 500) & (quefrency < 1 / 60))
    slope, start = np.polyfit(quefrency[inside], cepstrum[inside], 1)
    top = inside[cepstrum[inside].argmax()]
    return float(cepstrum[top] - slope * quefrency[top] - start)


def fit(renderer: Renderer, bank: VoiceBank, sounder: Sounder) -> None:
    """Find the directions and write them."""
    names = bank.names()
    rows = np.stack([bank.table(name)[ROWS, :STYLE_HALF].mean(axis=0) for name in names])
    wide = rows.astype(np.float64) - rows.mean(axis=0, dtype=np.float64)
    _, sizes, across = np.linalg.svd(wide, full_matrices=False)
    basis = across[:DIRECTIONS] * (sizes[:DIRECTIONS] / np.sqrt(len(rows)))[:, None]
    places = wide @ np.linalg.pinv(basis)
    plans = {
        sex: renderer.plan(RenderRequest(FIT_LINE, voice, want=Want.PLAN)).plan
        for sex, voice in PLANS.items()
    }
    found = []
    for name, row in zip(names, rows, strict=True):
        plan = plans[name[1]]
        style = np.concatenate([row, plan.style[STYLE_HALF:]]).astype(np.float32)
        found.append(figures(_sound(sounder, bank, name, replace(plan, style=style))))
        sys.stdout.write(f"{name} {np.round(found[-1], 2)}\n")
    women = np.array([1.0 if name[1] == "f" else -1.0 for name in names])
    directions = _directions(np.array(found), places, women, basis)
    np.savez(ASSET, directions=directions.astype(np.float32))
    sys.stdout.write(f"{ASSET.name}: {Timbre.load(ASSET).hash}\n")


def _directions(found: Wide, places: Wide, women: Wide, basis: Wide) -> Wide:
    """Return float64[3, 128] of length 1: the likeliest offset for each of ``WANTED``.

    As in ``engine.steering``: with offsets spread as the voices are and the map wrong by
    what it misses of voices that it was not fitted on.
    """
    ones = np.ones_like(women)
    inputs = np.column_stack([places, women, ones])
    ridge = np.diag([RIDGE] * DIRECTIONS + [RIDGE / 5, 1e-6])

    def fitted(kept: NDArray[np.bool_]) -> Wide:
        gram = inputs[kept].T @ inputs[kept] + ridge
        return np.asarray(np.linalg.solve(gram, inputs[kept].T @ found[kept]))

    every = np.arange(len(found))
    missed = np.array([found[at] - inputs[at] @ fitted(every != at) for at in every])
    spread = found.std(axis=0)
    told = 1 - (missed**2).mean(axis=0) / spread**2
    sys.stdout.write(
        f"R2 of voices left out: {dict(zip(MEASURES, np.round(told, 2), strict=True))}\n"
    )
    effect = fitted(every >= 0)[:DIRECTIONS].T / spread[:, None]
    noise = NOISE_SHARE * np.diag((missed**2).mean(axis=0) / spread**2 + LEAST_NOISE)
    inverse = effect.T @ np.linalg.inv(effect @ effect.T + noise)
    wishes = np.array([[WANTED[name].get(m, 0.0) for m in MEASURES] for name in STYLED])
    offsets = wishes @ inverse.T @ basis
    return np.asarray(offsets / np.linalg.norm(offsets, axis=1)[:, None])


def table(renderer: Renderer, voices: Sequence[str], only: str = "") -> None:
    """Print what each quality (or ``only`` one) changes in the sound of some voices."""
    encoder = identity.SpeakerEncoder() if identity.available() else None
    head = (*MEASURES, "level", "voiced", "cosine")
    sys.stdout.write("voice       asked          " + " ".join(f"{n:>9}" for n in head) + "\n")
    for voice in voices:
        plain = [_take(renderer, line, voice, Deltas()) for line in TABLE_LINES]
        own = [figures(audio) for audio in plain]
        for name, amount in (each for each in ASKED if only in ("", each[0])):
            asked = Deltas(**{name: amount})
            rows = []
            for line, before, at in zip(TABLE_LINES, plain, own, strict=True):
                after = _take(renderer, line, voice, asked)
                level = 20 * np.log10(after.std() / before.std())
                voiced = (measure(after).f0 > 0).sum() / max((measure(before).f0 > 0).sum(), 1)
                near = np.nan
                if encoder is not None:
                    near = float(encoder.embed(after) @ encoder.embed(before))
                rows.append([*(figures(after) - at), level, voiced, near])
            told = " ".join(f"{value:9.2f}" for value in np.mean(rows, axis=0))
            sys.stdout.write(f"{voice:11} {name:9} {amount:+.1f} {told}\n")
            sys.stdout.flush()


def _take(renderer: Renderer, line: str, voice: str, nudges: Deltas) -> Floats:
    take = renderer.render(RenderRequest(line, voice, Direction(nudges=nudges)))
    assert take.audio is not None  # a sound was wanted
    return take.audio


def _sound(sounder: Sounder, bank: VoiceBank, voice: str, plan: Plan) -> Floats:
    loudness = bank.loudness(bank.parse_mix(voice))
    return np.concatenate(list(sounder.units(plan, loudness, CancelToken())))


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "table"))
    parser.add_argument("--voices", default=",".join(TABLE_VOICES))
    parser.add_argument("--only", default="", help="one quality")
    options = parser.parse_args()
    data = Path(os.environ.get("ESPRESSIVO_DATA", ".cache/espressivo"))
    with build_engine(data, "cpu") as engine:
        renderer = engine.renderer.with_store(None)
        if options.what == "table":
            table(renderer, options.voices.split(","), options.only)
        else:
            assert isinstance(engine.voices, VoiceBank)  # the real voice has one
            fit(renderer, engine.voices, Sounder(Stages(engine.backend)))


if __name__ == "__main__":
    main()
