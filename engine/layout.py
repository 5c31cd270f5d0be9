"""How the tokens of a reading lie in the padded tokens that the model reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.models.vocab import PAD_ID
from engine.values import Ints, Reading


@dataclass(frozen=True, slots=True)
class Layout:
    """How a reading's tokens lie in the padded tokens of all its phrases.

    ``tokens`` int64[T] holds every phrase between its two pads; ``spans`` are
    the phrases' half-open ranges in it; ``place`` int64 maps the index of a
    token of the reading to its index here.
    """

    tokens: Ints
    spans: tuple[tuple[int, int], ...]
    place: Ints


def lay_out(reading: Reading, phrase_marks: tuple[int, ...] = (), mark_id: int = 0) -> Layout:
    """Put the pads around every phrase of a reading that has tokens.

    Args:
        reading: the line.
        phrase_marks: tokens of the reading before which ``mark_id`` is put in.
        mark_id: token of the added rests.
    """
    tokens: list[int] = []
    spans: list[tuple[int, int]] = []
    place: list[int] = []
    for first, last in reading.phrases:
        start = len(tokens)
        tokens.append(PAD_ID)
        for index in range(first, last):
            if index in phrase_marks:
                tokens.append(mark_id)
            place.append(len(tokens))
            tokens.append(reading.tokens[index])
        tokens.append(PAD_ID)
        spans.append((start, len(tokens)))
    return Layout(np.asarray(tokens, np.int64), tuple(spans), np.asarray(place, np.int64))
