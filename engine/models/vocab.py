"""The phoneme symbols the voice model was trained on, and their ids."""

from __future__ import annotations

import json
from importlib.resources import files

PAD_ID = 0
"""The id that opens and closes every run of tokens."""

VOCAB_SIZE = 178
"""Rows of the model's token embedding; not every id has a symbol."""


def load_vocab() -> dict[str, int]:
    """Read the vocabulary: one phoneme character to its token id.

    Source: ``config.json`` of Kokoro-82M v1.0 (Apache-2.0), kept as
    ``assets/vocab.json``. 114 symbols have ids within 1..177; the others of
    the ``VOCAB_SIZE`` ids are unused by the model, and 0 is the pad.

    Returns:
        A new dictionary, its keys single code points.
    """
    content = files("assets").joinpath("vocab.json").read_text(encoding="utf-8")
    symbols: dict[str, int] = json.loads(content)["symbols"]
    return symbols
