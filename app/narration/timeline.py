"""When each line of a chapter sounds: whole samples, rests included, nothing drifts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.narration.ledger import Done
from app.narration.lines import BookLine
from app.narration.profiles import Profile
from engine.values import SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class Placed:
    """A line in its chapter: it sounds from sample ``start`` (24 kHz) of the chapter on."""

    line: BookLine
    done: Done
    start: int

    @property
    def end(self) -> int:
        """The sample after its last one."""
        return self.start + self.done.samples


@dataclass(frozen=True, slots=True)
class Timeline:
    """A chapter's lines in time and the chapter's length, in samples at 24 kHz."""

    placed: tuple[Placed, ...]
    samples: int
    late_s: float = 0.0
    """By how much a caption that is voiced in its time was late at worst."""

    @property
    def seconds(self) -> float:
        """Length of the chapter."""
        return self.samples / SAMPLE_RATE


def timeline(lines: Sequence[BookLine], done: Sequence[Done], profile: Profile) -> Timeline:
    """Place the lines of a chapter behind its head, each with its rest, before its tail.

    A line with a time of its own (a caption) sounds then, or as soon as the one before
    has ended; it keeps that time whatever the profile's head.
    """
    placed: list[Placed] = []
    at = round(profile.head_s * SAMPLE_RATE)
    late = 0
    for number, (line, each) in enumerate(zip(lines, done, strict=True)):
        opens = number == 0 or lines[number - 1].slot is not line.slot
        if line.slot is not None and opens:
            wanted = round(line.slot.start_s * SAMPLE_RATE)
            at = wanted if not placed else max(placed[-1].end, wanted)
            late = max(late, at - wanted)
        placed.append(Placed(line, each, at))
        rest = round(line.rest_s * SAMPLE_RATE) if number < len(lines) - 1 else 0
        at += each.samples + rest
    return Timeline(tuple(placed), at + round(profile.tail_s * SAMPLE_RATE), late / SAMPLE_RATE)
