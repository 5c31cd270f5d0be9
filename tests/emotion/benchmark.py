"""The second benchmark's two halves: one ships with the program, one is for the last look."""

from __future__ import annotations

from pathlib import Path

from engine.evaluation.prompts import Rows, shipped_prompts
from engine.evaluation.prompts import load as load_file

KEPT = Path(__file__).parent / "prompts" / "kept_out.tsv"


def load(half: str) -> Rows:
    """Kind -> rows of what is wanted and the prompts, of ``development`` or ``kept_out``."""
    return load_file(KEPT if half == "kept_out" else shipped_prompts())
