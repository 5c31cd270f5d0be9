"""What a line's own text suggests: an emotion to speak it with, where one is plain.

The encoder and the head are those that understand prompts; here they read the text itself.
A suggestion is for a person to take or leave, and nothing is said by default.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.emotion.encoder import Encoder
from engine.emotion.head import DELIVERY, NOTHING, Head, shipped_head
from engine.emotion.vocabulary import NEUTRAL

LEAST_SHARE: Final = 0.6
"""Share of one emotion from which it is suggested. Judged on forty lines of prose of our own:
above it every one was right, between a third and this every other one."""

NO_EMOTIONS: Final = frozenset({DELIVERY, NOTHING, NEUTRAL})


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An emotion, by a name that can be a prompt, and how much of what was heard it is, 0..1."""

    emotion: str
    share: float


class Suggester:
    """Suggests emotions for texts; the weights are loaded at the first one.

    Args:
        encoder: another than the one that ships.
        head: another than the one that ships.
    """

    def __init__(self, encoder: Encoder | None = None, head: Head | None = None) -> None:
        self._encoder = encoder or Encoder()
        self._head = head or shipped_head()

    def suggest(self, text: str) -> Suggestion | None:
        """Return what a text suggests; None where nothing is plain."""
        if not any(char.isalpha() for char in text):
            return None
        classes = self._head.hear(self._encoder.states(text)).classes
        best = int(np.argmax(classes))
        name, share = self._head.names[best], float(classes[best])
        if share < LEAST_SHARE or name in NO_EMOTIONS:
            return None
        return Suggestion(name, round(share, 2))
