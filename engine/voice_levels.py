"""How loud each voice is by nature, and the gain that makes them all alike.

The voices differ by up to 10 LU on the same sentence. A constant gain for each,
measured once, brings them to one level that leaves the strongest emotion room
below full scale.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

TARGET_LUFS = -25.0
"""Loudness of neutral speech: 9 dB more, the strongest emotion there is, still
peaks only a little into the limiter (peaks of speech lie 14-17 dB over it)."""


@dataclass(frozen=True, slots=True)
class Loudness:
    """A voice's natural loudness.

    ``anchor_db`` is the level of its decoded speech less what the planned energy
    accounts for (``engine.sounding.unit_level_db``); ``gain_db`` brings it to
    ``TARGET_LUFS``.
    """

    anchor_db: float
    gain_db: float

    @property
    def unasked_db(self) -> float:
        """Level of the finished speech with nothing asked, less what its energy accounts for."""
        return self.anchor_db + self.gain_db


@dataclass(frozen=True, slots=True)
class VoiceLevel:
    """What was measured of one voice: LUFS (ITU-R BS.1770-4) and the anchor, dB."""

    lufs: float
    anchor_db: float


def load_levels() -> dict[str, VoiceLevel]:
    """Return the measured levels of the voices by name.

    Made by ``packaging/measure_voice_levels.py`` from neutral sentences; a
    test measures some of them again.
    """
    text = files("assets").joinpath("voice_levels.json").read_text(encoding="utf-8")
    rows: dict[str, dict[str, float]] = json.loads(text)["voices"]
    return {name: VoiceLevel(**row) for name, row in rows.items()}


def loudness_of(weights: Sequence[tuple[str, float]], levels: Mapping[str, VoiceLevel]) -> Loudness:
    """Return the loudness of a mix: the mean of its voices by share.

    A voice that was never measured counts as the mean of those that were.
    """
    count = len(levels)
    mean = VoiceLevel(
        sum(level.lufs for level in levels.values()) / count,
        sum(level.anchor_db for level in levels.values()) / count,
    )
    parts = [(share, levels.get(name, mean)) for name, share in weights]
    lufs = sum(share * level.lufs for share, level in parts)
    anchor = sum(share * level.anchor_db for share, level in parts)
    return Loudness(anchor, TARGET_LUFS - lufs)
