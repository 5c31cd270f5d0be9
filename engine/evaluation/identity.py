"""Is it still the same speaker: a speaker embedding, and how far a take has left it.

The embedding is GE2E: Wan et al. 2018, "Generalized End-to-End Loss for Speaker
Verification" (arXiv 1710.10467): 40 mel bands of 25 ms every 10 ms at 16 kHz, windows of
1.6 s, three LSTM layers of 256, linear, ReLU, length one; a clip is the mean of its windows.
The weights are those of the package ``resemblyzer`` (Apache-2.0), read where it is installed
and run here in NumPy: they are neither shipped nor copied. What is measured is relative
only: the embedding moves as far for a real actor's anger as for another person.

Unlike that package, every clip is brought to one level and quiet stretches are cut by level:
the bands are not logarithmic, so loudness would otherwise count as another speaker.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
import soxr
from numpy.typing import NDArray

from engine.errors import MissingModel
from engine.evaluation.torch_file import read_arrays
from engine.listening import HOP, RATE, WINDOW, mel_bands
from engine.values import SAMPLE_RATE, Floats

PACKAGE: Final = "resemblyzer"
WEIGHTS: Final = "pretrained.pt"
BANDS: Final = 40
LAYERS: Final = 3
SIZE: Final = 256
FRAMES: Final = 160
"""Of a window: 1.6 s, what the network was trained on."""
STEP: Final = 77
"""Frames between windows: 1.3 a second, as the package has it."""
LEAST_SHARE: Final = 0.75
"""Of the last window that has to be speech; else it is left out."""

LEVEL_DB: Final = -30.0
"""RMS every clip is brought to, dB re full scale: what the network was trained on."""
QUIET_DB: Final = 35.0
"""A piece this far under the loudest is no speech."""
PIECE_S: Final = 0.03
KEPT_PIECES: Final = 3
"""Pieces kept on both sides of speech: rests over 0.2 s are shortened to that."""


def available() -> bool:
    """Whether the weights are installed."""
    return find_spec(PACKAGE) is not None


class SpeakerEncoder:
    """GE2E speaker embeddings.

    Args:
        path: a checkpoint with the weights; None = that of the installed package.

    Raises:
        MissingModel: ``judge-missing``, or ``model-damaged``.
    """

    def __init__(self, path: Path | None = None) -> None:
        weights = read_arrays(path or _installed(), "model_state")
        layers = range(LAYERS)
        self._in = [weights[f"lstm.weight_ih_l{i}"].T for i in layers]
        self._again = [np.ascontiguousarray(weights[f"lstm.weight_hh_l{i}"].T) for i in layers]
        self._bias = [weights[f"lstm.bias_ih_l{i}"] + weights[f"lstm.bias_hh_l{i}"] for i in layers]
        self._out = weights["linear.weight"].T
        self._shift = weights["linear.bias"]
        self._bands = mel_bands(BANDS)

    def embed(self, audio: Floats) -> Floats:
        """Return the embedding of a clip: float32[256], not negative, of length one.

        Args:
            audio: float32[n] at 24 kHz; silence gives a result that means nothing.
        """
        sound = prepared(audio)
        bands = self._mel(sound)
        windows = np.stack([bands[start : start + FRAMES] for start in starts(sound.size)])
        mean = self._embedded(windows).mean(axis=0)
        result: Floats = mean / np.linalg.norm(mean)
        return result

    def _mel(self, sound: Floats) -> Floats:
        """float32[frames, 40]: power in mel bands, with zeros for a last whole window."""
        last = starts(sound.size)[-1] + FRAMES
        room = max(0, last * HOP - sound.size)
        padded = np.pad(sound, (WINDOW // 2, room + WINDOW // 2))
        frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
        hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
        power = np.abs(np.fft.rfft(frames * hann, axis=1)) ** 2
        return (power @ self._bands.T).astype(np.float32)

    def _embedded(self, windows: Floats) -> Floats:
        """float32[W, 160, 40] -> float32[W, 256], each of length one."""
        found = windows
        for layer in range(LAYERS):
            found = self._lstm(layer, found)
        raw = np.maximum(found[:, -1] @ self._out + self._shift, 0.0)
        result: Floats = raw / np.linalg.norm(raw, axis=1, keepdims=True)
        return result

    def _lstm(self, layer: int, given: Floats) -> Floats:
        """One layer: gates in the order input, forget, cell, output (PyTorch's LSTM)."""
        driven = given @ self._in[layer] + self._bias[layer]
        hidden = np.zeros((given.shape[0], SIZE), np.float32)
        cell = np.zeros_like(hidden)
        out = np.empty((*given.shape[:2], SIZE), np.float32)
        for step in range(given.shape[1]):
            gates = driven[:, step] + hidden @ self._again[layer]
            enter, forget, fresh, leave = np.split(gates, 4, axis=1)
            cell = _sigmoid(forget) * cell + _sigmoid(enter) * np.tanh(fresh)
            hidden = _sigmoid(leave) * np.tanh(cell)
            out[:, step] = hidden
        return out


def drop(take: Floats, neutral: Floats) -> float:
    """How far a take's embedding is from the neutral one: 1 - cosine, 0..1."""
    return 1.0 - float(take @ neutral)


def prepared(audio: Floats) -> Floats:
    """Return a clip at 16 kHz and ``LEVEL_DB``, long rests shortened: float32[m]."""
    low: Floats = soxr.resample(np.asarray(audio, np.float32), SAMPLE_RATE, RATE)
    piece = round(PIECE_S * RATE)
    count = max(1, low.size // piece)
    pieces = np.resize(low, count * piece).reshape(count, piece)
    level = 10 * np.log10((pieces**2).mean(axis=1) + 1e-12)
    speech = level > level.max() - QUIET_DB
    near = np.convolve(speech, np.ones(2 * KEPT_PIECES + 1), "same") > 0
    sound = pieces[near[:count]].reshape(-1)
    rms = float(np.sqrt((sound**2).mean())) + 1e-9
    result: Floats = (sound * (10 ** (LEVEL_DB / 20) / rms)).astype(np.float32)
    return result


def starts(samples: int) -> tuple[int, ...]:
    """First frames of the windows of a clip; a short clip has one window."""
    frames = -(-(samples + 1) // HOP)
    found = list(range(0, max(1, frames - FRAMES + STEP + 1), STEP))
    if len(found) > 1 and (samples / HOP - found[-1]) / FRAMES < LEAST_SHARE:
        found.pop()
    return tuple(found)


def _sigmoid(value: NDArray[Any]) -> NDArray[Any]:
    result: NDArray[Any] = 0.5 + 0.5 * np.tanh(0.5 * value)
    return result


def _installed() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise MissingModel("judge-missing", subject="model", detail=PACKAGE, hint=HOW)
    return Path(spec.origin).with_name(WEIGHTS)


HOW: Final = "packaging/evaluate.sh"
"""What installs the judges, in an environment of their own."""
