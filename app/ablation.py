"""What the parts of the head's training are worth, as a table in Markdown and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from engine.evaluation.geometry import PUSHES
from engine.evaluation.ratings import AXES

if TYPE_CHECKING:
    from engine.emotion.training.ablation import Worth

SCHEMA: Final = "espressivo.ablation/1"

WORDS: Final = {
    "shipped": "what ships, 6 epochs",
    "everything": "all parts",
    "distil": "without the teacher",
    "intensity": "without the intensity part (0.3)",
    "norm": "without the norm penalty",
    "pull": "without the pull to the class",
    "adversary": "without the adversary",
    "gates": "all gates open",
    "sources": "all sources weigh alike",
    "by_strength": "also weighed by strength",
}
"""Of the heads that ``engine.emotion.training.ablation`` measures."""

HEADS: Final = (
    "head", "family, program", "family, head alone", "out of scope", "neighbours", "rank",
    *(f"flips {size:.3f}" for size in PUSHES), *(f"r {axis}" for axis in AXES),
)  # fmt: skip


def row_of(name: str, worth: Worth) -> tuple[str, ...]:
    """Return a variant's figures as words under ``HEADS``."""
    shares = (worth.family, worth.alone, worth.out)
    return (
        WORDS[name],
        *(f"{share:.1%}" for share in shares),
        f"{worth.neighbours:.3f}",
        f"{worth.rank:.1f}",
        *(f"{share:.1%}" for share in worth.flips),
        *(f"{r:.3f}" for r in worth.readers),
    )


def tables_of(found: Mapping[str, Worth], facts: Mapping[str, object]) -> tuple[str, str]:
    """Return the table as Markdown, and all of it as JSON."""
    rows = [HEADS, ["---"] * len(HEADS), *(row_of(name, each) for name, each in found.items())]
    told = ", ".join(f"{name}: {value}" for name, value in facts.items())
    page = "\n".join([told, "", *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"
    data = {"schema": SCHEMA, **facts, "variants": {n: asdict(w) for n, w in found.items()}}
    return page, json.dumps(data, indent=1) + "\n"
