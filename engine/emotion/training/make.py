"""From a folder of data to a head's file: examples, states, training, the file."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.emotion.encoder import Encoder
from engine.emotion.training.fit import Fit, Recipe, torch_or_say
from engine.emotion.training.graph import model_of
from engine.emotion.training.kept_out import allowed
from engine.emotion.training.own import Example, known_words
from engine.emotion.training.sources import classes, examples, with_slips
from engine.emotion.training.states import Corpus, embed
from engine.errors import ExportError
from engine.record_file import write_whole
from engine.values import Floats

OWN: Final = frozenset({"scenes", "words", "vocabulary", "things"})
"""Sources that were written for this program."""

SLIPS: Final = 5000
"""Own examples that are learned once more with a slip of the keyboard."""


def examples_of(folder: Path, seed: int) -> list[Example]:
    """Return what there is to learn from: own texts, some once more with a slip, and data.

    Raises:
        InputError: ``data-missing`` or ``training-unavailable``.
    """
    torch_or_say()
    rng = random.Random(seed)
    found = examples(folder, seed)
    own = [example for example in found if example.source in OWN]
    slipped = [with_slips(e, rng) for e in rng.sample(own, min(SLIPS, len(own)))]
    extra = [example for example in slipped if example is not None]
    may = allowed(example.text for example in extra)
    return found + [example for example, good in zip(extra, may, strict=True) if good]


def corpus_of(found: list[Example], seed: int, tell: Callable[[str], None]) -> Corpus:
    """Return examples as numbers."""
    texts = [example.text for example in found]
    return embed(texts, Encoder(), np.random.default_rng(seed), tell)


def train(
    corpus: Corpus, found: list[Example], recipe: Recipe, seed: int, tell: Callable[[str], None],
    taught: Floats | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return the arrays of a head's file: float16, and the classes' names.

    Args:
        corpus: the examples as numbers.
        found: the examples.
        recipe: what the loss is made of.
        seed: decides everything random.
        tell: is told what is being done.
        taught: a teacher's classes (``Fit.teach``); None trains a teacher where one is wanted.
    """
    weights = Fit(corpus, found, recipe, seed, tell).student(taught)
    weights |= {"centre": corpus.centre, "axes": corpus.axes}
    if not recipe.gates:  # gates that are always open
        weights["gate"] = np.zeros_like(weights["gate"])
        weights["gate_bias"] = np.full_like(weights["gate_bias"], 30.0)
    arrays: dict[str, Any] = {n: a.astype(np.float16) for n, a in weights.items()}
    arrays["names"] = np.array(classes())
    arrays["words"] = np.array(known_words())
    return arrays


def write(arrays: dict[str, Any], file: Path) -> None:
    """Write a head's file, whole or not at all.

    Raises:
        ExportError: ``output-unwritable``, the place cannot be written.
    """
    try:
        write_whole(file, model_of(arrays).SerializeToString(deterministic=True))
    except OSError as error:
        raise ExportError("output-unwritable", subject="file", detail=str(error)) from error
