"""Says when a line asks more of its voice than that was found to bear: a remark, no limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from engine.emotion.safe import safe_intensity
from engine.values import Remark, Take
from engine.voices import VoiceMix


class ReadsMixes(Protocol):
    """What knows the voices: ``engine.voices.VoiceBank`` or the double's."""

    def parse_mix(self, text: str) -> VoiceMix:
        """Read a mix of voices."""


def marked(take: Take, voices: ReadsMixes) -> Take:
    """Return the take with the remark that it lies over its mark, if it does."""
    found = over_mark(take, voices)
    return replace(take, remarks=(*take.remarks, *found)) if found else take


def over_mark(take: Take, voices: ReadsMixes) -> tuple[Remark, ...]:
    """Return the remark on a take that lies over the mark of its voice and emotion.

    Args:
        take: as it was rendered, so that its voice is known.
        voices: those it was rendered with.
    """
    asked = take.request
    weights = voices.parse_mix(asked.voice).weights
    mark = safe_intensity(take.emotion.mixture, weights)
    if mark is None or asked.direction.intensity <= mark:
        return ()
    return (Remark("intensity-over-mark", "intensity", f"{asked.voice} up to {mark:.2f}"),)
