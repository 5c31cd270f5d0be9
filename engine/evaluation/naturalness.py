"""How clean and natural a clip sounds to a model of listeners: DNSMOS P.835.

Reddy et al. 2022, "DNSMOS P.835" (arXiv 2110.01763): one network hears 9.01 s at 16 kHz and
gives speech quality, background and the whole on the scale of 1 to 5; its raw figures are
brought to that scale by a parabola fitted by its authors. Its network lies in the package
``speechmos`` (MIT), read where it is installed and run with ONNX Runtime; the package's own
code, which needs librosa, is not. It was trained on calls with noise, so only the change
against a neutral take means something for synthetic speech.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
import soxr

from engine.backends.runtime import onnx_runtime
from engine.errors import MissingModel
from engine.evaluation.identity import HOW
from engine.listening import RATE
from engine.values import SAMPLE_RATE, Floats

PACKAGE: Final = "speechmos"
NETWORK: Final = "dnsmos_models/sig_bak_ovr.onnx"
SAMPLES: Final = round(9.01 * RATE)
"""What the network hears at once; a shorter clip is repeated, as the package does."""

SPEECH_FIT: Final = (-0.08397278, 1.22083953, 0.0052439)
BACKGROUND_FIT: Final = (-0.13166888, 1.60915514, -0.39604546)
OVERALL_FIT: Final = (-0.06766283, 1.11546468, 0.04602535)
"""Parabolas from raw figures to the scale (DNSMOS, ``dnsmos.py`` of the package)."""


@dataclass(frozen=True, slots=True)
class Quality:
    """Mean opinion scores, 1 (bad) to 5."""

    speech: float
    background: float
    overall: float


def available() -> bool:
    """Whether the network is installed."""
    return find_spec(PACKAGE) is not None


class Dnsmos:
    """Judges clips; about a second each on one core.

    Args:
        threads: of ONNX Runtime.

    Raises:
        MissingModel: ``judge-missing``.
    """

    def __init__(self, threads: int = 1) -> None:
        spec = find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise MissingModel("judge-missing", subject="model", detail=PACKAGE, hint=HOW)
        ort = onnx_runtime()
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        path = Path(spec.origin).parent / NETWORK
        self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def judge(self, audio: Floats) -> Quality:
        """Return the scores of a clip, the mean over windows a second apart.

        Args:
            audio: float32[n] at 24 kHz, n > 0.
        """
        low: Floats = soxr.resample(np.asarray(audio, np.float32), SAMPLE_RATE, RATE)
        sound = np.resize(low, max(low.size, SAMPLES)).astype(np.float32)
        starts = range(0, sound.size - SAMPLES + 1, RATE)
        raw = np.concatenate(
            [
                self._session.run(None, {"input_1": sound[None, start : start + SAMPLES]})[0]
                for start in starts
            ]
        )
        fits = (SPEECH_FIT, BACKGROUND_FIT, OVERALL_FIT)
        means = [float(np.polyval(fit, raw[:, place]).mean()) for place, fit in enumerate(fits)]
        return Quality(*means)
