"""Teacher and student: how the head's weights come about. Needs PyTorch.

The student is what ``engine.emotion.head`` runs. The teacher is an ensemble that looks
harder: networks with four softmax attentions over the pieces, and a ridge regression on
the embeddings; its averaged classes are half of what the student learns.

Loss: 0.7 cross entropy of the classes + 0.3 regression of intensity (strength, V/A/D,
deltas), each example weighted by its source, + a penalty -log(1 - r^2) on EmoVec's length
r (as in the Poincare ball, where the rim is infinitely far), which keeps vectors away from
the rim where tanh is flat, + a pull to the direction of the class. The student learns each
batch after an adversary's step on the embedding.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.axes import to_vector
from engine.emotion.head import GATE_REST, SENTENCE_GAIN
from engine.emotion.space import AXIS_UNIT
from engine.emotion.training.own import Example
from engine.emotion.training.sources import classes
from engine.emotion.training.states import Corpus
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import InputError
from engine.values import EMOVEC_SIZE, Floats

CLASS_SHARE: Final = 0.7
INTENSITY_SHARE: Final = 0.3
NORM_WEIGHT: Final = 0.02
PULL_WEIGHT: Final = 0.4
"""Weight of the pull of EmoVec to the direction of its class: like prompts lie together."""

STEP: Final = 0.015
"""Largest step of the adversary on each of the embedding's 512 numbers (FGSM, Goodfellow
et al. 2015): every batch is learned after a step of a size drawn up to this."""

SOURCE_WEIGHT: Final = {
    "scenes": 3.0, "words": 1.0, "vocabulary": 1.5, "things": 2.0, "goemotions": 0.15,
    "libritts-p": 0.3,
}  # fmt: skip
"""Scenes are what prompts look like, comments are not (judged)."""

VAD_WEIGHT: Final = {**SOURCE_WEIGHT, "goemotions": 3.0}
"""Weights of the V/A/D part alone: comments are whole sentences, as EmoBank's are."""

SMOOTHING: Final = 0.05
HIDDEN: Final = 384
GATES: Final = 4
"""Sets of gates: one for what is felt, and others for who, where and how."""
_BATCH: Final = 128
_RATE: Final = 2e-3
_WARM: Final = 100
_DECAY: Final = 0.02
_DROP: Final = 0.3
_NOISE: Final = 0.01
"""Standard deviation added to each of the embedding's 512 numbers: FGSM's middle step."""

_RIDGE: Final = 3.0
_RIDGE_HEAT: Final = 0.12
_TEACHERS: Final = 2


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the loss is made of; as it is by itself it made what ships, the rest is for ablation
    (``engine.emotion.training.ablation``)."""

    distil: bool = True
    intensity: bool = True
    norm: bool = True
    pull: bool = True
    adversary: bool = True
    gates: bool = True
    sources: bool = True
    by_strength: bool = False
    """Whether an example weighs by how strong it is, from half at 0 to 1.4 times at 1.8."""
    epochs: int = 6


def torch_or_say() -> Any:
    """Return PyTorch, on one thread.

    Raises:
        InputError: ``training-unavailable``, it is not installed.
    """
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError as error:
        raise InputError("training-unavailable", subject="setting", detail=str(error)) from error
    torch.set_num_threads(1)  # the same sums in the same order on every machine
    torch.use_deterministic_algorithms(True)
    return torch


def targets(examples: list[Example]) -> tuple[Floats, Floats]:
    """Return classes float32[N, classes] and intensity float32[N, 15].

    Intensity is strength, V/A/D, and the deltas in units of ``AXIS_UNIT``.
    """
    names = classes()
    vocabulary = load_vocabulary()
    shares = np.zeros((len(examples), len(names)), dtype=np.float32)
    for row, example in zip(shares, examples, strict=True):
        for name, share in example.classes:
            row[names.index(name)] = share
    of_class = np.zeros((len(names), 3 + len(AXIS_UNIT)))
    for line, name in zip(of_class, names, strict=True):
        if not name.startswith("("):
            entry = vocabulary[name]
            line[:3] = entry.valence, entry.arousal, entry.dominance
            line[3:] = to_vector(entry.deltas) / AXIS_UNIT
    strength = np.array([[example.strength] for example in examples])
    intensity = np.hstack([strength, shares @ of_class])
    return shares, intensity.astype(np.float32)


class Fit:
    """Trains networks on one corpus.

    Args:
        corpus: the examples' projected states.
        examples: the same examples.
        recipe: what the loss is made of.
        seed: decides everything random.
        tell: is told what is being done.
    """

    def __init__(
        self,
        corpus: Corpus,
        examples: list[Example],
        recipe: Recipe,
        seed: int,
        tell: Callable[[str], None],
    ) -> None:
        self._torch = torch_or_say()
        self._corpus = corpus
        self._recipe = recipe
        self._seed = seed
        self._tell = tell
        shares, intensity = targets(examples)
        tensor = self._torch.tensor
        self._shares, self._intensity = tensor(shares), tensor(intensity)
        given = recipe.sources
        self._weights = tensor([SOURCE_WEIGHT[e.source] if given else 1.0 for e in examples])
        if recipe.by_strength:
            self._weights *= 0.5 + 0.5 * self._intensity[:, 0]
        self._vad_weights = tensor([VAD_WEIGHT[e.source] if given else 1.0 for e in examples])

    def teach(self) -> Floats:
        """Train the teacher; return its classes for every example, float32[N, classes]."""
        taught: Floats = self._teach().numpy()
        return taught

    def student(self, taught: Floats | None = None) -> dict[str, Floats]:
        """Train the student; return its weights by their names in the file.

        Args:
            taught: what ``teach`` returned, if the recipe distils; None trains a teacher.
        """
        soft = None
        if self._recipe.distil:
            soft = self._torch.tensor(self.teach() if taught is None else taught)
        self._tell("student")
        weights = self._train(self._seed, heads=GATES, attention=False, soft=soft)
        named = {name: value.detach().numpy() for name, value in weights.items()}
        read, bias = named.pop("intensity"), named.pop("intensity_bias")
        named["strength"], named["strength_bias"] = read[:, :1], bias[:1]
        named["vad"] = read[:, 1:4]
        named["deltas"] = read[:, 4:] * AXIS_UNIT.astype(np.float32)
        return named

    def _teach(self) -> Any:
        """The teacher's classes for every example, float32[N, classes]."""
        torch, found = self._torch, [self._ridge()]
        for number in range(_TEACHERS):
            self._tell(f"teacher {number + 1} of {_TEACHERS}")
            weights = self._train(self._seed + 101 + number, heads=4, attention=True, soft=None)
            with torch.no_grad():
                parts = [
                    self._forward(weights, *self._batch(rows), attention=True)[1].softmax(1)
                    for rows in np.array_split(np.arange(len(self._shares)), 80)
                ]
            found.append(torch.cat(parts))
        return sum(found) / len(found)

    def _ridge(self) -> Any:
        torch = self._torch
        x = torch.tensor(self._corpus.sentences) * SENTENCE_GAIN
        weighted = x * self._weights[:, None]
        square = x.T @ weighted + _RIDGE * len(x) / 100 * torch.eye(x.shape[1])
        return (x @ torch.linalg.solve(square, weighted.T @ self._shares) / _RIDGE_HEAT).softmax(1)

    def _start(self, seed: int, heads: int) -> dict[str, Any]:
        torch, width = self._torch, self._corpus.width
        generator = torch.Generator().manual_seed(seed)

        def drawn(rows: int, columns: int, gain: float = 1.0) -> Any:
            values = torch.randn(rows, columns, generator=generator) * gain / math.sqrt(rows)
            return values.requires_grad_(True)

        def constant(size: int, value: float = 0.0) -> Any:
            return torch.full((size,), value).requires_grad_(True)

        count, read = self._shares.shape[1], self._intensity.shape[1]
        size = self._corpus.sentences.shape[1] + heads * width
        return {
            "gate": drawn(width, heads, 0.1), "gate_bias": constant(heads),
            "first": drawn(size, HIDDEN), "first_bias": constant(HIDDEN),
            "gain": constant(HIDDEN, 1.0), "shift": constant(HIDDEN),
            "second": drawn(HIDDEN, EMOVEC_SIZE), "second_bias": constant(EMOVEC_SIZE),
            "classes": drawn(EMOVEC_SIZE, count), "classes_bias": constant(count),
            "intensity": drawn(EMOVEC_SIZE, read, 0.3), "intensity_bias": constant(read),
        }  # fmt: skip

    def _batch(self, rows: NDArray[np.int64]) -> tuple[Any, Any, Any]:
        tokens, there = self._corpus.padded(rows)
        tensor = self._torch.tensor
        return tensor(self._corpus.sentences[rows]), tensor(tokens), tensor(there)

    def _forward(
        self, w: dict[str, Any], sentence: Any, tokens: Any, there: Any, *,
        attention: bool, drop: float = 0.0,
    ) -> tuple[Any, Any, Any]:  # fmt: skip
        """EmoVec, classes before softmax, intensity: what ``Head.hear`` computes."""
        torch, f = self._torch, self._torch.nn.functional
        seen = tokens @ w["gate"] + w["gate_bias"]
        if attention:
            pooled = torch.einsum(
                "nth,ntd->nhd", seen.masked_fill(there[..., None] == 0, -1e9).softmax(1), tokens
            )
        else:
            gates = torch.sigmoid(seen) if self._recipe.gates else torch.ones_like(seen)
            gates = gates * there[..., None]
            pooled = torch.einsum("nth,ntd->nhd", gates, tokens)
            pooled = pooled / (gates.sum(1)[..., None] + GATE_REST)
        if drop:
            sentence = sentence + _NOISE * torch.randn(sentence.shape)
        whole = torch.cat([pooled.reshape(len(sentence), -1), SENTENCE_GAIN * sentence], 1)
        hidden = f.gelu(f.dropout(whole, drop) @ w["first"] + w["first_bias"], approximate="tanh")
        hidden = f.layer_norm(hidden, (HIDDEN,), w["gain"], w["shift"])
        emovec = torch.tanh(f.dropout(hidden, drop) @ w["second"] + w["second_bias"])
        return (
            emovec,
            emovec @ w["classes"] + w["classes_bias"],
            emovec @ w["intensity"] + w["intensity_bias"],
        )

    def _train(self, seed: int, *, heads: int, attention: bool, soft: Any) -> dict[str, Any]:
        torch = self._torch
        torch.manual_seed(seed)
        weights = self._start(seed, heads)
        optimizer = torch.optim.AdamW(weights.values(), lr=_RATE, weight_decay=_DECAY)
        rng = np.random.default_rng(seed)
        steps = self._recipe.epochs * math.ceil(len(self._shares) / _BATCH)
        for step, rows in enumerate(self._corpus.batches(self._recipe.epochs, _BATCH, rng)):
            rate = _RATE * min(1.0, step / _WARM) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
            optimizer.param_groups[0]["lr"] = rate
            batch = self._batch(rows)
            if self._recipe.adversary and not attention:
                batch = (self._worst(weights, batch, rows, STEP * rng.random()), *batch[1:])
            heard = self._forward(weights, *batch, attention=attention, drop=_DROP)
            loss = self._loss(heard, rows, soft)
            if self._recipe.pull and not attention:
                loss = loss + PULL_WEIGHT * self._apart(weights, heard[0], rows)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return weights

    def _worst(
        self, weights: dict[str, Any], batch: tuple[Any, Any, Any], rows: NDArray[np.int64],
        size: float,
    ) -> Any:  # fmt: skip
        """The embeddings after a step of ``size`` each way in which the classes suffer most."""
        torch = self._torch
        sentence = batch[0].clone().requires_grad_(True)
        shares = self._forward(weights, sentence, *batch[1:], attention=False)[1]
        suffered = -(self._shares[rows] * shares.log_softmax(1)).sum()
        (slope,) = torch.autograd.grad(suffered, sentence)
        return batch[0] + size * slope.sign()

    def _apart(self, weights: dict[str, Any], emovec: Any, rows: NDArray[np.int64]) -> Any:
        """One less the cosine between EmoVec and its class, by the examples' weights."""
        f = self._torch.nn.functional
        cosines = f.normalize(emovec, dim=1) @ f.normalize(weights["classes"], dim=0)
        apart = 1.0 - (self._shares[rows] * cosines).sum(1)
        return (apart * self._weights[rows]).mean() / self._weights.mean()

    def _loss(self, heard: tuple[Any, Any, Any], rows: NDArray[np.int64], soft: Any) -> Any:
        torch = self._torch
        emovec, shares, intensity = heard
        wanted = (1.0 - SMOOTHING) * self._shares[rows] + SMOOTHING / self._shares.shape[1]
        if soft is not None:
            wanted = 0.5 * wanted + 0.5 * soft[rows]
        loss = -CLASS_SHARE * (wanted * shares.log_softmax(1)).sum(1)
        if self._recipe.intensity:
            error = (intensity - self._intensity[rows]).square()
            parts = error[:, 0] + error[:, 4:].mean(1)
            loss = loss + INTENSITY_SHARE * parts
        loss = (loss * self._weights[rows]).mean() / self._weights.mean()
        if self._recipe.intensity:
            vad = error[:, 1:4].mean(1) * self._vad_weights[rows]
            loss = loss + INTENSITY_SHARE * vad.mean() / self._vad_weights.mean()
        if self._recipe.norm:
            length = emovec.square().mean(1).clamp(max=0.999)
            loss = loss - NORM_WEIGHT * torch.log1p(-length).mean()
        return loss
