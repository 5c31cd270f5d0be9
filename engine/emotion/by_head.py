"""Prompts understood by a trained head alone: the candidate beside the vocabulary's rules.

The head gives EmoVec and classes for a whole prompt at once; its own linear read-outs give
the deltas. It knows no words one by one, so nothing is matched or ignored.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from engine.emotion.axes import AXES, to_deltas
from engine.emotion.encoder import Encoder
from engine.emotion.head import DELIVERY, NOTHING, Head
from engine.emotion.knobs import check_prompt
from engine.values import EMOVEC_SIZE, IDENTITY, Emotion, Remark, readonly

VERSION: Final = 1
"""Raised when the same head would give another emotion for the same prompt."""

MOST_TOLD: Final = 3
"""Classes that are told as the mixture: what comes after them is noise."""


class HeadUnderstander:
    """Understands prompts with a trained head.

    Args:
        file: the head's weights.
        encoder: another than the one that ships.
    """

    def __init__(self, file: Path, encoder: Encoder | None = None) -> None:
        self._head = Head(file)
        self._encoder = encoder or Encoder()

    @property
    def version(self) -> str:
        """Changes whenever the same prompt might be understood differently."""
        return f"head-{VERSION}-{self._head.hash}-{self._encoder.hash}"

    def understand(self, prompt: str) -> Emotion:
        """Return what a prompt asks for, at intensity 1; see ``Understander.understand``."""
        check_prompt(prompt)
        if not prompt.strip():
            return _nothing(())
        heard = self._head.hear(self._encoder.states(prompt))
        ranked = sorted(
            zip(self._head.names, heard.classes.tolist(), strict=True), key=lambda pair: -pair[1]
        )
        if ranked[0][0] == NOTHING:
            return _nothing((Remark("prompt-not-understood", "prompt", prompt.strip()[:200]),))
        valence, arousal, dominance = (
            round(float(x), 4) + 0.0 for x in np.clip(heard.vad, -1.0, 1.0)
        )
        named = [(n, round(s, 4)) for n, s in ranked if n not in (DELIVERY, NOTHING)]
        told = self._head.deltas(heard.emovec).astype(np.float64)
        vector = np.zeros(len(AXES))
        vector[: len(told)] = told  # a head that was trained before the last axes knows none
        return Emotion(
            emovec=readonly(heard.emovec),
            valence=valence,
            arousal=arousal,
            dominance=dominance,
            mixture=tuple(named[:MOST_TOLD]),
            deltas=to_deltas(vector),
            confidence=round(ranked[0][1], 4),
        )


def _nothing(remarks: tuple[Remark, ...]) -> Emotion:
    zeros = readonly(np.zeros(EMOVEC_SIZE, np.float32))
    confidence = 0.0 if remarks else 1.0
    return Emotion(zeros, 0.0, 0.0, 0.0, (), IDENTITY, confidence=confidence, remarks=remarks)
