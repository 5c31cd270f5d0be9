"""What training must not see: the hashes of the prompts that are kept for the last look.

Hashes, so that the prompts themselves need not be read to be refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from engine.emotion.lexicon import fold, key_of

_DIGITS: Final = 20
"""Hex digits kept of each SHA-256: 80 bits, no two prompts will share them by chance."""


def hash_of(text: str) -> str:
    """Return the hash of a text, whatever its case, accents, marks and spaces."""
    plain = key_of(text) or fold(text)
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def kept_out_hashes() -> frozenset[str]:
    """Return the hashes in ``assets/emotion/kept_out.txt``."""
    text = files("assets").joinpath("emotion/kept_out.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


def allowed(texts: Iterable[str]) -> list[bool]:
    """Return for each text whether training may see it."""
    kept = kept_out_hashes()
    return [hash_of(text) not in kept for text in texts]
