"""English prose of our own for long runs: plain sentences of every length."""

from __future__ import annotations

import random

SENTENCES = (
    "The harbour was quiet when the first boats came back.",
    "Nobody had swept the platform since Tuesday, and it showed.",
    "He counted the stairs twice: forty-one going up, forty-two coming down.",
    "“You said you would wait,” she answered, “and you did.”",
    "Rain.",
    "It rained on the tin roof, on the empty chairs, on the letters in the box.",
    "Why would anyone paint a door blue and then never open it?",
    "Dr. Harlan arrived at 7:15 p.m. with two suitcases and a violin.",
    "The bill came to $48.20, which was more than he had earned all week.",
    "In 1987 the mill closed; by spring the river ran clear again.",
    "There is a kind of silence that only old kitchens have.",
    "Take the second road on the left, then the first on the right, and ask again.",
    "I never liked that picture, but I would not sell it for anything.",
    "The children had built a town out of boxes and elected a mayor.",
    "Slowly, and without any sign of hurry, the long grey train began to move.",
    "She read the last page first, as she always did.",
    "Wait… was that the telephone?",
    "The key — the small brass one — was still under the stone.",
    "Three of the windows were lit, and in one of them somebody was dancing.",
    "He had forgotten his hat, his ticket, his speech and, for a moment, his own name.",
    "Nothing grows under the pines, they say, but something had.",
    "At the end of the lane, past the well and the broken gate, stood a house that "
    "nobody in the village could remember having seen before the flood.",
    "Stop! The bridge is out!",
    "Bread, salt, candles, rope: that was the whole list.",
    "The clock struck nine, ten, eleven, and then thought better of it.",
    "My grandmother kept bees, and the bees kept her secrets.",
    "It takes about six hours by car, or four if you do not stop for apples.",
    "Everything he owned fitted into one bag, and the bag was not full.",
    "The teacher waited until the room was still before she spoke.",
    "Some evenings the whole valley smelled of smoke and plums.",
)
"""Written for this project."""


def text_of(words: int, seed: int = 1) -> str:
    """Return at least so many words in paragraphs of three to six sentences.

    The same seed gives the same text; no sentence follows itself.
    """
    draw = random.Random(seed)
    paragraphs: list[str] = []
    count, last = 0, ""
    while count < words:
        chosen: list[str] = []
        for _ in range(draw.randint(3, 6)):
            last = draw.choice([sentence for sentence in SENTENCES if sentence != last])
            chosen.append(last)
            count += len(last.split())
        paragraphs.append(" ".join(chosen))
    return "\n\n".join(paragraphs)


SHORT = (
    "Rain.",
    "Who is there?",
    "Come in.",
    "Not today, I think.",
    "Mind the step!",
    "Nobody answered.",
    "At half past six?",
    "It was cold.",
    "Two, please.",
    "Wait… listen.",
)
"""Of about a second; written for this project."""


def short_lines(lines: int, seed: int = 1) -> str:
    """Return so many paragraphs of one sentence, no two alike, nine in ten of them short."""
    draw = random.Random(seed)
    drawn = (draw.choice(SENTENCES if n % 10 == 9 else SHORT) for n in range(lines))
    return "\n\n".join(f"{n}: {sentence}" for n, sentence in enumerate(drawn, 1))
