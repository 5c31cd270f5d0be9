"""Mastering profiles: what a file is made to and what it is judged by, kept as data.

``assets/narration/profiles.json`` has them. Levels of ACX-spec audio are those stores and
checking tools agree on (RMS, not LUFS); -16 LUFS in two channels is what podcast
distributors ask for; broadcast is EBU R 128 (-23 LUFS, 0.5 LU either way, -1 dBTP). Coding
raises peaks between the samples, so each ceiling lies a decibel under what is judged.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

from engine.errors import InputError

Limit = tuple[float | None, float | None]
"""Least and most, None = no bound."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How chapters are mastered. Levels in dB (LUFS where ``target`` is), times in seconds."""

    key: str
    name: str
    about: str
    warning: str
    rate: int
    channels: int
    target: Literal["rms", "lufs", "none"]
    level_db: float
    ceiling_db: float
    tone_db: float | None
    """RMS of the room tone under everything; None = none."""
    head_s: float
    """Silence before the first line, whose own sound begins 0.1 s after its start."""
    tail_s: float
    mp3_kbps: int
    aac_kbps: int
    opus_kbps: int
    limits: tuple[tuple[str, Limit], ...]

    @property
    def changes_level(self) -> bool:
        """Whether anything is done to the sound but its rate."""
        return self.target != "none"


def profile_of(name: str) -> Profile:
    """The profile of that name.

    Raises:
        InputError: ``profile-unknown``.
    """
    known = _table()
    if name not in known:
        hint = ", ".join(known)
        raise InputError("profile-unknown", subject="setting", detail=name, hint=hint)
    fields = dict(known[name])
    limits = tuple((key, (low, high)) for key, (low, high) in fields.pop("limits").items())
    return Profile(key=name, limits=limits, **fields)


def profile_names() -> tuple[str, ...]:
    """The names that can be asked for."""
    return tuple(_table())


def _table() -> dict[str, Any]:
    text = files("assets").joinpath("narration/profiles.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table
