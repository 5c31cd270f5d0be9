"""Two ways of working, as lists of requests: small scripts instead of recordings.

A trace was written down before it was measured and says what a person does, not what
the cache is good at: prompts are tried on three lines, a knob is dragged and let go, two
settings are compared by turns, and what was there before is gone back to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.values import Direction, RenderRequest, Want

DESIGN = (
    "I kept your letters all these years.",
    "Who left this open?",
    "The parcel came today.",
)

STORY = (
    "The station was empty.",
    "Nobody said a word.",
    "The clock above the door had stopped.",
    "She counted the chairs twice.",
    "Then the lamps went out, one after another.",
    "A train was heard far away.",
)


def designer() -> list[RenderRequest]:
    """Somebody who tries prompts on three lines, moves a knob, and listens again and again.

    Each prompt is heard twice, the knob is moved by small steps, two of these are compared
    by turns, and the earlier prompts are gone back to.
    """
    asked = []
    for text in DESIGN:
        for prompt in ("with gentle concern", "gentle concern", "sad"):
            first = RenderRequest(text, direction=Direction(prompt))
            asked += [first, first]
            for intensity in (0.5, 0.51, 0.8):  # as the studio asks when a knob is let go
                moved = Direction(prompt, intensity)
                asked.append(replace(first, direction=moved, want=Want.DRAFT))
            asked += [asked[-1], first, asked[-2], first, asked[-2]]
        back = RenderRequest(text, direction=Direction("with gentle concern"))
        asked += [back, replace(back, direction=Direction("sad")), back]
    return asked


def narration() -> list[RenderRequest]:
    """A story rendered, one line corrected, rendered again, and once more for another format."""
    lines = [RenderRequest(text, direction=Direction("calm")) for text in STORY]
    mended = [*lines]
    mended[2] = replace(lines[2], text="The clock over the door had stopped.")
    return [*lines, *mended, *mended]


def dragged(step: int = 1) -> list[RenderRequest]:
    """The knob on its way: the same emotion at every ``step`` hundredths between two places."""
    first = RenderRequest(DESIGN[0], direction=Direction("gentle concern"))
    return [
        replace(first, direction=Direction("gentle concern", hundredth / 100))
        for hundredth in range(45, 106, step)
    ]


TRACES: dict[str, Callable[[], list[RenderRequest]]] = {
    "designer": designer,
    "narration": narration,
}
