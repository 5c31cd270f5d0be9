"""Writes the hashes of every kept-out prompt where training finds them.

Run it after a change of the prompts: ``python -m tests.emotion.seal``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.emotion.training.kept_out import hash_of
from tests.emotion import benchmark, scoring

SEAL = Path(__file__).resolve().parents[2] / "assets" / "emotion" / "kept_out.txt"


def sealed_prompts() -> list[str]:
    """Every prompt of the kept half of both benchmarks."""
    prompts = [p for rows in benchmark.load("kept_out").values() for _, ps in rows for p in ps]
    for rows in scoring.load("held_out").values():
        for row in rows:
            if isinstance(row, str):
                prompts.append(row)
            else:
                prompts += [row["prompt"]] if "prompt" in row else list(row.values())
    return prompts


if __name__ == "__main__":
    hashes = sorted({hash_of(prompt) for prompt in sealed_prompts()})
    head = "# Hashes of prompts that training must not see: engine/emotion/training/kept_out.py\n"
    SEAL.write_text(head + "\n".join(hashes) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(hashes)} hashes\n")
