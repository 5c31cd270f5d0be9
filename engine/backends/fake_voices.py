"""The double's voices: every published name, style rows from a seed, no files.

With them ``--backend fake`` runs where no voice model was ever prepared.
"""

from __future__ import annotations

import numpy as np
import xxhash
from cachetools import LRUCache

from engine.backends.fake import FULL_DB
from engine.errors import InputError
from engine.models.manifest import VOICE_WIDTH, load_manifest
from engine.values import Floats, readonly
from engine.voice_levels import TARGET_LUFS, Loudness
from engine.voices import LANGUAGES, SEXES, Voice, VoiceMix, parse_mix

MOST_ROWS = 32
"""Mixes whose rows are remembered: those of a script."""

ROW_SPREAD = 0.1
"""Standard deviation of a row's numbers: about a real voice's."""


class FakeVoices:
    """What ``engine.voices.VoiceBank`` is to real voices."""

    def __init__(self) -> None:
        self._facts = load_manifest().voices
        self._rows: LRUCache[tuple[tuple[str, float], ...], Floats] = LRUCache(MOST_ROWS)

    @property
    def hash(self) -> str:
        """Name of the set of voices."""
        return "fake-1"

    def names(self) -> tuple[str, ...]:
        """Return the names of all voices, in alphabetical order."""
        return tuple(sorted(self._facts))

    def voice(self, name: str) -> Voice:
        """Return what is known of a voice.

        Raises:
            InputError: ``voice-unknown``.
        """
        if name not in self._facts:
            raise InputError("voice-unknown", subject="voice", detail=name)
        return Voice(
            name=name,
            language=LANGUAGES.get(name[:1], "unknown"),
            sex=SEXES.get(name[1:2], "unknown"),
            attribution="",
        )

    def parse_mix(self, text: str) -> VoiceMix:
        """Read a mix; see ``engine.voices.parse_mix``."""
        return parse_mix(text, self._facts)

    def row(self, mix: VoiceMix, n_tokens: int) -> Floats:
        """Return the mix's style row, float32[256], read-only; the same for any length."""
        del n_tokens
        style = self._rows.get(mix.weights)
        if style is None:
            row = np.zeros(VOICE_WIDTH)
            for name, weight in mix.weights:
                random = np.random.default_rng(xxhash.xxh3_64_intdigest(name.encode()))
                row += weight * random.normal(0.0, ROW_SPREAD, VOICE_WIDTH)
            style = self._rows[mix.weights] = readonly(row.astype(np.float32))
        return style

    def close(self) -> None:
        """Nothing is held."""

    def loudness(self, mix: VoiceMix) -> Loudness:
        """Return the double's loudness: every voice speaks at ``FULL_DB``."""
        del mix
        return Loudness(FULL_DB, TARGET_LUFS - FULL_DB)
