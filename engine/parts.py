"""What a renderer needs of its parts: the reader and the voices."""

from __future__ import annotations

from typing import Protocol

from engine.values import Floats, Reading
from engine.voice_levels import Loudness
from engine.voices import Voice, VoiceMix


class Reads(Protocol):
    """What reads text: see ``engine.reading.reader.Reader``."""

    def read(self, text: str, language: str = ...) -> Reading:
        """Make a line speakable."""
        ...


class Voices(Protocol):
    """Where voices come from: see ``engine.voices.VoiceBank``."""

    @property
    def hash(self) -> str:
        """Name of the set of voices: part of the provenance."""
        ...

    def parse_mix(self, text: str) -> VoiceMix:
        """Read a mix such as ``af_heart:0.7+bf_emma:0.3``."""
        ...

    def voice(self, name: str) -> Voice:
        """Say what is known of a voice."""
        ...

    def row(self, mix: VoiceMix, n_tokens: int) -> Floats:
        """Return a mix's style row, float32[256]."""
        ...

    def loudness(self, mix: VoiceMix) -> Loudness:
        """Return how loud a mix is by nature and the gain to the common level."""
        ...
