"""What each part of the head's training is worth: heads that lack one part, measured alike.

Every variant learns the same examples in the same order from the same seed; one teacher
serves all that have one. What was made is kept in a folder under a key of everything that
went into it, so a run that was ended goes on where it was.
"""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.emotion.encoder import Encoder
from engine.emotion.head import DELIVERY, NOTHING, Head, shipped_head
from engine.emotion.training.fit import Fit, Recipe
from engine.emotion.training.make import corpus_of, examples_of, train, write
from engine.emotion.training.own import Example
from engine.emotion.training.states import Corpus
from engine.emotion.understand import Understander
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import CacheDamage
from engine.evaluation.geometry import effective_rank, fgsm, gradient, neighbourhood
from engine.evaluation.prompts import OF_FAMILY, Judge, load, shipped_prompts
from engine.evaluation.ratings import load_ratings
from engine.evaluation.statistics import pearson
from engine.keys import key_of
from engine.record_file import read_record, write_record
from engine.values import Floats

VARIANTS: Final[Mapping[str, Mapping[str, bool]]] = {
    "everything": {},
    "distil": {"distil": False},
    "intensity": {"intensity": False},
    "norm": {"norm": False},
    "pull": {"pull": False},
    "adversary": {"adversary": False},
    "gates": {"gates": False},
    "sources": {"sources": False},
    "by_strength": {"by_strength": True},
}
"""Each by the field of its recipe that is not as in what ships."""

SHIPPED: Final = "shipped"
"""The head that ships, which learned longer, to see the others beside."""

EPOCHS: Final = 2
"""A third of what ships had: a variant then takes under a minute."""

_KEPT: Final = "ablation/1"
"""Raised when the same recipe gives another head, or a head other figures."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a head does, on what may be looked at.

    ``family`` and ``out`` are shares of the benchmark's tuning half that the whole program
    gets right with it, ``alone`` the share of families that its leading class gets right;
    ``neighbours`` and ``rank`` are of its EmoVecs; ``flips`` labels changed by FGSM at each of
    ``geometry.PUSHES``; ``readers`` Pearson's r with V/A/D of EmoBank's dev split.
    """

    family: float
    alone: float
    out: float
    neighbours: float
    rank: float
    flips: tuple[float, ...]
    readers: tuple[float, ...]


def ablate(
    data: Path, folder: Path, seed: int, epochs: int, tell: Callable[[str], None]
) -> Iterator[tuple[str, Worth]]:
    """Measure the head that ships, then train and measure the variants one by one.

    Args:
        data: the folder of texts (``sources``), with EmoBank's file.
        folder: where corpus, teacher, heads and figures are kept.
        seed: decides everything random.
        epochs: of every network.
        tell: is told what is being done.

    Raises:
        InputError: ``data-missing`` or ``training-unavailable``.
        OSError: the folder cannot be written.
    """
    examples = examples_of(data, seed)
    learning = Learning(examples, folder, seed, epochs, tell)
    yardstick = Yardstick(data, folder, seed)
    yield SHIPPED, yardstick.worth(shipped_head())
    for name, change in VARIANTS.items():
        recipe = replace(Recipe(epochs=epochs), **change)
        head = learning.head(recipe)
        yield name, yardstick.worth(head)


class Learning:
    """Makes heads by recipes, or finds them in the folder."""

    def __init__(
        self, examples: list[Example], folder: Path, seed: int, epochs: int,
        tell: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._examples, self._folder, self._seed = examples, folder, seed
        self._usual, self._tell = Recipe(epochs=epochs), tell
        told = [(e.text, e.classes, e.strength, e.source) for e in examples]
        self._of = (_KEPT, importlib.metadata.version("torch"), seed, key_of(told))
        folder.mkdir(parents=True, exist_ok=True)

    def head(self, recipe: Recipe) -> Head:
        """Return the head that a recipe gives."""
        file = self._file("head", recipe).with_suffix(".onnx")
        if not file.exists():
            taught = self._taught if recipe.distil else None
            write(train(self._corpus, self._examples, recipe, self._seed, self._tell, taught), file)
        return Head(file)

    @cached_property
    def _corpus(self) -> Corpus:
        def make() -> dict[str, Any]:
            made = corpus_of(self._examples, self._seed, self._tell)
            return {name: getattr(made, name) for name in Corpus.__slots__}

        return Corpus(**_kept(self._file("corpus"), make))

    @cached_property
    def _taught(self) -> Floats:
        def make() -> dict[str, Any]:
            fit = Fit(self._corpus, self._examples, self._usual, self._seed, self._tell)
            return {"taught": fit.teach()}

        taught: Floats = _kept(self._file("teacher", self._usual.epochs), make)["taught"]
        return taught

    def _file(self, what: str, *parts: object) -> Path:
        return self._folder / f"{what}-{key_of(self._of, *parts)}.rec"


class Yardstick:
    """Measures heads; all that is the same for each is worked out once."""

    def __init__(self, data: Path, folder: Path, seed: int) -> None:
        self._folder, self._seed = folder, seed
        self._encoder = Encoder(folder)
        self._rows = load(shipped_prompts())
        told = [row for kind in OF_FAMILY for row in self._rows[kind]]
        self._wanted = [wanted.split(",") for wanted, _ in told]
        self._states = [self._encoder.states(prompts[0]) for _, prompts in told]
        self._ratings = load_ratings(data, "dev", self._encoder)

    def worth(self, head: Head) -> Worth:
        """Return what a head does, or what it was found to do before."""
        understander = Understander(self._encoder, self._folder, head)
        by = (_KEPT, self._seed, shipped_prompts().read_bytes(), self._ratings.rated)
        file = self._folder / f"worth-{key_of(by, understander.version)}.json"
        with suppress(OSError, ValueError):
            return Worth(**json.loads(file.read_text(encoding="utf-8")))
        scores = Judge(understander, understander.space).scores(self._rows)
        heard = np.stack([head.hear(one).emovec for one in self._states]).astype(np.float64)
        pushed = fgsm(head, self._states, [gradient(head, one) for one in self._states], self._seed)
        read = self._ratings.heard(head)
        found = Worth(
            family=scores["family"].share,
            alone=self._alone(head),
            out=scores["out"].share,
            neighbours=neighbourhood(heard),
            rank=effective_rank(heard),
            flips=tuple(each.flips for each in pushed),
            readers=tuple(pearson(read[:, i], self._ratings.rated[:, i]) for i in range(3)),
        )
        file.write_text(json.dumps(asdict(found)), encoding="utf-8")
        return found

    def _alone(self, head: Head) -> float:
        """Return how often the family of the largest summed share is one of those wanted."""
        of = {entry.name: entry.family for entry in load_vocabulary().entries}
        right = 0
        for one, wanted in zip(self._states, self._wanted, strict=True):
            sums: dict[str, float] = {}
            for name, share in zip(head.names, head.hear(one).classes, strict=True):
                if name not in (DELIVERY, NOTHING):
                    sums[of[name]] = sums.get(of[name], 0.0) + float(share)
            right += max(sums, key=lambda family: sums[family]) in wanted
        return right / len(self._states)


def _kept(file: Path, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the arrays of a record, or make and keep them."""
    with suppress(FileNotFoundError, CacheDamage):
        return dict(read_record(file)[1])
    made = make()
    write_record(file, {}, made)
    return made
