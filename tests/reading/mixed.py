"""Mixed text of any length from a seed: prose, numbers, tags, quotes, marks."""

from __future__ import annotations

import random

from tests.quality.prose import SENTENCES

OWN = (
    "The crate weighed {n} pounds and cost ${m}.{c:02d} to send.",
    "“Take the {o} door,” said the clerk, “and don't look back.”",
    "[{tag}] Leave it where it is! [normal] The porter shrugged.",
    "She had *never* seen **{n}** boats at once — never.",
    "He whispered, [{tag}] “it's the {o} time,” and then he laughed.",
    "Wait [pause 0.4s] until the bell has rung {s} times.",
    "[Zadie](/zˈAdi/) won {p}% of the votes; nobody else came close.",
    "By {y} the well-known mill had burned down, hadn't it?",
    "<b>Notice</b>: the ferry doesn't sail on the {o} of May.",
    "[voice bf_emma] 'Who's there?' she asked. [voice normal] Nobody answered.",
    "Mr. Alder's three dogs (all of them old) slept through it…",
    "They walked {n} miles, rested, and walked {s} more.",
    "It was cold & wet; the children's boots were full of sand.",
    "The recipe asks for {s}/8 of a cup and a pinch of salt.",
)
"""Written for this project."""

TAGS = ("angry", "whispering", "very sad", "calm, slowly", "with gentle concern", "not so loud")


def mixed(words: int, seed: int = 7) -> str:
    """Return at least so many words in paragraphs; the same seed gives the same text."""
    draw = random.Random(seed)
    paragraphs: list[str] = []
    count = 0
    while count < words:
        chosen = [_sentence(draw) for _ in range(draw.randint(2, 6))]
        paragraphs.append(" ".join(chosen))
        count += sum(len(sentence.split()) for sentence in chosen)
    return "\n\n".join(paragraphs)


def _sentence(draw: random.Random) -> str:
    if draw.random() < 0.5:
        return draw.choice(SENTENCES)
    number = draw.randint(1, 31)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number // 10 != 1 else 0, "th")
    return draw.choice(OWN).format(
        n=draw.randint(2, 9999),
        m=draw.randint(2, 300),
        c=draw.randint(1, 99),
        o=f"{number}{ending}",
        s=draw.randint(3, 7),
        p=draw.randint(2, 99),
        y=draw.randint(1850, 1999),
        tag=draw.choice(TAGS),
    )
