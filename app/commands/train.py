"""``espressivo train``: learn the emotion head, what its parts are worth, or how style steers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.parser import UsageError, examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "train"
SUMMARY = "train or ablate an emotion head, learn how style steers"

DESCRIPTION = """\
head: train what understands free prompts, from the program's own scenes and the texts in
a folder (goemotions.csv, librittsp_style_prompts.csv). Takes some ten minutes on one
core and needs PyTorch: pip install 'espressivo[train]'. The same seed, data and
releases of PyTorch and NumPy give the same weights. Prompts kept for the last look
are refused, whatever file they are in. The head that ships was made so; another is
tried beside it with "espressivo cache rollout".

ablation: train heads that lack one part of that each, with the same data and seed and fewer
epochs, and measure them alike, on what may be looked at: the half of the benchmark that
thresholds were set on, and the dev split of emobank.csv, which must lie in the folder too.
Writes ablation.md and ablation.json into --output, a folder, and keeps there what it makes:
stopped, it goes on where it was. Takes some twelve minutes on one core.

steering: learn which offset of a voice's style makes the voice model itself speak
higher, livelier or slower, from plans of all English voices of the prepared model; takes
two minutes on one core and needs nothing more (docs/steering.md)."""

EPILOG = examples(
    "espressivo train head --data ~/texts --output head.onnx",
    "espressivo train ablation --data ~/texts --output ablation",
    "espressivo train steering --output steering.npz",
)

OUTPUTS = {"head": "head.onnx", "ablation": "ablation", "steering": "steering.npz"}
"""What can be trained, and where it goes by itself."""

SEED = 7
"""Any will do; none was searched for."""

MOST_EPOCHS = 100
"""Far more than anything is learned in."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``train``."""
    parser.add_argument("what", choices=tuple(OUTPUTS), help="what to train")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="folder of texts, for head and ablation"
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="the weights, or the folder of an ablation"
    )
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="(%(default)s)")
    parser.add_argument("--epochs", type=_epochs, metavar="N", help="of each head of an ablation")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Train and write what came of it; returns the exit status."""
    output = options.output or Path(OUTPUTS[options.what])
    if options.what == "steering":
        return _steering(output, options.seed, settings, screen)
    if options.data is None:
        raise UsageError(f"train {options.what} needs --data, the folder of texts")
    if options.what == "ablation":
        return _ablation(options.data, output, options.seed, options.epochs, screen)
    return _head(options.data, output, options.seed, screen)


def _epochs(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) <= MOST_EPOCHS):
        raise argparse.ArgumentTypeError(f"1 to {MOST_EPOCHS}, not {text}")
    return int(text)


def _ablation(data: Path, folder: Path, seed: int, epochs: int | None, screen: Screen) -> int:
    from importlib.metadata import version

    from app.ablation import HEADS, row_of, tables_of
    from app.refusals import from_os
    from app.whole_files import write_file
    from engine.emotion.training.ablation import EPOCHS, ablate

    epochs = epochs or EPOCHS
    try:
        found = dict(ablate(data, folder, seed, epochs, screen.note))
    except OSError as error:
        raise from_os(error, folder) from error
    facts = {"seed": seed, "epochs": epochs, "torch": version("torch")}
    page, told = tables_of(found, facts)
    write_file(folder / "ablation.md", page.encode())
    write_file(folder / "ablation.json", told.encode())
    screen.table(HEADS, [row_of(name, worth) for name, worth in found.items()])
    return 0


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
