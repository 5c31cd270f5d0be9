"""Token states: what the sentence encoder holds of each piece of a prompt before it pools.

The encoder's library gives whole sentences only, but its weights lie open. This is a
forward pass over them that keeps the states: embedding, three n-gram branches of two
residual convolutions each, one layer norm (Yang et al. 2019, "Multilingual Universal
Sentence Encoder for Semantic Retrieval", the CNN variant); the sentence embedding is a
small network over their sum. ``tests/emotion/test_states.py`` holds it to the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.values import Floats

STATE_SIZE: Final = 1280
"""512 numbers of the piece itself and 256 from each n-gram branch."""

_ORDERS: Final = ((2, 0), (3, 1), (5, 2))
"""Pieces a branch looks at, and how many of them lie before the one it is about."""

_BETWEEN: Final = 2
"""Empty rows between texts: as far as the widest convolution reaches to one side."""

_CHUNKS: Final = 17
"""The embedding table was rounded in this many interleaved parts, each with its scale."""


@dataclass(frozen=True, slots=True)
class States:
    """A prompt's pieces (without the two marks around them) and the whole.

    ``tokens`` float32[T + 2, 1280] with the marks, ``sentence`` float32[512] of length 1,
    ``pieces`` the T pieces as the tokenizer spells them.
    """

    tokens: Floats
    sentence: Floats
    pieces: tuple[str, ...]


def states_of(model: Any, ids: list[int], pieces: list[str]) -> States:
    """Run the encoder over one text.

    Args:
        model: the library's NumPy backend, for its weights.
        ids: the text's tokens, marks included.
        pieces: the tokens' spelling, marks left out.
    """
    tokens = _tokens(model, np.asarray(ids))
    return States(tokens, _sentence(model, tokens), tuple(pieces))


def many_states(model: Any, ids: Sequence[list[int]]) -> list[tuple[Floats, Floats]]:
    """Run the encoder over many texts at once, four times as fast as one by one.

    The texts lie one after the other with empty rows between them, so that none reaches
    its neighbour; sums are ordered otherwise than in ``states_of``, so the last digits
    differ. For training, not for prompts.

    Returns:
        Of each text ``States.tokens`` and ``States.sentence``.
    """
    rows: list[int] = []
    kept: list[float] = []
    starts: list[int] = []
    for one in ids:
        starts.append(len(rows))
        rows += [*one, *([0] * _BETWEEN)]
        kept += [*([1.0] * len(one)), *([0.0] * _BETWEEN)]
    tokens = _tokens(
        model, np.asarray(rows, dtype=np.int64), np.asarray(kept, dtype=np.float32)[:, None]
    )
    parts = [tokens[start : start + len(one)] for start, one in zip(starts, ids, strict=True)]
    return [(part, _sentence(model, part)) for part in parts]


def _tokens(model: Any, ids: Any, kept: Floats | None = None) -> Floats:
    part = ids % _CHUNKS
    own = model.table[ids].astype(np.float32) * model.scale[part, None] + model.lo[part, None]
    seen = _normed(own @ model.proj_W + model.proj_b, model.ln_g_all, model.ln_b_all, model.eps)
    branches = [own]
    for number, (order, before) in enumerate(_ORDERS):
        state = seen[:, 256 * number : 256 * (number + 1)]
        state = state if kept is None else state * kept
        for weight, bias in ((model.w1, model.b1), (model.w2, model.b2)):
            around = _windows(state, order, before)
            state = state + np.maximum(around @ weight[number] + bias[number], 0.0)
            state = state if kept is None else state * kept
        branches.append(state)
    return _normed(np.concatenate(branches, axis=1), model.ln_g, model.ln_b, model.eps)


def _windows(state: Floats, order: int, before: int) -> Floats:
    """Each row with its neighbours beside it, zeros outside: float32[T, order * width]."""
    count, width = state.shape
    padded = np.zeros((count + order - 1, width), dtype=np.float32)
    padded[before : before + count] = state
    return np.concatenate([padded[shift : shift + count] for shift in range(order)], axis=1)


def _sentence(model: Any, tokens: Floats) -> Floats:
    count = len(tokens)
    pooled = (tokens.sum(axis=0) @ model.cnn_W + count * model.cnn_b) / np.sqrt(np.float32(count))
    first = np.maximum(pooled @ model.d0, 0.0)
    second = np.maximum(pooled @ model.p1 + first @ model.d1, 0.0)
    last = np.tanh(second @ model.p3 + np.maximum(second @ model.d2, 0.0) @ model.d3)
    result: Floats = (last / np.linalg.norm(last)).astype(np.float32)
    return result


def _normed(rows: Floats, gain: Floats, bias: Floats, eps: float) -> Floats:
    centred = rows - rows.mean(axis=1, keepdims=True)
    variance = np.square(centred).mean(axis=1, keepdims=True)
    result: Floats = centred / np.sqrt(variance + eps) * gain + bias
    return result
