"""A corpus as numbers: every example's embedding and its pieces' states, projected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.encoder import Encoder
from engine.values import Floats

WIDTH: Final = 256
"""Principal components kept of a state's 1280 numbers: 89 % of the variance."""

_SAMPLE: Final = 1500
"""Texts from which the components are found."""

_LONGEST: Final = 48
"""Pieces of a text that are learned from."""

_TOGETHER: Final = 64
"""Texts that go through the encoder at once."""

_JITTER: Final = 4.0
"""Pieces by which a length may count as another when batches are made of like lengths."""

_TOLD: Final = 2000


@dataclass(frozen=True, slots=True)
class Corpus:
    """``sentences`` float32[N, 512]; ``tokens`` float16[pieces, 256], text after text;
    ``starts`` int64[N + 1]; ``centre`` and ``axes`` of the projection."""

    sentences: Floats
    tokens: NDArray[np.float16]
    starts: NDArray[np.int64]
    centre: Floats
    axes: Floats

    @property
    def width(self) -> int:
        """Numbers of a projected state."""
        return int(self.axes.shape[1])

    def padded(self, rows: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Return states float32[rows, longest, width] and 1.0 where there is a piece."""
        lengths = np.minimum(np.diff(self.starts)[rows], _LONGEST)
        states = np.zeros((len(rows), int(lengths.max()), self.width), dtype=np.float32)
        there = np.zeros(states.shape[:2], dtype=np.float32)
        for at, (row, length) in enumerate(zip(rows, lengths, strict=True)):
            start = self.starts[row]
            states[at, :length] = self.tokens[start : start + length]
            there[at, :length] = 1.0
        return states, there

    def batches(
        self, epochs: int, size: int, rng: np.random.Generator
    ) -> Iterator[NDArray[np.int64]]:
        """Yield rows of about the same length, every row once an epoch."""
        lengths = np.diff(self.starts)
        for _ in range(epochs):
            order = np.argsort(lengths + _JITTER * rng.random(len(lengths)), kind="stable")
            parts = [order[at : at + size] for at in range(0, len(order), size)]
            for number in rng.permutation(len(parts)):
                yield parts[number]


def embed(
    texts: list[str], encoder: Encoder, rng: np.random.Generator, tell: Callable[[str], None]
) -> Corpus:
    """Return the corpus of ``texts``; about 2 ms a text."""
    chosen = [texts[at] for at in rng.permutation(len(texts))[:_SAMPLE]]
    sample = np.concatenate([tokens for tokens, _ in _in_turn(chosen, encoder)])
    centre = sample.mean(axis=0)
    variances, vectors = np.linalg.eigh(np.cov((sample - centre).T))
    spread = float(np.sqrt(np.maximum(variances[::-1][:WIDTH], 0.0)).mean())
    # rounded as they will be stored, so that training sees what the program will see
    axes = (vectors[:, ::-1][:, :WIDTH] / spread).astype(np.float16).astype(np.float32)
    centre = centre.astype(np.float16).astype(np.float32)
    sentences, tokens = [], []
    for number, (states, sentence) in enumerate(_in_turn(texts, encoder)):
        if number % _TOLD == 0:
            tell(f"states of text {number} of {len(texts)}")
        sentences.append(sentence)
        tokens.append(((states - centre) @ axes).astype(np.float16))
    starts = np.concatenate([[0], np.cumsum([len(t) for t in tokens])])
    return Corpus(np.stack(sentences), np.concatenate(tokens), starts, centre, axes)


def _in_turn(texts: list[str], encoder: Encoder) -> Iterator[tuple[Floats, Floats]]:
    for at in range(0, len(texts), _TOGETHER):
        yield from encoder.many_states(texts[at : at + _TOGETHER])
