"""Words of another language inside a text: ``[bonjour à tous](lang:fr)``.

SSML's ``lang`` is brought to this form, so that such words keep their place in
their sentence. The voice stays; the sounds are the other language's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.values import Remark

LONGEST = 280
"""Characters in one bracket, under what the cleaning's own pattern takes."""

_TONGUES = {
    "en": "en-us", "es": "es", "fr": "fr", "it": "it", "pt": "pt-br", "hi": "hi", "ja": "ja",
    "zh": "zh", "cmn": "zh",
}  # fmt: skip
_BRITISH = frozenset({"gb", "uk", "au", "nz", "ie", "za", "in"})
"""Regions whose English is nearer to the British accent than to the American."""


class Said(NamedTuple):
    """A word with its phonemes, or a mark without; ``start:end`` lie in the label."""

    text: str
    phonemes: str
    start: int
    end: int


Foreign = Callable[[str, str], tuple[Sequence[Said], Sequence[Remark]] | None]
"""Reads a text in a language; None if that language cannot be read here."""


def language_of(tag: str) -> str:
    """The reading's language for a tag such as ``fr-CA``; "" if there is none."""
    base, _, region = tag.strip().lower().replace("_", "-").partition("-")
    if base == "en" and region in _BRITISH:
        return "en-gb"
    return _TONGUES.get(base, "")
