"""``espressivo train``: learn the emotion head from texts, or how style steers prosody."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.parser import UsageError, examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "train"
SUMMARY = "train an emotion head from texts, or how style steers prosody"

DESCRIPTION = """\
head: train what understands free prompts, from the program's own scenes and the texts in
a folder (goemotions.csv, librittsp_style_prompts.csv). Takes some ten minutes on one
core and needs PyTorch: pip install 'espressivo[train]'. The same seed, data and
releases of PyTorch and NumPy give the same weights. Prompts kept for the last look
are refused, whatever file they are in. The head that ships was made so; another is
tried beside it with "espressivo cache rollout".

steering: learn which offset of a voice's style makes the voice model itself speak
higher, livelier or slower, from plans of all English voices of the prepared model; takes
two minutes on one core and needs nothing more (docs/steering.md)."""

EPILOG = examples(
    "espressivo train head --data ~/texts --output head.onnx",
    "espressivo train steering --output steering.npz",
)

HEAD, STEERING = "head", "steering"
SEED = 7
"""Any will do; none was searched for."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``train``."""
    parser.add_argument("what", choices=(HEAD, STEERING), help="what to train")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of texts, for head")
    parser.add_argument("--output", type=Path, metavar="FILE", help="the weights (WHAT.npz)")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="(%(default)s)")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Train and write the weights; returns the exit status."""
    output = options.output or Path(f"{options.what}.npz")
    if options.what == STEERING:
        return _steering(output, options.seed, settings, screen)
    if options.data is None:
        raise UsageError("train head needs --data, the folder of texts")
    return _head(options.data, output, options.seed, screen)


def _head(data: Path, output: Path, seed: int, screen: Screen) -> int:
    from engine.emotion.head import Head
    from engine.emotion.training.fit import Recipe
    from engine.emotion.training.make import corpus_of, examples_of, train, write

    found = examples_of(data, seed)
    corpus = corpus_of(found, seed, screen.note)
    write(train(corpus, found, Recipe(), seed, screen.note), output)
    head = Head(output)
    screen.out(f"{output}: {head.size} numbers from {len(found)} texts, hash {head.hash}")
    return 0


def _steering(output: Path, seed: int, settings: Settings, screen: Screen) -> int:
    from engine.build import build_engine
    from engine.stages import Stages
    from engine.steering import Steering
    from engine.steering_fit import LINES, learn, write
    from engine.voices import VoiceBank

    with build_engine(settings.data, "cpu") as engine:
        readings = [engine.reader.read(line) for line in LINES]
        assert isinstance(engine.voices, VoiceBank)  # the double is chosen by name only
        found = learn(Stages(engine.backend), engine.voices, readings, seed, screen.note)
    write(found, output)
    screen.out(f"{output}: hash {Steering.load(output).hash}")
    return 0
