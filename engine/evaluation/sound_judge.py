"""Judges by ear and voice print what an engine speaks: see ``engine.evaluation.guard``."""

from __future__ import annotations

from typing import Protocol

from cachetools import LRUCache

from engine.cancel import CancelToken
from engine.evaluation.clarity import word_errors
from engine.evaluation.guard import Heard
from engine.evaluation.identity import SpeakerEncoder
from engine.listening import Recogniser
from engine.values import Direction, Floats, RenderRequest, Take

LANGUAGE = "en-us"
"""Of the lines, for the recogniser; it does not tell accents apart."""

MOST_TAKES = 12
"""Sounds at hand: those of one limit are judged by voice first and one pair by words later."""


class Renders(Protocol):
    """What speaks a line: see ``engine.renderer.Renderer``."""

    def render(self, request: RenderRequest, token: CancelToken | None = None) -> Take:
        """Speak a line."""


class SoundJudge:
    """Speaks and judges.

    Args:
        renderer: keeps nothing itself.
        encoder: tells voices apart.
        recogniser: hears words.
        token: cancels a take in the middle.
    """

    def __init__(
        self,
        renderer: Renders,
        encoder: SpeakerEncoder,
        recogniser: Recogniser,
        token: CancelToken,
    ) -> None:
        self._renderer = renderer
        self._encoder = encoder
        self._recogniser = recogniser
        self._token = token
        self._sounds: LRUCache[RenderRequest, tuple[Floats, Floats]] = LRUCache(MOST_TAKES)

    def hear(
        self, voice: str, prompt: str, intensity: float, line: str, *, repeat: bool, words: bool
    ) -> Heard:
        """See ``engine.evaluation.guard.Judge``."""
        direction = Direction(prompt, intensity, stability=0.0 if repeat else 1.0)
        request = RenderRequest(line, voice, direction, seed=1 if repeat else 0)
        found = self._sounds.get(request)
        if found is None:
            audio = self._renderer.render(request, self._token).audio
            assert audio is not None  # sound was asked for
            found = self._sounds[request] = (audio, self._encoder.embed(audio))
        audio, embedding = found
        heard = self._recogniser.hear(audio, LANGUAGE) if words else None
        return Heard(embedding, word_errors(line, heard or "") if words else 0)
