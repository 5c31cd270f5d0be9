"""What normalisation makes of a text: words to speak, marks and rests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(slots=True)
class Item:
    """One word to speak, one mark, or one rest.

    ``text`` is the spoken word in its written case (case tells a name from a
    noun), or the mark as the voice knows it. ``start:end`` are code point
    offsets into the source text. ``how`` says how a word is pronounced:
    ``"look"`` in the lexicon, ``"spell"`` letter by letter (``text`` then
    holds the letters parted by spaces), ``"given"`` as ``phonemes`` says,
    ``"guess"`` as a word of another script that a remark has named already.
    """

    kind: Literal["word", "mark", "rest"]
    text: str
    start: int
    end: int
    how: Literal["look", "spell", "given", "guess"] = "look"
    phonemes: str = ""
    seconds: float = 0.0
    tag: str = ""
