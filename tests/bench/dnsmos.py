"""DNSMOS P.835 of a sound: what listeners are predicted to say of it, 1 to 5.

The model is ``dnsmos_models/sig_bak_ovr.onnx`` of the package ``speechmos``, which goes into
an environment of its own; its path is all that is needed. The way to feed it and the
polynomials are those of that package (Reddy et al. 2022).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soxr
from numpy.typing import NDArray

from engine.backends.runtime import onnx_runtime
from engine.values import SAMPLE_RATE

RATE = 16_000
WINDOW = 144_160
"""Samples the model hears at once, 9.01 s: a shorter sound is repeated until it is as long."""

SIGNAL = np.poly1d([-0.08397278, 1.22083953, 0.0052439])
BACKGROUND = np.poly1d([-0.13166888, 1.60915514, -0.39604546])
OVERALL = np.poly1d([-0.06766283, 1.11546468, 0.04602535])


class Dnsmos:
    """Scores sounds.

    Args:
        model: path of ``sig_bak_ovr.onnx``.
    """

    def __init__(self, model: Path) -> None:
        self._session = onnx_runtime().InferenceSession(
            str(model), providers=["CPUExecutionProvider"]
        )

    def score(self, sound: NDArray[np.float32]) -> tuple[float, float, float]:
        """Return signal, background and overall of a sound float32[n] at 24 kHz."""
        narrow = np.asarray(soxr.resample(sound, SAMPLE_RATE, RATE), np.float32)
        long = np.tile(narrow, -(-WINDOW // narrow.size))
        starts = range(0, long.size - WINDOW + 1, RATE)
        heard = [
            self._session.run(None, {"input_1": long[a : a + WINDOW][None]})[0][0] for a in starts
        ]
        signal, background, overall = np.mean(heard, axis=0)
        return float(SIGNAL(signal)), float(BACKGROUND(background)), float(OVERALL(overall))
