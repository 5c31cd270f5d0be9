"""What is asked of pitch at places inside a line: a value, and its limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Local:
    """Patterns of pitch at places inside a line, by hand; nothing by itself.

    Args:
        share: 0..1; how much of its emotion's final contour each clause before the last has.
        clause_st: semitones added at the end of each clause before the last, by hand.
        accent_st: semitones added at the peak of each accent, by hand.
    """

    share: float = 0.0
    clause_st: float = 0.0
    accent_st: float = 0.0


@dataclass(frozen=True, slots=True)
class Places:
    """What pitch does at places inside a line, worked out (``engine.patterns.asked_at``).

    Args:
        clause_st: semitones added at the end of each clause before the last.
        accent_st: semitones added at the peak of each accent, by hand.
        own_st: semitones from between the accents to their peaks, as the emotion asks: the
            line's level stays.
    """

    clause_st: float = 0.0
    accent_st: float = 0.0
    own_st: float = 0.0


NO_LOCAL: Final = Local()
NO_PLACES: Final = Places()

LIMITS: Final = {"share": (0.0, 1.0), "clause_st": (-8.0, 8.0), "accent_st": (-4.0, 4.0)}
"""What ``Local`` may ask for: of a clause's end what ``final_st`` may of a line's; of an accent
no more than a lively speaker's own accents rise (4-6 st), or words would seem quoted (judged)."""
