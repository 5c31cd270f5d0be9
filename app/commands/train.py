"""``espressivo train head``: learn the emotion head from texts; needs the extra ``train``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.parser import examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "train"
SUMMARY = "train an emotion head from texts"

DESCRIPTION = """\
Train what understands free prompts, from the program's own scenes and the texts in
a folder (goemotions.csv, librittsp_style_prompts.csv). Takes some ten minutes on one
core and needs PyTorch: pip install 'espressivo[train]'. The same seed, data and
releases of PyTorch and NumPy give the same weights. Prompts kept for the last look
are refused, whatever file they are in. The head that ships was made so; another is
tried beside it with "espressivo cache rollout"."""

EPILOG = examples("espressivo train head --data ~/texts --output head.npz")

OUTPUT = Path("head.npz")
SEED = 7
"""Any will do; none was searched for."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``train``."""
    parser.add_argument("what", choices=("head",), help="what to train")
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder of texts")
    parser.add_argument(
        "--output", type=Path, default=OUTPUT, metavar="FILE", help="the weights (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="(%(default)s)")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Train and write the weights; returns the exit status."""
    from engine.emotion.head import Head
    from engine.emotion.training.fit import Recipe
    from engine.emotion.training.make import prepare, train, write

    def tell(step: str) -> None:
        screen.note(step)

    corpus, found = prepare(options.data, options.seed, tell)
    write(train(corpus, found, Recipe(), options.seed, tell), options.output)
    head = Head(options.output)
    screen.out(f"{options.output}: {head.size} numbers from {len(found)} texts, hash {head.hash}")
    return 0
