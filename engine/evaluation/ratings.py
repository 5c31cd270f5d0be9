"""Readers' ratings of sentences (EmoBank, JULIELab) against what a head reads of them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from engine.emotion.encoder import Encoder
from engine.emotion.head import Head
from engine.emotion.states import States
from engine.errors import InputError
from engine.values import Floats

RATINGS: Final = "emobank.csv"
AXES: Final = "VAD"
"""Valence, arousal, dominance, in the file's and the head's order."""

_TOGETHER: Final = 64
"""Sentences that go through the encoder at once."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Sentences as states, and readers' V/A/D, float32[n, 3] from 1 to 5."""

    states: tuple[States, ...]
    rated: Floats

    def heard(self, head: Head) -> Floats:
        """Return a head's own V/A/D, float32[n, 3]."""
        return np.stack([head.hear(one).vad for one in self.states])


def load_ratings(folder: Path, split: Literal["dev", "test"], encoder: Encoder) -> Ratings:
    """Return the rated sentences of a split.

    Raises:
        InputError: ``data-missing``: the file is not in ``folder``, or is another.
    """
    file = folder / RATINGS
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            rows = [r for r in csv.DictReader(opened) if r["split"] == split and r["text"].strip()]
    except (OSError, UnicodeDecodeError, KeyError) as error:
        raise InputError("data-missing", subject="file", detail=str(error), hint=RATINGS) from error
    states: list[States] = []
    for at in range(0, len(rows), _TOGETHER):
        texts = [row["text"] for row in rows[at : at + _TOGETHER]]
        states += [States(tokens, whole, ()) for tokens, whole in encoder.many_states(texts)]
    rated = np.array([[float(row[axis]) for axis in AXES] for row in rows], dtype=np.float32)
    return Ratings(tuple(states), rated)
