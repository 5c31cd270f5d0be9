"""What is spoken to be judged: emotions, lines, voices, and how many of each."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.values import Deltas, Direction, RenderRequest

SEVEN: Final = {
    "angry": "angry",
    "happy": "happy",
    "surprised": "surprised",
    "fearful": "fearful",
    "sad": "sad",
    "calm": "calm",
    "disgusted": "disgust",
}
"""Prompts, and whose profile in RAVDESS each should come nearest to."""

EMOTIONS: Final = (
    *SEVEN,
    "cold anger",
    "excitement",
    "anxiety",
    "despair",
    "boredom",
    "tenderness",
    "contempt",
    "confident",
    "interest",
    "hesitant",
    "awe",
    "relief",
)
"""Nineteen prompts: the rows of the table of targets (emotion_targets B10)."""

VOICES: Final = (
    "af_heart", "am_michael", "bf_emma", "am_fenrir", "af_bella", "bm_george", "bf_isabella",
    "am_puck",
)  # fmt: skip
"""Four women and four men, American and British."""

LINES: Final = (
    "The keys are lying on the table.",
    "My brother moved the chairs.",
    "They will open the door at seven.",
    "The letter came on Monday.",
    "We drove along the river.",
    "Someone is waiting in the garden.",
    "The menu is on the wall.",
    "I read the message again.",
    "The bus leaves in an hour.",
    "She told him about the room.",
    "Nobody has moved the ladder.",
    "He wrote a number on the lid.",
    "The meeting is in the other building.",
    "You can leave it near the window.",
    "Our neighbours are selling the van.",
    "It was almost eleven by then.",
    "I will call you in the morning.",
    "The lamp belongs to the manager.",
    "They are reading the last page.",
    "Maria knows where we live.",
)
"""Own sentences whose words say nothing of a feeling."""

TONGUES: Final = {
    "es": (
        "ef_dora",
        (
            "Las llaves están sobre la mesa.",
            "Mi hermano movió las sillas.",
            "El autobús sale dentro de una hora.",
            "La carta llegó el lunes.",
        ),
    ),
    "ja": (
        "jf_alpha",
        (
            "鍵はテーブルの上にあります。",
            "弟が椅子を動かしました。",
            "バスは一時間後に出ます。",
            "手紙は月曜日に届きました。",
        ),
    ),
}
"""Language -> voice and own lines, of the same meaning as some of ``LINES``."""

PHRASED: Final = (
    "When the train had gone, we walked home, and nobody said a word.",
    "The red one, I think, was left on the table, next to the window.",
    "First the bread, then the milk; after that we can go, if you like.",
)
"""Own lines with rests in them."""

PHRASED_EMOTIONS: Final = ("", "sad", "hesitant", "angry")

DOSES: Final = tuple(step / 4 for step in range(9))
"""Intensity 0 to 2 in nine steps."""

NUDGES: Final = {
    "f0 level": (Deltas(f0_level_st=3.0), Deltas(f0_level_st=-2.0)),
    "excursion": (Deltas(f0_excursion=1.4), Deltas(f0_excursion=0.7)),
    "duration": (
        Deltas(vowel_duration=1.15, consonant_duration=1.15),
        Deltas(vowel_duration=0.9, consonant_duration=0.9),
    ),
    "level": (Deltas(energy_db=4.0), Deltas(energy_db=-4.0)),
    "tilt": (Deltas(tilt_db=3.0), Deltas(tilt_db=-3.0)),
}
"""One thing asked alone, up and down: the probes of orthogonality."""

REPEAT: Final = 1
"""Seed of what is spoken once more, at stability 0: as an actor's next take."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is spoken. Voices and lines are counted from their lists."""

    voices: int
    seven_lines: int
    """Of the grid, for the seven emotions with a profile."""
    other_lines: int
    """Of the grid, for the other twelve."""
    dose_voices: int
    tongue_lines: int
    repeat_voices: int
    phrased_voices: int
    plan_voices: int
    """For what is shown on plans, without sound."""
    plan_lines: int


SUBSET: Final = Size(4, 3, 1, 2, 2, 2, 2, 2, 1)
FULL: Final = Size(8, 20, 20, 4, 4, 8, 8, 8, 4)


@dataclass(frozen=True, slots=True)
class Choice:
    """What of it all one run speaks.

    Args:
        size: how much.
        seed: which lines.
    """

    size: Size
    seed: int

    @property
    def lines(self) -> tuple[str, ...]:
        """The grid's lines, drawn by the seed; the first are used for the fewest cells."""
        return tuple(random.Random(self.seed).sample(LINES, len(LINES)))

    @property
    def voices(self) -> tuple[str, ...]:
        """The grid's voices."""
        return VOICES[: self.size.voices]

    def lines_of(self, emotion: str) -> tuple[str, ...]:
        """Return the grid's lines of one emotion; "" has all that any has."""
        count = self.size.seven_lines if emotion in ("", *SEVEN) else self.size.other_lines
        return self.lines[:count]

    def grid(self) -> Iterator[tuple[str, str, str]]:
        """Yield emotion, voice and line of each cell, the neutral ones left out."""
        for emotion, voice in itertools.product(EMOTIONS, self.voices):
            for line in self.lines_of(emotion):
                yield emotion, voice, line


def spoken(emotion: str, voice: str, line: str, intensity: float = 1.0) -> RenderRequest:
    """Return the request of one cell; an empty emotion is the neutral take."""
    return RenderRequest(line, voice, Direction(emotion, intensity if emotion else 1.0))


def again(emotion: str, voice: str, line: str) -> RenderRequest:
    """Return the request of a repeat, as differently as one actor's takes differ."""
    return RenderRequest(line, voice, Direction(emotion, stability=0.0), seed=REPEAT)


def nudged(nudges: Deltas, voice: str, line: str) -> RenderRequest:
    """Return the request of a line with one thing changed by hand."""
    return RenderRequest(line, voice, Direction(nudges=nudges))


def unique(requests: Iterable[RenderRequest]) -> Sequence[RenderRequest]:
    """Return requests in order, each once."""
    return tuple(dict.fromkeys(requests))
