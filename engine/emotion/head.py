"""The trained head: token states and sentence embedding -> EmoVec -> linear read-outs.

A gate for each piece says how much it counts; what the gates let through is averaged
(gated temporal pooling) and goes, with the sentence's embedding, through a small network
(linear, GELU, layer norm, linear, tanh) to 128 numbers. Everything else is linear in
those. The weights are float16 in an ONNX file that ``espressivo train head`` makes
(``engine.emotion.training.graph``); the one that ships is ``assets/emotion/head.onnx``, its
model card ``docs/emotion-head.md``. Another may be tried beside it (``engine.cache.rollout``).

The file is run here in NumPy, its arithmetic written out, since ONNX Runtime comes with an
extra only, adds its own rounding on each kind of processor, and saves nothing on six matrix
products; a test holds the two to each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import numpy as np
import xxhash

from engine.emotion.states import States
from engine.values import Floats

DELIVERY: Final = "(delivery)"
NOTHING: Final = "(nothing)"
"""The head's two classes that are no emotions: a way of speaking, and out of scope."""

SHORTEST_MENDED: Final = 5
"""Letters of a word from which a slip of the keyboard in it can be told."""

TEXTS: Final = ("names", "words")
"""What the file's metadata holds: lists of words, as JSON."""

HALF: Final = "half_"
"""Begins the names of the file's weights, which are float16."""

SENTENCE_GAIN: Final = 12.0
"""Brings the embedding's numbers (of a vector of length 1) to the size of the states'."""

GATE_REST: Final = 0.5
"""Added to the sum of the gates: a prompt whose pieces are all shut has a small pool,
rather than one blown up to full size."""

EPSILON: Final = 1e-5
"""Keeps the layer norm from dividing by nothing."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the head makes of one text.

    ``emovec`` float32[128] within -1..1; ``classes`` float32[classes], sums to 1, in the
    order of ``Head.names``; ``vad`` float32[3]; ``strength`` 0..; ``gates`` float32[pieces],
    0..1, of the pieces without the marks around them.
    """

    emovec: Floats
    classes: Floats
    vad: Floats
    strength: float
    gates: Floats


def shipped_head() -> Head:
    """Return the head that ships; ``docs/emotion-head.md`` is its model card."""
    return Head(files("assets").joinpath("emotion/head.onnx"))


class Head:
    """Runs the trained head in NumPy; the weights are read at the first call.

    Args:
        file: the weights.
    """

    def __init__(self, file: Path | Traversable) -> None:
        self._file = file

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the classes: the vocabulary's entries, then delivery and nothing."""
        return tuple(str(name) for name in self._raw["names"])

    @cached_property
    def words(self) -> frozenset[str]:
        """Words of five letters and more that it was trained on, without accents."""
        return frozenset(str(word) for word in self._raw.get("words", ()))

    @cached_property
    def hash(self) -> str:
        """xxh3-128 of the weights, as 32 hex digits."""
        return xxhash.xxh3_128_hexdigest(self._bytes)

    @cached_property
    def size(self) -> int:
        """Number of trained and fixed numbers."""
        return sum(array.size for name, array in self._raw.items() if name not in TEXTS)

    def hear(self, states: States) -> Heard:
        """Return what the head makes of a text's states."""
        w = self._weights
        pooled, gates = self.pooled(states)
        emovec = self.emovec(pooled, states.sentence)
        return Heard(
            emovec=emovec,
            classes=self.shares(emovec),
            vad=emovec @ w["vad"],
            strength=float((emovec @ w["strength"] + w["strength_bias"])[0]),
            gates=gates.mean(axis=1)[1:-1],
        )

    def deltas(self, emovec: Floats) -> Floats:
        """Return float32[n]: the head's own reading of the deltas, on the first ``axes.AXES``."""
        result: Floats = emovec @ self._weights["deltas"]
        return result

    def pooled(self, states: States) -> tuple[Floats, Floats]:
        """Return what the gates let through, float32[gates * width], and the gates themselves,
        float32[pieces + 2, gates]."""
        w = self._weights
        projected = ((states.tokens - w["centre"]) @ w["axes"]).astype(np.float32)
        gates: Floats = _sigmoid(projected @ w["gate"] + w["gate_bias"])
        pooled = (gates.T @ projected) / (gates.sum(axis=0)[:, None] + GATE_REST)
        return pooled.reshape(-1), gates

    def shares(self, emovec: Floats) -> Floats:
        """Return the classes, float32[..., classes], of EmoVec, float32[..., 128]."""
        shares = emovec @ self._weights["classes"] + self._weights["classes_bias"]
        shares = np.exp(shares - shares.max(axis=-1, keepdims=True))
        result: Floats = shares / shares.sum(axis=-1, keepdims=True)
        return result

    def emovec(self, pooled: Floats, sentence: Floats) -> Floats:
        """Return EmoVec, float32[..., 128], of pooled states, float32[n], and embeddings,
        float32[..., 512]."""
        w = self._weights
        states = np.broadcast_to(pooled, (*sentence.shape[:-1], pooled.size))
        whole = np.concatenate([states, SENTENCE_GAIN * sentence], axis=-1)
        hidden = _gelu(whole @ w["first"] + w["first_bias"])
        middle, spread = (each(hidden, axis=-1, keepdims=True) for each in (np.mean, np.var))
        hidden = (hidden - middle) / np.sqrt(spread + EPSILON)
        hidden = hidden * w["gain"] + w["shift"]
        result: Floats = np.tanh(hidden @ w["second"] + w["second_bias"]).astype(np.float32)
        return result

    @cached_property
    def _bytes(self) -> bytes:
        return self._file.read_bytes()

    @cached_property
    def _raw(self) -> Mapping[str, Any]:
        """Weights by name, float16, and the lists of words.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is no head's.
        """
        import onnx  # takes longer than all else here, and known words need no head
        from google.protobuf.message import DecodeError

        try:
            model = onnx.load_model_from_string(self._bytes)
        except DecodeError as error:
            raise ValueError(str(error)) from error
        told = {item.key: json.loads(item.value) for item in model.metadata_props}
        weights = {
            item.name.removeprefix(HALF): onnx.numpy_helper.to_array(item)
            for item in model.graph.initializer
        }
        if "names" not in told or "gate" not in weights:
            raise ValueError("no emotion head")
        return told | weights

    @cached_property
    def _weights(self) -> dict[str, Floats]:
        return {n: a.astype(np.float32) for n, a in self._raw.items() if n not in TEXTS}


def _sigmoid(x: Floats) -> Floats:
    result: Floats = (1.0 / (1.0 + np.exp(-x))).astype(np.float32)
    return result


def _gelu(x: Floats) -> Floats:
    """GELU by its tanh form (Hendrycks and Gimpel 2016)."""
    inner = np.sqrt(2.0 / np.pi) * (x + 0.044715 * x**3)
    result: Floats = (0.5 * x * (1.0 + np.tanh(inner))).astype(np.float32)
    return result
