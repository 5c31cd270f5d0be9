"""A recogniser that listens to each line of a narration, here or in a worker."""

from __future__ import annotations

from pathlib import Path

from app.narration.voicing import Ear
from engine.listening import Recogniser, misheard
from engine.values import Floats, Reading

HEARD = "heard/1"
"""Part of what a line is found by: what a line that was heard is worth, another is not."""


def ear_of(data: Path) -> Ear:
    """What listens to a line's words.

    Args:
        data: the data folder, where the recogniser lies once it was asked for.

    Raises:
        MissingModel: ``recogniser-missing``.
    """
    recogniser = Recogniser(data)
    recogniser.make_ready()

    def listen(audio: Floats, reading: Reading) -> tuple[str, ...]:
        heard = recogniser.hear(audio, reading.language)
        return () if heard is None else misheard(" ".join(w.spoken for w in reading.words), heard)

    return listen
