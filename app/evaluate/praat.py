"""Praat as an outside judge, in a process of its own.

Praat is under the GPL, so this program never loads it: ``app.evaluate.judge`` starts this
module as a program where ``praat-parselmouth`` is installed (the extra ``evaluate``) and
talks to it through pipes (``app.evaluate.praat_wire``). Out comes one line of JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Final

import numpy as np
import parselmouth
from numpy.typing import NDArray
from parselmouth.praat import call

from app.evaluate.praat_wire import HEAD
from engine.measure import HOP
from engine.values import CURVE_S, SAMPLE_RATE, Floats

CORPUS_RATE: Final = 16_000
"""Hz; at which the corpus statistics were taken."""

FORMANT_HZ: Final = {True: 5500.0, False: 5000.0}
"""Ceiling of five formants, women and men."""


def praat_f0(audio: Floats) -> Floats:
    """Return Praat's F0 in two passes, as the corpus statistics define it, on our grid.

    Args:
        audio: float32[n] at 24 kHz.

    Returns:
        float32[ceil(n / 300)] Hz; 0 = unvoiced, all 0 where no pitch is found.
    """
    sound = parselmouth.Sound(audio.astype(np.float64), SAMPLE_RATE)

    def one_pass(low: float, high: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        pitch = sound.to_pitch_ac(time_step=0.0025, pitch_floor=low, pitch_ceiling=high)
        return pitch.xs(), pitch.selected_array["frequency"]

    count = -(-audio.size // HOP)
    _, first = one_pass(60.0, 750.0)
    if not (first > 0).any():
        return np.zeros(count, np.float32)
    lower, upper = np.percentile(first[first > 0], [25, 75])
    at, f0 = one_pass(max(0.72 * lower, 40.0), 2.3 * upper)
    middles = (np.arange(count) + 0.5) * CURVE_S
    nearest = np.abs(at[:, None] - middles).argmin(axis=0)
    found: Floats = f0[nearest].astype(np.float32)
    return found


def qualities(audio: Floats, *, woman: bool) -> dict[str, float]:
    """Return what only Praat measures here: HNR, CPPS (dB), ln of F1 and F2 (Hz).

    HNR by cross-correlation, smoothed cepstral peak prominence, formants by Burg (five to
    5.5 kHz for women, 5.0 for men), medians over frames with voice.
    """
    sound = parselmouth.Sound(audio.astype(np.float64), SAMPLE_RATE)
    sound = call(sound, "Resample", CORPUS_RATE, 50)
    harmony = call(sound, "To Harmonicity (cc)", 0.01, 75.0, 0.1, 1.0)
    cepstrum = call(sound, "To PowerCepstrogram", 60.0, 0.01, 5000.0, 50.0)
    cpps = call(cepstrum, "Get CPPS", False, 0.02, 0.0005, 60.0, 330.0, 0.05, "parabolic",
                0.001, 0.05, "Exponential decay", "Robust")  # fmt: skip
    formants = call(sound, "To Formant (burg)", 0.01, 5, FORMANT_HZ[woman], 0.025, 50.0)
    hnr = harmony.values[0]
    times = harmony.xs()[hnr > 0]  # frames in which there is more voice than noise
    found = [
        [call(formants, "Get value at time", number, float(t), "hertz", "Linear") for t in times]
        for number in (1, 2)
    ]
    middles = [float(np.nanmedian(values)) if values else float("nan") for values in found]
    return {
        "hnr_db": float(np.mean(hnr[hnr > -200])) if (hnr > -200).any() else float("nan"),
        "cpps_db": float(cpps),
        "log_f1": float(np.log(middles[0])),
        "log_f2": float(np.log(middles[1])),
    }


def main() -> int:
    """Answer until the input ends."""
    source, out = sys.stdin.buffer, sys.stdout
    while head := source.read(HEAD.size):
        count, woman = HEAD.unpack(head)
        audio = np.frombuffer(source.read(4 * count), "<f4")
        f0 = praat_f0(audio)
        told = qualities(audio, woman=bool(woman))
        out.write(json.dumps({"f0": np.round(f0, 3).tolist(), **told}) + "\n")
        out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
