"""The double: a sine voice that does exactly what a plan asks.

It ships with the product, speaks the backend protocol and needs no model, so
the window, the command line and the tests run on it. Its contract:

* durations depend only on the token and the style row, and are about a real
  voice's (60 ms a consonant, 90 ms a vowel);
* the sound is a sine at the asked F0, sample by sample, where F0 is at least
  10 Hz, and a quiet hiss where it is not; silence at rests;
* its level is the asked energy: ``FULL_DB + DB_PER_N * N`` dB re full scale;
* the same inputs give the same bytes;
* ``stall`` holds the next run until it is released or cancelled, ``fail_next``
  makes it raise.

It is never chosen automatically.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

import numpy as np

from engine.backends.protocol import BackendInfo, Probe, Stage, Tensor
from engine.cancel import CancelToken
from engine.errors import BackendFailed
from engine.phonemes import Kind, TokenKinds
from engine.values import FRAME_S, FRAME_SAMPLES, SAMPLE_RATE, Floats, Ints
from kernels.contour import VOICED_HZ

FULL_DB = -20.0
"""dB re full scale (RMS) at N = 0: a usual speech level with headroom."""
DB_PER_N = 3.5
"""dB per unit of the energy N, as the real voice was measured to speak."""
HISS_DB = -20.0
"""Level of unvoiced sound against voiced sound at the same N."""
FRAMES_OF_KIND = {
    Kind.PAD: 8.0,
    Kind.VOWEL: 3.6,
    Kind.CONSONANT: 2.4,
    Kind.MARK: 1.0,
    Kind.REST: 6.3,
    Kind.QUOTE: 1.0,
    Kind.SPACE: 1.0,
}
BASE_F0_HZ = 160.0
HISS_SEED = 20_240_601
GOLDEN_RATIO = 0.6180339887498949


def probe() -> Probe:
    """Say that the double can run: it always can."""
    return Probe("fake", True, "")


class FakeBackend:
    """The double. See the module's text for its contract."""

    def __init__(self) -> None:
        self._kinds = TokenKinds()
        self._gate = threading.Event()
        self._gate.set()
        self._stalled = threading.Event()
        self._failure: str | None = None
        self.runs: list[Stage] = []
        """Every stage run so far, in order: what a test counts."""

    def describe(self) -> BackendInfo:
        """Say what runs."""
        return BackendInfo(
            name="fake",
            device="CPU",
            precision="float32",
            runtime="sine voice",
            threads=1,
            model="fake-1",
        )

    def stall(self) -> None:
        """Hold the next run until ``release`` or a cancel."""
        self._gate.clear()

    def release(self) -> None:
        """Let a held run go on."""
        self._gate.set()

    def wait_stalled(self, timeout: float) -> bool:
        """Wait until a run is held; False after ``timeout`` seconds."""
        return self._stalled.wait(timeout)

    def fail_next(self, reason: str) -> None:
        """Make the next run raise ``BackendFailed`` with this reason."""
        self._failure = reason

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; see ``Backend.run``."""
        token.check()
        self._hold(token)
        if self._failure is not None:
            reason, self._failure = self._failure, None
            raise BackendFailed("backend-failed", subject="fake", detail=reason)
        self.runs.append(stage)
        step = {
            Stage.ENCODE: self._encode,
            Stage.DURATION: self._duration,
            Stage.PROSODY: self._prosody,
            Stage.WAVEFORM: self._waveform,
        }[stage]
        return step(inputs)

    def close(self) -> None:
        """Nothing is held."""
        self.release()

    def _hold(self, token: CancelToken) -> None:
        if self._gate.is_set():
            return
        token.publish(self._gate.set)
        self._stalled.set()
        try:
            self._gate.wait()
            token.check()
        finally:
            self._stalled.clear()
            token.publish(None)

    def _encode(self, inputs: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Features that carry what the later stages need: kind, voicing, an accent."""
        tokens = np.asarray(inputs["tokens"], np.int64)[0]
        kinds = self._kinds.of(tokens)
        features = np.zeros((1, 512, len(tokens)), np.float32)
        features[0, 0] = np.isin(kinds, (Kind.VOWEL, Kind.CONSONANT, Kind.MARK))
        features[0, 1] = self._kinds.voiced(tokens)
        features[0, 2] = _accents(tokens)
        features[0, 3] = [FRAMES_OF_KIND[Kind(kind)] for kind in kinds]
        return {"bert": features.transpose(0, 2, 1), "text": features}

    def _duration(self, inputs: Mapping[str, Tensor]) -> dict[str, Tensor]:
        bert = np.asarray(inputs["bert"], np.float32)
        pace = 1.0 + 0.1 * np.tanh(np.sum(inputs["prosody_style"], dtype=np.float64))
        features = np.zeros((1, bert.shape[1], 640), np.float32)
        features[0, :, :4] = bert[0, :, :4]
        durations = (bert[:, :, 3] * pace).astype(np.float32)
        return {"durations": durations, "features": features}

    def _prosody(self, inputs: Mapping[str, Tensor]) -> dict[str, Tensor]:
        aligned = np.asarray(inputs["aligned"], np.float32)[0]
        curve = np.repeat(aligned[:4], 2, axis=1).astype(np.float64)
        base = BASE_F0_HZ * 2 ** (np.tanh(np.mean(inputs["prosody_style"], dtype=np.float64)))
        seconds = np.arange(curve.shape[1]) * FRAME_S / 2
        semitones = 2.0 * curve[2] - 1.5 * seconds / (1.0 + seconds)
        f0 = np.where(curve[1] > 0.5, base * 2 ** (semitones / 12), 0.0)
        energy = np.where(curve[0] > 0.5, 0.5 * curve[2], -12.0)
        return {"f0": f0[None].astype(np.float32), "energy": energy[None].astype(np.float32)}

    def _waveform(self, inputs: Mapping[str, Tensor]) -> dict[str, Tensor]:
        text = np.asarray(inputs["aligned_text"], np.float32)[0]
        f0 = _per_sample(np.asarray(inputs["f0"], np.float64)[0])
        energy = np.asarray(inputs["energy"], np.float64)[0]
        sounding = np.repeat(text[0] > 0.5, FRAME_SAMPLES)
        voiced = f0 >= VOICED_HZ
        level = _per_sample(10 ** ((FULL_DB + DB_PER_N * energy) / 20))
        phase = 2 * np.pi * np.cumsum(np.where(voiced, f0, 0.0)) / SAMPLE_RATE
        hiss = np.random.default_rng(HISS_SEED).uniform(-1, 1, len(f0)) * 10 ** (HISS_DB / 20)
        audio = level * sounding * np.where(voiced, np.sqrt(2) * np.sin(phase), hiss)
        return {"audio": audio.astype(np.float32)}


def _accents(tokens: Ints) -> Floats:
    """A repeatable accent in -1..1 for each token: a Weyl sequence over its id."""
    turns = np.asarray(tokens, np.float64) * GOLDEN_RATIO
    return np.asarray(2 * (turns % 1.0) - 1, np.float32)


def _per_sample(curve: Tensor) -> Tensor:
    """Hold each of the 12.5 ms values for its samples: what was asked, exactly."""
    return np.repeat(curve, FRAME_SAMPLES // 2)
